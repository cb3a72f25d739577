"""Reads archives that the store lacks, in worker processes where that pays."""

from __future__ import annotations

import gc
import multiprocessing
import os
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

from rca.libraries.archive_packing import Packed, Stamp, pack
from rca.scheduling.deadline import Deadline
from rca.scheduling.process_start import whole_start

_POOL_BYTES = 3_000_000
"""Below this, starting processes costs more than they save."""
_MOST_WORKERS = 4
_LOOK_SECONDS = 0.2

Job = tuple[Stamp, bytes]
"""An archive and its content's hash."""


def read_archives(jobs: Sequence[Job], deadline: Deadline | None) -> Iterator[tuple[Stamp, Packed]]:
    """Yield archives as they are read, the largest first.

    Raises:
        Cancelled: `deadline` was cancelled.
    """
    ordered = sorted(jobs, key=lambda job: -job[0].size)
    workers = min(os.cpu_count() or 1, _MOST_WORKERS, len(ordered))
    left = dict(ordered)
    if workers > 1 and sum(stamp.size for stamp in left) > _POOL_BYTES:
        try:
            for stamp, packed in _in_pool(ordered, workers, deadline):
                del left[stamp]
                yield stamp, packed
        except BrokenProcessPool:
            # A machine that forbids new processes, or a worker that was killed: slower, but complete.
            pass
    for stamp, digest in left.items():
        yield stamp, pack(Path(stamp.path), digest, deadline)


def _in_pool(jobs: Sequence[Job], workers: int, deadline: Deadline | None) -> Iterator[tuple[Stamp, Packed]]:
    # Facts hold no cycles, and looking for some costs time.
    pool = ProcessPoolExecutor(
        workers, mp_context=multiprocessing.get_context("spawn"), initializer=gc.disable
    )
    try:
        with whole_start():  # the first submits start the workers
            running = {pool.submit(pack, Path(stamp.path), digest): stamp for stamp, digest in jobs}
        while running:
            done, _ = wait(running, timeout=_LOOK_SECONDS, return_when=FIRST_COMPLETED)
            if deadline is not None:
                deadline.checkpoint()
            for one in done:
                yield running.pop(one), one.result()
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
