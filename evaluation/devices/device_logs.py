"""Entries of a device's log in their binary form, and the crashes that they contain."""

from __future__ import annotations

import struct
from collections.abc import Iterable

MAIN, EVENTS, SYSTEM, CRASH = 0, 2, 3, 4
LEVELS = {"V": 2, "D": 3, "I": 4, "W": 5, "E": 6, "F": 7}
SECOND = 1_000_000_000
SYSTEM_SERVER = 1200
APP_UID = 10234

Event = tuple[int, tuple[int | str, ...]]
ProcessStarted, ProcessDied, Crashed, Resumed = 30014, 30011, 30039, 30022


class Logged:
    """One entry: when, in which buffer, and its bytes as `logcat -B` prints them."""

    __slots__ = ("buffer", "data", "stamp")

    def __init__(self, stamp: int, buffer: int, data: bytes) -> None:
        self.stamp, self.buffer, self.data = stamp, buffer, data


def entry(  # noqa: PLR0913 - the fields of an entry, each by name
    message: str,
    *,
    at: int,
    tag: str = "shop",
    level: str = "I",
    pid: int = 4242,
    tid: int | None = None,
    uid: int = APP_UID,
    buffer: int = MAIN,
) -> Logged:
    """Return a text entry at a time in nanoseconds."""
    payload = bytes([LEVELS[level]]) + tag.encode() + b"\0" + message.encode() + b"\0"
    return packed(payload, at=at, pid=pid, tid=pid if tid is None else tid, uid=uid, buffer=buffer)


def event(number: int, *values: int | str, at: int) -> Logged:
    """Return an entry of the events buffer, as the system writes it."""
    parts = b"".join(_value(one) for one in values)
    payload = struct.pack("<I", number) + bytes([3, len(values)]) + parts
    return packed(payload, at=at, pid=SYSTEM_SERVER, tid=SYSTEM_SERVER, uid=1000, buffer=EVENTS)


def packed(payload: bytes, *, at: int, pid: int, tid: int, uid: int, buffer: int) -> Logged:  # noqa: PLR0913
    """Return an entry with a header of version 4."""
    head = struct.pack("<HHiIIIII", len(payload), 28, pid, tid, at // SECOND, at % SECOND, buffer, uid)
    return Logged(at, buffer, head + payload)


def _value(value: int | str) -> bytes:
    if isinstance(value, int):
        return b"\0" + struct.pack("<i", value)
    text = value.encode()
    return b"\2" + struct.pack("<I", len(text)) + text


def exception_lines(number: int, process: str = "shop.app", pid: int = 4242, frames: int = 6) -> list[str]:
    """Return the lines of an uncaught exception as Android logs it; `number` makes it one of its kind."""
    name = _word(number)
    calls = [f"\tat shop.app.Screen{name}.step{at}(Screen{name}.kt:{10 + at})" for at in range(frames)]
    return [
        "FATAL EXCEPTION: main",
        f"Process: {process}, PID: {pid}",
        f"java.lang.IllegalStateException: no basket {name}",
        *calls,
        "\tat android.os.Handler.handleCallback(Handler.java:958)",
        "\tat android.os.Looper.loop(Looper.java:294)",
    ]


def crash(
    number: int, *, at: int, pid: int = 4242, process: str = "shop.app", has_end: bool = True
) -> list[Logged]:
    """Return the entries of an uncaught exception: a line each, and the events that end the process."""
    lines = exception_lines(number, process, pid)
    logged = [
        entry(line, at=at + index * 1000, tag="AndroidRuntime", level="E", pid=pid, buffer=CRASH)
        for index, line in enumerate(lines)
    ]
    after = at + len(lines) * 1000
    if has_end:
        logged.append(
            event(Crashed, 0, pid, process, 0, "java.lang.IllegalStateException", "", "a.kt", 1, at=after)
        )
        logged.append(event(ProcessDied, 0, pid, process, 0, 2, at=after + 1000))
    return logged


def tombstone(*, at: int, pid: int = 4242, process: str = "shop.app", writer: int = 5000) -> list[Logged]:
    """Return the entries of a native crash: the signal, the tombstone of another process, the end."""
    lines = [
        "*** *** *** *** *** *** *** *** *** *** *** *** *** *** *** ***",
        "Build fingerprint: 'maker/phone/phone:14/UP1A/1:user/release-keys'",
        "Revision: 'MP1.0'",
        "ABI: 'arm64'",
        f"pid: {pid}, tid: {pid}, name: main  >>> {process} <<<",
        "signal 11 (SIGSEGV), code 1 (SEGV_MAPERR), fault addr 0x0000000000000010",
        "Cause: null pointer dereference",
        "backtrace:",
        "      #00 pc 0000000000012345  /data/app/shop/lib/arm64/libbasket.so (total(Basket*)+24)",
        "      #01 pc 0000000000023456  /data/app/shop/lib/arm64/libbasket.so (Java_shop_app_total+40)",
    ]
    signal = (
        "Fatal signal 11 (SIGSEGV), code 1 (SEGV_MAPERR), fault addr 0x10 "
        f"in tid {pid} (main), pid {pid} ({process})"
    )
    logged = [entry(signal, at=at, tag="libc", level="F", pid=pid, buffer=CRASH)]
    logged += [
        entry(line, at=at + (index + 1) * 1000, tag="DEBUG", level="F", pid=writer, buffer=CRASH)
        for index, line in enumerate(lines)
    ]
    return [*logged, event(ProcessDied, 0, pid, process, 0, 2, at=at + SECOND // 1000)]


def not_responding(*, at: int, pid: int = 4242, process: str = "shop.app") -> list[Logged]:
    """Return the entries of an app that does not respond: one of several lines, from the system."""
    report = (
        f"ANR in {process} ({process}/.MainActivity)\nPID: {pid}\n"
        "Reason: Input dispatching timed out (Waited 5001ms for MotionEvent)\n"
        f"Parent: {process}/.MainActivity\nLoad: 1.2 / 0.9 / 0.8\n"
        "CPU usage from 0ms to 5000ms later:\n  90% 4242/shop.app: 88% user + 2% kernel"
    )
    told = entry(
        report, at=at + 1000, tag="ActivityManager", level="E", pid=SYSTEM_SERVER, uid=1000, buffer=SYSTEM
    )
    return [event(30008, 0, pid, process, 0, "Input dispatching timed out", at=at), told]


def joined(logged: Iterable[Logged]) -> bytes:
    """Return the bytes of entries one after the other."""
    return b"".join(one.data for one in logged)


def _word(number: int) -> str:
    """Return letters that stand for a number, so that two crashes have no text in common but their shape."""
    letters = ""
    for _ in range(4):
        number, rest = divmod(number, 26)
        letters = chr(65 + rest) + letters
    return letters.capitalize()
