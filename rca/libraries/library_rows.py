"""Mutable rows of library declarations while a library is read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from rca.languages.facts import NONE, Declaration, Parameter


def row(  # noqa: PLR0913 - a row, written once
    kind: str,
    name: str,
    *,
    receiver: str | None = None,
    type_text: str | None = None,
    parameters: tuple[Parameter, ...] = (),
    type_parameters: tuple[str, ...] = (),
    supertypes: tuple[str, ...] = (),
    modifiers: tuple[str, ...] = (),
) -> Declaration:
    """Return a declaration without a place in a text; its parent is set later."""
    return Declaration(
        kind,
        name,
        NONE,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        receiver,
        type_text,
        parameters,
        type_parameters,
        supertypes,
        modifiers,
        NONE,
        (),
    )


@dataclass(slots=True)
class LibraryClass:
    """A class of a library: its own row, its members' rows, and what is needed to place it.

    `path` are the names of the classes around it and its own. `visible` tells whether code elsewhere can
    name it, `scope` the type parameters by Kotlin's number.
    """

    package: str
    path: tuple[str, ...]
    declaration: Declaration
    members: list[Declaration]
    visible: bool
    scope: Mapping[int, str] = field(default_factory=dict)

    @property
    def qualified(self) -> str:
        """Full name with dots."""
        return ".".join((self.package, *self.path) if self.package else self.path)


@dataclass(slots=True)
class LibraryFile:
    """The top-level declarations of one JVM class; `facade` is None where they have none."""

    package: str
    facade: str | None
    members: list[Declaration]
