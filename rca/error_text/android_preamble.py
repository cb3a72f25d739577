"""Android's lines above a fatal exception: thread, process, process id."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rca.text.lazy_regex import lazy_regex

_FATAL = lazy_regex(r"(?:\*\*\* )?FATAL EXCEPTION(?: IN SYSTEM PROCESS)?: (?P<thread>.*\S)")
_PROCESS = lazy_regex(r"\s*Process: (?P<process>[^\s,]+)(?:,? .*?PID: (?P<pid>\d+))?")
_PID = lazy_regex(r"\s*PID: (?P<pid>\d+)\s*$")
_THREAD_NAME = lazy_regex(r"\s*Thread(?: name)?: (?P<thread>[^\s\[][^\n\[\]]{0,80}?)\s*$")


def opens_fatal(line: str) -> bool:
    """Return whether a line announces a fatal exception."""
    return _FATAL.search(line) is not None


def is_preamble(line: str) -> bool:
    """Return whether a line is one of those that Android prints above a fatal exception."""
    if "P" not in line and "FATAL" not in line:
        return False
    return bool(_PROCESS.match(line) or _PID.match(line) or _FATAL.search(line))


@dataclass(slots=True)
class Preamble:
    """Process and thread of an exception, from the lines above it."""

    thread: str | None = None
    process: str | None = None
    pid: int | None = None
    fatal: bool = False


def read_preamble(lines: Sequence[str], start: int) -> tuple[int, Preamble]:
    """Parse Android's lines above a fatal exception; also return the first of them."""
    found = Preamble()
    first = start
    for index in range(start - 1, max(-1, start - 12), -1):
        line = lines[index]
        process = _PROCESS.match(line)
        fatal = _FATAL.search(line)
        pid = _PID.match(line)
        if process is not None:
            found.process = process["process"]
            found.pid = int(process["pid"][:9]) if process["pid"] else found.pid
        elif pid is not None:
            found.pid = int(pid["pid"][:9])
        elif fatal is not None:
            found.thread, found.fatal = fatal["thread"], True
        elif (named := _THREAD_NAME.match(line)) is not None and index == start - 1:
            found.thread = found.thread or named["thread"]
        elif not _FIELD.match(line) and line.strip():
            break
        else:
            continue
        first = index
        if fatal is not None:
            break
    return first, found


_FIELD = lazy_regex(
    r"\s*(?:Flags|Package|Foreground|Build|UID|Cmdline|SystemUptimeMs|Process-Runtime|Loading-Progress): "
)
