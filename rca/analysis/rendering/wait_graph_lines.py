"""The wait-for graph in lines: cycles as arrows, each wait in a sentence, who must let go."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from models.wait_graph import WaitCycle, WaitEdge, WaitGraph, WaitNode
from rca.analysis.rendering.answer_markdown import fenced
from rca.hangs.graph_statements import shown_name, shown_place, state_wait

_MOST_CYCLES = 3
_MOST_WAITS = 6
_MOST_ROWS = 4
_LONGEST_RESOURCE = 40


def wait_graph_markdown(graph: WaitGraph | None, most: int) -> str:
    """Return the graph with at most so many waits outside of its cycles; empty where nobody waits.

    Who must let go in the first cycle stands in the story of the error.
    """
    if graph is None or not graph.edges:
        return ""
    parts = ["## Who waits for whom"]
    for number, cycle in enumerate(graph.cycles[:_MOST_CYCLES]):
        parts += [fenced(wait_arrows(cycle, graph), "text"), _bullets(cycle_lines(cycle, graph))]
        parts += [f"To end it: {cycle.release}"] if number else []
    rest = _bullets(outer_lines(graph, most))
    return "\n\n".join([*parts, *([rest] if rest else [])])


def cycle_lines(cycle: WaitCycle, graph: WaitGraph) -> list[str]:
    """Return the waits of a cycle, each with where the lock is held and, where it is not stated, why."""
    nodes = _nodes(graph)
    waits = [edge for edge in _inside(cycle, graph) if nodes[edge.waiter].kind != "pool"]
    lines = []
    for edge in waits[:_MOST_WAITS]:
        held = f" at {shown_place(edge.holds_at)}" if edge.holds_at is not None else ""
        why = f". {edge.evidence}" if edge.certainty == "likely" else ""
        lines.append(f"{state_wait(edge, nodes)}{held}{why}")
    return [*lines, *([f"{len(waits) - _MOST_WAITS} more"] if len(waits) > _MOST_WAITS else [])]


def outer_lines(graph: WaitGraph, most: int) -> list[str]:
    """Return the main thread's chain, at most so many waits outside of cycles, and what was left out."""
    nodes = _nodes(graph)
    in_cycles = {node for cycle in graph.cycles for node in cycle.nodes}
    lines = [f"{len(graph.cycles) - _MOST_CYCLES} more cycles"] if len(graph.cycles) > _MOST_CYCLES else []
    if graph.main_statement is not None and not set(graph.main_chain) <= in_cycles:
        lines.append(f"Main thread: {graph.main_statement}")
    others = [edge for edge in graph.edges if edge.waiter not in in_cycles | set(graph.main_chain)]
    lines += [state_wait(edge, nodes) for edge in others[:most]]
    lines += [f"{len(others) - most} more waits"] if len(others) > most else []
    return [*lines, *graph.notes]


def wait_arrows(cycle: WaitCycle, graph: WaitGraph) -> str:
    """Return a cycle as a line of arrows with what is waited for; of a pool, a line for each thread."""
    nodes = _nodes(graph)
    rows = []
    for edge in _inside(cycle, graph):
        if nodes[edge.waiter].kind == "pool":
            continue
        resource = edge.resource.replace("`", "").partition(" <")[0][:_LONGEST_RESOURCE]
        rows.append((_plain(nodes[edge.waiter]), f" ──{resource}──▶ ", nodes[edge.holder or ""]))
    if not any(nodes[one].kind == "pool" for one in cycle.nodes):
        return "".join(f"{waiter}{arrow}" for waiter, arrow, _holder in rows) + _plain(nodes[cycle.nodes[0]])
    shown = [f"{waiter}{arrow}{_plain(holder)}" for waiter, arrow, holder in rows[:_MOST_ROWS]]
    shown += ["…"] if len(rows) > len(shown) else []
    full = [_plain(nodes[one]) for one in cycle.nodes if nodes[one].kind == "pool"]
    return "\n".join([*shown, *(f"{one} ──no free thread──▶ all of its threads" for one in full)])


def _inside(cycle: WaitCycle, graph: WaitGraph) -> Iterator[WaitEdge]:
    """Yield the edges between nodes of a cycle, in the cycle's order."""
    members = set(cycle.nodes)
    for node in cycle.nodes:
        for edge in graph.edges:
            if edge.waiter == node and edge.holder in members:
                yield edge


def _nodes(graph: WaitGraph) -> dict[str, WaitNode]:
    return {node.id: node for node in graph.nodes}


def _bullets(lines: Sequence[str]) -> str:
    return "\n".join(f"- {line}" for line in lines)


def _plain(node: WaitNode) -> str:
    return shown_name(node).replace("`", "")
