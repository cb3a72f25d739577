"""Lines and functions at addresses of real libraries, against `addr2line` and `llvm-symbolizer`.

`python -m benchmarks.symbolication LIBRARY… [--samples N]` takes instructions at random from the functions of
each library, which must have debug information, and compares what our two programs say with the peers: the
innermost line, the function, and how many functions are inlined into each other there. Without a library it
builds one with g++ and, where they are there, clang and the compiler for arm64.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import shutil
import subprocess
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

from multi_demangle import DemangleOptions, demangle_symbol

from rca.scheduling.deadline import Deadline
from rca.symbols.symbol_index import SymbolFile, SymbolIndex
from rca.symbols.symbolizer import MOST_OFFSETS, Places, SourcePlace, Symbolizer

_FUNCTION = re.compile(r"^([0-9a-f]+) ([0-9a-f]+) [tTwW] ", re.MULTILINE)
_PLACE = re.compile(r"(.*?):(\d+|\?)(?: \(discriminator \d+\))?$")
_CLONE = re.compile(r"\.(?:cold|part|isra|constprop|llvm)\b[\w.]*$")
_ADDED = re.compile(
    r" \[clone [^\]]*\]| \(\.[\w.]+\)|\.(?:cold|part|isra|constprop|llvm)\b[\w.]*$|\s|::h[0-9a-f]{16}$"
)
"""What compilers and demanglers add to a name."""
_STANDARD = """#include <algorithm>
#include <map>
#include <regex>
#include <string>
#include <vector>
extern "C" int count(const char* text) {
  std::map<std::string, int> seen;
  std::regex word("[a-z]+");
  std::string all(text);
  for (std::sregex_iterator at(all.begin(), all.end(), word), end; at != end; ++at) seen[at->str()]++;
  std::vector<int> counts;
  for (auto& one : seen) counts.push_back(one.second);
  std::sort(counts.begin(), counts.end());
  return counts.empty() ? 0 : counts.back();
}
"""


def main() -> None:
    """Print one line for each library and program."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("libraries", nargs="*", type=Path)
    arguments.add_argument("--samples", type=int, default=2000)
    given = arguments.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        print("| library | program | peer | addresses | line | function | inlined | seconds |")
        print("|---|---|---|---:|---:|---:|---:|---:|")
        for library in given.libraries or _built(Path(folder)):
            _compare(library, given.samples, Path(folder))


def _built(folder: Path) -> Iterator[Path]:
    source = folder / "count.cpp"
    source.write_text(_STANDARD)
    for compiler in ("g++", "clang++", "aarch64-linux-gnu-g++"):
        if shutil.which(compiler):
            library = folder / f"libcount-{compiler}.so"
            _run(compiler, "-g", "-O2", "-fPIC", "-shared", "-Wl,--build-id", "-o", library, source)
            yield library


def _compare(library: Path, samples: int, folder: Path) -> None:
    addresses = _sample(library, samples)
    (file,) = SymbolIndex(folder / "index").read([library.resolve()], Deadline(), [])
    for peer in filter(shutil.which, ("addr2line", "llvm-symbolizer")):
        told = _ask_peer(peer, library, addresses)
        for name, has_library in (("symbolic", True), ("llvm-symbolizer", False)):
            if name == peer:
                continue
            started = time.perf_counter()
            ours = _look_up(file, addresses, folder, has_library=has_library)
            seconds = time.perf_counter() - started
            same = Counter[str]()
            for address in addresses:
                same.update(_agreements(ours[address - file.object.load_address], told[address]))
            shares = " | ".join(
                f"{same[what] / len(addresses):.4f}" for what in ("line", "function", "inlined")
            )
            print(
                f"| {library.name} | {name} | {peer} | {len(addresses)} | {shares} | {seconds:.2f} |",
                flush=True,
            )


