"""Background work of a session: indexing, reading libraries, building the text index, linking."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from rca.index.stale_databases import remove_unused
from rca.scheduling.deadline import Cancelled, Deadline
from rca.scheduling.gc_tuning import collect_now
from rca.scheduling.typing_throttle import Background
from rca.workspace import Workspace

if TYPE_CHECKING:
    from rca.workspace.library_loader import LibraryCaches, LibraryReport

_logger = logging.getLogger(__name__)
_LISTEN_SECONDS = 0.1
_STOP_SECONDS = 3.0
"""How long the end of a session waits for its index thread, which checks its deadline many times a second."""


class BackgroundIndex:
    """The threads that make and keep the index of one workspace. What fails in them is logged, never raised.

    Args:
        workspace: whose index it is.
        data_dir: folder of all databases; those that nobody uses any more are removed from it.
        caches: where the project's libraries lie; None: they are not read.
        stop: cancelled when the session ends.
        prepared: called once index and libraries are there, or could not be made.
    """

    def __init__(
        self,
        workspace: Workspace,
        data_dir: Path,
        caches: Callable[[], LibraryCaches] | None,
        stop: Deadline,
        prepared: Callable[[], None],
    ) -> None:
        self._workspace = workspace
        self._data_dir = data_dir
        self._caches = caches
        self._stop = stop
        self._prepared = prepared
        self.libraries: LibraryReport | None = None
        """What is known of the project's libraries, once they are read; the failure says why they are not."""
        self.libraries_failure: str | None = None
        self._indexed = threading.Event()
        self._libraries_read = threading.Event()
        self._words_collected = threading.Event()
        self._collecting: threading.Thread | None = None
        self._starting_words = threading.Lock()
        self._thread: threading.Thread | None = None
        self._lives_on = False

    def start(self, progress: Callable[[int, int], None], linking: Callable[[int, int], None] | None) -> None:
        """Bring the index up to date in the background, once.

        With `linking`, which is told files done and files in all, call sites are linked after that and words
        collected, and both kept so: worth it for a session that lives on.
        """
        if self._thread is not None:
            return
        self._lives_on = linking is not None
        if self._lives_on:
            self.collect_words(keep=True)
        self._thread = threading.Thread(
            target=self._run, args=(progress, linking), name="rca-index", daemon=True
        )
        self._thread.start()

    @property
    def state(self) -> Literal["not started", "indexing", "ready"]:
        """Progress of the indexing."""
        if self._thread is None:
            return "not started"
        return "ready" if self._indexed.is_set() else "indexing"

    def wait(self, seconds: float | None) -> bool:
        """Wait until the index is up to date; False if `seconds` passed first."""
        return self._indexed.wait(seconds)

    def wait_for_libraries(self, seconds: float | None) -> bool:
        """Wait until the project's libraries are read, too; False if `seconds` passed first."""
        return self._libraries_read.wait(seconds)

    def collect_words(self, *, keep: bool) -> None:
        """Build the text index in the background once the code index is there; `keep` follows changes."""
        with self._starting_words:
            if self._collecting is None:
                self._collecting = threading.Thread(
                    target=self._collect_words, args=(keep,), name="rca-words", daemon=True
                )
                self._collecting.start()

    def wait_until_ready(self, seconds: float, deadline: Deadline) -> tuple[str, ...]:
        """Wait for index, libraries and words; return what is not there when `seconds` have passed.

        Words count only where they are being collected. A cancelled `deadline` ends the wait.
        """
        parts = [("the index", self._indexed), ("the text index", self._words_collected)]
        if self._collecting is None:
            parts.pop()
        end = time.monotonic() + seconds
        for _, part in (*parts, ("", self._libraries_read)):
            while not part.is_set() and time.monotonic() < end and not deadline.cancelled:
                part.wait(_LISTEN_SECONDS)
        return tuple(name for name, part in parts if not part.is_set())

    def join(self) -> None:
        """Wait a moment for the end of the thread, after `stop` was cancelled."""
        # A thread that is still in a library's C++ when the interpreter ends takes the process with it.
        # That of a session that lives on waits for changes until the workspace is closed.
        if self._lives_on:
            self._libraries_read.wait(_STOP_SECONDS)
        elif self._thread is not None:
            self._thread.join(_STOP_SECONDS)

    def _run(self, progress: Callable[[int, int], None], linking: Callable[[int, int], None] | None) -> None:
        try:
            self._workspace.index(progress, self._stop)
        except Cancelled:
            _logger.info("indexing was stopped")
        except Exception:
            # The tools go on without an index and say so; the cause is in the log.
            if not self._stop.cancelled:  # at the end the stores close meanwhile
                _logger.exception("indexing failed")
        finally:
            self._indexed.set()
        try:
            if self._caches is not None:
                self.libraries = self._workspace.read_libraries(self._caches(), deadline=self._stop)
        except Cancelled:
            _logger.info("reading libraries was stopped")
        except Exception as problem:
            self.libraries_failure = f"{type(problem).__name__}: {problem}"  # the shipped table stands in
            if not self._stop.cancelled:  # at the end the stores close meanwhile
                _logger.exception("reading the project's libraries failed")
        finally:
            self._libraries_read.set()
            self._prepared()
        remove_unused(self._data_dir)
        if linking is not None:
            threading.Thread(target=self._warm, name="rca-warm", daemon=True).start()
            self._keep_linked(linking)

    def _warm(self) -> None:
        from rca.analysis.prime_caches import warm
        from rca.configuration.prime_configuration import keep_keys

        try:
            snapshot = self._workspace.snapshot
            work = Background(self._workspace.courtesy, self._stop)
            warm(snapshot, self._stop, work.checkpoint, (lambda: keep_keys(snapshot, self._stop),))
            collect_now()
        except Cancelled:
            _logger.info("cache priming was stopped")
        except Exception:
            # Whoever asks works it out; the cause is in the log.
            if not self._stop.cancelled:  # at the end the stores close meanwhile
                _logger.exception("cache priming failed")

    def _collect_words(self, keep: bool) -> None:
        try:
            self._indexed.wait()
            self._workspace.collect_missing_words(self._stop)
            self._words_collected.set()
            if keep:
                self._workspace.keep_words(self._stop)
        except Cancelled:
            _logger.info("building the text index was stopped")
        except Exception:
            # Searches read the files then; the cause is in the log.
            if not self._stop.cancelled:  # at the end the stores close meanwhile
                _logger.exception("building the text index failed")
        finally:
            self._words_collected.set()

    def _keep_linked(self, linking: Callable[[int, int], None]) -> None:
        try:
            self._workspace.keep_linked(linking, self._stop)
        except Cancelled:
            _logger.info("linking was stopped")
        except Exception:
            # Callers are worked out when asked; the cause is in the log.
            if not self._stop.cancelled:  # at the end the stores close meanwhile
                _logger.exception("linking call sites failed")
