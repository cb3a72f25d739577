"""What other files can see of each declaration of a file: what must change before links elsewhere can."""

from __future__ import annotations

import os
from hashlib import blake2b
from typing import NamedTuple

from rca.index.links.keys import keys_of
from rca.languages.facts import NONE, Facts

_WITH_CALL_SITE = ("call", "operator")
_WITH_OWNER = ("name", "type", "member", "this", "super")
_DEEPEST = 150

HEAD = ""
"""The name under which a shape has the package of a file and the like."""


class Part(NamedTuple):
    """One declaration's name, and a number that changes with all that other files can see of it."""

    name: str
    seen: int


def shape_of(path: str, facts: Facts) -> list[Part]:
    """Give a part for each declaration of a file, and first one each for its head and its imports.

    Positions do not count, nor what stands inside bodies; of a declaration without a written type the
    expression counts that gives it its type. Numbers are the same in every process.
    """
    keys = keys_of(path, facts)
    values = _Values(facts, keys)
    parts = [Part(HEAD, _number((facts.language, facts.package, facts.facade, facts.names_only)))]
    parts.extend(
        Part(f"import {'*' if line.star else line.alias or line.path.rpartition('.')[2]}", _number(line[:4]))
        for line in facts.imports
    )
    for key, row in zip(keys, facts.declarations, strict=True):
        value = int(row.value == NONE) if row.type is not None else values.shape(row.value)
        seen = (
            key,
            row.type,
            tuple(tuple(one) for one in row.parameters),
            row.type_parameters,
            row.supertypes,
            row.modifiers,
            value,
        )
        parts.append(Part(row.name, _number(seen)))
    return parts


def _number(value: object) -> int:
    digest = blake2b(repr(value).encode("utf-8", "surrogatepass"), digest_size=8).digest()
    return int.from_bytes(digest, "big", signed=True)


class _Values:
    """Shapes of a file's expressions: equal where the trees are equal, wherever they stand in the table."""

    def __init__(self, facts: Facts, keys: list[int]) -> None:
        self._facts = facts
        self._keys = keys
        self._known: dict[int, int] = {NONE: 0}
        self._depth = 0

    def shape(self, index: int) -> int:
        """Give the shape of an expression; one that leads back to itself counts once."""
        known = self._known.get(index)
        if known is not None:
            return known
        if self._depth > _DEEPEST:
            return _number(os.urandom(8))  # unlike any other: then nothing is taken as unchanged
        self._known[index] = 1
        self._depth += 1
        found = self._known[index] = self._shape_of(index)
        self._depth -= 1
        return found

    def _shape_of(self, index: int) -> int:
        node = self._facts.expressions[index]
        number: object = node.number
        if node.number != NONE:
            if node.form in _WITH_CALL_SITE:
                site = self._facts.calls[node.number]
                arguments = tuple(self.shape(one) for one in site.arguments)
                receiver, types = self.shape(site.receiver), site.type_arguments
                number = (site.name, site.form, receiver, arguments, site.labels, site.trailing, types)
            elif node.form in _WITH_OWNER or node.form == "object":
                number = self._keys[node.number]
        return _number((node.form, node.name, number, tuple(self.shape(one) for one in node.inputs)))