def _sample(library: Path, samples: int) -> list[int]:
    """Return addresses of instructions inside of functions: padding between them is never executed."""
    listing = _run("llvm-objdump" if shutil.which("llvm-objdump") else "objdump", "-d", library)
    instructions = [int(one, 16) for one in re.findall(r"^\s*([0-9a-f]+):\t?\s", listing, re.MULTILINE)]
    sizes = _run("nm", "-S", "--defined-only", library)
    inside: set[int] = set()
    starts = [(int(start, 16), int(size, 16)) for start, size in _FUNCTION.findall(sizes)]
    known = set(instructions)
    chance = random.Random(20)  # noqa: S311 - the same sample each time
    for start, size in starts:
        inside.update(known.intersection(range(start, start + size)))
    return sorted(chance.sample(sorted(inside), min(samples, len(inside))))


def _look_up(file: SymbolFile, addresses: Sequence[int], folder: Path, *, has_library: bool) -> Places:
    symbolizer = Symbolizer(folder / "kept", os.environ, Deadline(), has_library=has_library)
    found: Places = {}
    for start in range(0, len(addresses), MOST_OFFSETS):
        part = addresses[start : start + MOST_OFFSETS]
        found.update(symbolizer.look_up(file, [address - file.object.load_address for address in part]))
    return found


def _ask_peer(peer: str, library: Path, addresses: Sequence[int]) -> dict[int, tuple[SourcePlace, ...]]:
    """Return what a peer says, in the form of ours; it marks where an address begins by printing it."""
    options = ["-a", "-f", "-i", "-e"] if peer == "addr2line" else ["-a", "-f", "--no-demangle", "-i", "-e"]
    found: dict[int, tuple[SourcePlace, ...]] = {}
    for start in range(0, len(addresses), MOST_OFFSETS):
        part = addresses[start : start + MOST_OFFSETS]
        blocks = re.split(
            r"^0x[0-9a-f]+\n", _run(peer, *options, library, *map(hex, part)), flags=re.MULTILINE
        )
        for address, block in zip(part, blocks[1:], strict=True):
            lines = block.strip("\n").split("\n")
            found[address] = tuple(_peer_place(*pair) for pair in zip(lines[::2], lines[1::2], strict=False))
    return found


def _peer_place(function: str, printed: str) -> SourcePlace:
    place = _PLACE.match(re.sub(r":\d+$", "", printed) if printed.count(":") > 1 else printed)
    is_known = place is not None and place[2] not in ("?", "0") and not place[1].startswith("??")
    return SourcePlace(
        None if function == "??" else function,
        place[1] if is_known and place is not None else None,
        int(place[2]) if is_known and place is not None else None,
    )


def _agreements(ours: Sequence[SourcePlace], told: Sequence[SourcePlace]) -> Iterator[str]:
    told = [place for place in told if place.function or place.line]
    if _line(ours) == _line(told):
        yield "line"
    if bool(ours) == bool(told) and (not ours or _same_function(ours[-1].function, told[-1].function)):
        yield "function"
    if len(ours) == len(told):
        yield "inlined"


def _line(places: Sequence[SourcePlace]) -> tuple[str, int] | None:
    if not places or places[0].file is None or places[0].line is None:
        return None
    return Path(places[0].file).name, places[0].line


def _same_function(one: str | None, other: str | None) -> bool:
    """Return whether a demangled name is that of a peer's mangled one, by one of the two demanglers."""
    if one is None or other is None:
        return one == other
    return _plain(one) in {_plain(name) for name in (other, *_demangle(_CLONE.sub("", other)))}


@cache
def _demangle(name: str) -> tuple[str, str]:
    options = DemangleOptions(return_type=False, parameters=True)
    return _run("llvm-cxxfilt", name).strip(), str(demangle_symbol(name, options))


def _plain(name: str) -> str:
    return _ADDED.sub("", name)


def _run(*command: object) -> str:
    return subprocess.run(
        [*map(str, command)], capture_output=True, text=True, check=True, errors="replace"
    ).stdout


if __name__ == "__main__":
    main()
