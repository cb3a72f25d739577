"""Small native libraries, built by the real compilers of this machine."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

from tests.debian import needs_packages

HEADER = """#pragma once
namespace shop {
struct Item { int price; int count; };
static inline int line_total(const Item* item) { return item->price * item->count; }
class Cart { public: int total(const Item* const* items, int n); int checked(int n); };
}
"""
SOURCE = """#include "cart.h"
namespace shop {
int Cart::total(const Item* const* items, int n) {
  int sum = 0;
  for (int i = 0; i < n; i++) {
    sum += line_total(items[i]);
  }
  return sum;
}
__attribute__((noinline)) int Cart::checked(int n) {
  const Item* none[1] = {nullptr};
  int sum = total(none, n);
  return sum + 1;
}
}
extern "C" int Java_demo_Cart_checked(void*, void*, int n) {
  shop::Cart cart;
  return cart.checked(n) + 2;
}
"""
GCC, CLANG, ARM64 = "g++", "clang++", "aarch64-linux-gnu-g++"
LD64 = shutil.which("ld64.lld") or shutil.which("ld64.lld-14")


def needs(*programs: str):
    """Mark a test that needs compilers, which CI has."""
    names = "binutils, g++, clang, lld, llvm, g++-aarch64-linux-gnu"
    return needs_packages(names, are_there=all(map(shutil.which, programs)))


needs_gcc = needs(GCC, "objcopy", "addr2line")
needs_dsymutil = needs_packages(
    "clang, lld, llvm", are_there=bool(LD64 and shutil.which("dsymutil") and shutil.which(CLANG))
)


def write_source(folder: Path) -> Path:
    """Write the library's source into a folder; return the file that is compiled."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "cart.h").write_text(HEADER)
    (folder / "cart.cpp").write_text(SOURCE)
    return folder / "cart.cpp"


def build(source: Path, library: Path, compiler: str = GCC, *options: str) -> Path:
    """Build a shared library with debug information, optimised, with a BuildId."""
    library.parent.mkdir(parents=True, exist_ok=True)
    run(compiler, "-g", "-O2", "-fPIC", "-shared", "-Wl,--build-id", *options, "-o", library, source)
    return library


def build_dsym(source: Path, folder: Path, arch: str = "arm64", platform: str = "ios") -> tuple[Path, Path]:
    """Build a Mach-O library and its dSYM bundle, without Apple's SDK; return the library and its symbol file."""
    folder.mkdir(parents=True, exist_ok=True)
    triple = f"{arch}-apple-{platform}14.0"
    part, library, bundle = folder / f"{arch}.o", folder / "Shop", folder / f"Shop-{arch}.dSYM"
    run(CLANG, f"--target={triple}", "-g", "-O2", "-nostdinc++", "-c", "-o", part, source)
    assert LD64 is not None
    run(
        LD64, "-arch", arch, "-platform_version", platform, "14.0", "14.0", "-dylib", "-undefined", "dynamic_lookup",
        "-install_name", "@rpath/Shop.framework/Shop", "-o", library, part,
    )  # fmt: skip
    run("dsymutil", library, "-o", bundle)
    return library, bundle / "Contents/Resources/DWARF/Shop"


def split(library: Path, debug: Path, stripped: Path) -> None:
    """Part a library into its debug file and what ships."""
    debug.parent.mkdir(parents=True, exist_ok=True)
    stripped.parent.mkdir(parents=True, exist_ok=True)
    run("objcopy", "--only-keep-debug", library, debug)
    run("strip", "--strip-unneeded", "-o", stripped, library)


def build_id(library: Path) -> str:
    """Return a library's BuildId as readelf prints it."""
    return re.search(r"Build ID: (\w+)", run("readelf", "-n", library))[1]


def address_of(library: Path, code: str, source: str = SOURCE) -> int:
    """Return an address whose line, by addr2line and innermost, is the one of the source that has `code`."""
    line = next(number for number, text in enumerate(source.split("\n"), 1) if code in text)
    start, size = _text_section(library)
    addresses = range(start, start + size)
    told = run("addr2line", "-e", library, *map(hex, addresses)).splitlines()
    return next(
        at for at, place in zip(addresses, told, strict=True) if re.search(rf"cart\.cpp:{line}\b", place)
    )


def code_addresses(library: Path, step: int = 1) -> list[int]:
    """Return the addresses of a library's code."""
    start, size = _text_section(library)
    return list(range(start, start + size, step))


def function_addresses(library: Path) -> list[int]:
    """Return the addresses inside of the library's own functions, without the padding between them."""
    told = re.findall(
        r"^(\w+) (\w+) [tT] .*[cC]art", run("nm", "-CS", "--defined-only", library), re.MULTILINE
    )
    ranges = [(int(start, 16), int(size, 16)) for start, size in told]
    return sorted(address for start, size in ranges for address in range(start, start + size))


def _text_section(library: Path) -> tuple[int, int]:
    found = re.search(
        r"\.text\s+PROGBITS\s+([0-9a-f]+)\s+[0-9a-f]+\s+([0-9a-f]+)", run("readelf", "-SW", library)
    )
    return int(found[1], 16), int(found[2], 16)


def run(*command: object) -> str:
    done = subprocess.run([*map(str, command)], capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stderr
    return done.stdout


def breakpad_file(library: Path, target: Path) -> Path:
    """Write Breakpad's symbol file of an ELF library by the documented format, from what addr2line and nm tell."""
    from rca.symbols.module_id import debug_id_of_build_id

    identity = build_id(library)
    lines = [
        f"MODULE Linux x86_64 {debug_id_of_build_id(bytes.fromhex(identity)).upper()}0 libcart.so",
        f"INFO CODE_ID {identity.upper()}",
        "FILE 0 cart.cpp",
    ]
    functions = re.findall(
        r"^(\w+) (\w+) [tT] (.+)$", run("nm", "-CS", "--defined-only", library), re.MULTILINE
    )
    for start, size, name in functions:
        if "cart" not in name.lower():
            continue
        begin, length = int(start, 16), int(size, 16)
        lines.append(f"FUNC {begin:x} {length:x} 0 {name}")
        addresses = range(begin, begin + length)
        told = run("addr2line", "-e", library, *map(hex, addresses)).splitlines()
        for address, place in zip(addresses, told, strict=True):
            number = re.search(r"cart\.cpp:(\d+)", place)
            if number:
                lines.append(f"{address:x} 1 {number[1]} 0")
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text("\n".join(lines) + "\n")
    return target
