"""The wait-for graph of a dump: who waits for whom, which cycles there are, and the main thread's chain."""

from __future__ import annotations

from collections.abc import Sequence

from models.wait_graph import WaitCycle, WaitGraph, WaitPlace
from rca.error_text.dump_normalization import normalize_dump
from rca.error_text.thread_dump import Thread
from rca.hangs.borrowed_elements import add_borrowed_elements
from rca.hangs.busy_collectors import add_busy_collectors
from rca.hangs.coroutine_edges import add_coroutine_edges
from rca.hangs.cycles import adjacency, find_chain, find_cycles
from rca.hangs.graph_builder import GraphBuilder
from rca.hangs.graph_statements import (
    certainty_of,
    cycle_edges,
    release_of,
    shown_name,
    shown_place,
    state_chain,
    state_cycle,
    state_deadlock,
    state_wait,
)
from rca.hangs.hang_code import HangCode
from rca.hangs.hang_dump import HangDump, read_hang_dumps
from rca.hangs.initializer_waits import add_initializer_waits
from rca.hangs.likely_holders import add_likely_holders
from rca.hangs.pool_edges import add_pool_edges, find_pools
from rca.hangs.queued_writers import add_queued_writers
from rca.hangs.signal_edges import add_coroutine_signals, add_full_queues
from rca.hangs.thread_edges import add_stated_edges
from rca.hangs.thread_waits import ThreadWait

MOST_EDGES = 80
MOST_DUMPS = 20
_UNKNOWN = {
    "lock": "the dump does not list who holds it (jstack -l does, unless it is shared)",
    "monitor": "no thread of the dump is shown to hold it",
    "notification": "a dump does not say who will notify it",
    "latch": "a dump does not say who will count it down",
    "future": "a dump does not say which thread will complete it",
    "thread_end": "a dump does not say which thread it is",
    "class_initialization": "no thread of the dump is shown to run it",
    "run_blocking": "a thread dump does not show suspended coroutines (the debug probes do)",
}


def find_wait_graph(text: str, app_packages: Sequence[str], code: HangCode) -> WaitGraph | None:
    """Return the graph of the first dump of a text with a cycle, else of its first; None without a dump."""
    exact = _first_graph(text, app_packages, code)
    if exact is not None and _names_a_holder(exact):
        return exact
    rewritten = normalize_dump(text)
    loose = _first_graph(rewritten, app_packages, code) if rewritten is not None else None
    return loose if loose is not None and _names_a_holder(loose) else exact


def _names_a_holder(graph: WaitGraph) -> bool:
    return any(edge.holder is not None for edge in graph.edges)


def _first_graph(text: str, app_packages: Sequence[str], code: HangCode) -> WaitGraph | None:
    dumps = read_hang_dumps(text, app_packages)
    first: WaitGraph | None = None
    for number, dump in enumerate(dumps[:MOST_DUMPS], 1):
        graph = graph_of(dump, code)
        if len(dumps) > 1:
            unread = f" Only the first {MOST_DUMPS} were looked at." if len(dumps) > MOST_DUMPS else ""
            note = f"The text holds {len(dumps)} dumps; this is number {number}.{unread}"
            graph = graph.model_copy(update={"notes": (*graph.notes, note)})
        if graph.cycles:
            return graph
        first = first or graph
    return first


def graph_of(dump: HangDump, code: HangCode) -> WaitGraph:
    """Return the graph of one dump."""
    graph = GraphBuilder(dump, code)
    pools = find_pools(graph)
    add_stated_edges(graph)
    add_coroutine_edges(graph, pools)
    add_borrowed_elements(graph)
    add_likely_holders(graph)
    add_initializer_waits(graph)
    add_full_queues(graph)
    add_coroutine_signals(graph)
    add_busy_collectors(graph)
    add_queued_writers(graph)
    add_pool_edges(graph, pools)
    for thread in dump.threads:
        wait = graph.wait_of(thread)
        if wait is not None and not graph.is_explained(thread) and _counts(graph, thread):
            graph.thread_edge(thread, None, "unknown", _why_unknown(wait))
    return _finished(graph)


