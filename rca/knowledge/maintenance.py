"""Background maintenance: loads the model, embeds new records, updates the vector index, makes backups."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime

from models.error_codes import ErrorCode
from rca.knowledge.embedding import starter_embeddings
from rca.knowledge.embedding.embedder import Embedder
from rca.knowledge.embedding.model_cleanup import StaleModels
from rca.knowledge.embedding.vector_index import Progress, VectorIndex
from rca.knowledge.ledger import backup
from rca.knowledge.ledger.ledger import Ledger
from rca.tool_failure import Failure

_log = logging.getLogger(__name__)

_CLOSE_SECONDS = 4.0
_MOST_PAUSE = 0.05
_BATCH = 16
"""Records whose embeddings are stored together."""
_COPIED_AT_ONCE = 50_000_000
"""Bytes of a ledger that are copied while someone waits: some tenths of a second, once a day."""


class Maintenance:
    """One daemon thread that starts on demand, works in passes, and sleeps until woken.

    `failure` is what ended the last pass early, or None.
    """

    def __init__(
        self,
        ledger: Ledger,
        embedder: Embedder,
        projection: VectorIndex,
        leftovers: StaleModels,
        progress: Progress,
    ) -> None:
        self._ledger = ledger
        self._embedder = embedder
        self._projection = projection
        self._leftovers: StaleModels | None = leftovers
        self._progress = progress
        self._thread: threading.Thread | None = None
        self._condition = threading.Condition()
        self._asked = 0
        self._done = 0
        self._embedded = 0
        self._stopping = False
        self._catching_up = False
        self._ended = False
        self._then: Callable[[], None] | None = None
        self._copy_at: datetime | None = None
        self.failure: Failure | None = None

    @property
    def level(self) -> bool:
        """Return whether every requested pass has ended without failure."""
        with self._condition:
            return self._done == self._asked > 0 and self.failure is None

    @property
    def asked(self) -> bool:
        """Return whether a pass was ever requested."""
        with self._condition:
            return self._asked > 0

    def embed(self) -> None:
        """Set the model up, load it and embed what lacks it, here and now; the vector index is left alone.

        For one answer in a short life: the ledger's vectors do, and opening the index costs seconds.

        Raises:
            Failure: `EMBEDDING_FAILED`, `DB_CONNECTION_FAILED`.
        """
        self._embedder.make_export()
        self._embedder.load()
        self._embed_missing()

    def copy_daily(self, now: datetime) -> None:
        """Copy the ledger if the last copy is a day old; a large ledger is copied by the thread."""
        if self._ledger.database.read_only is not None:
            return
        if self._ledger.database.path.stat().st_size > _COPIED_AT_ONCE and self._thread is not None:
            with self._condition:
                self._copy_at = now
                self._condition.notify_all()
            return
        self._copy(now)

    def _copy(self, now: datetime) -> None:
        try:
            backup.keep_daily(self._ledger.database.path, now)
        except (Failure, OSError) as problem:
            # What was written stays written; `rca knowledge stats` shows how old the copy is.
            _log.warning("the ledger was not copied: %s", problem)

    def wake(self) -> None:
        """Request a pass; the first request starts the thread."""
        with self._condition:
            # A pass that was asked for and has not begun will do for this one, too.
            if self._asked <= self._done + 1:
                self._asked += 1
            self._start()
            self._condition.notify_all()

    def catch_up(self) -> None:
        """Recompute what another version derived, in the thread and without the model."""
        with self._condition:
            self._catching_up = True
            self._start()
            self._condition.notify_all()

    def _start(self) -> None:
        if self._thread is None and not self._stopping:
            self._thread = threading.Thread(target=self._run, name="rca-knowledge", daemon=True)
            self._thread.start()

    def wait(self, seconds: float | None) -> bool:
        """Wait for the passes requested so far; return whether they have ended."""
        with self._condition:
            wanted = self._asked
            return self._condition.wait_for(lambda: self._done >= wanted or self._stopping, seconds)

    def stop(self, then: Callable[[], None]) -> None:
        """Stop after the current step, and call `then` once the thread has ended.

        Waits a few seconds. If a model is being loaded or a large index built, the thread calls `then`
        itself; otherwise this process would hold the index for a store that nobody uses any more.
        """
        with self._condition:
            self._stopping = True
            self._condition.notify_all()
        if self._thread is not None:
            self._thread.join(_CLOSE_SECONDS)
        with self._condition:
            if self._thread is not None and not self._ended:
                self._then = then
                return
        then()

    def _run(self) -> None:
        try:
            self._work()
        finally:
            with self._condition:
                self._ended = True
                then, self._then = self._then, None
            if then is not None:
                then()

    def _work(self) -> None:
        while True:
            with self._condition:
                self._condition.wait_for(
                    lambda: self._stopping or self._catching_up or self._copy_at or self._done < self._asked
                )
                if self._stopping:
                    return
                taken, self._catching_up = self._asked, False
                copy_at, self._copy_at = self._copy_at, None
            if copy_at is not None:
                # Whether or not there is a model that embeds.
                self._copy(copy_at)
            if taken == self._done:
                self._derive()
                self._tell_end()
                continue
            failure = self._pass()
            self._tell_end()
            with self._condition:
                self._done, self.failure = taken, failure
                self._condition.notify_all()

    def _tell_end(self) -> None:
        try:
            self._progress("", 0, 0)
        except Exception:  # noqa: BLE001 - whoever shows it may be gone, in whatever way
            _log.debug("the end of the work could not be reported", exc_info=True)

    def _pass(self) -> Failure | None:
        try:
            # Before the rest: an embedding of a text that changes goes.
            failure = self._derive()
            if failure is not None:
                return failure
            self._embedder.load()
            if not self._embed_missing():
                return None
            self._projection.bring_up(self._progress)
            if self._leftovers is not None:
                self._leftovers.clear()
                self._leftovers = None
        except Failure as failure:
            _log.warning("knowledge maintenance: %s", failure)
            return failure
        except Exception as problem:  # noqa: BLE001 - see below
            # The thread must not end for what nobody thought of: others wait for it.
            _log.exception("knowledge maintenance failed")
            return Failure(ErrorCode.EMBEDDING_FAILED, f"Dense search is off: {problem!r}")
        return None

    def _derive(self) -> Failure | None:
        """Derive in batches, between which others write."""
        derivation = self._ledger.derivation
        try:
            while derivation.behind and not self._stopping:
                started = time.monotonic()
                derivation.step()
                if derivation.behind:
                    self._progress("Deriving past solutions anew", *derivation.progress())
                    # SQLite's writers take no turns: as long again is theirs.
                    time.sleep(min(_MOST_PAUSE, time.monotonic() - started))
        except Failure as failure:
            _log.warning("knowledge maintenance: %s", failure)
            return failure
        return None

    def _embed_missing(self) -> bool:
        """Embed and store in batches, so that an interruption loses at most one batch."""
        self._embedded = 0
        while not self._stopping:
            # Many at a time: the question passes over all those that have one.
            missing = self._ledger.vectors.missing(self._embedder.id, _BATCH * 16)
            if not missing:
                return True
            for start in range(0, len(missing), _BATCH):
                vectors = dict(self._vectors_of(missing[start : start + _BATCH]))
                self._ledger.vectors.put(self._embedder.id, vectors)
        return False

    def _vectors_of(self, part: Sequence[tuple[int, str, str]]) -> Iterator[tuple[int, tuple[str, bytes]]]:
        """Return the vectors of records by row number, until stopped."""
        known = starter_embeddings.of_model(self._embedder.id)
        for seq, text, text_hash in part:
            if self._stopping:
                return
            yield seq, (text_hash, known.get(text_hash) or self._embedder.encode([text])[0].tobytes())
            self._embedded += 1
            # After each: whoever is told may hold the work up, and no longer than it has to.
            self._progress("Embedding past solutions", self._embedded, 0)
