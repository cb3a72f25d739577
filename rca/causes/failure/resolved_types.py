"""Types as the resolver knows them, by simple names: the one place here that asks it."""

from __future__ import annotations

from rca.resolve.types import Type
from rca.scheduling.deadline import Deadline
from rca.workspace import Snapshot


def types_of_expression(
    snapshot: Snapshot, path: str, expression: int, deadline: Deadline
) -> tuple[str, ...] | None:
    """Return the type of an expression of a file, then the types above it; None where it is not known."""
    with snapshot.index.resolver(deadline) as resolver:
        found = resolver.type_of(path, expression)
        if found is None or found.variable:
            return None
        above = resolver.members.lineage(found)
        return tuple(dict.fromkeys((found.simple, *(line.simple for line, _depth in above))))


def types_above(snapshot: Snapshot, class_name: str, deadline: Deadline) -> tuple[str, ...]:
    """Return the types above a class by its full name; none where the class is not known."""
    with snapshot.index.resolver(deadline) as resolver:
        lineage = resolver.members.lineage(Type(class_name.replace("$", ".")))
        return tuple(line.simple for line, depth in lineage if depth)
