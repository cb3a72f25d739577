"""The error events of a workspace on disk, so that they outlive the server; secrets masked."""

from __future__ import annotations

import functools
import json
import logging
import os
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic import TypeAdapter, ValidationError

from models.error_report import ErrorReport
from rca.error_text import Occurrence, parse
from rca.redaction import redact

if TYPE_CHECKING:
    from rca.events.event_log import StoredError

_logger = logging.getLogger(__name__)

_VERSION = 1
_MOST_CHARACTERS = 100_000
"""Of an error's text; its end is kept, which says what went wrong."""


class ErrorStore:
    """A file that holds all events; every method is called from one thread at a time."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._masked: dict[str, tuple[Occurrence, dict[str, Any]]] = {}
        """By event the occurrence that was masked last, as masking costs more than writing."""
        self._written = ""

    def load(self) -> list[StoredError]:
        """Return the stored events; none if there is no file, or it is damaged or of another release."""
        try:
            text = self.path.read_text(encoding="utf-8")
        except FileNotFoundError:
            return []
        except (OSError, UnicodeDecodeError) as problem:
            _logger.warning("earlier errors could not be read: %s", problem)
            return []
        try:
            content = json.loads(text)
            if content["version"] != _VERSION:
                return []
            return _adapter().validate_python(content["errors"], strict=False)
        except (ValueError, KeyError, TypeError, ValidationError):
            _logger.warning("%s is damaged: earlier errors are not shown", self.path)
            return []

    def save(self, errors: Sequence[StoredError]) -> None:
        """Replace the stored events; what cannot be written is logged, and the old ones stay."""
        content = {"version": _VERSION, "errors": [self._row(one) for one in errors]}
        self._masked = {one.id: self._masked[one.id] for one in errors}
        text = json.dumps(content, ensure_ascii=False)
        if text == self._written:
            return
        try:
            _replace(self.path, text)
        except OSError as problem:
            _logger.warning("errors could not be stored: %s", problem)
        else:
            self._written = text

    def _row(self, error: StoredError) -> dict[str, Any]:
        known = self._masked.get(error.id)
        if known is None or known[0] is not error.occurrence:
            known = self._masked[error.id] = (error.occurrence, _masked(error.occurrence))
        row = _adapter().dump_python([error], mode="json", exclude={0: {"occurrence"}})[0]
        return {**row, "occurrence": known[1]}


def error_store(data_dir: Path, roots: Iterable[Path]) -> ErrorStore:
    """Return the store of the workspace with these folders."""
    import hashlib

    places = "\n".join(sorted(str(root.resolve()) for root in roots))
    name = hashlib.sha256(places.encode("utf-8", "surrogateescape")).hexdigest()[:32]
    return ErrorStore(data_dir / "errors" / f"{name}.json")


@functools.cache
def _adapter() -> TypeAdapter[list[StoredError]]:
    """Return the reader and writer of rows; built at first use, as it takes long."""
    from rca.events import event_log

    return TypeAdapter(list[event_log.StoredError])


def _masked(occurrence: Occurrence) -> dict[str, Any]:
    """Return an occurrence as JSON without its secrets; a text that has any is parsed anew."""
    text = redact(occurrence.text[-_MOST_CHARACTERS:]).text
    report: ErrorReport = occurrence.report if text == occurrence.text else parse(text)
    return {"report": report.model_dump(mode="json"), "text": text, "count": occurrence.count}


def _replace(path: Path, text: str) -> None:
    """Write a file in one step, readable by its owner alone."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, suffix=".tmp")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as stream:
            stream.write(text)
        Path(name).replace(path)
    except OSError:
        Path(name).unlink(missing_ok=True)
        raise
