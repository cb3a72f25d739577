"""Reads what programs print, off the caller's thread, and tells when a problem came up."""

from __future__ import annotations

import logging
import queue
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Literal

from models.events import ErrorEvent, OutputChunk
from rca.error_text import Occurrence, occurrences
from rca.events.log import Details, EventLog
from rca.events.output import CommandOutput, LogOutput

_logger = logging.getLogger(__name__)

QUIET_SECONDS = 0.6
"""A pause after which what was printed is read: a stack trace is written at once."""

_MOST_SECONDS = 3.0
"""A command that never pauses is read this often, each time taking longer for longer outputs."""

_MOST_RUNS = 200
_MOST_ERRORS = 20
"""Errors of one text that become events; a text with more is a log of something else."""

_IGNORED = ("unknown", "kotlin_warnings_only")


@dataclass(slots=True)
class _Run:
    name: str
    output: CommandOutput | LogOutput
    passages: int = 0
    due: float | None = None
    first_news: float = 0.0
    took: float = field(default=0.0)


class ErrorWatch:
    """Takes output as it comes and keeps the events. Every method may be called from any thread.

    `look` finds out about a new problem, None where it cannot be told yet; `changed` is called with
    all events after each change. Neither holds up whoever pushes output.
    """

    def __init__(
        self,
        packages: Callable[[], Sequence[str]],
        look: Callable[[Occurrence], Details | None],
        changed: Callable[[tuple[ErrorEvent, ...]], None],
    ) -> None:
        self._packages, self._look, self._changed = packages, look, changed
        self._log = EventLog()
        self._lock = threading.Lock()
        self._runs: dict[str, _Run] = {}
        self._queue: queue.SimpleQueue[OutputChunk | Literal["look again", "end"]] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._work, name="rca-events", daemon=True)
        self._thread.start()

    def push(self, chunk: OutputChunk) -> None:
        """Take a piece of output; it is read later."""
        self._queue.put(chunk)

    def events(self) -> tuple[ErrorEvent, ...]:
        """Give all events, newest first."""
        with self._lock:
            return self._log.events()

    def text(self, id_: str) -> str | None:
        """Give the lines that told of an event last; None where there is no such event."""
        with self._lock:
            return self._log.text(id_)

    def dismiss(self, id_: str | None) -> None:
        """Forget an event, or all."""
        with self._lock:
            self._log.dismiss(id_)
        self._tell()

    def look_again(self) -> None:
        """Find out about the events of which nothing is known, as after the project was indexed."""
        self._queue.put("look again")

    def close(self) -> None:
        """End; what was not read is not read any more."""
        self._queue.put("end")
        self._thread.join(5)

    def _work(self) -> None:
        while True:
            try:
                chunk = self._queue.get(timeout=self._patience())
            except queue.Empty:
                pass
            else:
                if chunk == "end":
                    return
                if isinstance(chunk, OutputChunk):
                    self._take(chunk)
                else:
                    self._find_out()
            for id_, run in list(self._runs.items()):
                if run.due is not None and run.due <= time.monotonic():
                    self._read(id_, run)

    def _patience(self) -> float | None:
        due = [run.due for run in self._runs.values() if run.due is not None]
        return max(0.0, min(due) - time.monotonic()) if due else None

    def _take(self, chunk: OutputChunk) -> None:
        run = self._runs.get(chunk.run)
        if run is None:
            while len(self._runs) >= _MOST_RUNS:  # one whose end nobody told
                self._end(next(iter(self._runs)))
            output = LogOutput() if chunk.kind in ("log", "debug_console") else CommandOutput()
            run = self._runs[chunk.run] = _Run(chunk.name, output)
            if isinstance(output, CommandOutput):
                with self._lock:
                    outdated = self._log.begin(f"{chunk.run}#0", chunk.name)
                if outdated:
                    self._tell()
        run.output.add(chunk.text, replace=chunk.replace)
        now = time.monotonic()
        if chunk.ended:
            if run.output.has_news:
                self._read(chunk.run, run)
            self._end(chunk.run)
        elif run.output.has_news:
            run.first_news = run.first_news if run.due is not None else now
            latest = run.first_news + max(_MOST_SECONDS, run.took * 10)
            run.due = now if run.output.is_full else min(now + max(QUIET_SECONDS, run.took * 5), latest)
        elif isinstance(run.output, LogOutput):
            run.output.drop()

    def _read(self, id_: str, run: _Run) -> None:
        run.due = None
        started = time.monotonic()
        passage = run.output.take()
        if isinstance(run.output, LogOutput) and not passage.continues:
            with self._lock:
                self._log.settle(f"{id_}#{run.passages}")
            run.passages += 1
        try:
            found = occurrences(passage.text, self._packages())
        except Exception:  # a text that breaks the parser costs that text, not the watch
            _logger.exception("output of %s was not understood", run.name)
            return
        found = tuple(one for one in found if one.report.kind not in _IGNORED)[:_MOST_ERRORS]
        with self._lock:
            changed = self._log.put(f"{id_}#{run.passages}", run.name, found, datetime.now(UTC))
        run.took = time.monotonic() - started
        if changed:
            self._tell()
            self._find_out()

    def _end(self, id_: str) -> None:
        run = self._runs.pop(id_)
        with self._lock:
            self._log.settle(f"{id_}#{run.passages}")

    def _find_out(self) -> None:
        with self._lock:
            unknown = self._log.to_look_up()
        news = False
        for id_, occurrence in unknown:
            try:
                details = self._look(occurrence)
            except Exception:  # the event stands without
                _logger.exception("nothing could be found out about an error")
                continue
            if details is not None:
                news = True
                with self._lock:
                    self._log.add_details(id_, details)
        if news:
            self._tell()

    def _tell(self) -> None:
        self._changed(self.events())
