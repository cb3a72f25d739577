"""Stack walks of Breakpad minidumps: what `minidump_stackwalk` prints, with and without `-m`.

Source: Breakpad's `stackwalk_common.cc`. A frame stands on one line, its registers and how it was found
below. Addresses of callers are return addresses.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from models.error_report import Diagnostic, ErrorReport, NativeFrame
from rca.error_text.native_images import find_images, with_images
from rca.error_text.parsed_error import Finding
from rca.text.lazy_regex import lazy_regex

MARK = "Found by: "
"""What stands below each frame, and hardly anywhere else."""
MACHINE_MARK = "Module|"
_LONGEST = 8192
_MOST_FRAMES = 1000
_MOST_BETWEEN = 40
"""Lines of registers between a frame and how it was found."""
_THREAD = lazy_regex(
    r"\s*Thread (?P<number>\d{1,6})(?: (?P<name>\S.*?))? \((?:crashed|requested dump)[^()]*\)"
)
_ANY_THREAD = lazy_regex(r"\s*Thread \d{1,6}\b")
_FRAME = lazy_regex(
    r"\s*(?P<index>\d{1,4})  ?(?:0x(?P<pc>[0-9a-fA-F]{1,16})(?=\s|$)|(?P<library>[^\s!][^!]{0,200}?)"
    r"(?:!(?P<function>.*?))?(?: \[(?P<file>[^\[\]]*?) ?: ?(?P<line>\d{1,7})(?: \+ 0x[0-9a-fA-F]{1,16})?\]"
    r"| \+ 0x(?P<offset>[0-9a-fA-F]{1,16}))?)(?: \(unloaded .*)?\s*$"
)
_COUNTER = lazy_regex(r"(?:^|\s)(?:[re]?ip|pc) = 0x(?P<pc>[0-9a-fA-F]{8,16})(?:\s|$)")
_REGISTER = lazy_regex(r"\s*[a-z][a-z0-9]{1,5} = 0x")
_REASON = lazy_regex(r"\s*Crash reason: +(?P<reason>\S.*?)\s*$")
_ASSERTION = lazy_regex(r"\s*Assertion: +(?P<assertion>\S.*?)\s*$")
_SIGNAL = lazy_regex(r"(?P<signal>SIG[A-Z]{2,8}|EXCEPTION_\w+)\b")
_MACHINE_CRASH = lazy_regex(r"Crash\|(?P<reason>[^|]*)\|(?P<address>[^|]*)\|(?P<thread>\d*)")


def find_stackwalks(lines: Sequence[str]) -> list[Finding]:
    """Find the stack walk of a minidump: at most one in a text."""
    if any(line.startswith(MACHINE_MARK) for line in lines):
        return _find_machine_readable(lines)
    if not any(MARK in line for line in lines):
        return []
    start = next((at for at, line in enumerate(lines) if _opens(line)), None)
    if start is None:
        start = next((at for at, line in enumerate(lines) if _is_frame(lines, at, line)), None)
        if start is None:
            return []
    frames, last = _read_frames(lines, start)
    if not frames:
        return []
    thread = _THREAD.match(lines[start])
    above = lines[start - 1 :: -1] if start else ()
    reason = next((found["reason"] for line in above if (found := _REASON.match(line))), None)
    assertion = next((found["assertion"] for line in above if (found := _ASSERTION.match(line))), None)
    first = next((at for at, line in enumerate(lines[:start]) if _REASON.match(line)), start)
    name = None if thread is None else (thread["name"] or thread["number"]).strip("'\"")
    end = _End(reason, assertion, name)
    return [_finding(first, last, with_images(frames, find_images(lines)), end)]


def _opens(line: str) -> bool:
    return "Thread " in line and _THREAD.match(line) is not None


def _is_frame(lines: Sequence[str], at: int, line: str) -> bool:
    if not line.lstrip()[:1].isdigit() or _FRAME.match(line) is None:
        return False
    below = lines[at + 1 : at + 1 + _MOST_BETWEEN]
    return any(MARK in one for one in below[:1]) or (bool(below) and _REGISTER.match(below[0]) is not None)


def _read_frames(lines: Sequence[str], start: int) -> tuple[list[NativeFrame], int]:
    """Return the frames of the thread that begins at `start`, and the line of the last one."""
    frames: list[NativeFrame] = []
    last = start
    for at in range(start, len(lines)):
        line = lines[at]
        if len(line) > _LONGEST:
            continue
        if at > start and (_ANY_THREAD.match(line) or line.startswith("Loaded modules")):
            break
        if line.lstrip()[:1].isdigit() and (frame := _read_frame(line)) is not None:
            if frames and frame.index <= frames[-1].index:
                break
            frames.append(frame)
            last = at
        elif frames and frames[-1].pc is None and (counter := _COUNTER.search(line)) is not None:
            frames[-1] = frames[-1].model_copy(update={"pc": counter["pc"]})
        elif frames and MARK in line:
            last = at
            if "inlin" in line:
                frames[-1] = frames[-1].model_copy(update={"inlined": True})
        if len(frames) == _MOST_FRAMES:
            break
    return frames, last


def _read_frame(line: str) -> NativeFrame | None:
    found = _FRAME.match(line)
    if found is None:
        return None
    function, file, offset = found["function"], found["file"], found["offset"]
    return NativeFrame(
        index=int(found["index"]),
        pc=found["pc"],
        library=found["library"],
        function=function or None,
        offset=int(offset, 16) if offset and function else None,
        build_id=None,
        text=line.strip(),
        image_offset=offset if offset and not function else None,
        file=file or None,
        line=int(found["line"]) if file and int(found["line"]) else None,
    )


def _find_machine_readable(lines: Sequence[str]) -> list[Finding]:
    crash = next((found for line in lines if (found := _MACHINE_CRASH.match(line))), None)
    wanted = crash["thread"] if crash is not None and crash["thread"] else "0"
    frames: list[NativeFrame] = []
    first, last = None, 0
    for at, line in enumerate(lines):
        if line.startswith(("OS|", "Crash|", MACHINE_MARK)):
            first = at if first is None else first
            last = max(last, at)
        parts = line.rstrip("\r\n").split("|")
        if len(parts) == 7 and parts[0] == wanted and parts[1].isdecimal() and len(frames) < _MOST_FRAMES:
            first = at if first is None else first
            frames.append(_read_machine_frame(parts, line.strip()))
            last = at
    if first is None or not frames:
        return []
    reason = crash["reason"] if crash is not None else None
    end = _End(reason or None, None, wanted)
    return [_finding(first, last, with_images(frames, find_images(lines)), end)]


def _read_machine_frame(parts: Sequence[str], text: str) -> NativeFrame:
    _thread, index, library, function, file, line, told = parts
    offset = told.removeprefix("0x")
    is_number = bool(offset) and len(offset) <= 16 and all(one in "0123456789abcdefABCDEF" for one in offset)
    is_bare = bool(library) and not function and is_number
    return NativeFrame(
        index=int(index),
        pc=offset if is_number and not library else None,
        library=library or None,
        function=function or None,
        offset=int(offset, 16) if is_number and function and not file else None,
        build_id=None,
        text=text,
        image_offset=offset if is_bare else None,
        file=file or None,
        line=int(line) if file and line.isdecimal() and int(line) else None,
    )


class _End(NamedTuple):
    """How the process ended, as the head of the walk tells."""

    reason: str | None
    assertion: str | None
    thread: str | None


def _finding(first: int, last: int, frames: tuple[NativeFrame, ...], end: _End) -> Finding:
    signal = _SIGNAL.search(end.reason) if end.reason else None
    said = end.assertion or end.reason
    message = Diagnostic(
        severity="error", file=None, line=None, column=None, message=said or "", tool="breakpad"
    )
    is_kotlin = any((frame.function or "").startswith("kfun:") for frame in frames)
    report = ErrorReport(
        kind="native_crash",
        language="kotlin" if is_kotlin else "cpp",
        diagnostics=(message,) if said else (),
        thread=end.thread,
        native_frames=frames,
        signal=signal["signal"] if signal is not None else None,
    )
    return Finding(first, last, report)
