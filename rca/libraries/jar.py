"""A library's class files, in an archive or not, as facts of files that nobody wrote."""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from rca.cancellation import Watch
from rca.languages.facts import Facts
from rca.libraries.assembly import Assembly
from rca.libraries.classfile import read_class
from rca.libraries.java_class import read_java_class
from rca.libraries.kotlin_class import read_kotlin_class
from rca.libraries.kotlin_metadata import read_builtins
from rca.libraries.rows import LibraryClass, LibraryFile

_LARGEST_ENTRY = 32 * 1024 * 1024
_MOST_ENTRIES = 200_000
_CLASS, _BUILTINS = ".class", ".kotlin_builtins"
_JMOD_CLASSES = "classes/"


@dataclass(frozen=True, slots=True)
class Library:
    """What a library declares: facts by the name of their file, and a line for each class not read.

    The name is the part of a file's path after `library:<origin>/`.
    """

    files: tuple[tuple[str, Facts], ...]
    classes: int
    problems: tuple[str, ...]


def read_jar(path: Path, watch: Watch | None = None) -> Library:
    """Read a `.jar`, `.aar` or `.jmod`.

    Raises:
        ValueError: the archive cannot be read.
        OSError: the file cannot be read.
        Cancelled: `watch` was cancelled.
    """
    with path.open("rb") as stream:
        return read_classes(entries(stream), watch)


def entries(stream: BinaryIO) -> Iterator[tuple[str, bytes]]:
    """Give the class files and tables of built-in classes of an archive, those of archives in it included.

    Raises:
        ValueError: the archive cannot be read.
    """
    try:
        with zipfile.ZipFile(stream) as archive:
            for info in archive.infolist()[:_MOST_ENTRIES]:
                name = info.filename
                if info.file_size > _LARGEST_ENTRY * (10 if name.endswith(".jar") else 1):
                    continue
                if name.endswith((_CLASS, _BUILTINS)) and _is_read(name):
                    yield name.removeprefix(_JMOD_CLASSES), archive.read(info)
                elif name.endswith(".jar") and (name == "classes.jar" or name.startswith("libs/")):
                    yield from entries(io.BytesIO(archive.read(info)))
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, EOFError) as problem:
        message = f"the archive cannot be read: {problem}"
        raise ValueError(message) from problem


def _is_read(name: str) -> bool:
    if name.startswith("META-INF/"):
        return False  # versions of classes for newer Java: of the same interface
    simple = name.rpartition("/")[2].removesuffix(_CLASS)
    # A part that begins with a digit belongs to a local or anonymous class.
    return not any(part[:1].isdigit() for part in simple.split("$")[1:])


def read_classes(found: Iterable[tuple[str, bytes]], watch: Watch | None = None) -> Library:
    """Read class files and tables of built-in classes, given by their names in the library.

    Damaged ones are left out, and said so. Raises `Cancelled` when `watch` says so.
    """
    assembly = Assembly()
    scopes: dict[str, Mapping[int, str]] = {}
    problems: list[str] = []
    count = 0
    # Classes come before those inside them, as their type parameters are in sight there.
    for name, data in sorted(found, key=lambda one: one[0].removesuffix(_CLASS)):
        if watch is not None:
            watch.check()
        count += 1
        try:
            if name.endswith(_BUILTINS):
                package = name.rpartition("/")[0].replace("/", ".")
                classes, file = read_builtins(data, package)
                for one in classes:
                    assembly.add(one)
                assembly.add(file)
            else:
                _read_class(data, assembly, scopes, problems)
        except ValueError as problem:
            problems.append(f"{name}: {problem}")
    return Library(tuple(assembly.facts()), count, tuple(problems))


def _read_class(
    data: bytes, assembly: Assembly, scopes: dict[str, Mapping[int, str]], problems: list[str]
) -> None:
    file = read_class(data)
    made: LibraryClass | LibraryFile | None
    if file.metadata is None:
        made = read_java_class(file)
    else:
        try:
            made = None if file.local else read_kotlin_class(file, file.metadata, scopes)
        except ValueError as problem:
            problems.append(f"{file.name}: read as Java sees it: {problem}")
            made = read_java_class(file)
    if made is not None:
        if isinstance(made, LibraryClass):
            scopes[file.name] = made.scope
        assembly.add(made)
