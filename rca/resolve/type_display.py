"""Types for display: simple names, type arguments, function types; nullability is not tracked."""

from __future__ import annotations

from rca.resolve.name_resolution import NameResolution
from rca.resolve.symbol_table import is_anonymous
from rca.resolve.types import FUNCTION, PROPERTY_REFERENCE, Type

_UNKNOWN = "?"
"""Stands for an argument that is not known; Kotlin writes no type so."""


def text_of(names: NameResolution, shown: Type | None) -> str:
    """Return a type as Kotlin writes it, packages left out; `?` for what is not known of it."""
    if shown is None:
        return _UNKNOWN
    if shown.variable:
        return shown.name
    if shown.name == FUNCTION:
        return _function(names, shown)
    arguments = [text_of(names, one) for one in shown.arguments]
    return _name(names, shown) + (f"<{', '.join(arguments)}>" if arguments else "")


def _function(names: NameResolution, shown: Type) -> str:
    inputs = ", ".join(text_of(names, one) for one in shown.arguments[:-1])
    receiver = "" if shown.receiver is None else f"{text_of(names, shown.receiver)}."
    suspend = "suspend " if shown.suspended else ""
    return f"{suspend}{receiver}({inputs}) -> {text_of(names, shown.result)}"


def _name(names: NameResolution, shown: Type) -> str:
    symbols = names.all_classes(shown.name)
    if is_anonymous(shown.name) and symbols:
        supertypes = [text.partition("<")[0].partition("(")[0] for text in symbols[0].declaration.supertypes]
        return f"<object : {', '.join(supertypes)}>" if supertypes else "<object>"
    if shown.name.startswith(PROPERTY_REFERENCE):
        return shown.simple.replace("KMutableProperty", "KProperty")
    if symbols and symbols[0].class_path:
        return ".".join(symbols[0].class_path)
    return shown.simple
