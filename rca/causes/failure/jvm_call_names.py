"""Source spellings of a JVM method where it is called: property access, operators."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

_ACCESSOR = re.compile(r"(?P<kind>get|set|is)(?P<rest>[A-Z_$].*)$")
_MAPPED: Final = {
    "size": "size",
    "length": "length",
    "keySet": "keys",
    "entrySet": "entries",
    "values": "values",
    "ordinal": "ordinal",
    "name": "name",
    "getClass": "javaClass",
    "getKey": "key",
    "getValue": "value",
    "intValue": "toInt",
    "longValue": "toLong",
    "shortValue": "toShort",
    "byteValue": "toByte",
    "doubleValue": "toDouble",
    "floatValue": "toFloat",
    "parseInt": "toInt",
    "parseLong": "toLong",
    "parseShort": "toShort",
    "parseByte": "toByte",
    "parseDouble": "toDouble",
    "parseFloat": "toFloat",
    "remove": "removeAt",
}
"""JVM methods that Kotlin knows as a property or under another name, some in functions that are inlined."""
_OPERATORS: Final = {
    "get": "[]",
    "charAt": "[]",
    "set": "[]",
    "put": "[]",
    "getAt": "[]",
    "iterator": "for",
    "hasNext": "for",
    "next": "for",
    "listIterator": "for",
}
"""JVM methods that a sign or a statement calls."""


@dataclass(frozen=True)
class SourceForms:
    """The forms in which code calls a method: names of functions, of properties read or written, signs."""

    calls: frozenset[str]
    reads: frozenset[str]
    writes: frozenset[str]
    operator: str | None


def source_forms(method: str) -> SourceForms:
    """Return how code calls a JVM method of a name."""
    name = _plain(method)
    names = {name}
    reads: set[str] = set()
    writes: set[str] = set()
    mapped = _MAPPED.get(name)
    if mapped is not None:
        reads.add(mapped)
        names.add(mapped)
    accessor = _ACCESSOR.match(name)
    if accessor is not None:
        rest = accessor["rest"]
        properties = {rest[0].lower() + rest[1:], _lowered(rest)}
        if rest.isupper():
            properties.add(rest)  # `val ABOUT` has the getter `getABOUT`
        if accessor["kind"] == "set":
            writes |= properties | {f"is{rest}"}
        elif accessor["kind"] == "get":
            reads |= properties
        else:
            reads.add(name)
    if name == "invoke":
        names.add("invoke")
    return SourceForms(frozenset(names), frozenset(reads), frozenset(writes), _OPERATORS.get(name))


def _plain(method: str) -> str:
    """Return a method's name without what the compiler appends: `$default`, `$lambda$0`, `-impl`."""
    method = method.removeprefix("access$").split(" ", 1)[0]
    name = method.split("$", 1)[0] or method
    return name if name.startswith("<") else name.split("-", 1)[0]


def _lowered(rest: str) -> str:
    """Return a property's name out of its accessor's, where it begins with several capitals (`getURL`)."""
    capitals = re.match(r"[A-Z]+", rest)
    count = len(capitals[0]) if capitals else 0
    if count in (0, 1):
        return rest[0].lower() + rest[1:]
    keep = count if count == len(rest) else count - 1
    return rest[:keep].lower() + rest[keep:]
