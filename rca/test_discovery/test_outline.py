"""What one file says of tests: its classes and functions, with the names that annotations may mean."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from rca.index.tags.tags import ImportedNames
from rca.languages.facts import NONE, Declaration, Facts

_CLASSES: Final = frozenset(("class", "object", "interface"))
_ENCLOSED: Final = "org.junit.experimental.runners.Enclosed"

Meanings = tuple[str, ...]
"""The full names that a written name may stand for, the first that exists being meant."""


@dataclass(frozen=True, slots=True)
class OutlinedFunction:
    """A function of a class; `index` is its declaration's."""

    index: int
    name: str
    parameters: int
    annotations: tuple[Meanings, ...]
    is_inheritable: bool
    """Whether it is neither private nor static."""
    is_public: bool
    is_abstract: bool
    gives_nothing: bool
    """Whether its written result type is `void` or `Unit`."""


@dataclass(frozen=True, slots=True)
class OutlinedClass:
    """A named class that is no local one; `outer` is the class around it, as an index of the outline."""

    index: int
    qualified_name: str
    binary_name: str
    outer: int
    line: int
    is_concrete: bool
    is_interface: bool
    is_inner: bool
    annotations: tuple[Meanings, ...]
    supertypes: tuple[Meanings, ...]
    functions: tuple[OutlinedFunction, ...]


@dataclass(frozen=True, slots=True)
class TestOutline:
    """The classes of a file, outer ones first."""

    __test__ = False

    path: str
    language: str
    classes: tuple[OutlinedClass, ...] = ()
    uses_enclosed: bool = False
    """Whether the file names JUnit 4's runner of nested classes."""


class _Meanings:
    """What the names that a file writes may mean; one that is written often is looked up once."""

    def __init__(self, facts: Facts) -> None:
        self._imports = ImportedNames(facts)
        self._known: dict[str, Meanings] = {}

    def of(self, written: str) -> Meanings:
        """Return the full names that a written name may stand for."""
        known = self._known.get(written)
        if known is None:
            known = self._known[written] = self._imports.meanings(written)
        return known


def outline_of(path: str, facts: Facts) -> TestOutline:
    """Return the outline of a Kotlin or Java file."""
    imports = _Meanings(facts)
    places: dict[int, int] = {}
    functions = _functions(facts, imports)
    classes: list[OutlinedClass] = []
    for index, row in enumerate(facts.declarations):
        if row.kind not in _CLASSES or not row.name or not (row.parent == NONE or row.parent in places):
            continue
        outer = places.get(row.parent, NONE)
        around = None if outer == NONE else classes[outer]
        places[index] = len(classes)
        classes.append(_outlined(facts, index, around, outer, imports, tuple(functions.get(index, ()))))
    enclosed = any(line.path == _ENCLOSED for line in facts.imports)
    return TestOutline(path, facts.language, tuple(classes), enclosed)


def _outlined(  # noqa: PLR0913, PLR0917 - the parts of one row
    facts: Facts,
    index: int,
    around: OutlinedClass | None,
    outer: int,
    imports: _Meanings,
    functions: tuple[OutlinedFunction, ...],
) -> OutlinedClass:
    row = facts.declarations[index]
    package = f"{facts.package}." if facts.package else ""
    is_interface = row.kind == "interface"
    is_inner = "inner" in row.modifiers or (
        facts.language == "java" and around is not None and "static" not in row.modifiers
    )
    return OutlinedClass(
        index=index,
        qualified_name=f"{package}{row.name}" if around is None else f"{around.qualified_name}.{row.name}",
        binary_name=f"{package}{row.name}" if around is None else f"{around.binary_name}${row.name}",
        outer=outer,
        line=row.name_line,
        is_concrete=not is_interface and not {"abstract", "sealed", "private"}.intersection(row.modifiers),
        is_interface=is_interface,
        is_inner=is_inner and around is not None,
        annotations=_meanings(row, imports),
        supertypes=tuple(imports.of(_bare(text)) for text in row.supertypes),
        functions=functions,
    )


def _functions(facts: Facts, imports: _Meanings) -> dict[int, list[OutlinedFunction]]:
    """Return the functions of each class, by the class's index."""
    found: dict[int, list[OutlinedFunction]] = {}
    is_java = facts.language == "java"
    for index, row in enumerate(facts.declarations):
        if row.kind != "function" or row.parent == NONE or row.receiver is not None:
            continue
        in_interface = facts.declarations[row.parent].kind == "interface"
        modifiers = row.modifiers
        is_public = (
            "public" in modifiers or in_interface
            if is_java
            else not ("private" in modifiers or "protected" in modifiers or "internal" in modifiers)
        )
        found.setdefault(row.parent, []).append(
            OutlinedFunction(
                index=index,
                name=row.name,
                parameters=len(row.parameters),
                annotations=_meanings(row, imports),
                is_inheritable=not ("private" in modifiers or "static" in modifiers),
                is_public=is_public,
                is_abstract="abstract" in modifiers,
                gives_nothing=row.type in ("void", "kotlin.Unit", "Unit"),
            )
        )
    return found


def _meanings(row: Declaration, imports: _Meanings) -> tuple[Meanings, ...]:
    """Return what the annotations of a declaration may be."""
    return tuple(
        [imports.of(modifier[1:].rpartition(":")[2]) for modifier in row.modifiers if modifier[0] == "@"]
    )


def _bare(text: str) -> str:
    return text.partition("<")[0].strip()
