"""Waits for programs that connect to their debugger, and watches each for the expected exception."""

from __future__ import annotations

import contextlib
import logging
import socket
import threading
from collections.abc import Callable
from types import TracebackType

from rca.jdwp.exception_watch import ExceptionWatch, ThrowFilter
from rca.jdwp.frame_capture import RawState
from rca.jdwp.jdwp_connection import JdwpConnection
from rca.jdwp.jdwp_packets import ConnectionLost, JdwpProblem, ReplyError

_logger = logging.getLogger(__name__)

_POLL_SECONDS = 0.2
_HOST = "127.0.0.1"


class DebugListener:
    """Listens on a port of this machine as long as a run takes.

    JVMs with `agent_option` connect when they start, and stay suspended until they are resumed. After the
    first capture every other is resumed at once.

    Args:
        throw_filter: which throws count.
        is_over: ends the watch.
    """

    def __init__(self, throw_filter: ThrowFilter, is_over: Callable[[], bool]) -> None:
        self._filter = throw_filter
        self._is_over = is_over
        self._closed = threading.Event()
        self._done = threading.Event()
        self._lock = threading.Lock()
        self._threads: list[threading.Thread] = []
        self._server = socket.create_server((_HOST, 0))
        self._server.settimeout(_POLL_SECONDS)
        self.state: RawState | None = None
        self.programs = 0
        """JVMs that connected."""
        self.seen = 0
        """Exceptions that they threw until the capture."""
        self.problems: list[str] = []

    @property
    def agent_option(self) -> str:
        """The JVM option with which a program connects here."""
        port = self._server.getsockname()[1]
        return f"-agentlib:jdwp=transport=dt_socket,server=n,suspend=y,address={_HOST}:{port}"

    @property
    def is_done(self) -> bool:
        """Whether a throw was captured."""
        return self._done.is_set()

    def __enter__(self) -> DebugListener:
        self._start(self._accept)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        problem: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._closed.set()
        for thread in self._threads:
            thread.join(5.0)
        self._server.close()

    def _start(self, act: Callable[[], None]) -> None:
        thread = threading.Thread(target=act, name="rca-jdwp", daemon=True)
        self._threads.append(thread)
        thread.start()

    def _accept(self) -> None:
        while not self._closed.is_set():
            try:
                connected, _address = self._server.accept()
            except TimeoutError:
                continue
            except OSError as problem:
                self.problems.append(f"no further JVM could connect: {problem}")
                return
            self._start(lambda one=connected: self._watch(one))  # type: ignore[misc]  # bound now, not later

    def _watch(self, connected: socket.socket) -> None:
        """Watch one program; no failure here may leave it suspended."""
        try:
            watch = ExceptionWatch(JdwpConnection(connected), self._filter, records=True)
        except (JdwpProblem, ReplyError, OSError) as problem:
            _logger.warning("what connected is no debugged program: %s", problem)
            return
        with self._lock:
            self.programs += 1
        try:
            watch.start()
            state = watch.wait(lambda: self._closed.is_set() or self._done.is_set() or self._is_over())
            with self._lock:
                self.seen += watch.seen
                if state is not None and self.state is None:
                    self.state = state
                    self._done.set()
        except ConnectionLost:
            self.seen += watch.seen  # it ended: the run itself says how
        except (JdwpProblem, ReplyError) as problem:
            self.problems.append(f"a JVM was let go: {problem}")
        finally:
            with contextlib.suppress(JdwpProblem, ReplyError):
                watch.detach()
