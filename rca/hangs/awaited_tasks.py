"""Tasks that a thread awaits by name, and the thread that runs them: futures, jobs, threads."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rca.error_text.thread_dump import Thread
from rca.hangs.code_statements import assigned_statements, block_from
from rca.hangs.graph_builder import GraphBuilder
from rca.hangs.hang_code import CodePlace, code_lines
from rca.hangs.task_code import awaited_name, own_functions
from rca.hangs.thread_waits import ThreadWait

_STARTS = re.compile(
    r"\b(?:submit|execute|supplyAsync|runAsync|async|launch|future|schedule)\b|\bCompletableFuture\s*\."
    r"|\b[Tt]hread\s*[({]"
)
_REFERENCE = re.compile(r"(?:\bthis|\b\w+)?::(?P<name>[a-z]\w*)")
_NEW = re.compile(r"=\s*(?:new\s+)?(?:[\w.]+\.new\s+)?(?P<type>[A-Z]\w*)\s*(?:<[^>]*>)?\(")
_JOINED = re.compile(r"\b(?P<name>[A-Za-z_]\w*)\.(?:join|await|get)\s*\(")
_TASK_CALLS = frozenset({"compute", "call", "run"})
_MOST_FRAMES = 60


def add_awaited_task(graph: GraphBuilder, thread: Thread, wait: ThreadWait) -> None:
    """Add the thread that runs the awaited task, where the code names one task and one thread is in it."""
    place = graph.code_place(thread)
    if place is None:
        return
    for name in _awaited(place, wait, graph):
        runners = list(_runners(graph, thread, name, place))
        if len({id(one) for one, _why in runners}) == 1:
            runner, why = runners[0]
            graph.thread_edge(
                thread, graph.thread(runner), "likely", f'{why}, and "{runner.name}" alone is in it.'
            )


def _awaited(place: CodePlace, wait: ThreadWait, graph: GraphBuilder) -> list[str]:
    if wait.kind != "run_blocking":
        name = awaited_name(place, graph.code)
        return [name] if name is not None else []
    body = code_lines(place, graph.code)
    at = next((number for number, one in enumerate(body) if one[0] == place.line), None)
    block = block_from(body, at) if at is not None else []
    return list(dict.fromkeys(match["name"] for _number, text in block for match in _JOINED.finditer(text)))


def _runners(
    graph: GraphBuilder, waiter: Thread, name: str, place: CodePlace
) -> Iterator[tuple[Thread, str]]:
    lines = [(number, text.partition("//")[0]) for number, text in enumerate(graph.code.lines(place.path), 1)]
    own = code_lines(place, graph.code)
    statements = list(assigned_statements(name, own)) or list(assigned_statements(name, lines))
    if len(statements) != 1:
        return
    statement = statements[0]
    text = " ".join(part for _number, part in statement)
    made = _NEW.search(text)
    if _STARTS.search(text):
        regions = [(statement[0][0], statement[-1][0]), *_referenced(text, place.path, graph)]
        if any(_stands_in(graph, waiter, place.path, region, outermost=False) for region in regions):
            return  # it is in such a task itself: the awaited one is another
        why = f"By the code `{name}` is the task of line {statement[0][0]}"
        for one in graph.dump.threads:
            if one is not waiter and any(
                _stands_in(graph, one, place.path, region, outermost=True) for region in regions
            ):
                yield one, why
    elif made is not None:
        for one in graph.dump.threads:
            if one is not waiter and _runs_class(one, made["type"]):
                yield one, f"By the code `{name}` is a `{made['type']}`"


def _referenced(text: str, path: str, graph: GraphBuilder) -> Iterator[tuple[int, int]]:
    """Yield the lines of the functions that a statement hands over by their names."""
    for match in _REFERENCE.finditer(text):
        for function in own_functions(match["name"], path, graph.code):
            if function.path == path and function.start is not None and function.end is not None:
                yield function.start, function.end


def _stands_in(
    graph: GraphBuilder, thread: Thread, path: str, region: tuple[int, int], *, outermost: bool
) -> bool:
    """Return whether a thread's stack is in lines of a file: its outermost frame of the project, or any."""
    places = [
        place
        for frame in thread.frames[:_MOST_FRAMES]
        if frame.origin != "platform"
        and frame.line is not None
        and (place := graph.code.place(frame)) is not None
    ]
    chosen = places[-1:] if outermost else places
    return any(
        one.path == path and one.line is not None and region[0] <= one.line <= region[1] for one in chosen
    )


def _runs_class(thread: Thread, type_name: str) -> bool:
    return any(
        frame.method in _TASK_CALLS and re.split(r"[.$]", frame.class_name or "")[-1] == type_name
        for frame in thread.frames[:_MOST_FRAMES]
    )
