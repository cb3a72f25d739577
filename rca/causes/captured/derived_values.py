"""The inputs of a library function that made the value at fault: collections, and what its lambda reads."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from rca.causes.captured.called_values import values_in
from rca.causes.captured.captured_code import CapturedCode
from rca.causes.captured.contribution import Contribution
from rca.causes.captured.origin_fit import FittedOrigin
from rca.causes.captured.recorded_run import RecordedRun
from rca.causes.captured.state_writers import Write, find_writes
from rca.causes.origins.origin import Place
from rca.causes.origins.syntax_file import SyntaxFile
from rca.languages.syntax_trees.node import Node
from rca.resolve.symbol import Symbol

_CHANGED: Final = 0.5
_EMPTIED: Final = 1.5
_LAST: Final = 3.0
_NOTHING_SINCE: Final = " Nothing that adds to it was called after that."
_BEFORE: Final = 0.3
_READ: Final = 0.5
_MOST_READS: Final = 4
_MADE: Final = frozenset({"library_call", "computed", "lambda"})
_CHANGES: Final = frozenset({"filled", "emptied", "value", "changed"})
_NO_ACT: Final = frozenset({"constructor", "initializer", "property"})


@dataclass(frozen=True)
class DerivedValue:
    """A library's call that made a value.

    Args:
        file: the file of the call.
        node: the call.
        weight: of the origin.
    """

    file: SyntaxFile
    node: Node
    weight: float


def derived_of(fitted: FittedOrigin, seen: CapturedCode) -> DerivedValue | None:
    """Return the library's call that an origin is; None for any other origin."""
    place = fitted.origin.place
    if not fitted.weight or fitted.origin.kind not in _MADE:
        return None
    file = seen.syntax_of(place.path)
    node = file.node_at(place.start, place.end) if file is not None else None
    return None if file is None or node is None else DerivedValue(file, node, fitted.weight)


def collection_changes(
    derived: DerivedValue, code: str, seen: CapturedCode, recorded: RecordedRun
) -> Iterator[Contribution]:
    """Yield functions that change a collection or a field of which the value was made.

    Args:
        derived: the call.
        code: the expression at fault.
        seen: what was captured, and its code.
        recorded: says which of them ran last.
    """
    file = derived.file
    for leaf in reads_of(derived.node, in_lambda=False):
        owner = seen.owner_of(file, leaf)
        if owner is None and leaf.kind == "name":  # fields that Java code reads are no call sites
            owner = seen.class_at(file.path, file.line_of(leaf.start))
        if owner is None:
            continue
        frame = seen.frame_around(file, _place_of(derived))
        held = values_in(frame[0], file, seen).of(leaf) if frame is not None else None
        is_empty = held is not None and held.size == 0
        found: dict[Symbol, tuple[float, int]] = {}
        writes = find_writes(leaf.name, owner, file.path, seen)
        emptied = _emptied_last(writes, recorded) if is_empty else None
        for write in writes:
            if write.kind in _CHANGES and write.function.declaration.kind not in _NO_ACT:
                weight = _EMPTIED if is_empty and write.kind == "emptied" else _CHANGED
                found[write.function] = max(found.get(write.function, (0.0, 0)), (weight, write.line))
        for function, (weight, line) in found.items():
            was = ", which was empty" if is_empty else ""
            said = f"`{code}` is made of `{leaf.name}`{was}: line {line} of "
            said += f"`{function.display_name}` changes it."
            factor = 1.0
            if emptied is not None:
                factor = _LAST if function == emptied else _BEFORE
                said += _NOTHING_SINCE if function == emptied else ""
            yield Contribution(function, line, weight * factor * derived.weight, said)


def _emptied_last(writes: Sequence[Write], recorded: RecordedRun) -> Symbol | None:
    """Return the function that took from a collection after all that add to it; None where one came later."""
    last = {one.function: recorded.last_call(one.function) for one in writes}
    emptying = {one.function for one in writes if one.kind == "emptied"}
    filling = {one.function for one in writes if one.kind not in ("emptied", "changed")}
    ran = [(call, one) for one in emptying if (call := last[one]) is not None]
    added = [call for one in filling if (call := last[one]) is not None]
    if not ran or not added or any(recorded.has_run(one) is None for one in filling - emptying):
        return None
    call, found = max(ran, key=lambda one: one[0])
    return found if found not in filling and call > max(added) else None


def lambda_reads(derived: DerivedValue, seen: CapturedCode) -> list[tuple[Node, float]]:
    """Return what the call's lambdas read and call, each with its weight; nothing if no element was there."""
    node = derived.node
    frame = seen.frame_around(derived.file, _place_of(derived))
    if frame is not None and node.receiver is not None:
        held = values_in(frame[0], derived.file, seen).of(node.receiver)
        if held is not None and held.size == 0:
            return []
    reads = list(reads_of(node, in_lambda=True))[:_MOST_READS]
    return [(one, _READ * derived.weight) for one in reads]


def referenced_functions(derived: DerivedValue, seen: CapturedCode) -> Iterator[DerivedValue]:
    """Yield the bodies of the project's functions that the call is given as references."""
    for node in derived.node.walk():
        for index in derived.file.sites_of(node) if node.kind == "reference" else ():
            resolution = seen.resolver.resolve(derived.file.path, index)
            for target in resolution.targets if resolution is not None else ():
                file = seen.syntax_of(target.path) if target.declaration.kind == "function" else None
                tree = file.declaration_tree(target.declaration) if file is not None else None
                if file is not None and tree is not None and tree.body is not None:
                    yield DerivedValue(file, tree.body, _READ * derived.weight)


def reads_of(node: Node, *, in_lambda: bool = False) -> Iterator[Node]:
    """Yield what an expression reads outside of its lambdas, or inside of them, from the left."""
    waiting = [(node, False)]
    while waiting:
        one, is_inside = waiting.pop(0)
        is_read = one.kind in ("name", "member") or (one.kind in ("call", "reference") and is_inside)
        if one is not node and is_read and is_inside is in_lambda and not one.name[:1].isupper():
            yield one
        inside = is_inside or one.kind in ("lambda", "reference")
        waiting.extend((part, inside) for part in one.parts)


def _place_of(derived: DerivedValue) -> Place:
    return Place(derived.file.path, derived.node.start, derived.node.end)
