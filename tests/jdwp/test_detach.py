"""A program is let go of whole: no event of it stays on its way, no thread suspended.

The JVM here is a scripted one, as a real one reports an event in the very moment of the detach once in a dozen runs.
"""

from __future__ import annotations

import socket
import struct
import threading

from rca.jdwp.exception_watch import ExceptionWatch, ThrowFilter
from rca.jdwp.jdwp_connection import JdwpConnection

SET, CLEAR, SIZES, DISPOSE, RESUME_THREAD, RESUME_ALL = (15, 1), (15, 2), (1, 7), (1, 6), (11, 3), (1, 9)
REQUEST, THREAD = 7, 42
EXCEPTION_EVENT = (
    struct.pack(">BiBi", 1, 1, 4, REQUEST)
    + struct.pack(">Q", THREAD)
    + bytes(25)
    + b"L"
    + bytes(8)
    + bytes(25)
)
START_EVENT = struct.pack(">BiBi", 2, 1, 90, 0) + struct.pack(">Q", THREAD)


class ScriptedJvm(threading.Thread):
    """Answers what a watch asks, and reports an event right after a command."""

    def __init__(self, after: tuple[int, int], event: bytes) -> None:
        super().__init__(daemon=True)
        self.ours, self._theirs = socket.socketpair()
        self._after, self._event = after, event
        self.asked: list[tuple[tuple[int, int], bytes]] = []

    def run(self) -> None:
        self._read(len(b"JDWP-Handshake"))
        self._theirs.sendall(b"JDWP-Handshake")
        while True:
            header = self._read(11)
            size, number, _flags, group, command = struct.unpack(">IIBBB", header)
            asked = (group, command)
            self.asked.append((asked, self._read(size - 11)))
            reply = {SIZES: struct.pack(">5i", 8, 8, 8, 8, 8), SET: struct.pack(">i", REQUEST)}.get(
                asked, b""
            )
            self._theirs.sendall(struct.pack(">IIBH", 11 + len(reply), number, 0x80, 0) + reply)
            if asked == self._after and self._event:
                self._theirs.sendall(
                    struct.pack(">IIBBB", 11 + len(self._event), 900, 0, 64, 100) + self._event
                )
            if asked == DISPOSE:
                return

    def _read(self, count: int) -> bytes:
        data = b""
        while len(data) < count:
            data += self._theirs.recv(count - len(data))
        return data


def let_go(after: tuple[int, int], event: bytes) -> list[tuple[tuple[int, int], bytes]]:
    jvm = ScriptedJvm(after, event)
    jvm.start()
    watch = ExceptionWatch(JdwpConnection(jvm.ours, 10), ThrowFilter())
    watch.start()
    watch.detach()
    jvm.join(10)
    assert not jvm.is_alive()
    return jvm.asked


def test_no_more_events_are_asked_for_before_a_program_is_let_go() -> None:
    asked = let_go(CLEAR, b"")
    assert [one for one, _data in asked][-2:] == [CLEAR, DISPOSE]
    assert dict(asked)[CLEAR] == struct.pack(">Bi", 4, REQUEST)


def test_the_thread_of_an_event_on_its_way_goes_on_first() -> None:
    asked = let_go(CLEAR, EXCEPTION_EVENT)
    assert [one for one, _data in asked][-3:] == [CLEAR, RESUME_THREAD, DISPOSE]
    assert dict(asked)[RESUME_THREAD] == struct.pack(">Q", THREAD)


def test_an_event_that_cannot_be_read_keeps_nothing_suspended() -> None:
    assert let_go(CLEAR, b"\x01")[-1][0] == DISPOSE


def test_a_program_that_waits_for_its_debugger_goes_on_too() -> None:
    assert RESUME_ALL in dict(let_go(SET, START_EVENT))
