"""Answers kept on disk, so that a question is asked of the web once, and pauses that sources asked for."""

from __future__ import annotations

import hashlib
import json
import logging
import os
import tempfile
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from rca.web.source import Page

FRESH_SECONDS = 7 * 86_400
"""How long an answer is given again without asking."""

MOST_ANSWERS = 500
_logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Kept:
    """An answer from the shelf and its age in seconds."""

    pages: tuple[Page, ...]
    age: float

    @property
    def fresh(self) -> bool:
        """Whether it may stand for a new answer; a stale one still serves where the network fails."""
        return 0 <= self.age < FRESH_SECONDS


class Shelf:
    """A folder of answers, safe to share between processes: each file is written whole or not at all.

    Args:
        folder: where to keep them; made when first needed.
        clock: seconds since 1970.
    """

    def __init__(self, folder: Path, clock: Callable[[], float] = time.time) -> None:
        self._folder = folder
        self._clock = clock

    def find(self, source: str, base: str, query: str, limit: int) -> Kept | None:
        """Give the kept answer to a question, None where there is none or it cannot be read."""
        content = _read(self._place(source, base, query, limit))
        try:
            pages = tuple(Page(**page) for page in content["pages"])
            return Kept(pages, self._clock() - float(content["time"]))
        except (KeyError, TypeError, ValueError):
            return None

    def keep(self, source: str, base: str, query: str, limit: int, pages: tuple[Page, ...]) -> None:
        """Keep an answer; what cannot be written is only lost."""
        content = {
            "query": query,
            "source": source,
            "time": self._clock(),
            "pages": [asdict(p) for p in pages],
        }
        self._write(self._place(source, base, query, limit), content)
        self._prune()

    def paused(self, source: str, base: str) -> float:
        """Give the seconds for which a source still wants no question, 0 where it may be asked."""
        try:
            until = float(_read(self._pause(source, base))["until"])
        except (KeyError, TypeError, ValueError):
            return 0.0
        return max(0.0, until - self._clock())

    def pause(self, source: str, base: str, seconds: float) -> None:
        """Remember that a source wants no question for some seconds."""
        self._write(self._pause(source, base), {"until": self._clock() + seconds})

    def _place(self, source: str, base: str, query: str, limit: int) -> Path:
        key = json.dumps([source, base, " ".join(query.lower().split()), limit])
        return self._folder / f"{source}-{hashlib.sha256(key.encode()).hexdigest()[:32]}.json"

    def _pause(self, source: str, base: str) -> Path:
        return self._folder / f"pause-{source}-{hashlib.sha256(base.encode()).hexdigest()[:16]}.json"

    def _write(self, file: Path, content: dict[str, Any]) -> None:
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            handle, name = tempfile.mkstemp(dir=self._folder, suffix=".tmp")
            with os.fdopen(handle, "w", encoding="utf-8") as stream:
                json.dump(content, stream)
            Path(name).replace(file)
        except OSError as problem:
            _logger.warning("A web answer could not be kept: %s", problem)

    def _prune(self) -> None:
        try:
            files = sorted(self._folder.glob("*.json"), key=lambda file: file.stat().st_mtime)
            for file in files[:-MOST_ANSWERS]:
                file.unlink(missing_ok=True)
        except OSError:
            return  # another process prunes as well


def _read(file: Path) -> dict[str, Any]:
    try:
        content = json.loads(file.read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return content if isinstance(content, dict) else {}
