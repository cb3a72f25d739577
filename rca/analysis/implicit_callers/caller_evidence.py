"""Evidence of an implicit caller: what names the declaration, and where."""

from __future__ import annotations

from typing import NamedTuple

from rca.resolve.symbol import Symbol


class Evidence(NamedTuple):
    """A text that names a declaration, and its place."""

    what: str
    path: str
    line: int

    @property
    def place(self) -> str:
        """The place as `path:line`."""
        return f"{self.path}:{self.line}"


def binary_name(owner: Symbol) -> str:
    """Return a class's full name as the JVM knows it (`a.b.Outer$Inner`)."""
    return ".".join(part for part in (owner.facts.package, "$".join(owner.class_path)) if part)


def line_at(text: str, offset: int) -> int:
    """Return the line of an offset, counting from 1."""
    return text.count("\n", 0, offset) + 1
