"""The wait-for graph in Markdown: cycles as arrows, each wait in a sentence, who must let go."""

from __future__ import annotations

from collections.abc import Sequence

from models.wait_graph import WaitCycle, WaitEdge, WaitGraph, WaitNode
from rca.analysis.rendering.answer_markdown import fenced
from rca.hangs.graph_statements import shown_name, shown_place, state_wait

_MOST_CYCLES = 3
_MOST_WAITS = 6
_MOST_ROWS = 4
_LONGEST_RESOURCE = 40


def wait_graph_markdown(graph: WaitGraph | None, most: int) -> str:
    """Return the graph with at most so many waits outside of its cycles; empty where nobody waits."""
    if graph is None or not graph.edges:
        return ""
    nodes = {node.id: node for node in graph.nodes}
    parts = ["## Who waits for whom"]
    for cycle in graph.cycles[:_MOST_CYCLES]:
        parts += [_cycle(cycle, graph.edges, nodes)]
    if len(graph.cycles) > _MOST_CYCLES:
        parts.append(f"{len(graph.cycles) - _MOST_CYCLES} more cycles")
    if graph.main_statement is not None and not _is_told(graph):
        parts.append(f"Main thread: {graph.main_statement}")
    inside = {node for cycle in graph.cycles for node in cycle.nodes} | set(graph.main_chain)
    others = [edge for edge in graph.edges if edge.waiter not in inside]
    lines = [f"- {state_wait(edge, nodes)}" for edge in others[:most]]
    lines += [f"- {len(others) - most} more waits"] if len(others) > most else []
    lines += [f"- {note}" for note in graph.notes]
    if lines:
        parts.append("\n".join(lines))
    return "\n\n".join(parts)


def _is_told(graph: WaitGraph) -> bool:
    """Return whether the main thread's chain is a cycle that is told already."""
    return any(set(graph.main_chain) <= set(cycle.nodes) for cycle in graph.cycles)


def _cycle(cycle: WaitCycle, edges: Sequence[WaitEdge], nodes: dict[str, WaitNode]) -> str:
    inside = set(cycle.nodes)
    own = [edge for edge in edges if edge.waiter in inside and edge.holder in inside]
    lines = []
    told = [edge for edge in own if nodes[edge.waiter].kind != "pool"]
    for edge in told[:_MOST_WAITS]:
        taken = f" (held at {shown_place(edge.holds_at)})" if edge.holds_at is not None else ""
        why = f". {edge.evidence}" if edge.certainty == "likely" else ""
        lines.append(f"- {state_wait(edge, nodes)}{taken}{why}")
    lines += [f"- {len(told) - _MOST_WAITS} more"] if len(told) > _MOST_WAITS else []
    picture = fenced(wait_arrows(cycle, own, nodes), "text")
    return "\n\n".join((picture, "\n".join(lines), f"Who must let go: {cycle.release}"))


def wait_arrows(cycle: WaitCycle, edges: Sequence[WaitEdge], nodes: dict[str, WaitNode]) -> str:
    """Return a cycle as a line of arrows with what is waited for; of a pool, a line for each thread."""
    rows = []
    for edge in edges:
        if nodes[edge.waiter].kind == "pool":
            continue
        holder = edge.holder or ""
        following = f"{_plain(nodes[holder])}"
        if nodes[holder].kind == "pool":
            following += f" ──no free thread──▶ {_plain(nodes[edge.waiter])}"
        resource = edge.resource.replace("`", "").partition(" <")[0][:_LONGEST_RESOURCE]
        rows.append((edge.waiter, f" ──{resource}──▶ ", following))
    if not any(node.kind == "pool" for node in (nodes[one] for one in cycle.nodes)):
        line = "".join(f"{_plain(nodes[waiter])}{arrow}" for waiter, arrow, _following in rows)
        return f"{line}{_plain(nodes[cycle.nodes[0]])}"
    shown = [f"{_plain(nodes[waiter])}{arrow}{following}" for waiter, arrow, following in rows[:_MOST_ROWS]]
    return "\n".join([*shown, *(["…"] if len(rows) > len(shown) else [])])


def _plain(node: WaitNode) -> str:
    return shown_name(node).replace("`", "")
