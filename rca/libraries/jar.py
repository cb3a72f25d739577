"""A library's class files, in an archive or a folder, as facts."""

from __future__ import annotations

import io
import lzma
import struct
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from rca.languages.facts import Facts
from rca.libraries.classfile import read_class
from rca.libraries.java_class import read_java_class
from rca.libraries.kotlin_class import read_kotlin_class
from rca.libraries.kotlin_metadata import read_builtins
from rca.libraries.library_builder import LibraryBuilder
from rca.libraries.library_rows import LibraryClass, LibraryFile
from rca.scheduling.deadline import Deadline

_LARGEST = (32 * 1024 * 1024, 320 * 1024 * 1024)
"""The largest file that is unpacked, and the largest archive in an archive: above, it is a trap."""
_MOST_ENTRIES = 200_000
_CLASS, _BUILTINS, _ARCHIVE = ".class", ".kotlin_builtins", ".jar"
_AAR_CLASSES, _AAR_LIBRARIES = "classes.jar", "libs/"
_DAMAGE = (
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
    struct.error,
    NotImplementedError,
    RuntimeError,
    ValueError,
    EOFError,
    OSError,
)
"""What unpacking raises on damaged archives, or on ways of packing that are not supported."""
_JMOD_CLASSES = "classes/"


@dataclass(frozen=True, slots=True)
class Library:
    """What a library declares: facts by the name of their file, and a line for each class not read.

    The name is the part of a file's path after `library:<origin>/`.
    """

    files: tuple[tuple[str, Facts], ...]
    classes: int
    problems: tuple[str, ...]


def read_jar(path: Path, deadline: Deadline | None = None) -> Library:
    """Read a `.jar`, `.aar` or `.jmod`.

    Raises:
        ValueError: the archive cannot be read.
        OSError: the file cannot be read.
        Cancelled: `deadline` was cancelled.
    """
    with path.open("rb") as stream:
        return read_classes(entries(stream), deadline)


def entries(stream: BinaryIO) -> Iterator[tuple[str, bytes]]:
    """Return the class files and tables of built-in classes of an archive, and of the archives in an `.aar`.

    What cannot be unpacked is given without content.

    Raises:
        ValueError: the archive cannot be read.
    """
    for name, data in _unpacked(stream):
        if name.endswith(_ARCHIVE):
            for inner, content in _unpacked(io.BytesIO(data)):
                if not inner.endswith(_ARCHIVE):
                    yield inner, content
        else:
            yield name, data


def _unpacked(stream: BinaryIO) -> Iterator[tuple[str, bytes]]:
    try:
        archive = zipfile.ZipFile(stream)
        # Classes come before those inside them, as their type parameters are in sight there.
        found = sorted(archive.infolist(), key=lambda one: one.filename.removesuffix(_CLASS))
    except _DAMAGE as problem:
        message = f"the archive cannot be read: {problem}"
        raise ValueError(message) from problem
    with archive:
        for info in found[:_MOST_ENTRIES]:
            name = info.filename
            if _is_read(name) and info.file_size <= _LARGEST[name.endswith(_ARCHIVE)]:
                try:
                    data = archive.read(info)
                except _DAMAGE:
                    data = b""
                yield name.removeprefix(_JMOD_CLASSES), data


def _is_read(name: str) -> bool:
    if name.endswith((_BUILTINS, _ARCHIVE)):
        return name.endswith(_BUILTINS) or name == _AAR_CLASSES or name.startswith(_AAR_LIBRARIES)
    if not name.endswith(_CLASS) or name.startswith("META-INF/"):
        return False  # versions of classes for newer Java lie there: of the same interface
    simple = name.rpartition("/")[2].removesuffix(_CLASS)
    # A part that begins with a digit belongs to a local or anonymous class.
    return not any(part[:1].isdigit() for part in simple.split("$")[1:])


def read_classes(found: Iterable[tuple[str, bytes]], deadline: Deadline | None = None) -> Library:
    """Read class files and tables of built-in classes, by their names in the library.

    A Kotlin class comes before its nested ones, whose types need its type parameters. Damaged files are left
    out and reported.

    Raises:
        Cancelled: `deadline` was cancelled.
    """
    assembly = LibraryBuilder()
    scopes: dict[str, Mapping[int, str]] = {}
    problems: list[str] = []
    count = 0
    for name, data in found:
        if deadline is not None:
            deadline.checkpoint()
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
    data: bytes, assembly: LibraryBuilder, scopes: dict[str, Mapping[int, str]], problems: list[str]
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
