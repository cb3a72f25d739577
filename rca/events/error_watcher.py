"""Watches program output on a thread of its own and reports each problem."""

from __future__ import annotations

import logging
import queue
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Literal

from models.devices import DeviceContext
from models.events import ErrorEvent, ErrorEvents, OutputChunk
from rca.error_text import Occurrence, occurrences
from rca.events.build_outcome import outcome, without_referrals
from rca.events.error_lifecycle import BY_HAND
from rca.events.error_store import ErrorStore
from rca.events.event_log import Details, EventLog
from rca.events.output_buffer import (
    SUCCESS,
    CommandOutput,
    LogOutput,
    Passage,
    may_hold_errors,
    with_reports,
)
from rca.events.problem_identity import merged
from rca.events.terminal_emulator import NEW_PAGE, Screen

_logger = logging.getLogger(__name__)

QUIET_SECONDS = 0.6
"""A pause after which what was printed is read: a stack trace is written at once."""

_MOST_SECONDS = 3.0
"""A command that never pauses is read this often, each time taking longer for longer outputs."""

_MOST_RUNS = 200

_FIRST_RETRY_SECONDS = 0.5
_LONGEST_RETRY_SECONDS = 30.0
_TELL_SECONDS = 0.5
"""What is found out about many problems at once is told this often."""

_IGNORED = ("unknown", "kotlin_warnings_only")


@dataclass(slots=True)
class _Run:
    name: str
    origin: str
    output: CommandOutput | LogOutput
    screen: Screen
    passages: int = 0
    due: float | None = None
    first_news: float = 0.0
    took: float = field(default=0.0)
    device: DeviceContext | None = None
    past: tuple[Occurrence, ...] = ()
    """Errors of a command's output that lie further back than is kept."""


