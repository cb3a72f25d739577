"""Response cache on disk with expiry, and the pauses that sources asked for."""

from __future__ import annotations

import hashlib
import json
import logging
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

from rca.web.json_files import read_json, write_json
from rca.web.rate_limits import LONGEST_PAUSE
from rca.web.search_source import Page, Request, SourceResult

FRESH_SECONDS = 7 * 86_400
"""How long an answer is given again without asking."""

MOST_ANSWERS = 500
_FORM = 2
"""Grows when what is kept of an answer changes."""

_logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class CachedResponse:
    """A cached answer, its time (seconds since 1970), and its age in seconds.

    `note` says what the answer lacked.
    """

    pages: tuple[Page, ...]
    time: float
    age: float
    note: str | None = None

    @property
    def fresh(self) -> bool:
        """Return whether it can replace a request; a stale one is used only if the network fails."""
        return 0 <= self.age < FRESH_SECONDS


class ResponseCache:
    """A folder of answers by request, safe to share between processes.

    Args:
        folder: where to keep them; made when first needed.
        clock: seconds since 1970.
    """

    def __init__(self, folder: Path, clock: Callable[[], float] = time.time) -> None:
        self._folder = folder
        self._clock = clock

    def find(self, source: str, request: Request) -> CachedResponse | None:
        """Return the cached answer to a request; None if there is none or it cannot be read."""
        content = read_json(self._place(source, request))
        try:
            if content["form"] != _FORM:
                return None
            pages = tuple(Page(**page) for page in content["pages"])
            kept = float(content["time"])
            note = None if content.get("note") is None else str(content["note"])
        except (KeyError, TypeError, ValueError):
            return None
        return CachedResponse(pages, kept, self._clock() - kept, note)

    def keep(self, source: str, request: Request, found: SourceResult) -> None:
        """Cache an answer; a write error only loses it."""
        content = {
            "form": _FORM,
            "source": source,
            "request": request.shown,
            "time": self._clock(),
            "note": found.note,
            "pages": [asdict(page) for page in found.pages],
        }
        self._write(self._place(source, request), content)
        self._prune()

    def paused(self, source: str, host: str) -> float:
        """Return the seconds for which a source must not be asked, 0 if it may."""
        told = read_json(self._pause(source, host))
        try:
            until, begun = float(told["until"]), float(told["begun"])
        except (KeyError, TypeError, ValueError):
            return 0.0
        # Begun in the future: the clock was ahead then, and the pause would last until that time.
        now = self._clock()
        return max(0.0, until - now) if begun <= now + 1 else 0.0

    def pause(self, source: str, host: str, seconds: float) -> None:
        """Record that a source wants a pause of some seconds; a longer earlier pause stays."""
        wait = min(seconds, LONGEST_PAUSE)
        if wait > self.paused(source, host):
            now = self._clock()
            self._write(self._pause(source, host), {"begun": now, "until": now + wait})

    def _place(self, source: str, request: Request) -> Path:
        key = json.dumps([source, request.url.casefold()])
        return self._folder / f"{source}-{hashlib.sha256(key.encode()).hexdigest()[:32]}.json"

    def _pause(self, source: str, host: str) -> Path:
        return self._folder / f"pause-{source}-{hashlib.sha256(host.encode()).hexdigest()[:16]}.json"

    def _write(self, file: Path, content: dict[str, object]) -> None:
        try:
            write_json(file, content)
        except OSError as problem:
            _logger.warning("a web answer could not be cached: %s", problem)

    def _prune(self) -> None:
        try:
            # What is no answer and no pause has no dash in its name: the list of documentation stays.
            files = sorted(self._folder.glob("*-*.json"), key=lambda file: file.stat().st_mtime)
            for file in files[:-MOST_ANSWERS]:
                file.unlink(missing_ok=True)
        except OSError:
            return  # another process prunes as well
