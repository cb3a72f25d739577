"""A wait-for graph in sentences: each wait, each cycle with who must let go, the main thread's chain."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise

from models.wait_graph import WaitCertainty, WaitCycle, WaitEdge, WaitNode, WaitPlace
from rca.hangs.cycles import Adjacent

Nodes = Mapping[str, WaitNode]
_MOST_NAMED = 4
_MOST_TOLD = 12


def shown_name(node: WaitNode) -> str:
    """Return a node's name as sentences have it."""
    if node.kind == "thread":
        return f'"{node.name}"'
    if node.kind == "coroutine":
        return f"coroutine `{node.name}`"
    return f"pool `{node.name}`" if node.kind == "pool" else node.name


def shown_place(place: WaitPlace | None) -> str:
    """Return a place as sentences have it."""
    if place is None:
        return ""
    if place.file_path is not None:
        line = f":{place.line}" if place.line is not None else ""
        return f"`{place.file_path}{line}`"
    return f"`{place.frame.removeprefix('at ')}`"


def state_wait(  # noqa: PLR0911 - one sentence for each kind
    edge: WaitEdge, nodes: Nodes
) -> str:
    """Return one wait in a sentence without its full stop."""
    waiter = shown_name(nodes[edge.waiter])
    if nodes[edge.waiter].kind == "pool":
        return f"{waiter} has no free thread: {shown_name(nodes[edge.holder or ''])} waits"
    at = f" at {shown_place(edge.waits_at)}" if edge.waits_at is not None else ""
    if edge.holder is None:
        return f"{waiter} waits for {edge.resource}{at}; {_decapitalized(edge.evidence.removesuffix('.'))}"
    holder = nodes[edge.holder]
    likely = "most likely " if edge.certainty == "likely" else ""
    if edge.kind == "binder":
        return f"{waiter} waits for the answer of {holder.name}{at}"
    if edge.kind == "running":
        return f"{waiter} runs on {shown_name(holder)}"
    if edge.kind == "pool_slot":
        needed = f"a free thread of {shown_name(holder)}"
        return f"{waiter} waits{at} for {edge.resource}, which {likely}needs {needed}"
    if edge.kind == "main_thread":
        return f"{waiter} waits{at} for {edge.resource}, which {likely}needs the main thread"
    if edge.kind in {"run_blocking", "coroutine", "thread_end", "future", "latch"}:
        return f"{waiter} waits for {edge.resource}{at}: {likely}{shown_name(holder)}"
    verb = "is running" if edge.kind == "class_initialization" else "holds"
    itself = "it itself" if edge.holder == edge.waiter else shown_name(holder)
    return f"{waiter} waits for {edge.resource}{at}, which {likely}{itself} {verb}"


def state_cycle(cycle: Sequence[str], adjacent: Adjacent, nodes: Nodes) -> str:
    """Return a cycle in sentences."""
    edges = cycle_edges(cycle, adjacent)
    told = [state_wait(edge, nodes) for edge in edges[:_MOST_TOLD]]
    told += [f"{len(edges) - _MOST_TOLD} more waits"] if len(edges) > _MOST_TOLD else []
    return _capitalized(f"{'; '.join(told)}.") if told else ""


def state_deadlock(cycle: WaitCycle, nodes: Nodes) -> str:
    """Return in one sentence who is in a cycle."""
    head = "Deadlock" if cycle.certainty == "stated" else "Most likely a deadlock"
    waiting = [shown_name(nodes[one]) for one in cycle.nodes if nodes[one].kind != "pool"]
    pools = [shown_name(nodes[one]) for one in cycle.nodes if nodes[one].kind == "pool"]
    named = waiting[:_MOST_NAMED] + (
        [f"{len(waiting) - _MOST_NAMED} more"] if len(waiting) > _MOST_NAMED else []
    )
    names = " and ".join(part for part in (", ".join(named[:-1]), named[-1]) if part)
    if pools:
        return (
            f"{head}: {names} wait for tasks that need a free thread of {pools[0]}, and occupy all of them."
        )
    if len(cycle.nodes) == 1:
        return f"{head}: {names} waits for itself."
    return f"{head}: {names} wait for each other."


