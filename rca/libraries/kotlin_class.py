"""A class file that Kotlin compiled, as declarations."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from rca.libraries import classfile as cf
from rca.libraries.classfile import ClassFile, Value
from rca.libraries.kotlin_metadata import Hidden, read_class_message, read_package_message
from rca.libraries.metadata_names import split_metadata
from rca.libraries.rows import LibraryClass, LibraryFile

_CLASS, _FILE, _PART = 1, 2, 5


def read_kotlin_class(
    file: ClassFile, metadata: Mapping[str, Value], scopes: Mapping[str, Mapping[int, str]]
) -> LibraryClass | LibraryFile | None:
    """Give what a Kotlin class file declares; None for lambdas and what else nobody can name.

    `scopes` are the type parameters of the classes read so far, by internal name.

    Raises:
        ValueError: the metadata is damaged.
    """
    kind = metadata.get("k", _CLASS)
    if kind not in (_CLASS, _FILE, _PART):
        return None
    names, message = split_metadata(_texts(metadata.get("d1")), _texts(metadata.get("d2")))
    hidden = _hidden(file)
    if kind == _CLASS:
        outer = next((one.outer for one in file.inners if one.inner == file.name and one.outer), "")
        return read_class_message(message, names, scopes.get(outer, {}), hidden)
    facade = metadata.get("xs") if kind == _PART else None
    package, _, simple = (facade if isinstance(facade, str) and facade else file.name).rpartition("/")
    declared = metadata.get("pn")
    shown = declared if isinstance(declared, str) and declared else package.replace("/", ".")
    return LibraryFile(shown, simple, read_package_message(message, names, hidden))


def _texts(value: Value) -> list[str]:
    return [one for one in value if isinstance(one, str)] if isinstance(value, list) else []


def _hidden(file: ClassFile) -> Hidden:
    """Tell which methods are kept for old binaries only: the compiler marks all of their kind synthetic."""
    flags: dict[tuple[str, int], int] = defaultdict(lambda: cf.SYNTHETIC)
    for one in file.methods:
        if not one.flags & cf.BRIDGE:
            flags[one.name, _count(one.descriptor)] &= one.flags
    synthetic = {key for key, value in flags.items() if value & cf.SYNTHETIC}
    return lambda name, parameters: (name, parameters) in synthetic


def _count(descriptor: str) -> int:
    """Give the number of parameters of a method's descriptor."""
    count, at, end = 0, 1, descriptor.find(")")
    while at < end:
        letter = descriptor[at]
        if letter == "L":
            at = descriptor.find(";", at)
            if at < 0:
                break
        if letter != "[":
            count += 1
        at += 1
    return count
