"""LLVM's `llvm-symbolizer`: where it is, and what it prints.

Source: LLVM's command guide. For each address it prints pairs of lines, the function and `file:line:column`,
the innermost first, and a blank line behind the last pair.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path

_PLACE = re.compile(r"(?P<file>.*?):(?P<line>\d+)(?::\d+)?$")
_IN_NDK = "toolchains/llvm/prebuilt/*/bin/llvm-symbolizer"
_NUMBER = re.compile(r"\d+")


def find_llvm_symbolizer(environment: Mapping[str, str]) -> Path | None:
    """Return the symbolizer of the NDK that the environment names, the newest, else the path's, or None."""
    suffix = ".exe" if os.name == "nt" else ""
    for name in ("ANDROID_NDK_HOME", "ANDROID_NDK_ROOT", "ANDROID_NDK"):
        if environment.get(name):
            found = next(iter(sorted(Path(environment[name]).glob(f"{_IN_NDK}{suffix}"))), None)
            if found is not None:
                return found
    for name in ("ANDROID_HOME", "ANDROID_SDK_ROOT"):
        if environment.get(name):
            ndks = sorted(Path(environment[name]).glob(f"ndk/*/{_IN_NDK}{suffix}"), key=_version)
            if ndks:
                return ndks[-1]
    on_path = shutil.which("llvm-symbolizer", path=environment.get("PATH"))
    return Path(on_path) if on_path else None


def _version(path: Path) -> list[int]:
    return [int(number) for number in _NUMBER.findall(path.parts[-7])]


def read_answer(output: str) -> Iterator[list[tuple[str | None, str | None, int | None]]]:
    """Yield the functions at each address, innermost first, each with its file and line where known."""
    for block in re.split(r"\n\s*\n", output.replace("\r\n", "\n").strip("\n")):
        lines = block.split("\n")
        found: list[tuple[str | None, str | None, int | None]] = []
        for function, printed in zip(lines[::2], lines[1::2], strict=False):
            place = _PLACE.match(printed)
            file = place["file"] if place is not None and place["file"] != "??" else None
            line = int(place["line"]) if place is not None and file is not None else None
            name = None if function == "??" else function
            if name is not None or file is not None:
                found.append((name, file, line or None))
        yield found
