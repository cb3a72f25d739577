"""Log of messages that could not be read or handled: one line each, without content, rate-limited.

pygls writes a traceback of up to 200 lines for each of them, with values out of the user's documents.
"""

from __future__ import annotations

import json
import logging
import re
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from types import TracebackType

_MOST = 5
"""Lines of one kind that are written in one period."""

_PERIOD_SECONDS = 60.0
_LONGEST_NAME = 80
_LONGEST_LINE = 200
_MOST_FAULTS = 3
_MOST_FRAMES = 4

_LOGGERS = ("pygls", "lsp_server.protocol", "lsp_server.language_server")
_SAID_TWICE = "Unable to deserialize message"
"""pygls logs this, and then the failure of the message that it belongs to."""
_ARGUMENT = re.compile(r":?\s*\"?%[sdr]\"?")
_VALUE = re.compile(r"\(.*\)|\[['\"].*?['\"]\]", re.DOTALL)
_OWN = re.compile(r"(?:^|[/\\])((?:lsp_server|rca|models)[/\\].*)")

_logger = logging.getLogger(__name__)


class RateLimit:
    """Admits the first few of a kind per period, and counts the others."""

    def __init__(self, most: int = _MOST, seconds: float = _PERIOD_SECONDS) -> None:
        self._most = most
        self._seconds = seconds
        self._lock = threading.Lock()
        self._since = time.monotonic()
        self._seen: Counter[str] = Counter()
        self._left_out: Counter[str] = Counter()

    def admits(self, kind: str) -> bool:
        """Count one of a kind; return whether it is admitted."""
        with self._lock:
            if time.monotonic() - self._since >= self._seconds:
                self._seen.clear()
                self._since = time.monotonic()
            self._seen[kind] += 1
            if self._seen[kind] <= self._most:
                return True
            self._left_out[kind] += 1
            return False

    def take_left_out(self) -> Counter[str]:
        """Return how many of each kind were dropped since the last call."""
        with self._lock:
            left_out, self._left_out = self._left_out, Counter()
            return left_out


class MessageLog(logging.Filter):
    """Shortens log records of the protocol to one line, and limits their rate."""

    def __init__(self, most: int = _MOST, seconds: float = _PERIOD_SECONDS) -> None:
        super().__init__()
        self._limit = RateLimit(most, seconds)
        self._seconds = seconds
        self.waiting: threading.Timer | None = None

    def filter(self, record: logging.LogRecord) -> bool:
        """Shorten a record of the protocol; return False if it is dropped."""
        if record.levelno < logging.WARNING or not record.name.startswith(_LOGGERS):
            return True
        if str(record.msg).startswith(_SAID_TWICE):
            return False
        kind = _ARGUMENT.sub("", str(record.msg).partition("\n")[0])
        if not self._limit.admits(kind):
            self._write_later()
            return False
        record.msg, record.args = _line(kind, record), ()
        record.exc_info = record.exc_text = None
        return True

    def write_left_out(self) -> None:
        """Log how many lines of each kind were dropped."""
        self.waiting = None
        for kind, count in self._limit.take_left_out().items():
            _logger.warning("%d more lines were dropped: %s", count, kind)

    def _write_later(self) -> None:
        if self.waiting is None:
            self.waiting = threading.Timer(self._seconds, self.write_left_out)
            self.waiting.daemon = True
            self.waiting.start()


def summarize(problem: BaseException) -> str:
    """Return an exception's type and where our code raised it, without values that it may hold."""
    cause = problem.__cause__ or problem
    faults = _faults(cause)
    name = type(problem).__name__
    if faults:
        return f"{name}: {'; '.join(faults)}"
    safe = _safe_words(problem)
    frames = _frames(problem.__traceback__)
    return "".join((name, f": {safe}" if safe else "", f" at {' < '.join(frames)}" if frames else ""))


def _safe_words(problem: BaseException) -> str:
    """Return the message of an exception of a class whose messages quote nothing that was sent."""
    if isinstance(problem, json.JSONDecodeError):
        return problem.msg
    if isinstance(problem, OSError):
        return problem.strerror or ""
    quotes_nothing = _is_protocol_error(problem) or type(problem).__module__ == "sqlite3"
    return _shortened(str(problem), _LONGEST_LINE) if quotes_nothing else ""


def _is_protocol_error(problem: BaseException) -> bool:
    # Importing pygls takes longer than all else that an assistant's server loads of ours.
    loaded = sys.modules.get("pygls.exceptions")
    return loaded is not None and isinstance(problem, loaded.JsonRpcException)


def _line(kind: str, record: logging.LogRecord) -> str:
    problem = record.exc_info[1] if record.exc_info else None
    parts = [kind] if record.name.startswith("pygls") else [_shortened(record.getMessage(), _LONGEST_LINE)]
    if "method %r" in str(record.msg) and isinstance(record.args, tuple):
        parts.append(_shortened(str(record.args[-1])))
    if problem is not None:
        parts += [_shortened(note) for note in getattr(problem, "__notes__", ())]
        parts.append(summarize(problem))
    return ": ".join(parts)


def _shortened(text: str, longest: int = _LONGEST_NAME) -> str:
    shown = text if text.isprintable() else repr(text)
    return shown if len(shown) <= longest else f"{shown[:longest]}…"


def _faults(cause: BaseException) -> list[str]:
    """Return which fields of a message were invalid, according to cattrs or pydantic."""
    if isinstance(cause, BaseExceptionGroup):
        from cattrs import transform_error

        lines = [_VALUE.sub("", line) for line in transform_error(cause)]
    else:
        errors: Callable[..., list[dict[str, object]]] | None = getattr(cause, "errors", None)
        if errors is None:
            return []
        lines = [f"{one['type']} @ {'.'.join(map(str, _place(one)))}" for one in errors()]
    shown = [_shortened(" ".join(line.split())) for line in lines[:_MOST_FAULTS]]
    return [*shown, f"{len(lines) - len(shown)} more"] if len(lines) > len(shown) else shown


def _place(error: dict[str, object]) -> tuple[object, ...]:
    place = error.get("loc")
    return place if isinstance(place, tuple) else ()


def _frames(traceback: TracebackType | None) -> list[str]:
    """Return the innermost frames of our own code, innermost first."""
    found: list[str] = []
    while traceback is not None:
        code = traceback.tb_frame.f_code
        own = _OWN.search(code.co_filename)
        if own is not None:
            found.append(f"{own.group(1)}:{traceback.tb_lineno}")
        traceback = traceback.tb_next
    return found[: -_MOST_FRAMES - 1 : -1]
