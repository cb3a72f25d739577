"""Two objects of one class that lock each other: coroutines that hold one's lock and want another's."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from models.wait_graph import WaitPlace
from rca.error_text.coroutine_dump import Coroutine
from rca.hangs.graph_builder import GraphBuilder
from rca.hangs.lock_code import LockUse

_CROSSING = 2


def add_crossed_edges(
    graph: GraphBuilder,
    suspended: Sequence[Coroutine],
    options: dict[int, list[tuple[LockUse, list[LockUse]]]],
    always: dict[int, list[tuple[LockUse, WaitPlace]]],
) -> None:
    """Add that two coroutines wait for each other that take two locks of one field in one function.

    A lock that is waited for is held by somebody. If two coroutines alone can hold locks of a field, both in
    the block of one and both at the other, each waits for the other, or for itself: neither goes on.

    Args:
        graph: the graph so far.
        suspended: the coroutines that wait.
        options: the locks that each may wait for, each with those that its function holds there.
        always: the locks that each coroutine of the dump holds by its frames.
    """
    crossing: dict[tuple[str | None, str, int], list[tuple[Coroutine, LockUse, LockUse]]] = defaultdict(list)
    fields: dict[str, set[int]] = defaultdict(set)
    for holder, locks in always.items():
        for one, _place in locks:
            fields[_field(one)].add(holder)
    for coroutine in suspended:
        for wanted, held in options[id(coroutine)]:
            for one in (wanted, *held):
                fields[_field(one)].add(id(coroutine))
            outer = [one for one in held if _field(one) == _field(wanted) and one.name != wanted.name]
            if outer:
                frame = coroutine.frames[0]
                crossing[frame.class_name, _field(wanted), wanted.line].append((coroutine, wanted, outer[0]))
    for (_where, name, _line), found in crossing.items():
        pair = {id(one) for one, _wanted, _held in found}
        if len(found) != _CROSSING or len(pair) != _CROSSING or fields[name] != pair:
            continue
        for (waiter, wanted, _own), (other, _other_wanted, own) in (found, found[::-1]):
            evidence = (
                f"Both coroutines hold a `{own.name}` and want a `{wanted.name}` in one function, and no "
                f"other takes a lock of this name: each waits for the other."
            )
            graph.edge(
                graph.coroutine(waiter),
                graph.coroutine(other),
                "mutex",
                f"the Mutex `{wanted.name}`",
                "likely",
                evidence,
                waits_at=WaitPlace(frame=waiter.frames[0].text, file_path=wanted.path, line=wanted.line),
                holds_at=WaitPlace(frame=other.frames[0].text, file_path=own.path, line=own.line),
            )


def _field(use: LockUse) -> str:
    return use.name.rpartition(".")[2]
