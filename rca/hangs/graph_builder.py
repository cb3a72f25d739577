"""Collects the nodes and edges of a wait-for graph."""

from __future__ import annotations

from collections.abc import Sequence

from models.error_report import Frame
from models.wait_graph import WaitCertainty, WaitEdge, WaitKind, WaitNode, WaitNodeKind, WaitPlace
from rca.error_text.coroutine_dump import Coroutine
from rca.error_text.thread_dump import Thread
from rca.hangs.hang_code import CodePlace, HangCode, wait_place
from rca.hangs.hang_dump import HangDump, frame_name
from rca.hangs.section_waits import find_section_wait
from rca.hangs.thread_waits import ThreadWait, find_wait, held_locks
from rca.text.lazy_regex import lazy_regex

AppFrame = tuple[int, Frame, CodePlace | None]
"""A frame with its number in the stack, and its place."""
_ART_STATE = lazy_regex(r'"[^"\n]*"[^\n]*\btid=\d+ (?P<state>[A-Z]\w{2,30})')


class GraphBuilder:
    """The graph while it grows. A node's id is its kind and name, with a number where two share it."""

    def __init__(self, dump: HangDump, code: HangCode) -> None:
        self.dump = dump
        self.code = code
        self.main = dump.main
        self.nodes: dict[str, WaitNode] = {}
        self.edges: list[WaitEdge] = []
        self.notes: dict[str, None] = {}
        self.waits: dict[int, ThreadWait] = {}
        self.held: dict[int, dict[str, int]] = {}
        self._known: set[tuple[str, str | None, WaitKind]] = set()
        self._explained: set[str] = set()
        self._ids: dict[int, str] = {}
        taken: set[str] = set()
        for thread in dump.threads:
            self._ids[id(thread)] = _unique(f"thread {thread.name}", taken)
            wait = find_wait(thread) or find_section_wait(thread, dump.stated.get(thread.name))
            if wait is not None:
                self.waits[id(thread)] = wait
            self.held[id(thread)] = held_locks(thread)
        self.holders: dict[str, list[tuple[Thread, int]]] = {}
        for thread in dump.threads:
            for lock, number in self.held[id(thread)].items():
                self.holders.setdefault(lock, []).append((thread, number))
        self.by_tid = {one.tid: one for one in reversed(dump.threads) if one.tid is not None}
        for coroutine in dump.coroutines:
            self._ids[id(coroutine)] = _unique(f"coroutine {coroutine.name or coroutine.job}", taken)

    def wait_of(self, thread: Thread) -> ThreadWait | None:
        """Return what a thread waits for."""
        return self.waits.get(id(thread))

    def app_frame(
        self, frames: Sequence[Frame], start: int = 0
    ) -> tuple[int, Frame, CodePlace | None] | None:
        """Return the topmost frame of the app from a number on, the project's before any other's."""
        app: AppFrame | None = None
        for number in range(max(start, 0), len(frames)):
            frame = frames[number]
            if frame.origin == "platform":
                continue
            place = self.code.place(frame)
            if place is not None:
                return number, frame, place
            if app is None and frame.origin == "app":
                app = (number, frame, None)
        return app

    def code_place(self, thread: Thread) -> CodePlace | None:
        """Return the project's line at which a thread waits."""
        wait = self.wait_of(thread)
        found = self.app_frame(thread.frames, wait.at if wait is not None else 0)
        return found[2] if found is not None else None

    def waits_at(self, thread: Thread) -> WaitPlace | None:
        """Return where a thread waits, as the graph shows it."""
        wait = self.wait_of(thread)
        found = self.app_frame(thread.frames, wait.at if wait is not None else 0)
        frame = found[1] if found is not None else next(iter(thread.frames), None)
        return wait_place(frame, self.code) if frame is not None else None

    def place_at(self, thread: Thread, number: int) -> WaitPlace | None:
        """Return the place of a thread's frame by its number."""
        return wait_place(thread.frames[number], self.code) if 0 <= number < len(thread.frames) else None

    def thread(self, thread: Thread) -> str:
        """Add a thread, and return its id."""
        id_ = self._ids[id(thread)]
        if id_ not in self.nodes:
            self._add(id_, "thread", thread.name, _state(thread), self.waits_at(thread))
        return id_

    def coroutine(self, coroutine: Coroutine) -> str:
        """Add a coroutine, and return its id."""
        id_ = self._ids[id(coroutine)]
        if id_ not in self.nodes:
            found = self.app_frame(coroutine.frames)
            frame = found[1] if found is not None else next(iter(coroutine.frames), None)
            name = coroutine.name or coroutine.job
            if frame is not None and coroutine.name is None:
                name = f"{name} in {frame_name(frame)}"
            place = wait_place(frame, self.code) if frame is not None else None
            self._add(id_, "coroutine", name, coroutine.state, place)
        return id_

    def pool(self, name: str) -> str:
        """Add a pool, and return its id."""
        return self._add(f"pool {name}", "pool", name, None, None)

    def process(self, name: str) -> str:
        """Add another process, and return its id."""
        return self._add(f"process {name}", "process", name, None, None)

    def _add(
        self, id_: str, kind: WaitNodeKind, name: str, state: str | None, place: WaitPlace | None
    ) -> str:
        self.nodes.setdefault(id_, WaitNode(id=id_, kind=kind, name=name, state=state, place=place))
        return id_

    def edge(  # noqa: PLR0913, PLR0917 - the parts of an edge
        self,
        waiter: str,
        holder: str | None,
        kind: WaitKind,
        resource: str,
        certainty: WaitCertainty,
        evidence: str,
        *,
        waits_at: WaitPlace | None = None,
        holds_at: WaitPlace | None = None,
        timed: bool = False,
    ) -> None:
        """Add an edge, once."""
        if (waiter, holder, kind) in self._known:
            return
        self._known.add((waiter, holder, kind))
        self._explained.add(waiter)
        self.edges.append(
            WaitEdge(
                waiter=waiter,
                holder=holder,
                kind=kind,
                resource=resource,
                certainty=certainty,
                evidence=evidence,
                waits_at=waits_at,
                holds_at=holds_at,
                timed=timed,
            )
        )

    def thread_edge(
        self,
        thread: Thread,
        holder: str | None,
        certainty: WaitCertainty,
        evidence: str,
        holds_at: WaitPlace | None = None,
    ) -> None:
        """Add an edge for what a thread waits for."""
        wait = self.waits[id(thread)]
        self.edge(
            self.thread(thread),
            holder,
            wait.kind,
            wait.resource,
            certainty,
            evidence,
            waits_at=self.waits_at(thread),
            holds_at=holds_at,
            timed=wait.timed,
        )

    def id_of(self, one: Thread | Coroutine) -> str:
        """Return the id of a thread or coroutine without adding it."""
        return self._ids[id(one)]

    def is_explained(self, thread: Thread) -> bool:
        """Return whether an edge says for whom a thread waits."""
        return self._ids[id(thread)] in self._explained


def _unique(name: str, taken: set[str]) -> str:
    unique, number = name, 2
    while unique in taken:
        unique, number = f"{name} ({number})", number + 1
    taken.add(unique)
    return unique


def _state(thread: Thread) -> str | None:
    if thread.state is not None:
        return thread.state
    art = _ART_STATE.match(thread.header)
    return art["state"] if art is not None else None
