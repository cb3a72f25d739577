"""Functions of texts that the standard libraries of Java and Kotlin give, on values that were captured."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from rca.causes.captured.known_value import FALSE, TRUE, KnownValue

_LOWER: Final = frozenset({"lowercase", "toLowerCase"})
_UPPER: Final = frozenset({"uppercase", "toUpperCase"})
_TRIM: Final = frozenset({"trim", "strip"})
_NUMBERS: Final = frozenset({"toInt", "toLong", "toIntOrNull", "toLongOrNull"})
_OF_ONE: Final[Mapping[str, Callable[[str, str], object]]] = {
    "startsWith": str.startswith,
    "endsWith": str.endswith,
    "contains": str.__contains__,
    "equals": str.__eq__,
    "equalsIgnoreCase": lambda text, other: text.casefold() == other.casefold(),
    "indexOf": str.find,
    "lastIndexOf": str.rfind,
    "substringBefore": lambda text, mark: text.split(mark, 1)[0],
    "substringAfter": lambda text, mark: text.split(mark, 1)[-1],
    "removePrefix": str.removeprefix,
    "removeSuffix": str.removesuffix,
}


def call_of_text(name: str, text: str, arguments: Sequence[str]) -> KnownValue | None:
    """Return what a function of a text gives; None for other functions and other values.

    Args:
        name: the function.
        text: the value that it is called on, in quotes if it is a text.
        arguments: values of its arguments.
    """
    own = _text(text)
    if own is None:
        return None
    if not arguments:
        return _of_none(name, own)
    given = _text(arguments[0])
    if len(arguments) == 1 and given is not None and name in _OF_ONE and (given or "substring" not in name):
        return _as_value(_OF_ONE[name](own, given))
    if name == "substring" and all(one.isdigit() for one in arguments):
        begin, *end = map(int, arguments)
        last = end[0] if end else len(own)
        return _as_value(own[begin:last]) if begin <= last <= len(own) else None
    return None


def _of_none(name: str, text: str) -> KnownValue | None:
    if name in _LOWER:
        return _as_value(text.lower())
    if name in _UPPER:
        return _as_value(text.upper())
    if name in _TRIM:
        return _as_value(text.strip())
    if name in _NUMBERS and text.removeprefix("-").isdigit():
        return _as_value(int(text))
    return None


def _text(value: str) -> str | None:
    if len(value) >= 2 and value[0] == value[-1] and value[0] in "\"'" and "\\" not in value:
        return value[1:-1]
    return None


def _as_value(given: object) -> KnownValue:
    if isinstance(given, bool):
        return KnownValue(TRUE if given else FALSE)
    return KnownValue(f'"{given}"', len(given)) if isinstance(given, str) else KnownValue(str(given))
