"""Openings of crashes of Apple's systems outside their own reports: consoles of Xcode and of crash services.

`*** Terminating app due to uncaught exception 'T', reason: 'M'`, `Fatal Exception: T`, `Crashed: queue`,
`File.swift:7: Fatal error: M`, `Crash due to signal: SIGABRT(#0) at 182a53014`, and types and
signals above frames that stand by their names.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from rca.error_text.apple_frame import read_apple_frame
from rca.error_text.apple_named_frame import is_path_frame, read_path_frame, read_symbol_frame
from rca.error_text.exception_header import Header
from rca.text.lazy_regex import lazy_regex

_MARKS = (
    "xception",
    "atal",
    "SIG",
    "EXC_",
    "First throw",
    "Crashed: ",
    "pectedly found nil",
    "stop reason = ",
)
_LONGEST = 4096
_LEAD = r"\s*(?:[A-Z][\w ]{1,40}\s?:\s{1,8})?[*`]{0,3}\s?"
"""Prefixes of the first line on pages: a label (`Title: `), and marks of Markdown."""

CRASHED = lazy_regex(
    r"\s*(?:#?\d{1,3}\.\s|[\w.\"']{1,40}\s?[:=]\s?[`\"']{1,3}\s{0,9})?"
    r"Crashed: (?:(?P<thread>.*?): (?P<signal>SIG[A-Z]+)|(?P<queue>[a-z][\w\-]*(?:\.[\w\-]+)+)\s*$)"
)
_RAISED = lazy_regex(
    rf"{_LEAD}(?:Non-f|F)atal(?: Exception)?: "
    r"(?P<type>(?:\(anonymous namespace\)::)?[A-Za-z_][\w.$]{1,200}(?:::\w{1,200}){0,9})"
    r"(?:: (?P<message>\S.*?))?[\s`*]*$"
)
_TERMINATING = lazy_regex(
    r"(?P<before>.*?)Terminating app due to uncaught exception (?:of class )?"
    r"'(?P<type>[A-Za-z_][\w.$:]{1,200})'"
    r"(?:, reason: (?P<reason>.*))?"
)
_COMMENT = lazy_regex(r"\s*(?://|/\*|\* )")
_LOGGED = lazy_regex(
    r"(?:\d{4}-\d\d-\d\d \d\d:\d\d:\d\d[.,]?\d{0,9} ?(?:[+-]\d{4})? )?\s*"
    r"(?P<process>[\w.+\-](?:[\w.+\- ]{0,60}[\w.+\-])?)\[(?P<pid>\d{1,9})(?::(?:0x)?[\da-f]{1,16})?\]:? "
)
"""Prefix of a line in Apple's log: `2026-01-09 12:44:22.075 Shop[4902:1363] `."""

_HEAD = lazy_regex(r"\s*(?:#?\d{1,3}\.\s)?(?P<word>[^\W\d_]{4,20})\s?: (?P<thread>[A-Za-z]\S.{0,120}?)\s*$")
THREAD_NAME = lazy_regex(
    r"\s*(?:[A-Za-z][\w\-]{0,60}(?:\.[\w\-]{1,60}){1,12}|NSOperationQueue 0x[^\n]{1,100}|Thread)\s*$"
)
"""Heads of threads in the console of Crashlytics."""
_STOP = lazy_regex(r"\s*(?:EXC_[A-Z_]{3,40}|SIG[A-Z]{3,9} [A-Z_]{4,20})(?:\s|$)")
"""The line below a thread in the console of Crashlytics: the Mach exception, or the signal and its code."""