def _counts(graph: GraphBuilder, thread: Thread) -> bool:
    """Return whether a wait without a known holder is worth an edge: the app's, or the main thread's."""
    return thread is graph.main or graph.app_frame(thread.frames) is not None


def _why_unknown(wait: ThreadWait) -> str:
    reason = _UNKNOWN.get(wait.kind, "the dump does not say who must act")
    return f"{reason[:1].upper()}{reason[1:]}."


def _finished(graph: GraphBuilder) -> WaitGraph:
    adjacent = adjacency(graph.edges)
    nodes = graph.nodes
    cycles = []
    for cycle in find_cycles(adjacent):
        edges = cycle_edges(cycle, adjacent)
        cycles.append(
            WaitCycle(
                nodes=tuple(cycle),
                certainty=certainty_of(edges),
                statement=state_cycle(cycle, adjacent, nodes),
                release=release_of(cycle, edges, nodes),
            )
        )
    cycles.sort(key=lambda one: one.certainty != "stated")
    unknown = {edge.waiter for edge in graph.edges if edge.holder is None}
    main = graph.main
    id_ = graph.thread(main) if main is not None and graph.is_explained(main) else None
    chain = find_chain(adjacent, id_, unknown) if id_ is not None else []
    in_cycles = {node for cycle in cycles for node in cycle.nodes}
    stated = state_chain(chain, graph.edges, nodes, in_cycles) if chain else None
    ordered = sorted(graph.edges, key=lambda edge: (edge.waiter not in in_cycles, edge.waiter not in chain))
    kept = ordered[:MOST_EDGES]
    if len(ordered) > len(kept):
        graph.notes[f"{len(ordered) - len(kept)} further waits were left out."] = None
    used = {edge.waiter for edge in kept} | {edge.holder for edge in kept} | in_cycles | set(chain)
    return WaitGraph(
        summary=_summary(graph, cycles, chain),
        nodes=tuple(node for node in nodes.values() if node.id in used),
        edges=tuple(kept),
        cycles=tuple(cycles),
        main_chain=tuple(chain),
        main_statement=stated,
        notes=tuple(graph.notes),
    )


def _summary(graph: GraphBuilder, cycles: Sequence[WaitCycle], chain: Sequence[str]) -> str:
    if cycles:
        more = f" There are {len(cycles) - 1} more cycles." if len(cycles) > 1 else ""
        return f"{state_deadlock(cycles[0], graph.nodes)}{more}"
    first = next((edge for edge in graph.edges if chain and edge.waiter == chain[0]), None)
    if first is not None:
        end = graph.nodes[chain[-1]]
        main_wait = f"{state_wait(first, graph.nodes)}."
        if len(chain) > 1 and end.place is not None:
            at = shown_place(end.place)
            main_wait = f"The main thread waits until {shown_name(end)} goes on, which is at {at}."
        return f"No cycle is seen. {main_wait}"
    if not graph.edges:
        return "No thread or coroutine of the dump is seen to wait for another."
    told = "; ".join(state_wait(edge, graph.nodes) for edge in graph.edges[:2])
    return f"No cycle is seen. {told}."


def decisive_places(graph: WaitGraph) -> tuple[WaitPlace, ...]:
    """Return where to look first: the waits of the first cycle, else the end of the main thread's chain."""
    if graph.cycles:
        inside = set(graph.cycles[0].nodes)
        waits = (edge.waits_at for edge in graph.edges if edge.waiter in inside and edge.holder in inside)
        return tuple(place for place in waits if place is not None and place.file_path is not None)
    if len(graph.main_chain) > 1:
        end = next(node for node in graph.nodes if node.id == graph.main_chain[-1])
        return (end.place,) if end.place is not None and end.place.file_path is not None else ()
    return ()