class ErrorWatch:
    """Takes output as it arrives and maintains the events. Every method may be called from any thread.

    `look` looks up a new problem, and returns None if it cannot yet; `changed` is called with all events
    after each change. Neither blocks whoever pushes output, and no look-up delays the reading of further
    output.
    """

    def __init__(
        self,
        packages: Callable[[], Sequence[str]],
        look: Callable[[Occurrence], Details | None],
        changed: Callable[[ErrorEvents], None],
    ) -> None:
        self._packages, self._look, self._changed = packages, look, changed
        self._store: ErrorStore | None = None
        self._log = EventLog()
        self._lock = threading.Lock()
        self._telling = threading.Lock()
        """Held from the look at the events until they are told: no older state is told after a newer one."""
        self._runs: dict[str, _Run] = {}
        self._unknown: deque[tuple[str, Occurrence]] = deque()
        self._news_since: float | None = None
        self._retry_at: float | None = None
        """When to look up again what could not be looked up yet."""
        self._retry_seconds = _FIRST_RETRY_SECONDS
        self._queue: queue.SimpleQueue[OutputChunk | Literal["look again", "end"]] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._work, name="rca-events", daemon=True)
        self._thread.start()

    def keep(self, store: ErrorStore) -> None:
        """Bring in the stored events, and store changes from now on."""
        with self._telling, self._lock:
            self._log.restore(store.load())
            self._store = store

    def push(self, chunk: OutputChunk) -> None:
        """Queue a piece of output; it is read later."""
        self._queue.put(chunk)

    def events(self) -> tuple[ErrorEvent, ...]:
        """Return all events, newest first."""
        with self._lock:
            return self._log.events()

    def text(self, id_: str) -> str | None:
        """Return the latest lines that reported an event; None if there is no such event."""
        with self._lock:
            return self._log.text(id_)

    def dismiss(self, id_: str | None) -> None:
        """Dismiss an event, or all."""
        with self._lock:
            self._log.dismiss(id_)
        self._tell()

    def mark(self, id_: str, state: Literal["seen", "resolved", "open"], by: str = BY_HAND) -> None:
        """Change the state of an event on behalf of a person, or of what `by` names."""
        with self._lock:
            changed = self._log.mark(id_, state, by)
        if changed:
            self._tell()

    def told(self) -> ErrorEvents:
        """Return all events, and how many made room, as they are told."""
        with self._lock:
            return ErrorEvents(events=self._log.events(), forgotten=self._log.forgotten)

    def look_again(self) -> None:
        """Look up events without details again, for example after the project was indexed."""
        self._queue.put("look again")

    def close(self) -> None:
        """Stop; unread output is dropped."""
        self._queue.put("end")
        self._thread.join(5)

    def _work(self) -> None:
        while True:
            try:
                chunk = self._queue.get(timeout=self._patience())
            except queue.Empty:
                chunk = None
            if chunk == "end":
                return
            try:
                self._step(chunk)
            except Exception:  # what breaks on one output must not end the reading of all others
                _logger.exception("output could not be read")

    def _step(self, chunk: OutputChunk | Literal["look again"] | None) -> None:
        if isinstance(chunk, OutputChunk):
            self._take(chunk)
        elif chunk == "look again":
            self._ask()
        due = [
            item for item in self._runs.items() if item[1].due is not None and item[1].due <= time.monotonic()
        ]
        for id_, run in due:
            self._read(id_, run)
        if self._retry_at is not None and self._retry_at <= time.monotonic():
            self._retry_at = None
            self._ask()
        if chunk is None or due:
            self._find_out()

    def _patience(self) -> float | None:
        if self._unknown:
            return 0.0
        due = [run.due for run in self._runs.values() if run.due is not None]
        if self._retry_at is not None:
            due.append(self._retry_at)
        return max(0.0, min(due) - time.monotonic()) if due else None

    def _take(self, chunk: OutputChunk) -> None:
        run = self._runs.get(chunk.run)
        if run is None:
            while len(self._runs) >= _MOST_RUNS:  # one whose end nobody told
                self._end(next(iter(self._runs)))
            output = LogOutput() if chunk.kind in ("log", "debug_console") else CommandOutput()
            origin = f"{chunk.directory or ''}\n{chunk.name}"
            run = self._runs[chunk.run] = _Run(chunk.name, origin, output, Screen(chunk.name))
            if isinstance(output, CommandOutput):
                self._begin(chunk.run, run)
        run.device = chunk.device or run.device
        self._add(run, chunk)
        now = time.monotonic()
        if chunk.reports:
            run.output.add(with_reports(run.output.take().text, chunk.reports), replace=True)
        if chunk.ended:
            if run.output.has_news:
                self._read(chunk.run, run, ended=True, dismissed=chunk.dismissed)
            if chunk.printed_later:
                with self._lock:
                    self._log.expect(f"{chunk.run}#{run.passages}", datetime.now(UTC))
            self._finish(chunk.run, run, chunk.exit_code)
            self._end(chunk.run)
        elif chunk.dismissed:
            self._read(chunk.run, run, ended=True, dismissed=chunk.dismissed)
        elif run.output.has_news:
            run.first_news = run.first_news if run.due is not None else now
            latest = run.first_news + max(_MOST_SECONDS, run.took * 10)
            run.due = now if run.output.is_full else min(now + max(QUIET_SECONDS, run.took * 5), latest)
        else:
            run.output.drop()
            run.due = now if isinstance(run.output, CommandOutput) and run.output.is_full else None
            if SUCCESS in chunk.text:
                self._finish(chunk.run, run, None)

    def _begin(self, id_: str, run: _Run) -> None:
        with self._lock:
            outdated = self._log.begin(f"{id_}#{run.passages}", run.origin)
        if outdated:
            self._tell()

    def _add(self, run: _Run, chunk: OutputChunk) -> None:
        """Add a piece of output; a command that builds again supersedes its earlier output."""
        if chunk.replace:
            with self._lock:
                self._log.tell_anew(chunk.run)
            run.past, run.screen = (), Screen(run.name)
            run.output.add("", replace=True)
        text = run.screen.printed(chunk.text)
        if isinstance(run.output, LogOutput):
            run.output.add(text.replace(NEW_PAGE, "\n"))
            return
        first, *rounds = run.output.rounds(text)
        run.output.add(first)
        for text in rounds:
            if run.output.has_news:
                self._read(chunk.run, run, ended=True, dismissed=chunk.dismissed)
            self._finish(chunk.run, run, None)
            with self._lock:
                self._log.settle(f"{chunk.run}#{run.passages}")
            run.passages, run.output, run.past, run.due = run.passages + 1, CommandOutput(), (), None
            self._begin(chunk.run, run)
            run.output.add(text)

    def _read(self, id_: str, run: _Run, *, ended: bool = False, dismissed: Sequence[str] = ()) -> None:
        run.due = None
        started = time.monotonic()
        if isinstance(run.output, CommandOutput) and run.output.is_full:
            run.past = merged(run.past, self._errors(run.output.let_go(), run.name))
        passage = run.output.take(ended=ended)
        if isinstance(run.output, LogOutput) and not passage.continues:
            with self._lock:
                self._log.settle(f"{id_}#{run.passages}")
            run.passages += 1
        if passage.before:
            self._put(id_, run, self._errors(Passage(passage.before), run.name), dismissed)
            with self._lock:
                self._log.settle(f"{id_}#{run.passages}")
            run.passages += 1
        changed = self._put(id_, run, merged(run.past, self._errors(passage, run.name)), dismissed)
        run.took = time.monotonic() - started
        if changed:
            self._tell()
            self._ask()

    def _put(self, id_: str, run: _Run, found: Sequence[Occurrence], dismissed: Sequence[str]) -> bool:
        run_id = f"{id_}#{run.passages}"
        with self._lock:
            if dismissed:
                self._log.leave_out(run_id, found, dismissed)
            return self._log.put(
                run_id, run.name, found, datetime.now(UTC), origin=run.origin, device=run.device
            )

    def _errors(self, passage: Passage, name: str) -> tuple[Occurrence, ...]:
        if not may_hold_errors(passage.text):
            return ()
        try:
            found = occurrences(passage.text, self._packages())
        except Exception:  # a text that breaks the parser costs that text, not the deadline
            _logger.exception("output of %s could not be parsed", name)
            return ()
        return without_referrals([one for one in found if one.report.kind not in _IGNORED])

    def _end(self, id_: str) -> None:
        run = self._runs.pop(id_)
        with self._lock:
            self._log.settle(f"{id_}#{run.passages}")

    def _finish(self, id_: str, run: _Run, exit_code: int | None) -> None:
        """Resolve what the end of a command, or of a round of it, proves to be solved."""
        if isinstance(run.output, LogOutput):
            return
        ending = outcome(run.name, run.output.text, exit_code)
        with self._lock:
            changed = self._log.finish(f"{id_}#{run.passages}", run.name, run.origin, ending)
        if changed:
            self._tell()

    def _ask(self) -> None:
        with self._lock:
            self._unknown = deque(self._log.to_look_up())

    def _find_out(self) -> None:
        """Look up one problem; the others wait until pending output is read."""
        if self._unknown:
            id_, occurrence = self._unknown.popleft()
            try:
                details = self._look(occurrence)
                self._retry_later(not_yet=details is None)
            except Exception:  # the event stands without
                _logger.exception("an error could not be looked up")
                details = None
            if details is not None:
                self._news_since = self._news_since or time.monotonic()
                with self._lock:
                    self._log.add_details(id_, details)
        if self._news_since and (not self._unknown or time.monotonic() > self._news_since + _TELL_SECONDS):
            self._tell()

    def _retry_later(self, *, not_yet: bool) -> None:
        if not not_yet:
            self._retry_seconds = _FIRST_RETRY_SECONDS
        elif self._retry_at is None:
            self._retry_at = time.monotonic() + self._retry_seconds
            self._retry_seconds = min(self._retry_seconds * 2, _LONGEST_RETRY_SECONDS)

    def _tell(self) -> None:
        self._news_since = None
        with self._telling:
            with self._lock:
                told = ErrorEvents(events=self._log.events(), forgotten=self._log.forgotten)
                kept = self._log.export() if self._store is not None else []
            self._changed(told)
            if self._store is not None:
                self._store.save(kept)
