"""The indexer: updates a folder's rows to match its files."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from pathlib import Path

from rca.index.interface_hash import same_surface
from rca.index.storage.file_record import Job, Record, Stamp, read_batch
from rca.index.storage.index_store import IndexStore
from rca.index.update.parse_pool import ParsePool, WorkerDied
from rca.scheduling.typing_throttle import Background

_BATCH_FILES = 64
_BATCH_BYTES = 256_000
_POOL_BYTES = 3_000_000
"""Below this, starting processes costs more than they save (a spawn takes about 0.2 s)."""
_NAMED_FILES = 1_000
_NAMED_SHARE = 2
"""New files after which those read so far can be found by name, while the rest is being read: at least so
many, and half as many as have names already. Sorted rows go all over the table of names, so that adding a
few files costs nearly as much as adding many; to add all at the end is time in which nothing is read."""
_COMPARED_FILES = 20
"""Up to this many changed files are compared with what was known of them: an editor saves one at a time."""

Done = tuple[Sequence[Job], list[Record | Stamp]]
"""A batch, and what came of it: files that vanished are missing."""


def update(
    root: Path,
    store: IndexStore,
    stamps: Sequence[Stamp],
    progress: Callable[[int, int], None],
    work: Background,
) -> int:
    """Parse what changed, drop what is gone; return the number of files parsed.

    `stamps` are all files of the folder that should be in the index. A file whose time and size are
    unchanged is taken as unchanged. Rows are written a batch a transaction, so that a run that is
    cancelled, or killed, keeps what it did.

    Raises:
        Cancelled, Failure: cancelled, or the deadline has expired.
    """
    known = store.stamps()
    changed = [stamp for stamp in stamps if known.get(stamp.path) != stamp]
    gone = known.keys() - {stamp.path for stamp in stamps}
    if gone:
        store.write((), sorted(gone))
    return refresh(root, store, changed, progress, work)


def refresh(
    root: Path,
    store: IndexStore,
    changed: Sequence[Stamp],
    progress: Callable[[int, int], None],
    work: Background,
) -> int:
    """Read files and replace the rows of those that changed; return the number of files parsed.

    The row of a file that has vanished is dropped.
    """
    if not changed:
        progress(0, 0)
        return 0
    digests = store.digests([stamp.path for stamp in changed])
    jobs = [Job(stamp, digests.get(stamp.path)) for stamp in changed]
    few = len(jobs) <= _COMPARED_FILES
    done = named = parsed = 0
    progress(0, len(jobs))
    try:
        for batch, results in _parsed(root, jobs, work):
            records = [one for one in results if isinstance(one, Record)]
            touched = [one for one in results if isinstance(one, Stamp)]
            read = {one.stamp.path for one in records} | {one.path for one in touched}
            gone = [job.stamp.path for job in batch if job.stamp.path not in read]
            done += len(batch)
            parsed += len(records)
            surface = bool(gone or records) and not (few and not gone and same_surface(store, records))
            later = not few and done - named < max(_NAMED_FILES, named // _NAMED_SHARE)
            store.write(records, gone, touched, surface=surface, names_later=later)
            named = named if later else done
            progress(done, len(jobs))
            work.deadline.checkpoint()
    finally:
        if not few:
            store.finish()
    return parsed


def _batches(jobs: Sequence[Job]) -> list[list[Job]]:
    """Make batches of about one size, the largest files first, so that no process is left with much."""
    batches: list[list[Job]] = []
    room = 0
    for job in sorted(jobs, key=lambda job: -job.stamp.size):
        if not batches or room < job.stamp.size or len(batches[-1]) >= _BATCH_FILES:
            batches.append([])
            room = _BATCH_BYTES
        batches[-1].append(job)
        room -= job.stamp.size
    return batches


def _parsed(root: Path, jobs: Sequence[Job], work: Background) -> Iterator[Done]:
    batches = _batches(jobs)
    workers = min(os.cpu_count() or 1, 8, len(batches))
    if workers < 2 or sum(job.stamp.size for job in jobs) < _POOL_BYTES:
        yield from _in_process(root, batches, work)
        return
    left = dict(enumerate(batches))
    try:
        with closing(ParsePool(root, workers)) as pool:
            for number, records in pool.parse(list(left.items()), work):
                yield left.pop(number), records
    except WorkerDied:
        # A machine that forbids new processes, or a worker that was killed: slower, but complete.
        yield from _in_process(root, left.values(), work)


def _in_process(root: Path, batches: Iterable[Sequence[Job]], work: Background) -> Iterator[Done]:
    for batch in batches:
        work.checkpoint()
        yield batch, read_batch(root, batch)
