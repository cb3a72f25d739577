"""Functions, files and lines at addresses, by both programs, against addr2line."""

import os
import re
import stat
import zipfile
from pathlib import Path

import pytest

from rca.scheduling.deadline import Deadline
from rca.symbols.symbol_folders import walk_folders
from rca.symbols.symbol_index import SymbolIndex
from rca.symbols.symbolizer import INSTALL_HINT, NotSymbolized, Symbolizer
from tests.symbols.native_library import (
    ARM64,
    SOURCE,
    address_of,
    breakpad_file,
    build,
    build_dsym,
    code_addresses,
    function_addresses,
    needs,
    needs_dsymutil,
    needs_gcc,
    run,
    split,
)

ENGINES = [True, pytest.param(False, marks=needs("llvm-symbolizer"))]


def describe(path, folder):
    (file,) = SymbolIndex(folder / "index").read(walk_folders([path], Deadline(), []), Deadline(), [])
    return file


def symbolizer(folder, *, has_library=True, **environment):
    return Symbolizer(folder / "kept", {**os.environ, **environment}, Deadline(60), has_library=has_library)


def names(places):
    return [(place.function.partition("(")[0], Path(place.file).name, place.line) for place in places]


@needs_gcc
@pytest.mark.parametrize("has_library", ENGINES)
def test_inlined_functions_are_told_innermost_first(library, tmp_path, has_library):
    inlined = address_of_inlined(library)
    found = symbolizer(tmp_path, has_library=has_library).look_up(describe(library, tmp_path), [inlined])
    innermost, outer = names(found[inlined])[:2]
    # g++ gives a function that only one file sees no linkage name, and LLVM shows it without its namespace.
    assert innermost in [("shop::line_total", "cart.h", 4), ("line_total", "cart.h", 4)]
    assert outer == ("shop::Cart::total", "cart.cpp", 6)


def address_of_inlined(library):
    addresses = code_addresses(library)
    told = run("addr2line", "-e", library, *map(hex, addresses)).splitlines()
    return next(at for at, place in zip(addresses, told, strict=True) if "cart.h:4" in place)


@needs_gcc
@pytest.mark.parametrize("has_library", ENGINES)
def test_each_address_agrees_with_addr2line(library, tmp_path, has_library):
    addresses = function_addresses(library)
    found = symbolizer(tmp_path, has_library=has_library).look_up(describe(library, tmp_path), addresses)
    told = run("addr2line", "-e", library, *map(hex, addresses)).splitlines()
    expected = [match[1] if (match := re.search(r"(cart\.\w+:\d+)", place)) else None for place in told]
    ours = [source_of(found[at]) for at in addresses]
    differing = sum(one != other for one, other in zip(ours, expected, strict=True))
    assert len(addresses) > 50
    assert differing <= len(addresses) // 100


def source_of(places):
    """Return the innermost source line where it is the library's own."""
    file, line = (places[0].file, places[0].line) if places else (None, None)
    return f"{Path(file).name}:{line}" if file and line and "cart." in file else None


@needs_gcc
def test_a_debug_file_in_an_archive(library, tmp_path):
    split(library, tmp_path / "d/libcart.so.dbg", tmp_path / "s/libcart.so")
    archive = tmp_path / "native-debug-symbols.zip"
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as written:
        written.write(tmp_path / "d/libcart.so.dbg", "x86_64/libcart.so.dbg")
    at = address_of(library, "return sum + 1")
    file = describe(archive, tmp_path)
    made = symbolizer(tmp_path)
    assert names(made.look_up(file, [at])[at])[-1][0] == "shop::Cart::checked"
    assert [path.suffix for path in (tmp_path / "kept").iterdir()] == [".symcache"]
    assert made.look_up(file, [at])[at][-1].line == line_of("return sum + 1")  # by what was kept


@needs(ARM64)
@pytest.mark.parametrize("has_library", ENGINES)
def test_an_arm64_library(source, tmp_path, has_library):
    file = describe(build(source, tmp_path / "libcart.so", ARM64), tmp_path)
    start = next(
        int(line.split()[0], 16)
        for line in run("llvm-nm", "-C", file.path).splitlines()
        if "Cart::checked" in line
    )
    found = symbolizer(tmp_path, has_library=has_library).look_up(file, [start])[start]
    assert names(found)[-1][:2] == ("shop::Cart::checked", "cart.cpp")


@needs_dsymutil
@pytest.mark.parametrize("has_library", ENGINES)
def test_a_dsym_bundle(source, tmp_path, has_library):
    _library, symbols = build_dsym(source, tmp_path)
    file = describe(symbols, tmp_path)
    told = run("llvm-nm", "-C", symbols)
    start = int(next(line.split()[0] for line in told.splitlines() if "Cart::checked" in line), 16)
    offset = start - file.object.load_address
    found = symbolizer(tmp_path, has_library=has_library).look_up(file, [offset])[offset]
    assert names(found)[-1][:2] == ("shop::Cart::checked", "cart.cpp")


@needs_gcc
def test_a_breakpad_file(library, tmp_path):
    at = address_of(library, "return sum + 1")
    file = describe(breakpad_file(library, tmp_path / "libcart.so.sym"), tmp_path)
    (place,) = symbolizer(tmp_path).look_up(file, [at])[at]
    assert (place.function, place.line) == ("shop::Cart::checked(int)", line_of("return sum + 1"))


@needs_gcc
def test_without_any_program_it_says_what_to_install(library, tmp_path):
    alone = symbolizer(tmp_path, has_library=False, PATH="", ANDROID_HOME="")
    with pytest.raises(NotSymbolized, match=re.escape(INSTALL_HINT)):
        alone.look_up(describe(library, tmp_path), [0x1000])
    breakpad = describe(breakpad_file(library, tmp_path / "libcart.so.sym"), tmp_path)
    with pytest.raises(NotSymbolized, match=re.escape(INSTALL_HINT)):
        symbolizer(tmp_path, has_library=False).look_up(breakpad, [0x1000])


@needs_gcc
def test_the_newest_ndk_serves_where_the_extra_is_missing(library, tmp_path):
    for version in ("9.0.1", "25.1.2"):
        program = tmp_path / f"sdk/ndk/{version}/toolchains/llvm/prebuilt/linux-x86_64/bin/llvm-symbolizer"
        program.parent.mkdir(parents=True)
        program.write_text(f"#!/bin/sh\nprintf 'from_{version}()\\n/src/cart.cpp:3:1\\n\\n'\n")
        program.chmod(program.stat().st_mode | stat.S_IXUSR)
    alone = symbolizer(tmp_path, has_library=False, ANDROID_HOME=str(tmp_path / "sdk"), ANDROID_NDK_HOME="")
    (place,) = alone.look_up(describe(library, tmp_path), [0x1000])[0x1000]
    assert (place.function, place.file, place.line) == ("from_25.1.2()", "/src/cart.cpp", 3)


def line_of(code):
    return next(number for number, text in enumerate(SOURCE.split("\n"), 1) if code in text)
