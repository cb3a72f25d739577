"""Which identity symbol files have, whichever format they are of, and which of several is used."""

import json
import os
import uuid
import zipfile

import pytest

from rca.scheduling.deadline import Deadline
from rca.symbols.module_id import debug_id_of_build_id, normalize_id, possible_keys
from rca.symbols.symbol_folders import files_by_id, walk_folders
from rca.symbols.symbol_index import SymbolIndex, best_of
from tests.symbols.native_library import (
    ARM64,
    CLANG,
    breakpad_file,
    build,
    build_dsym,
    build_id,
    needs,
    needs_dsymutil,
    needs_gcc,
    run,
    split,
)


def read(folder, *places):
    problems = []
    files = SymbolIndex(folder / "index").read(
        walk_folders(places or [folder], Deadline(), problems), Deadline(), problems
    )
    assert problems == []
    return files


@needs_gcc
def test_a_library_is_known_by_its_build_id(library, tmp_path):
    (file,) = read(tmp_path, library)
    assert file.object.keys[0] == build_id(library)
    assert (file.object.arch, file.object.contents, file.name) == ("x86_64", "debug", "libcart.so")


@needs(CLANG, ARM64)
def test_other_compilers_and_architectures(source, tmp_path):
    for compiler in (CLANG, ARM64):
        (file,) = read(tmp_path, build(source, tmp_path / compiler / "libcart.so", compiler))
        assert file.object.contents == "debug"
        assert file.object.keys[0] == build_id(file.path)
    assert file.object.arch == "arm64"


@needs_gcc
def test_the_debug_file_is_preferred_to_what_ships(library, tmp_path):
    identity = build_id(library)
    debug = tmp_path / f".build-id/{identity[:2]}/{identity[2:]}.debug"
    split(library, debug, tmp_path / "lib/libcart.so")
    files = read(tmp_path)
    assert {file.path: file.object.contents for file in files} == {
        debug: "debug",
        tmp_path / "lib/libcart.so": "nothing",
    }
    assert best_of(files, possible_keys(identity)).path == debug
    assert best_of(files, possible_keys("00" * 20)) is None


@needs_gcc
def test_members_of_native_debug_symbols(library, tmp_path):
    debug, stripped = tmp_path / "d/libcart.so.dbg", tmp_path / "s/libcart.so"
    split(library, debug, stripped)
    archive = tmp_path / "native-debug-symbols.zip"
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as written:
        written.write(debug, "x86_64/libcart.so.dbg")
    (file,) = read(tmp_path, archive)
    assert (file.member, file.name, file.object.keys[0]) == (
        "x86_64/libcart.so.dbg",
        "libcart.so",
        build_id(library),
    )


@needs_gcc
def test_a_breakpad_file_has_the_ids_of_its_library(library, tmp_path):
    (file,) = read(tmp_path, breakpad_file(library, tmp_path / "libcart.so.sym"))
    (elf,) = read(tmp_path, library)
    assert set(file.object.keys) == set(elf.object.keys)
    module = (tmp_path / "libcart.so.sym").read_text().split()[3]
    assert best_of([file], possible_keys(module)) is file


@needs_dsymutil
def test_a_dsym_is_known_by_its_uuid(source, tmp_path):
    library, symbols = build_dsym(source, tmp_path)
    told = run("llvm-objdump", "--macho", "--private-headers", library)
    identity = uuid.UUID(
        next(line.split()[1] for line in told.splitlines() if line.strip().startswith("uuid"))
    )
    (file,) = read(tmp_path, symbols)
    assert file.object.keys == (identity.hex,)
    assert (file.object.arch, file.object.contents) == ("arm64", "debug")


@needs_gcc
def test_a_file_is_read_again_once_it_changed(library, source, tmp_path):
    kept = tmp_path / "libs/libcart.so"
    kept.parent.mkdir()
    kept.write_bytes(library.read_bytes())
    (before,) = read(tmp_path, kept)
    index = tmp_path / "index/identities.json"
    stored = json.loads(index.read_text())
    stored["files"][str(kept)][2][0][1] = ["beef"]
    index.write_text(json.dumps(stored))
    (remembered,) = read(tmp_path, kept)
    assert remembered.object.keys == ("beef",)
    os.utime(kept, ns=(1, before.modified + 1))
    (again,) = read(tmp_path, kept)
    assert again.object.keys == before.object.keys


def test_a_damaged_index_is_made_again(tmp_path):
    (tmp_path / "index").mkdir()
    for content in ("", "[1", '{"version": 1, "files": 3}', '{"version": 1, "files": {"/x": [1]}}'):
        (tmp_path / "index/identities.json").write_text(content)
        assert read(tmp_path, tmp_path / "none") == []


@needs_gcc
def test_stores_of_the_machine_are_asked_by_id(library, tmp_path):
    identity = build_id(library)
    place = tmp_path / f"debuginfod_client/{identity}/debuginfo"
    place.parent.mkdir(parents=True)
    place.write_bytes(library.read_bytes())
    assert list(files_by_id(identity, {"HOME": "/nowhere", "XDG_CACHE_HOME": str(tmp_path)})) == [place]


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ("5CBD-54fa", ("5cbd54fa",)),
        ("<4c4c44f455553144a1c4536bb7a8bac2>", ("4c4c44f455553144a1c4536bb7a8bac2",)),
        ("DA7778FB66018A4E9B4110ED06E730D00", ("da7778fb66018a4e9b4110ed06e730d00", "da7778fb66018a4e9b4110ed06e730d0")),
        ("no id", ()),
        ("", ()),
    ],
)  # fmt: skip
def test_ids_as_texts_have_them(text, keys):
    assert possible_keys(text) == keys
    assert bool(normalize_id(text)) == bool(keys)


def test_breakpads_id_of_a_build_id():
    build = bytes.fromhex("af56689a9f7ad9459eb0752a993c68fa401fb72c")
    assert debug_id_of_build_id(build) == "9a6856af7a9f45d99eb0752a993c68fa"