_SIGNAL = lazy_regex(
    r"(?:Crash due to signal: |Application received signal )(?P<signal>SIG[A-Z]{2,9})\b(?P<rest>.{0,120})"
)
_STOPPED = lazy_regex(
    r"\s*\* thread #(?P<number>\d{1,5})(?:, (?:queue|name) = '(?P<name>[^']{1,120})')?.{0,200}?, "
    r"stop reason = (?:signal (?P<signal>SIG[A-Z]{2,9})|(?P<mach>EXC_[A-Z_]{3,40})|Fatal error: \S)"
)
"""The head of a stopped thread in LLDB: a signal, a Mach exception, Swift's words."""
_FATAL_ERROR = "Fatal error"
_SWIFT_PLACE = lazy_regex(r"[^\s`\"'()]{1,300}\.swift:\d{1,7}: $")
_IN_XCODE = lazy_regex(r"Thread \d{1,5}: $")
_FORMER_PLACE = lazy_regex(r": file (?:[A-Za-z]:)?[^\n:`]{1,300}?(?:\.swift, line \d{1,7}|$)")
"""The place of an error in older versions of Swift; a page may have wrapped it."""
_SWIFT_WORDS = lazy_regex(
    r"\s*[`>*]{0,3}\s?[Ff]atal error: (?P<message>"
    r"(?:[Uu]nexpectedly found nil while (?:implicitly )?unwrapping an Optional value"
    r"|(?:Array i|I)ndex (?:is )?out of range|Division by zero|Not enough bits to represent [^`\n]{1,80}"
    r"|Can't (?:form|remove|unsafeBitCast|advance)[^`\n]{1,120}|Range requires lowerBound <= upperBound"
    r"|Attempted to read an unowned reference[^`\n]{1,200}))[\s`]*$"
)
"""Messages of Swift's library that have no place beside them."""
_SWIFT_NIL = lazy_regex(
    r"\s*[`>]{0,2}\s?(?P<message>Unexpectedly found nil while (?:implicitly )?unwrapping an Optional value)"
    r": file [^\n:`]{1,300}\.swift, line \d{1,7}"
)

_BY_NAME = lazy_regex(
    r"\s*(?:(?P<signal>SIG[A-Z]{2,9})|(?P<mach>EXC_[A-Z_]{3,40})(?:[:\s].*)?"
    r"|(?P<type>(?:[A-Z]\w{0,80})?(?:Exception|Error))(?:[: ]\s*(?P<message>\S.*?))?)\s*$"
)
_MESSAGE_LINES = 6
"""Lines between an exception and its frames."""
_REASON_LINES = 12
_NEAR = 3
_PLACE = 320
"""Characters before the words in which the place stands."""
_RUN = 3
"""Frames in a row that are a backtrace without any opening."""


@dataclass(frozen=True, slots=True)
class AppleOpening:
    """What an opening tells.

    Attributes:
        header: the exception, or None.
        message: what the program said before it ended, of no exception.
        is_proof: whether it is a crash by itself, also without frames.
        by_name: whether the frames that follow stand by their names.
        is_backtrace: whether it is the first frame, with nothing above that tells of a crash.
    """

    header: Header | None = None
    signal: str | None = None
    thread: str | None = None
    process: str | None = None
    pid: int | None = None
    message: str | None = None
    is_proof: bool = False
    by_name: bool = False
    is_backtrace: bool = False


def find_apple_openings(lines: Sequence[str]) -> dict[int, AppleOpening]:
    """Return the openings of crashes by their lines."""
    found: dict[int, AppleOpening] = {}
    in_backtrace = False
    for at, line in enumerate(lines):
        if any(mark in line for mark in _MARKS) and len(line) <= _LONGEST:
            opening = _read(lines, at)
            if opening is not None:
                found[at] = opening
            thread = _thread_above(lines, at) if at and _STOP.match(line) is not None else None
            if thread is not None:
                found.setdefault(thread[0], thread[1])
        is_numbered = "0x" in line and line.lstrip()[:1].isdigit()
        if is_numbered and not in_backtrace and _opens_backtrace(lines, at):
            found.setdefault(at, AppleOpening(is_backtrace=True))
        in_backtrace = is_numbered
    return found


