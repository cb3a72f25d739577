"""Exports the embedding model some time after the start, so that the first search need not wait for it."""

from __future__ import annotations

import logging
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING

from rca.failure import Failure

if TYPE_CHECKING:
    from lsp_server.session import Session

_logger = logging.getLogger(__name__)

IDLE_SECONDS = 60.0
"""How long after the start it begins, at the earliest."""

NEEDED_BYTES = 2_000_000_000
"""Memory that must be free for it: the process that makes it takes up to 1 GB."""


def prepare_model(session: Session, closing: threading.Event) -> None:
    """Make the export once the server has run for a while, where memory allows; blocks until then."""
    if session.knowledge.model_is_exported or closing.wait(IDLE_SECONDS):
        return
    free = _free_bytes()
    if free is not None and free < NEEDED_BYTES:
        _logger.info("the embedding model is exported when a search wants it: %d bytes are free", free)
        return
    try:
        session.knowledge.make_export()
    except Failure as failure:
        # The first search says so in its answer.
        _logger.info("the embedding model was not exported: %s", failure)


def _free_bytes() -> int | None:
    """Return how much memory programs can have without swapping; None where the system does not tell."""
    if sys.platform != "linux":
        return None
    try:
        lines = Path("/proc/meminfo").read_text(encoding="ascii").splitlines()
    except OSError:
        return None
    found = next((line.split()[1] for line in lines if line.startswith("MemAvailable:")), None)
    return None if found is None else int(found) * 1024
