"""Folders → the files that may hold symbols, by name; what they are is read from the files themselves.

Names and places: Android's Gradle plugin (`merged_native_libs`, `cxx`, `cmake`, `ndkBuild`, `.cxx`,
`native-debug-symbols.zip`), Kotlin/Native (`build/bin`, `XCFrameworks`, CocoaPods), Xcode (`*.xcarchive`,
`*.dSYM`), Breakpad (`*.sym`), GDB (`.build-id/xx/yyyy.debug`).
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from rca.scheduling.deadline import Deadline

MOST_ENTRIES = 200_000
"""Entries of folders that one search looks at."""
_MOST_DEPTH = 24
MODULE_FOLDERS = (
    "build/intermediates/merged_native_libs",
    "build/intermediates/cxx",
    "build/intermediates/cmake",
    "build/intermediates/ndkBuild",
    "build/intermediates/library_jni",
    "build/outputs/native-debug-symbols",
    "build/bin",
    "build/XCFrameworks",
    "build/xcode-frameworks",
    "build/cocoapods",
    "build/fat-framework",
    "build/symbols",
    ".cxx",
    "obj/local",
)
"""Where builds leave symbols, below a module; ignore files hide most of it."""
_NAMED = re.compile(
    r"\.(?:so|dylib|kexe)(?:\.[\w.]+)?$|\.(?:sym|dbg|debug)$|sym[^/]*\.zip$|^(?:debuginfo|elf|debug)$",
    re.IGNORECASE,
)
_IN_BUNDLE = re.compile(r"\.dSYM/Contents/Resources/DWARF$")
_LEFT_OUT = frozenset({".git", ".gradle", "node_modules", ".idea"})


def is_candidate(path: Path) -> bool:
    """Return whether a file's name or place is that of a symbol file."""
    return _NAMED.search(path.name) is not None or _IN_BUNDLE.search(path.parent.as_posix()) is not None


def walk_folders(folders: Iterable[Path], deadline: Deadline, problems: list[str]) -> Iterator[Path]:
    """Yield the candidates in folders, each once; a folder may be a file itself.

    Args:
        folders: absolute paths; links inside them are not followed.
        deadline: ends the search.
        problems: what was not looked at is added.
    """
    left = MOST_ENTRIES
    seen: set[str] = set()
    for folder in folders:
        waiting = [(str(folder), 0)]
        if folder.is_file():
            yield folder
            continue
        while waiting:
            current, depth = waiting.pop()
            if current in seen:
                continue
            seen.add(current)
            if left <= 0 or deadline.expired:
                problems.append(f"{folder}: not all of it was searched for symbol files")
                return
            try:
                with os.scandir(current) as entries:
                    found = list(entries)
            except OSError:
                continue  # a folder that went away or may not be entered: it has no symbols to offer
            left -= len(found)
            for entry in found:
                if _is_folder(entry):
                    if depth < _MOST_DEPTH and entry.name not in _LEFT_OUT:
                        waiting.append((entry.path, depth + 1))
                elif is_candidate(path := Path(entry.path)):
                    yield path


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir(follow_symlinks=False)
    except OSError:
        return False


def machine_folders(environment: Mapping[str, str]) -> tuple[Path, ...]:
    """Return the folders in which Xcode keeps what it built, where there is an Xcode."""
    home = environment.get("HOME")
    if not home:
        return ()
    xcode = Path(home) / "Library/Developer/Xcode"
    return tuple(folder for folder in (xcode / "Archives", xcode / "DerivedData") if folder.is_dir())


def files_by_id(key: str, environment: Mapping[str, str]) -> Iterator[Path]:
    """Yield the files that the machine's stores of debug files have under a BuildId."""
    if len(key) < 8:
        return
    inside = f".build-id/{key[:2]}/{key[2:]}"
    home = environment.get("HOME") or environment.get("USERPROFILE")
    cache = environment.get("XDG_CACHE_HOME") or (f"{home}/.cache" if home else None)
    places = [f"/usr/lib/debug/{inside}.debug"]
    if home:
        places += [f"{home}/.debug/{inside}/elf", f"{home}/{inside}.debug"]
    debuginfod = environment.get("DEBUGINFOD_CACHE_PATH") or (f"{cache}/debuginfod_client" if cache else None)
    if debuginfod:
        places.append(f"{debuginfod}/{key}/debuginfo")
    for place in places:
        if (path := Path(place)).is_file():
            yield path
