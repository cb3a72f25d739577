"""Whether a declared type, property or function result may be null."""

from __future__ import annotations

from typing import Final

from rca.causes.origins.value_sources import ValueSources
from rca.resolve.symbol import Symbol
from rca.resolve.types import parameter_name

_PRIMITIVES: Final = frozenset(("void", "int", "long", "boolean", "byte", "char", "short", "float", "double"))
_KOTLIN_PRIMITIVES: Final = frozenset(
    f"kotlin.{name}"
    for name in ("Unit", "Int", "Long", "Boolean", "Byte", "Char", "Short", "Float", "Double", "Nothing")
)


def is_nullable_type(text: str) -> bool:
    """Return whether a Kotlin type as written takes null."""
    written = text.strip()
    depth = 0
    for position, char in enumerate(written):
        depth += (char in "(<") - (char in ")>" and written[position - 1 : position] != "-")
        if depth == 0 and written.startswith("->", position):
            return False
    return written.endswith("?")


def type_takes_null(symbol: Symbol, text: str | None) -> bool | None:
    """Return whether a type takes null that stands at a declaration; None where the text does not tell."""
    language = symbol.facts.language
    if text is None:
        return None
    if language == "java":
        return False if text in _PRIMITIVES else None
    if is_nullable_type(text):
        return True
    if text in _type_parameters(symbol):
        return None
    if language == "library" and is_java_library(symbol):
        return False if text in _KOTLIN_PRIMITIVES else None
    return False


def takes_null(symbol: Symbol, sources: ValueSources) -> bool | None:
    """Return whether a property, or a function's result, takes null; None where nothing tells."""
    row = symbol.declaration
    if row.kind not in ("function", "property"):
        return False
    if symbol.facts.language == "java":
        if sources.has("not_null", row.modifiers):
            return False
        if sources.has("nullable", row.modifiers):
            return True
    return type_takes_null(symbol, row.type)


def is_java_library(symbol: Symbol) -> bool:
    """Return whether a library's declaration is Java's: it says nothing of null unless marked."""
    owner = symbol.owner
    while owner is not None and owner.owner is not None:
        owner = owner.owner
    return owner is not None and "java" in owner.declaration.modifiers


def _type_parameters(symbol: Symbol) -> set[str]:
    around: Symbol | None = symbol
    found: set[str] = set()
    while around is not None:
        found.update(map(parameter_name, around.declaration.type_parameters))
        around = around.parent
    return found