def _read(lines: Sequence[str], at: int) -> AppleOpening | None:
    for read in (_terminating, _raised, _stopped, _of_service, _swift, _crashed, _by_name):
        found = read(lines, at)
        if found is not None:
            return found
    return None


def _opens_backtrace(lines: Sequence[str], at: int) -> bool:
    """Return whether frames of Apple's systems begin here, whatever stands above."""
    frames = [frame for line in lines[at : at + _RUN] if (frame := read_apple_frame(line)) is not None]
    if len(frames) < _RUN or any(one.index != frames[0].index + place for place, one in enumerate(frames)):
        return False
    marks = ("-[", "+[", "(Missing")
    return sum(one.offset is not None or any(mark in one.text for mark in marks) for one in frames) > 1


def _terminating(lines: Sequence[str], at: int) -> AppleOpening | None:
    """Read what Foundation prints of an exception that nobody caught."""
    line = lines[at]
    if "First throw call stack" in line and line.strip(" *\\`").startswith("First throw"):
        return AppleOpening(is_proof=False)
    found = _TERMINATING.match(line) if "Terminating app due to" in line else None
    if found is None or _COMMENT.match(line) is not None:
        return None
    process, pid = _logger(found["before"])
    message = _reason(lines, at, found["reason"] or "")
    header = Header("primary", found["type"], message, 0)
    return AppleOpening(header, process=process, pid=pid, is_proof=True)


def _logger(before: str) -> tuple[str | None, int | None]:
    """Return process and pid of a line of Apple's log by what precedes its text."""
    found = _LOGGED.match(before.lstrip("`"))
    return (found["process"].strip(), int(found["pid"])) if found is not None else (None, None)


def _reason(lines: Sequence[str], at: int, told: str) -> str | None:
    """Return a quoted reason, which may go on below."""
    parts = [told.strip().lstrip("'") if told.lstrip().startswith("'") else told.strip()]
    for line in lines[at + 1 : at + _REASON_LINES]:
        if parts[-1].rstrip(" `").endswith("'") or "First throw call stack" in line or not line.strip():
            break
        parts.append(line.strip())
    else:
        parts = parts[:1]
    text = "\n".join(parts).rstrip(" `")
    if not text.endswith("'"):
        text = parts[0].rstrip(" `")
    return text.removesuffix("'").strip() or None


def _raised(lines: Sequence[str], at: int) -> AppleOpening | None:
    """Read an exception that Crashlytics puts above frames of Apple's systems, with its message."""
    line = lines[at]
    found = _RAISED.match(line) if "atal Exception: " in line or "on-fatal: " in line else None
    if found is None:
        return None
    message = [found["message"]] if found["message"] else []
    is_bold = line.lstrip().startswith("**")
    for below in range(at + 1, min(at + 2 + _MESSAGE_LINES, len(lines))):
        frame = read_apple_frame(lines[below])
        text = lines[below].strip()
        is_thread = "Crashed: " in text and CRASHED.match(lines[below]) is not None
        if is_thread or (frame is not None and frame.index == 0):
            header = Header("primary", found["type"], "\n".join(message) or None, 0)
            return AppleOpening(header, is_proof=True)
        if frame is not None or text.startswith("at "):
            return None
        text = text.removesuffix("**") if is_bold else text
        message += [text] if text not in ("", "(", "{", "```") and not text.endswith(":") else []
    if found["type"].startswith("NS") and "." not in found["type"]:
        # No frames: the message ends with the paragraph.
        told = found["message"] or _paragraph(lines, at, is_bold)
        return AppleOpening(Header("primary", found["type"], told, 0), is_proof=True)
    return None


def _paragraph(lines: Sequence[str], at: int, is_bold: bool) -> str | None:
    below = lines[at + 1].strip() if at + 1 < len(lines) else ""
    return (below.removesuffix("**") if is_bold else below).strip("`") or None


