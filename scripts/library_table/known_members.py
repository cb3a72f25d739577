"""Exact member data from class files that stubs lack: types, `protected`, bodies."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from rca.languages.facts import Declaration, Parameter
from rca.libraries import classfile as cf
from rca.libraries.classfile import ClassFile
from rca.libraries.java_class import read_java_class

_Shape = tuple[str, str, tuple[str, ...]]
"""A method by kind, name and erased types of parameters."""
_DEEPEST = 30


class KnownMembers:
    """The members of known classes, by full names with dots."""

    def __init__(self, classes: Mapping[str, ClassFile] | None = None) -> None:
        self._classes = classes or {}
        self._bases: dict[str, tuple[str, ...]] = {}
        self._shapes: dict[tuple[str, str], dict[_Shape, Declaration]] = {}

    def is_interface(self, full: str) -> bool | None:
        """Return whether a class is an interface; None where that is not known."""
        known = self._classes.get(full)
        if known is None:
            return None
        if known.flags & cf.INTERFACE:
            return True
        # A set does not name constructors that are private, so a class may seem to have none.
        return False if any(one.name == "<init>" for one in known.methods) else None

    def declarations(self) -> Iterator[Declaration]:
        """Return all members that are known."""
        for full in self._classes:
            yield from self._members(full, "class").values()

    def add_bases(self, full: str, supertypes: tuple[str, ...]) -> None:
        """Record the supertypes of a class that is not in the class files."""
        self._bases[full] = tuple(text.partition("<")[0] for text in supertypes)

    def merged(self, full: str, kind: str, members: list[Declaration]) -> list[Declaration]:
        """Return a stub's members as they are known, with the stub's names of parameters and nullability."""
        known = self._members(full, kind)
        if not known:
            return members
        return [_merged(known.get(_shape(one)), one, kind) for one in members]

    def inherited_result(self, full: str, method: Declaration) -> str | None:
        """Return the result of the known method that a method overrides."""
        shape, waiting = _shape(method), list(self._supertypes(full))
        for name in waiting:
            found = self._members(name, "class").get(shape)
            if found is not None and "static" not in found.modifiers:
                return found.type
            if len(waiting) < _DEEPEST:
                waiting.extend(self._supertypes(name))
        return None

    def _supertypes(self, full: str) -> tuple[str, ...]:
        if full not in self._bases:
            known = self._classes.get(full)
            read = None if known is None else read_java_class(known)
            self.add_bases(full, () if read is None else read.declaration.supertypes)
        return self._bases[full]

    def _members(self, full: str, kind: str) -> dict[_Shape, Declaration]:
        found = self._shapes.get((full, kind))
        if found is None:
            known = self._classes.get(full)
            flags = cf.INTERFACE | cf.ABSTRACT if kind == "interface" else 0
            read = None if known is None else read_java_class(replace(known, flags=cf.PUBLIC | flags))
            found = {} if read is None else {_shape(one): one for one in read.members}
            self._shapes[full, kind] = found
        return found


def _merged(known: Declaration | None, stub: Declaration, kind: str) -> Declaration:
    if known is None:
        # Of a known interface only what is newer is not known, and that has a body, or old code would break.
        if kind == "interface" and "abstract" in stub.modifiers:
            return stub._replace(modifiers=("default",))
        return stub
    parameters = tuple(
        one._replace(name=shown.name, type=_nullable(one.type, shown.type))
        for one, shown in zip(known.parameters, stub.parameters, strict=True)
    )
    return known._replace(parameters=parameters, type=_nullable(known.type, stub.type))


def _nullable(text: str | None, shown: str | None) -> str | None:
    if text is None or text == "kotlin.Unit" or not (shown or "").endswith("?"):
        return text
    return f"({text})?" if "->" in text else f"{text}?"


def _shape(row: Declaration) -> _Shape:
    return row.kind, row.name, tuple(map(_erased, row.parameters))


def _erased(one: Parameter) -> str:
    text = (one.type or "").partition("<")[0].removesuffix("?")
    return f"{text}..." if one.vararg else text
