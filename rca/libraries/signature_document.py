"""A library file as readable signatures, for libraries without sources."""

from __future__ import annotations

from typing import Final, NamedTuple

from rca.languages.facts import NONE, Declaration, Facts

_FOREIGN_WORDS: Final = frozenset(("static", "default", "context"))
"""Modifiers of facts that Kotlin has no word for."""
_KINDS: Final = {
    "class": "class",
    "interface": "interface",
    "object": "object",
    "companion": "companion object",
    "enum": "enum class",
    "annotation": "annotation class",
    "typealias": "typealias",
    "function": "fun",
    "constructor": "constructor",
}
_LEFT_OUT: Final = frozenset(("java", "var"))
_INDENT: Final = "    "


class SignatureDocument(NamedTuple):
    """A text, and the name position of each declaration, by the declaration's number."""

    text: str
    names: tuple[tuple[int, int], ...]


def render_signatures(facts: Facts, header: str) -> SignatureDocument:
    """Return the declarations of a library's file as Kotlin sees them, below comment lines of a header."""
    writer = _Writer(facts)
    for line in header.splitlines():
        writer.add(f"// {line}\n")
    if facts.package:
        writer.add(f"\npackage {facts.package}\n")
    if facts.facade:
        writer.add(f"\n// in the JVM class {facts.facade}\n")
    for index, row in enumerate(facts.declarations):
        if row.parent == NONE:
            writer.add("\n")
            writer.declaration(index, "")
    return SignatureDocument("".join(writer.parts), tuple(writer.names))


class _Writer:
    def __init__(self, facts: Facts) -> None:
        self._rows = facts.declarations
        self._children: dict[int, list[int]] = {}
        for index, row in enumerate(self._rows):
            self._children.setdefault(row.parent, []).append(index)
        self.parts: list[str] = []
        self._length = 0
        self.names = [(0, 0)] * len(self._rows)

    def add(self, text: str) -> None:
        self.parts.append(text)
        self._length += len(text)

    def declaration(self, index: int, indent: str) -> None:
        row = self._rows[index]
        self.add(indent)
        if row.kind == "enum_entry":
            self._name(index, row.name)
            self.add(",\n")
            return
        words = [_word(one) for one in row.modifiers if one not in _LEFT_OUT and one != "fun"]
        if "fun" in row.modifiers:
            words.append("fun")
        if row.kind == "property":
            words.append("var" if "var" in row.modifiers else "val")
        elif row.kind != "constructor":
            words.append(_KINDS.get(row.kind, row.kind))
        self.add("".join(f"{word} " for word in words))
        own = f"<{', '.join(row.type_parameters)}>" if row.type_parameters else ""
        if row.kind in ("function", "property") and own:
            self.add(f"{own} ")
        if row.receiver is not None:
            self.add(f"({row.receiver})." if "->" in row.receiver else f"{row.receiver}.")
        self._name(index, "constructor" if row.kind == "constructor" else row.name)
        if row.is_class or row.kind == "typealias":
            self.add(own)
        self.add(_after_name(row))
        children = self._children.get(index, ())
        if not children:
            self.add("\n")
            return
        self.add(" {\n")
        for child in children:
            self.declaration(child, indent + _INDENT)
        self.add(f"{indent}}}\n")

    def _name(self, index: int, name: str) -> None:
        self.names[index] = (self._length, self._length + len(name))
        self.add(name)


def _word(modifier: str) -> str:
    """Return a modifier as written in Kotlin; one that Kotlin lacks becomes a comment."""
    return f"/* {modifier} */" if modifier in _FOREIGN_WORDS else modifier


def _after_name(row: Declaration) -> str:
    if row.kind == "typealias":
        return f" = {row.type}" if row.type else ""
    if row.is_class:
        return f" : {', '.join(row.supertypes)}" if row.supertypes else ""
    given = ""
    if row.kind in ("function", "constructor"):
        shown = (
            f"{'vararg ' if one.vararg else ''}{one.name}: {one.type}{' = …' if one.default else ''}"
            for one in row.parameters
        )
        given = f"({', '.join(shown)})"
    return f"{given}: {row.type}" if row.type and row.kind != "constructor" else given