def _thread_above(lines: Sequence[str], at: int) -> tuple[int, AppleOpening] | None:
    """Read the crashed thread above its Mach exception, in any language of the console, with its line."""
    for above in range(at - 1, max(-1, at - _NEAR), -1):
        found = _HEAD.match(lines[above])
        if found is not None:
            return above, AppleOpening(thread=found["thread"], is_proof=True)
        if lines[above].strip():
            break
    return None


def _crashed(lines: Sequence[str], at: int) -> AppleOpening | None:
    """Read a crashed thread of any name right above its frames."""
    found = _HEAD.match(lines[at]) if "Crashed: " in lines[at] else None
    below = next((line for line in lines[at + 1 : at + _NEAR] if line.strip()), "")
    frame = read_apple_frame(below) if found is not None and found["word"] == "Crashed" else None
    if found is None or frame is None or frame.index:
        return None
    return AppleOpening(thread=found["thread"], is_proof=True)


def _stopped(lines: Sequence[str], at: int) -> AppleOpening | None:
    """Read why LLDB stopped a thread, where that is a crash."""
    found = _STOPPED.match(lines[at]) if "stop reason = " in lines[at] else None
    if found is None or at + 1 == len(lines):
        return None
    thread = found["name"] or f"#{found['number']}"
    message = lines[at].partition("Fatal error: ")[2].strip() or None
    return AppleOpening(
        signal=found["signal"] or found["mach"], thread=thread, message=message, is_proof=True
    )


def _of_service(lines: Sequence[str], at: int) -> AppleOpening | None:
    """Read the signal as Instabug and Umeng tell it."""
    found = _SIGNAL.search(lines[at]) if "ignal" in lines[at] else None
    if found is None:
        return None
    return AppleOpening(signal=found["signal"], is_proof=at + 1 < len(lines))


def _swift(lines: Sequence[str], at: int) -> AppleOpening | None:
    """Read what Swift's library prints before it stops the program."""
    line = lines[at]
    if not ("atal error" in line or "nexpectedly found nil" in line) or _COMMENT.match(line) is not None:
        return None
    found = _SWIFT_WORDS.match(line)
    if found is not None:
        return AppleOpening(message=found["message"], is_proof=True)
    found = _SWIFT_NIL.match(line)
    if found is not None:
        return AppleOpening(message=found["message"], is_proof=True)
    start = line.find(_FATAL_ERROR)
    before, told = line[max(0, start - _PLACE) : start], line[start + len(_FATAL_ERROR) :]
    if start < 0:
        return None
    is_placed = _SWIFT_PLACE.search(before) is not None or _IN_XCODE.search(before) is not None
    former = _FORMER_PLACE.search(told)
    if not told.startswith(": ") or not (is_placed or former):
        return AppleOpening(is_proof=True) if is_placed and not told.strip(" `") else None
    message = told[2 : former.start()] if former is not None else told[2:].partition("`")[0]
    process, pid = _logger(line)
    return AppleOpening(process=process, pid=pid, message=message.strip(' "') or None, is_proof=True)


def _by_name(lines: Sequence[str], at: int) -> AppleOpening | None:
    """Read a type or a signal above frames that stand by their names."""
    found = _BY_NAME.match(lines[at])
    if found is None or at + 1 == len(lines):
        return None
    below = lines[at + 1 : at + 2 + _MESSAGE_LINES]
    if read_path_frame(below[0], 0) is not None and any(is_path_frame(line) for line in below):
        header = Header("primary", found["type"], found["message"], 0) if found["type"] else None
        return AppleOpening(header, signal=found["signal"], is_proof=True, by_name=True)
    frames = [read_symbol_frame(line, 0) for line in below]
    in_a_row = any(one is not None and other is not None for one, other in pairwise(frames))
    has_place = any(one is not None and one.file is not None for one in frames)
    if found["mach"] and in_a_row and has_place:
        return AppleOpening(is_proof=True, by_name=True)
    return None