def cycle_edges(cycle: Sequence[str], adjacent: Adjacent) -> list[WaitEdge]:
    """Return the edges between the nodes of a cycle."""
    inside = set(cycle)
    return [edge for node in cycle for holder, edge in adjacent.get(node, {}).items() if holder in inside]


def certainty_of(edges: Sequence[WaitEdge]) -> WaitCertainty:
    """Return `stated` where the dump states all edges."""
    return "stated" if all(edge.certainty == "stated" for edge in edges) else "likely"


def release_of(  # noqa: PLR0911 - one sentence for each kind
    cycle: Sequence[str], edges: Sequence[WaitEdge], nodes: Nodes
) -> str:
    """Return who must let go of what for a cycle to end."""
    kinds = {edge.kind for edge in edges}
    first = edges[0]
    if "pool_slot" in kinds:
        pools = [nodes[node] for node in cycle if nodes[node].kind == "pool"]
        waits = next((edge for edge in edges if nodes[edge.waiter].kind != "pool" and edge.waits_at), first)
        pool, at = shown_name(pools[0]), shown_place(waits.waits_at)
        return (
            f"A thread of {pool} must become free: no task of it may wait for another task of it. "
            f"Do not block at {at}; run the awaited task in another pool, or in place."
        )
    if "main_thread" in kinds:
        blocked = next((edge.holds_at for edge in edges if edge.kind == "main_thread"), None)
        at = shown_place(blocked)
        return f"The main thread must not block at {at}: what it waits for needs the main thread."
    if "class_initialization" in kinds:
        return "The initializer of one class must not need the other: move that work out, or make it lazy."
    if "thread_end" in kinds:
        end = next(edge for edge in edges if edge.kind == "thread_end")
        return (
            f"{shown_name(nodes[end.waiter])} must let go of its lock before it waits for the end of "
            f"{shown_name(nodes[end.holder or ''])}."
        )
    if "coroutine" in kinds:
        return "One of the coroutines must not await the other: give it the value, or start it first."
    if len(cycle) == 1:
        name = _capitalized(shown_name(nodes[cycle[0]]))
        return (
            f"{name} must let go of {first.resource} before it asks for it again: a Mutex is not reentrant, "
            "and a read lock does not turn into a write lock."
        )
    names = ", ".join(shown_name(nodes[node]) for node in cycle[:_MOST_NAMED])
    return f"One of {names} must let go of what it holds: take these locks in the same order everywhere."


def state_chain(
    chain: Sequence[str], edges: Sequence[WaitEdge], nodes: Nodes, in_cycles: Collection[str]
) -> str:
    """Return the main thread's chain of waits in sentences, as far as a cycle, with what its end does."""
    told = []
    for node, following in pairwise(chain):
        edge = next(one for one in edges if one.waiter == node and one.holder == following)
        told.append(state_wait(edge, nodes))
        if following in in_cycles:
            return f"{'; '.join(told)}: part of a cycle."
    last = chain[-1]
    open_end = next((edge for edge in edges if edge.waiter == last and edge.holder is None), None)
    if open_end is not None:
        told.append(state_wait(open_end, nodes))
    elif nodes[last].place is not None and nodes[last].kind in {"thread", "coroutine"}:
        at = shown_place(nodes[last].place)
        told.append(f"{shown_name(nodes[last])} must let go: it is at {at}")
    return f"{'; '.join(told)}."


def _capitalized(text: str) -> str:
    return text[:1].upper() + text[1:]


def _decapitalized(text: str) -> str:
    return text[:1].lower() + text[1:] if not text.startswith(('"', "`")) else text
