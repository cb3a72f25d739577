"""Keeps captures of a workspace as files, secrets masked, so that a later analysis can use them."""

from __future__ import annotations

import contextlib
import hashlib
import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from pydantic import ValidationError

from models.captured_state import CapturedState
from models.error_report import ErrorReport
from models.tools.capture_crash_state import CaptureCrashStateResult

MOST_KEPT = 20
_ID = re.compile(r"\d{14}-[0-9a-f]{8}")


class CaptureStore:
    """The captures of one workspace.

    Args:
        data_dir: the program's data folder.
        roots: folders of the workspace.
    """

    def __init__(self, data_dir: Path, roots: Sequence[Path]) -> None:
        text = "\n".join(sorted(str(root) for root in roots))
        self._folder = data_dir / "captures" / hashlib.sha256(text.encode()).hexdigest()[:16]

    def keep(self, result: CaptureCrashStateResult) -> CaptureCrashStateResult:
        """Keep a result with what was captured, and return it with its id; the oldest are dropped."""
        content = json.dumps(result.model_dump(mode="json"), ensure_ascii=False)
        digits = re.sub(r"\D", "", result.receipt.started_at)[:14]
        capture_id = f"{digits}-{hashlib.sha256(content.encode()).hexdigest()[:8]}"
        named = result.model_copy(update={"capture_id": capture_id})
        self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        text = json.dumps(named.model_dump(mode="json"), ensure_ascii=False)
        # Renamed when it is whole: who looks meanwhile finds all of it or nothing.
        unfinished = self._folder / f"{capture_id}.tmp"
        unfinished.write_text(text, encoding="utf-8")
        unfinished.replace(self._folder / f"{capture_id}.json")
        for old in self._newest_first()[MOST_KEPT:]:
            with contextlib.suppress(OSError):
                old.unlink()
        return named

    def load(self, capture_id: str) -> CapturedState | None:
        """Return a capture by its id; None where none is kept under it."""
        if not _ID.fullmatch(capture_id):
            return None
        return self._read(self._folder / f"{capture_id}.json")

    def find(self, report: ErrorReport) -> CapturedState | None:
        """Return the newest capture of an error: the same exception, thrown at the same line of the app."""
        places = set(_throws(report))
        if not places:
            return None
        for path in self._newest_first():
            state = self._read(path)
            if state is not None and state.frames:
                top = state.frames[0]
                if (state.exception, top.class_name, top.method, top.line) in places:
                    return state
        return None

    def _newest_first(self) -> list[Path]:
        return sorted(self._folder.glob("*.json"), reverse=True)

    @staticmethod
    def _read(path: Path) -> CapturedState | None:
        try:
            result = CaptureCrashStateResult.model_validate(json.loads(path.read_text(encoding="utf-8")))
        except (OSError, ValueError, ValidationError):
            return None  # what is damaged is no capture
        return result.state


def _throws(report: ErrorReport) -> Iterator[tuple[str, str, str | None, int | None]]:
    """Return each exception of a report with the topmost app frame of its trace."""
    for exception in report.exceptions:
        top = next((frame for frame in exception.frames if frame.origin == "app"), None)
        if top is not None and top.class_name is not None:
            yield exception.type, top.class_name, top.method, top.line
