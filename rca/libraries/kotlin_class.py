"""A Kotlin class file as declarations."""

from __future__ import annotations

from collections.abc import Mapping

from rca.libraries import classfile as cf
from rca.libraries.classfile import ClassFile, Value
from rca.libraries.kotlin_metadata import read_class_message, read_package_message
from rca.libraries.library_rows import LibraryClass, LibraryFile
from rca.libraries.metadata_names import split_metadata

_CLASS, _FILE, _PART = 1, 2, 5
_HIDING_CONSTRUCTOR = "Lkotlin/jvm/internal/DefaultConstructorMarker;)V"


def read_kotlin_class(
    file: ClassFile, metadata: Mapping[str, Value], scopes: Mapping[str, Mapping[int, str]]
) -> LibraryClass | LibraryFile | None:
    """Return the declarations of a Kotlin class file; None for lambdas and other unnameable classes.

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


def _hidden(file: ClassFile) -> frozenset[str]:
    """Return the methods kept for binary compatibility only, by name and descriptor.

    The compiler marks them synthetic, as it does those visible to Kotlin alone and constructors that hide
    their parameters' types; only the first are also deprecated.
    """
    return frozenset(
        one.name + one.descriptor
        for one in file.methods
        if one.flags & cf.SYNTHETIC
        and (
            one.flags & cf.DEPRECATED
            or (one.name == "<init>" and not one.descriptor.endswith(_HIDING_CONSTRUCTOR))
        )
    )
