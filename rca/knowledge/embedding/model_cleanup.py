"""Removes exports, vector indexes and embeddings of models that are no longer used.

Each release may teach the packaged model more, which makes it another model: its export alone is 90 MB.
"""

from __future__ import annotations

import contextlib
import logging
import shutil
import time
from collections.abc import Iterator
from pathlib import Path

from rca.knowledge.embedding import onnx_model
from rca.knowledge.ledger.ledger import Ledger
from rca.tool_failure import Failure

_log = logging.getLogger(__name__)

UNUSED_DAYS = 14
"""After so long nobody is thought to use a model any more; it is made again for who does."""

_DAY_SECONDS = 86_400.0
_INDEX = "chroma-"
_BATCH = 2_000
"""Embeddings that are removed at a time: others write in between."""


class StaleModels:
    """What lies beside the ledger for other models than `model`."""

    def __init__(self, data_dir: Path, ledger: Ledger, model: str, packaged: str) -> None:
        """`data_dir` is the folder to clean; `packaged` names the packaged model of every release."""
        self._exports = data_dir / "models"
        self._indexes = data_dir / "knowledge"
        self._ledger = ledger
        self._model = model
        self._packaged = packaged

    def clear(self) -> None:
        """Delete databases not used for `UNUSED_DAYS`. Never raises: what cannot be deleted stays."""
        try:
            for folder in self._unused(self._exports, "", (onnx_model.STAMP, onnx_model.FAILED)):
                shutil.rmtree(folder, ignore_errors=True)
                for lock in ("lock", "making"):
                    Path(f"{folder}.{lock}").unlink(missing_ok=True)
            for folder in self._unused(self._indexes, _INDEX, ("stamp.json",)):
                self._remove_index(folder)
            self._remove_embeddings()
        except (OSError, Failure) as problem:
            _log.info("data of earlier models could not be removed: %s", problem)

    def _unused(self, parent: Path, prefix: str, marks: tuple[str, ...]) -> Iterator[Path]:
        if not parent.is_dir():
            return
        for folder in sorted(parent.iterdir()):
            own = folder.name == f"{prefix}{self._model}"
            if (
                own
                or folder.name.startswith(".")
                or not folder.name.startswith(prefix)
                or not folder.is_dir()
            ):
                continue
            used = max((_written_at(folder / mark) for mark in marks), default=0.0)
            if time.time() - used > UNUSED_DAYS * _DAY_SECONDS:
                yield folder

    def _remove_index(self, folder: Path) -> None:
        from filelock import FileLock, Timeout

        with contextlib.suppress(Timeout), FileLock(str(folder / "owner.lock"), timeout=0):
            shutil.rmtree(folder, ignore_errors=True)

    def _remove_embeddings(self) -> None:
        """Remove those of the packaged model as other releases had it, where nothing else is left of it."""
        database = self._ledger.database
        if database.read_only is not None:
            return
        with database.reading() as db:
            models = [row[0] for row in db.execute("SELECT DISTINCT model FROM embedding")]
        for model in models:
            places = (self._exports / model, self._indexes / f"{_INDEX}{model}")
            if model == self._model or not model.startswith(self._packaged) or any(map(Path.exists, places)):
                continue
            removed = _BATCH
            while removed == _BATCH:
                with database.writing() as db:
                    removed = db.execute(
                        "DELETE FROM embedding WHERE seq IN"
                        " (SELECT seq FROM embedding WHERE model = ? ORDER BY seq LIMIT ?)",
                        (model, _BATCH),
                    ).rowcount


def _written_at(mark: Path) -> float:
    """Return when a mark was last written; the folder's own time where it is not there."""
    for path in (mark, mark.parent):
        with contextlib.suppress(OSError):
            return path.stat().st_mtime
    return time.time()
