"""Work sharing: distributes files among linking processes."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence
from multiprocessing.connection import Connection, wait

from rca.scheduling.deadline import Deadline

_FEWEST_FILES = 40
"""Neighbouring files that are given out at once: they use the same declarations."""
_MOST_FILES = 150
_SHARES = 12
_AHEAD = 2
"""Chunks that a helper has, so that it never waits for the next one."""
_LISTEN_SECONDS = 0.2


class Chunks:
    """Distributes files in path order, to each taker from another part of the project."""

    def __init__(self, paths: Sequence[str], takers: int) -> None:
        size = min(_MOST_FILES, max(_FEWEST_FILES, len(paths) // (takers * _SHARES)))
        self._chunks = [paths[at : at + size] for at in range(0, len(paths), size)]
        self._taken = [False] * len(self._chunks)
        self._at = [len(self._chunks) * taker // takers for taker in range(takers)]

    def take(self, taker: int) -> Sequence[str]:
        """Return the next files for a taker, those of others where its own are done; none where all are."""
        for step in range(len(self._chunks)):
            place = (self._at[taker] + step) % len(self._chunks)
            if not self._taken[place]:
                self._taken[place] = True
                self._at[taker] = place
                return self._chunks[place]
        return ()

    def drop(self) -> None:
        """Stop distributing files."""
        self._taken = [True] * len(self._chunks)

    def files(self, taker: int) -> Iterator[str]:
        """Return the files of a taker one by one, as long as there are any."""
        while chunk := self.take(taker):
            yield from chunk


class Helpers:
    """The helpers of the process that links, each at the other end of a pipe.

    A helper says that it is there with an empty list. Then it gets what rows were written and files, and
    says which of them cannot be linked. One that ends is missed; its files are linked by the next round.
    """

    def __init__(self, pipes: Sequence[Connection]) -> None:
        self._pipes = list(pipes)
        self._busy: dict[Connection, int] = {}
        """How many chunks those have that are there."""

    def __len__(self) -> int:
        return len(self._pipes)

    def round(self, paths: Sequence[str], written: Sequence[int], deadline: Deadline) -> Round:
        """Begin to share files out."""
        return Round(self, Chunks(paths, len(self._pipes) + 1), written, deadline)

    def heard(self, seconds: float) -> Iterator[list[str]]:
        """Return what helpers say, waiting so long for it at most."""
        if not self._pipes:
            return
        for pipe in wait(self._pipes, seconds):
            assert isinstance(pipe, Connection)
            try:
                said = pipe.recv()
            except (EOFError, OSError):
                self._pipes.remove(pipe)
                self._busy.pop(pipe, None)
                continue
            self._busy[pipe] = max(0, self._busy.get(pipe, 0) - 1)
            yield said

    def give(self, take: Callable[[int], Sequence[str]], written: Sequence[int]) -> None:
        """Send files to helpers that have too few."""
        for number, pipe in enumerate(self._pipes):
            while self._busy.get(pipe, _AHEAD) < _AHEAD:
                files = take(number + 1)
                if not files:
                    return
                self._busy[pipe] += 1
                with contextlib.suppress(OSError):  # it has ended, which is noticed when it is listened to
                    pipe.send((list(written), list(files)))

    @property
    def is_busy(self) -> bool:
        """Return whether some helper has files."""
        return any(self._busy.values())


class Round:
    """One sharing out of files; this process is the first taker."""

    def __init__(self, crew: Helpers, chunks: Chunks, written: Sequence[int], deadline: Deadline) -> None:
        self._crew = crew
        self._chunks = chunks
        self._written = written
        self._watch = deadline
        self.failed: set[str] = set()
        """What helpers could not link."""

    @property
    def mine(self) -> Iterator[str]:
        """Return the files for this process."""
        return self._chunks.files(0)

    def serve(self, seconds: float = 0.0) -> None:
        """Send files to helpers that have none."""
        for failed in self._crew.heard(seconds):
            self.failed.update(failed)
        self._crew.give(self._chunks.take, self._written)

    def stop(self) -> None:
        """Stop distributing files."""
        self._chunks.drop()

    def finish(self, between: Callable[[], None]) -> None:
        """Wait for what helpers have in hand.

        Raises:
            Cancelled, Failure: cancelled, or the deadline has expired.
        """
        while self._crew.is_busy:
            self._watch.checkpoint()
            self.serve(_LISTEN_SECONDS)
            between()
