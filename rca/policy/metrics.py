"""Metrics: one JSON line per call with tool, time and sizes; no parameters, no answers (seed 000)."""

from __future__ import annotations

import hashlib
import json
import logging
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

_logger = logging.getLogger(__name__)

_MOST_BYTES = 5 * 1024 * 1024
_KEPT_DAYS = 90
_PLAIN_NAME = re.compile(r"[A-Za-z0-9_.:-]{1,64}")
_FILE = re.compile(r"calls-(\d{4}-\d{2}-\d{2})(?:\.(\d+))?\.jsonl")


@dataclass(frozen=True, slots=True)
class CallRecord:
    """The record of one call; fields that are None are omitted from the line."""

    timestamp: str
    task: str
    tool: str
    duration_ms: float
    query_type: str | None = None
    results: int | None = None
    size_bytes: int | None = None
    cached: bool | None = None
    error: str | None = None


class Journal:
    """The records of all calls, one file per day and per 5 MB; files are kept for 90 days.

    Each line is one write to a file opened for appending, so that processes may write at the same time. No
    file is ever renamed.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._swept = ""

    def write(self, record: CallRecord) -> None:
        """Append one line; a write error never fails the call."""
        line = {name: value for name in _ORDER if (value := getattr(record, name)) is not None}
        text = json.dumps(line, separators=(",", ":")) + "\n"
        try:
            self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            self._sweep(record.timestamp[:10])
            with self._current(record.timestamp[:10]).open("ab", buffering=0) as file:
                file.write(text.encode())
        except OSError as problem:
            _logger.warning("a call could not be recorded: %s", problem)

    def read(
        self,
        since: datetime | None = None,
        task: str | None = None,
        unread: Callable[[str], None] = lambda _what: None,
    ) -> Iterator[dict[str, Any]]:
        """Yield the lines in the order in which they were written.

        `unread` is called with each unreadable file, and with the number of invalid lines of a file.
        """
        earliest = None if since is None else _iso(since)
        named = None if task is None else task_name(task)
        for path in self._files():
            if earliest is not None and _day(path) < earliest[:10]:
                continue
            broken = 0
            try:
                with path.open(encoding="utf-8", errors="replace") as lines:
                    for text in lines:
                        line = _line(text)
                        broken += line is None
                        if line is None or (earliest is not None and line["timestamp"] < earliest):
                            continue
                        if named is None or line["task"] == named:
                            yield line
            except FileNotFoundError:
                continue  # another process removed it: it was too old
            except OSError as problem:
                unread(f"{path} cannot be read: {problem}")
            if broken:
                unread(f"{path}: {broken} lines are no calls")

    def _current(self, day: str) -> Path:
        number = 1
        while True:
            path = self._folder / (f"calls-{day}.jsonl" if number == 1 else f"calls-{day}.{number}.jsonl")
            if not path.exists() or path.stat().st_size < _MOST_BYTES:
                return path
            number += 1

    def _sweep(self, today: str) -> None:
        if self._swept == today:
            return
        self._swept = today
        oldest = (datetime.fromisoformat(today) - timedelta(days=_KEPT_DAYS)).date().isoformat()
        for path in self._files():
            if _day(path) < oldest:
                path.unlink(missing_ok=True)

    def _files(self) -> list[Path]:
        if not self._folder.is_dir():
            return []
        named = ((path, _FILE.fullmatch(path.name)) for path in self._folder.iterdir())
        numbered = [(found[1], int(found[2] or 1), path) for path, found in named if found]
        return [path for _day, _number, path in sorted(numbered)]


_ORDER = (
    "timestamp",
    "task",
    "tool",
    "query_type",
    "results",
    "size_bytes",
    "cached",
    "duration_ms",
    "error",
)


def task_name(task: str) -> str:
    """Return the name under which a task is recorded: its own if it is a plain word, else a hash."""
    if _PLAIN_NAME.fullmatch(task):
        return task
    return "task-" + hashlib.sha256(task.encode("utf-8", "surrogatepass")).hexdigest()[:12]


def now() -> str:
    """Return the current time as the lines have it: ISO 8601, UTC, milliseconds."""
    return _iso(datetime.now(UTC))


def _iso(time: datetime) -> str:
    aware = time if time.tzinfo else time.replace(tzinfo=UTC)
    return aware.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _day(path: Path) -> str:
    return path.name[len("calls-") :][:10]


def _line(text: str) -> dict[str, Any] | None:
    try:
        line = json.loads(text)
    except ValueError:
        return None
    has_all = isinstance(line, dict) and all(isinstance(line.get(key), str) for key in _ORDER[:3])
    return line if has_all and isinstance(line.get("duration_ms"), int | float) else None
