"""Brings a folder's rows up to date with its files."""

from __future__ import annotations

import gc
import itertools
import multiprocessing
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

from rca.cancellation import Watch
from rca.index.record import Record, Stamp, read_batch
from rca.index.store import Store

_BATCH_FILES = 50
_POOL_BYTES = 3_000_000
"""Below this, starting processes costs more than they save (a spawn takes about 0.2 s)."""


def update(
    root: Path,
    store: Store,
    stamps: Sequence[Stamp],
    progress: Callable[[int, int], None],
    watch: Watch,
) -> int:
    """Parse what changed, drop what is gone; gives the number of files parsed.

    `stamps` are all files of the folder that should be in the index. A file whose time and size are
    unchanged is taken as unchanged. Rows are written a batch a transaction, so that a cancelled run
    keeps what it did.

    Raises:
        Cancelled, Failure: the watch says so.
    """
    known = store.stamps()
    changed = [stamp for stamp in stamps if known.get(stamp.path) != stamp]
    gone = known.keys() - {stamp.path for stamp in stamps}
    if gone:
        store.write((), sorted(gone))
    refresh(root, store, changed, progress, watch)
    return len(changed)


def refresh(
    root: Path,
    store: Store,
    changed: list[Stamp],
    progress: Callable[[int, int], None],
    watch: Watch,
) -> None:
    """Parse files and replace their rows; the row of one that has vanished is dropped."""
    done = 0
    progress(0, len(changed))
    for batch, records in _parsed(root, changed, watch):
        read = {record.stamp.path for record in records}
        store.write(records, [stamp.path for stamp in batch if stamp.path not in read])
        done += len(batch)
        progress(done, len(changed))
        watch.check()


def _parsed(root: Path, stamps: list[Stamp], watch: Watch) -> Iterator[tuple[Sequence[Stamp], list[Record]]]:
    batches = [tuple(stamps[at : at + _BATCH_FILES]) for at in range(0, len(stamps), _BATCH_FILES)]
    workers = min(os.cpu_count() or 1, 8, len(batches))
    if workers < 2 or sum(stamp.size for stamp in stamps) < _POOL_BYTES:
        yield from _in_process(root, batches)
        return
    left = dict(enumerate(batches))
    try:
        for number, records in _in_pool(root, batches, workers, watch):
            yield left.pop(number), records
    except BrokenProcessPool:
        # A machine that forbids new processes, or a worker that was killed: slower, but complete.
        yield from _in_process(root, left.values())


def _in_process(
    root: Path, batches: Iterable[Sequence[Stamp]]
) -> Iterator[tuple[Sequence[Stamp], list[Record]]]:
    for batch in batches:
        yield batch, read_batch(root, batch)


def _in_pool(
    root: Path, batches: list[tuple[Stamp, ...]], workers: int, watch: Watch
) -> Iterator[tuple[int, list[Record]]]:
    """Parse in several processes: parsing holds the interpreter's lock, so threads gain nothing."""
    context = multiprocessing.get_context("spawn")
    # Facts hold no cycles, and looking for some costs an eighth of the time.
    pool = ProcessPoolExecutor(max_workers=workers, mp_context=context, initializer=gc.disable)
    try:
        running: dict[Future[list[Record]], int] = {}
        waiting = iter(enumerate(batches))
        while True:
            for number, batch in itertools.islice(waiting, workers * 2 - len(running)):
                running[pool.submit(read_batch, root, batch)] = number
            if not running:
                return
            finished, _ = wait(running, timeout=0.2, return_when=FIRST_COMPLETED)
            watch.check()
            for future in finished:
                yield running.pop(future), future.result()
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
