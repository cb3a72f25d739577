"""Interface hash of a file: declarations and imports, without bodies.

An edit inside a body leaves the surface as it is, so what was worked out about the rest of the project
still holds. Positions are no part of it.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from rca.languages.facts import NONE, Expression, Facts
from rca.languages.facts_codec import decode

if TYPE_CHECKING:
    from rca.index.storage.file_record import Record
    from rca.index.storage.index_store import IndexStore

WITH_CALL_SITE = frozenset(("call", "operator"))
"""Forms of expressions whose number is the index of a call site."""
_DEEPEST = 150


def surface_of(facts: Facts) -> int:
    """Return a number that is the same, in this process, for texts that differ inside bodies only.

    Declarations keep their indexes as long as it stays. A declaration without a written type shows the
    expression that gives it its type.
    """
    values = ExpressionHashes(facts)
    rows = tuple(
        (
            row.kind,
            row.name,
            row.parent,
            row.receiver,
            row.type,
            row.parameters,
            row.type_parameters,
            row.supertypes,
            row.modifiers,
            int(row.value == NONE) if row.type is not None else values.of(row.value),
        )
        for row in facts.declarations
    )
    imports = tuple(line[:4] for line in facts.imports)
    return hash((facts.language, facts.package, facts.facade, facts.namespaces, imports, rows))


def same_surface(store: IndexStore, records: Sequence[Record]) -> bool:
    """Return whether files that were read anew show the rest of the project what they showed before."""
    for record in records:
        known = store.packed(record.stamp.path)
        try:
            if known is None or surface_of(decode(known[1])) != surface_of(decode(record.packed)):
                return False
        except ValueError:
            return False
    return True


class ExpressionHashes:
    """Hashes of a file's expressions: equal where the trees are equal, wherever they stand in the table.

    Args:
        facts: of the file.
        digest: makes a number of a value that is built of texts, numbers and tuples.
    """

    def __init__(self, facts: Facts, digest: Callable[[object], int] = hash) -> None:
        self._facts = facts
        self._digest = digest
        self._known: dict[int, int] = {NONE: 0}
        self._depth = 0

    def of(self, index: int) -> int:
        """Return the hash of an expression; one that leads back to itself counts once."""
        known = self._known.get(index)
        if known is not None:
            return known
        if self._depth > _DEEPEST:
            return self._digest(os.urandom(8))  # unlike any other: then nothing is taken as unchanged
        self._known[index] = 1
        self._depth += 1
        found = self._known[index] = self._hash_of(index)
        self._depth -= 1
        return found

    def _hash_of(self, index: int) -> int:
        node = self._facts.expressions[index]
        number: object = node.number
        if node.form in WITH_CALL_SITE and node.number != NONE:
            site = self._facts.calls[node.number]
            arguments = tuple(self.of(one) for one in site.arguments)
            receiver, types = self.of(site.receiver), site.type_arguments
            number = (site.name, site.form, receiver, arguments, site.labels, site.trailing, types)
        elif node.number != NONE:
            number = self._declaration(node)
        return self._digest((node.form, node.name, number, tuple(self.of(one) for one in node.inputs)))

    def _declaration(self, node: Expression) -> object:
        """Return what stands for the declaration that an expression names by its number."""
        return node.number
