"""Coroutines that wait for a Mutex, by the code: no dump lists who holds one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from models.wait_graph import WaitPlace
from rca.error_text.coroutine_dump import Coroutine
from rca.hangs.crossed_locks import add_crossed_edges
from rca.hangs.graph_builder import GraphBuilder
from rca.hangs.likely_holders import code_locks
from rca.hangs.lock_code import LockUse, locks_held, locks_wanted

_Held = tuple[LockUse, WaitPlace]
_Options = dict[int, list[tuple[LockUse, list[LockUse]]]]
_Viable = list[tuple[LockUse, list[tuple[Coroutine, _Held]]]]


def add_mutex_edges(graph: GraphBuilder) -> None:
    """Add an edge for each coroutine that waits for a Mutex, where the code says who holds it.

    A frame in inlined code may stand for each lock of its function. The one counts that somebody holds, and
    all coroutines together must fit: who waits for the outer lock does not hold it.
    """
    suspended = [one for one in graph.dump.coroutines if one.state == "SUSPENDED" and one.frames]
    options: _Options = {id(one): list(_lock_options(graph, one)) for one in suspended}
    always = {
        id(one): list(code_locks(graph, one.frames, is_suspended=True)) for one in graph.dump.coroutines
    }
    chosen: _Options = {}
    for coroutine in suspended:
        viable = _viable(graph, coroutine, options, always)
        if len(viable) == 1:
            chosen[id(coroutine)] = [one for one in options[id(coroutine)] if one[0] == viable[0][0]]
    for coroutine in suspended:
        for wanted, holders in _viable(graph, coroutine, chosen, always):
            _mutex(graph, coroutine, wanted, holders)
    add_crossed_edges(graph, suspended, options, always)


def _viable(
    graph: GraphBuilder, coroutine: Coroutine, options: _Options, always: dict[int, list[_Held]]
) -> _Viable:
    """Return the locks that a coroutine may wait for and somebody holds, with the holders."""
    viable: _Viable = []
    for wanted, _own in options.get(id(coroutine), ()):
        holders = [
            (other, held)
            for other in graph.dump.coroutines
            for held in _possibly_held(other, coroutine, wanted, options, always)
        ]
        if holders:
            viable.append((wanted, holders))
    return viable


def _lock_options(graph: GraphBuilder, coroutine: Coroutine) -> Iterator[tuple[LockUse, list[LockUse]]]:
    """Yield the locks that a coroutine may wait for, each with those that its function holds there."""
    found = graph.app_frame(coroutine.frames)
    place = found[2] if found is not None else None
    if place is None:
        return
    uses = locks_wanted(place, graph.code)
    held_here = locks_held(place, graph.code, None)
    for use in uses:
        if any((one.key, one.line) == (use.key, use.line) for one in held_here):
            continue  # it is inside the block already
        there = locks_held(replace(place, line=use.line), graph.code, None)
        yield use, [one for one in there if (one.key, one.line) != (use.key, use.line)]


def _possibly_held(
    other: Coroutine,
    waiter: Coroutine,
    wanted: LockUse,
    options: _Options,
    always: dict[int, list[_Held]],
) -> list[_Held]:
    """Return how a coroutine holds a lock: by its frames, or by where its topmost function may wait."""
    held = [one for one in always[id(other)] if one[0].key == wanted.key]
    if other is waiter:
        return held[:1] if other.frames[0].class_name == _holding_class(other, held) else []
    if not held:
        frame = next(iter(other.frames), None)
        for _use, own in options.get(id(other), ()):
            matching = [one for one in own if one.key == wanted.key]
            if matching and frame is not None:
                place = WaitPlace(frame=frame.text, file_path=matching[0].path, line=matching[0].line)
                held.append((matching[0], place))
    return held[:1]


def _holding_class(coroutine: Coroutine, held: list[_Held]) -> str | None:
    """Return the class whose frame holds a lock: of another class it may be another object's."""
    texts = {place.frame for _use, place in held[:1]}
    return next((frame.class_name for frame in coroutine.frames if frame.text in texts), None)


def _mutex(
    graph: GraphBuilder, coroutine: Coroutine, wanted: LockUse, holders: list[tuple[Coroutine, _Held]]
) -> None:
    frame = coroutine.frames[0]
    shown = WaitPlace(frame=frame.text, file_path=wanted.path, line=wanted.line)
    resource = f"the Mutex `{wanted.name}`"
    if len(holders) > 1:
        evidence = f"By the code one of {len(holders)} coroutines holds `{wanted.name}`, unknown which."
        graph.edge(graph.coroutine(coroutine), None, "mutex", resource, "unknown", evidence, waits_at=shown)
        return
    other, (held, place) = holders[0]
    who = "its own caller" if other is coroutine else "that coroutine"
    evidence = (
        f"A dump does not list who holds a Mutex; by the code {who} took `{held.name}` in line {held.line}."
    )
    graph.edge(
        graph.coroutine(coroutine),
        graph.coroutine(other),
        "mutex",
        resource,
        "likely",
        evidence,
        waits_at=shown,
        holds_at=place,
    )
