"""Process that builds the text index, so that the server's interpreter lock stays free."""

from __future__ import annotations

import logging
import os
import sqlite3
import sys
from collections.abc import Sequence
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path

from rca.index.storage.index_store import IndexStore
from rca.scheduling.deadline import Deadline
from rca.scheduling.process_priority import end_with, lower_priority
from rca.scheduling.process_start import whole_start
from rca.scheduling.typing_throttle import Background, TypingMonitor
from rca.signals import leave_signals_to_starter
from rca.text_index.index_builder import collect
from rca.text_index.segment_store import path_of

_LISTEN_SECONDS = 0.2
_END_SECONDS = 5.0

_log = logging.getLogger(__name__)


def collect_beside(
    roots: Sequence[Path],
    data_dir: Path,
    work: Background,
    listed: Sequence[Sequence[str]],
) -> bool:
    """Update the text index of folders in a separate process; return whether all went well.

    `listed` has the paths of all files of each folder, to index those that the code index does not hold, too.
    The process ends at the deadline, or with its parent; what it did is kept.

    Raises:
        Cancelled, Failure: cancelled, or the deadline has expired.
    """
    context = get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(
        target=_run,
        args=(tuple(roots), data_dir, theirs, work.courtesy.shared(), tuple(map(tuple, listed))),
        name="rca-words",
        daemon=True,
    )
    try:
        with whole_start():
            process.start()
    except OSError:
        _log.info("no process can be started to build the text index", exc_info=True)
        ours.close()
        return False
    finally:
        theirs.close()
    try:
        while process.is_alive():
            work.deadline.checkpoint()
            process.join(_LISTEN_SECONDS)
    finally:
        ours.close()
        if process.is_alive():
            process.terminate()
        process.join(_END_SECONDS)
    return process.exitcode == 0


def _run(
    roots: Sequence[Path],
    data_dir: Path,
    server: Connection,
    courtesy: TypingMonitor,
    listed: Sequence[Sequence[str]],
) -> None:
    """Build the text index, in the new process."""
    os.dup2(2, 1)  # standard output belongs to the server's protocol
    leave_signals_to_starter()
    end_with(server)
    lower_priority()
    work = Background(courtesy, Deadline())
    try:
        for root, paths in zip(roots, listed, strict=True):
            store = IndexStore(root, data_dir)
            if store.path is not None:
                collect(root, store, path_of(store.path), work, paths)
            store.close()
    except (sqlite3.Error, OSError) as problem:
        _log.warning("the text index cannot be stored: %s", problem)
        sys.exit(1)
