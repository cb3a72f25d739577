"""The names by which the index finds a file, and their roles in it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Literal

from rca.languages.facts import CALLABLE_KINDS, CLASS_KINDS, NONE, Facts

if TYPE_CHECKING:
    import msgspec

Role = Literal["class", "callable", "called", "extension", "mentioned", "resource", "export", "extended"]
"""What a name is in a file. An extension is a callable too; `mentioned` is any capitalised word of the
text, comments included, so that whoever looks for uses of a type reads no other file; a `resource` is
what resources, manifests, build scripts and catalogues define; an `export` a top-level declaration
that other files may use; `extended` is the simple name of a supertype of one of the file's classes."""

CLASS, CALLABLE, CALLED, EXTENSION, MENTIONED, RESOURCE, EXPORT, EXTENDED = (1 << place for place in range(8))
ROLES: dict[Role, int] = {
    "class": CLASS,
    "callable": CALLABLE,
    "called": CALLED,
    "extension": EXTENSION,
    "mentioned": MENTIONED,
    "resource": RESOURCE,
    "export": EXPORT,
    "extended": EXTENDED,
}
"""Each role's bit: a name is kept once a file, with all that it is there."""

_TYPE_ARGUMENTS = re.compile(r"<[^<>]*>")
_ANNOTATION = re.compile(r"@[\w.]+(?:\([^()]*\))?\s*")
_WORDS = bytes(
    byte if (chr(byte).isalnum() and byte < 128) or byte == ord("_") or byte >= 128 else ord(" ")
    for byte in range(256)
)


def names_of(facts: Facts, encoded: bytes) -> dict[str, int]:
    """Return each name of a file with its roles as bits; `encoded` is the file's text in UTF-8.

    The empty name is a `class` in files with a type alias.
    """
    found = dict.fromkeys(mentioned_in(encoded), MENTIONED)
    get = found.get
    for row in facts.declarations:
        name, kind = row.name, row.kind
        bits = 0
        if kind in CALLABLE_KINDS:
            bits = CALLABLE
        elif kind in CLASS_KINDS:
            bits = CLASS
        elif kind == "typealias":
            bits = CLASS
            found[""] = get("", 0) | CLASS
        elif kind != "initializer":
            bits = RESOURCE
        if name and bits:
            if row.receiver is not None:
                bits |= EXTENSION
            if row.parent == NONE and bits != RESOURCE and "private" not in row.modifiers:
                bits |= EXPORT
            found[name] = get(name, 0) | bits
    found.update((name, get(name, 0) | EXTENDED) for name in _supertypes(facts))
    found.update((name, get(name, 0) | CALLABLE) for name in _names_for_java(facts))
    for name in {row[0] for row in facts.body.plain[1]}:
        found[name] = get(name, 0) | CALLED
    for line in facts.imports:
        if line.alias:  # a call of the alias is a call of what it stands for
            name = line.path.rpartition(".")[2]
            found[name] = get(name, 0) | CALLED
    return found


def _supertypes(facts: Facts) -> set[str]:
    """Return the simple names of what a file's classes extend; of an import's alias that of the class too."""
    found = {simple_type_name(text) for row in facts.declarations for text in row.supertypes}
    found.update(row.path.rpartition(".")[2] for row in facts.imports if row.alias in found)
    return found - {""}


def simple_type_name(text: str) -> str:
    """Return a type's simple name without annotations, arguments and nullability; "" of a function type."""
    if text.isidentifier():
        return text
    while (shorter := _TYPE_ARGUMENTS.sub("", text)) != text:
        text = shorter
    return _ANNOTATION.sub("", text).partition("(")[0].rpartition(".")[2].strip(" ?`")


def _names_for_java(facts: Facts) -> list[str]:
    """Return the JVM names of callables that `@JvmName` renames in a Kotlin file."""
    return [
        word.partition('"')[2].rstrip('")')
        for row in facts.declarations
        if row.modifiers
        for word in row.modifiers
        if "JvmName(" in word
    ]


def words_of(encoded: bytes) -> set[bytes]:
    """Return the words of a text: identifier characters and letters beyond ASCII."""
    return set(encoded.translate(_WORDS).split())


def mentioned_in(encoded: bytes) -> list[str]:
    """Return the words of a text that start with an upper-case or non-ASCII letter, unordered."""
    words = words_of(encoded)
    return [word.decode("utf-8", "replace") for word in words if 64 < word[0] < 91 or word[0] > 127]


def unpacked_names(names: str) -> dict[str, int]:
    """Return the names of a row, as `names_of` returned them."""
    return _decoder().decode(names)


@lru_cache(maxsize=1)
def _decoder() -> msgspec.json.Decoder[dict[str, int]]:
    from msgspec.json import Decoder  # here: the server starts before a row is read

    return Decoder(dict[str, int])


def declared_in(names: Mapping[str, int]) -> dict[str, int]:
    """Return a file's class names, and those of its names that other files may use."""
    return {name: bits for name, bits in names.items() if bits & (CLASS | EXPORT)}
