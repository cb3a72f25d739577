"""Bytes of symbol files, on disk or in a ZIP archive, read in bounds."""

from __future__ import annotations

import zipfile
import zlib
from pathlib import Path
from typing import IO, Final

from rca.symbols import breakpad_identity, elf_identity, macho_identity
from rca.symbols.object_file import ByteReader, MalformedObject, ObjectFile

MEMBER_HEAD_BYTES: Final = 1024 * 1024
"""Bytes of an archive's member that are unpacked to read its identity."""
LARGEST_MEMBER: Final = 2 * 1024**3
"""Unpacked bytes of a member; a larger one is not unpacked."""
_CHUNK = 1024 * 1024
UNREADABLE_ARCHIVE = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError)
"""What the standard library raises for archives that are damaged, encrypted or packed in another way."""


class FileReader:
    """A file on disk."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file

    def read_at(self, offset: int, size: int) -> bytes:
        """Return up to `size` bytes from `offset` on; none where no file can have such an offset."""
        try:
            self._file.seek(offset)
        except (OSError, OverflowError, ValueError):
            return b""
        return self._file.read(size)


class HeadReader:
    """The first bytes of a file, the rest of which is not there."""

    def __init__(self, head: bytes) -> None:
        self._head = head

    def read_at(self, offset: int, size: int) -> bytes:
        """Return up to `size` bytes from `offset` on."""
        return self._head[offset : offset + size]


def read_objects(reader: ByteReader, *, with_sections: bool = True) -> tuple[ObjectFile, ...]:
    """Return the objects of a symbol file of any format.

    Raises:
        MalformedObject: it is none of the formats, or damaged.
    """
    magic = reader.read_at(0, 8)
    if magic[:4] == elf_identity.MAGIC:
        return (elf_identity.read_elf(reader, with_sections=with_sections),)
    if magic[:4] in macho_identity.MAGICS:
        return macho_identity.read_macho(reader)
    if magic[:7] == breakpad_identity.MAGIC:
        return (breakpad_identity.read_breakpad(reader),)
    raise MalformedObject("no ELF, Mach-O or Breakpad file")


def read_member_head(archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> bytes:
    """Return the first bytes of a member of an archive.

    Raises:
        UNREADABLE_ARCHIVE, OSError: it cannot be unpacked.
    """
    with archive.open(member) as stream:
        return stream.read(MEMBER_HEAD_BYTES)


def unpack_member(path: Path, name: str, target: IO[bytes]) -> None:
    """Unpack one member of an archive into an open file, never more than its entry says.

    Raises:
        MalformedObject: it is too large, or its data is not what its entry says.
        OSError: the archive cannot be read, or the file not written.
    """
    try:
        with zipfile.ZipFile(path) as archive, archive.open(name) as stream:
            left = archive.getinfo(name).file_size
            if left > LARGEST_MEMBER:
                raise MalformedObject(f"larger than {LARGEST_MEMBER // 1024**3} GB unpacked")
            while left > 0 and (chunk := stream.read(min(_CHUNK, left))):
                target.write(chunk)
                left -= len(chunk)
    except (KeyError, *UNREADABLE_ARCHIVE) as problem:
        raise MalformedObject(f"the archive is damaged: {type(problem).__name__}") from None
