"""Reader of the class files in a Java runtime image (`lib/modules`).

The file, little-endian here: a header of seven 32-bit words (magic, version, flags, number of resources,
length of the tables, size of the locations, size of the strings), a table of redirects, one of offsets
into the locations, the locations, the strings, and then the resources. A location is a list of
attributes: a byte with the kind above three bits of the length less one, then the number, big-endian.
Taken from OpenJDK's `imageFile.hpp`.
"""

from __future__ import annotations

import mmap
import struct
import zlib
from collections.abc import Iterator
from pathlib import Path

_MAGIC = 0xCAFEDADA
_HEADER = struct.Struct("<7I")
_MODULE, _PARENT, _BASE, _EXTENSION, _OFFSET, _COMPRESSED, _SIZE = range(1, 8)
_RESOURCE_MAGIC = 0xCAFEFAFA
_RESOURCE = struct.Struct("<IQQIIB")


def classes(path: Path, modules: frozenset[str]) -> Iterator[tuple[str, bytes]]:
    """Return the class files of some modules, by name without the module.

    Raises:
        ValueError: the file is no image, or of a kind that this does not read.
    """
    with path.open("rb") as stream, mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ) as image:
        magic, _, _, _, length, locations_size, strings_size = _HEADER.unpack_from(image)
        if magic != _MAGIC:
            message = "not a little-endian runtime image"
            raise ValueError(message)
        offsets = _HEADER.size + 4 * length
        locations = offsets + 4 * length
        strings = locations + locations_size
        resources = strings + strings_size
        for (at,) in struct.iter_unpack("<I", image[offsets:locations]):
            found = _attributes(image, locations + at)
            texts = [
                _text(image, strings + found.get(kind, 0)) for kind in (_MODULE, _PARENT, _BASE, _EXTENSION)
            ]
            module, parent, base, extension = texts
            if module in modules and extension == "class":
                size = found.get(_COMPRESSED) or found[_SIZE]
                start = resources + found.get(_OFFSET, 0)
                data = image[start : start + size]
                yield f"{parent}/{base}.class", _plain(data) if found.get(_COMPRESSED) else data


def _attributes(image: mmap.mmap, at: int) -> dict[int, int]:
    found: dict[int, int] = {}
    while kind := image[at] >> 3:
        length = (image[at] & 7) + 1
        found[kind] = int.from_bytes(image[at + 1 : at + 1 + length], "big")
        at += 1 + length
    return found


def _text(image: mmap.mmap, at: int) -> str:
    return image[at : image.find(b"\0", at)].decode()


def _plain(data: bytes) -> bytes:
    magic, _, _, _, _, _ = _RESOURCE.unpack_from(data)
    if magic != _RESOURCE_MAGIC:
        message = "a resource is damaged"
        raise ValueError(message)
    return zlib.decompress(data[_RESOURCE.size :])
