"""Queues that are used as a pool: a function takes an element and puts it back, as with connections.

Who has taken one holds it until then. Who waits for one in such a function waits for those that hold one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from models.wait_graph import WaitPlace
from rca.error_text.thread_dump import Thread
from rca.hangs.graph_builder import GraphBuilder
from rca.hangs.hang_code import CodePlace, code_lines, wait_place
from rca.hangs.thread_waits import ThreadWait, is_idle, simple_call

_TAKEN = re.compile(
    r"\b(?P<element>[A-Za-z_]\w*)\s*(?::[^=]{1,80})?=\s*(?:this\.)?(?P<queue>[A-Za-z_]\w*)\.(?:take|takeFirst|takeLast)\s*\(\s*\)"
)
_ADD = "add|put|offer|addFirst|addLast|offerFirst|offerLast|addAll"
_FUNCTION = re.compile(r"\bfun\b|\)\s*(?:throws [\w., ]+)?\{")
_MAKES = re.compile(
    r"^\s*(?:(?:public|protected|private|internal) )?"
    r"(?:[A-Z]\w*\s*\(|constructor\b|init\s*\{|static\s*\{)|\b(?:apply|also)\s*\{"
)
"""Blocks that run while the object is made."""
_TAKES = frozenset({"take", "takeFirst", "takeLast"})
_MOST_FRAMES = 40


@dataclass(frozen=True, slots=True)
class _Borrowing:
    """A function that takes an element from a queue in one line and puts it back in another."""

    queue: tuple[str, str]
    taken: int
    returned: int


def add_borrowed_elements(graph: GraphBuilder) -> None:
    """Add the waits for elements of queues that are pools, each for those threads that hold one.

    All who hold one must wait without a time limit: otherwise an element comes back.
    """
    waiting = {id(one): found for one in graph.dump.threads if (found := _wanted(graph, one)) is not None}
    for thread in graph.dump.threads:
        borrowing = waiting.get(id(thread))
        if borrowing is None:
            continue
        holders = [
            (other, place)
            for other in graph.dump.threads
            if (place := _held(graph, other, borrowing)) is not None
        ]
        if (
            not holders
            or _is_filled_elsewhere(graph, borrowing)
            or not all(_is_stuck(graph, one, waiting) for one, _place in holders)
        ):
            continue
        resource = f"an element of `{borrowing.queue[1]}`"
        graph.waits[id(thread)] = ThreadWait("lock", resource, _take_frame(thread) + 1)
        for other, place in holders:
            evidence = (
                f'By the code "{other.name}" took an element in line {borrowing.taken} and has not put it '
                "back; all who hold one wait."
            )
            graph.thread_edge(thread, graph.thread(other), "likely", evidence, place)


def _is_filled_elsewhere(graph: GraphBuilder, borrowing: _Borrowing) -> bool:
    """Return whether another function than those that borrow adds elements, but for a constructor."""
    path, queue = borrowing.queue
    lines = graph.code.lines(path)
    adds = re.compile(rf"\b{re.escape(queue)}\.(?:{_ADD})\s*\(")
    takes = re.compile(rf"=\s*(?:this\.)?{re.escape(queue)}\.(?:take|takeFirst|takeLast)\s*\(")
    for at, text in enumerate(lines):
        if not adds.search(text):
            continue
        around = list(_headers(lines, at))
        if any(_MAKES.search(header) for header in around):
            continue
        function = next(
            (number for number, _text in _numbered_headers(lines, at) if _FUNCTION.search(lines[number])), 0
        )
        if not any(takes.search(lines[number]) for number in range(function, at)):
            return True
    return False


def _headers(lines: Sequence[str], at: int) -> Iterator[str]:
    return (text for _number, text in _numbered_headers(lines, at))


def _numbered_headers(lines: Sequence[str], at: int) -> Iterator[tuple[int, str]]:
    """Yield the lines that open the blocks around a line, the innermost first."""
    depth = 0
    for number in range(at - 1, -1, -1):
        depth += lines[number].count("}") - lines[number].count("{")
        if depth < 0:
            yield number, lines[number]
            depth = 0


def _is_stuck(graph: GraphBuilder, thread: Thread, waiting: dict[int, _Borrowing]) -> bool:
    wait = graph.wait_of(thread)
    return id(thread) in waiting or (wait is not None and not wait.timed)


def _take_frame(thread: Thread) -> int:
    """Return the number of the frame that takes from a queue without a time limit; -1 where there is none."""
    for number, frame in enumerate(thread.frames[:12]):
        owner, method = simple_call(frame)
        if method in _TAKES and owner.endswith(("Queue", "Deque")):
            return number
        if frame.origin == "app":
            break
    return -1


def _wanted(graph: GraphBuilder, thread: Thread) -> _Borrowing | None:
    if not is_idle(thread) or _take_frame(thread) < 0:
        return None
    found = graph.app_frame(thread.frames, _take_frame(thread) + 1)
    place = found[2] if found is not None else None
    borrowing = _borrowing(graph, place) if place is not None else None
    return (
        borrowing if borrowing is not None and place is not None and borrowing.taken == place.line else None
    )


def _held(graph: GraphBuilder, thread: Thread, wanted: _Borrowing) -> WaitPlace | None:
    """Return where a thread holds an element of the queue: a frame between the two lines."""
    for frame in thread.frames[:_MOST_FRAMES]:
        place = graph.code.place(frame) if frame.origin != "platform" else None
        borrowing = _borrowing(graph, place) if place is not None else None
        if borrowing is None or place is None or place.line is None or borrowing.queue != wanted.queue:
            continue
        if borrowing.taken < place.line < borrowing.returned:
            return wait_place(frame, graph.code)
    return None


def _borrowing(graph: GraphBuilder, place: CodePlace) -> _Borrowing | None:
    body = code_lines(place, graph.code)
    for number, text in body:
        taken = _TAKEN.search(text)
        if taken is None:
            continue
        queue, element = taken["queue"], taken["element"]
        back = re.compile(
            rf"\b{re.escape(queue)}\.(?:add|put|offer|addFirst|addLast|offerFirst|offerLast)\s*\(\s*{re.escape(element)}\s*\)"
        )
        returned = [line for line, other in body if line > number and back.search(other)]
        if returned:
            return _Borrowing((place.path, queue), number, returned[-1])
    return None
