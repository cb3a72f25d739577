"""Thread dumps and ANR reports: which thread hangs, and which one holds its lock."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from models.error_report import ErrorReport, Frame, NativeFrame, Relation, ReportedException
from rca.error_text.jvm import choose_culprit
from rca.error_text.language import language_of
from rca.error_text.native_frame import read_native_frame
from rca.error_text.parsed_error import Finding
from rca.error_text.stack_frame import Frames, is_renamed
from rca.error_text.thread_headers import may_be_header, read_console_header, read_header
from rca.error_text.thread_lines import as_jvm_line, without_comment_marks
from rca.error_text.truncation import ends_cut
from rca.text.lazy_regex import lazy_regex

_HELD_BY = lazy_regex(
    r"- (?:waiting (?:to lock|on)|parking to wait for) .*(?:held|owned) by "
    r'(?:(?:thread |tid=)(?P<tid>\d+)|"(?P<name>[^"\n]{1,300})")'
)
_OWNER = lazy_regex(r'(?:- )?(?:owned|held|locked) by (?:thread )?"(?P<name>[^"\n]{1,300})"')
_WAITS = lazy_regex(r"- waiting to lock <(?P<lock>0x[0-9a-fA-F]+)>")
_LOCKED = lazy_regex(r"- locked <(?P<lock>0x[0-9a-fA-F]+)>")
_ANR_IN = lazy_regex(r"ANR in (?P<process>[\w.:]+)")
_PID = lazy_regex(r"(?:\s*PID: |-{3,} pid )(?P<pid>\d{1,9})\b")
_PROCESS = lazy_regex(r"\s*(?:Cmd ?line|Process): ?(?P<process>[\w.:]+)")
_REASON = lazy_regex(r"\s*(?:Reason|Subject|ANR reason): ?(?P<reason>.*\S)")
_PHRASE = lazy_regex(
    r"Input dispatching timed out|Broadcast of Intent|[Ee]xecuting service"
    r"|(?:Context\.)?startForegroundService\(\) did not"
    r"|ContentProvider not responding|No response to onStartJob|No focused window"
)
_MARKS = ("ANR in ", "Cmd line: ", "Cmdline: ", "----- pid ", "Subject: ", "Reason: ", "DALVIK THREADS")
_STATE = "java.lang.Thread.State:"
OWNABLE = "Locked ownable synchronizers:"
_CONSOLE = ("Name: ", "`Name: ")
_PARTS = (
    "State: ",
    "Total blocked: ",
    "Stack trace:",
    "|",
    "#",
    "native:",
    "(",
    "at ",
    "//",
    "...",
    "3XM",
    "Number of locked synchronizers",
    "cpu=",
    "elapsed=",
    "nid=",
    "[0x",
    OWNABLE,
)
"""Beginnings of lines of a thread that say nothing of its locks."""
_LONGEST_CHAIN = 8
_ANNOUNCED = 60
"""Lines below `ANR in`, or above a thread dump, that tell of it."""


@dataclass(slots=True)
class Thread:
    """One thread of a dump. `tid` is the dump's own number, not the kernel's.

    `lock_lines` are the lines about locks, each with the number of the frame above it; `state` is what the
    JVM writes below the header.
    """

    name: str
    tid: str | None
    header: str
    first: int
    last: int
    frames: list[Frame] = field(default_factory=list)
    native: list[NativeFrame] = field(default_factory=list)
    waits_for_tid: str | None = None
    waits_for_name: str | None = None
    waits_for_lock: str | None = None
    locks: set[str] = field(default_factory=set)
    lock_lines: list[tuple[int, str]] = field(default_factory=list)
    state: str | None = None


def is_main(thread: Thread) -> bool:
    """Return whether a thread is the main one; debuggers put a number behind its name."""
    return thread.name == "main" or thread.name.startswith("main@")


def find_anrs(lines: Sequence[str], app_packages: Sequence[str]) -> list[Finding]:
    """Find ANR reports and thread dumps: one finding for each, its first exception the thread that hangs.

    The exceptions are of type `ANR`; the first has the reason as its message and the main thread's
    frames (of the first thread where none is `main`), each further one, a `cause`, is the thread
    that holds the lock which the thread before waits for, with its header line as its message.
    """
    if not any(may_be_header(line) or "ANR in " in line or " owned by: " in line for line in lines):
        return []
    frames = Frames(app_packages)
    lines = without_comment_marks(lines)
    threads = read_threads(lines, frames)
    if threads:
        threads = [*_headless(lines, threads[0].first, frames), *threads]
    facts = [at for at, line in enumerate(lines) if _is_fact(line)]
    if not threads:
        return [_report(lines, [], near) for near in _announcements(lines, facts)]
    findings: list[Finding] = []
    told = 0
    for dump in _dumps(lines, threads):
        end = bisect_left(facts, dump[-1].last, told)
        near = bisect_left(facts, dump[0].first - _ANNOUNCED, told, end)
        findings.append(_report(lines, dump, facts[near:end]))
        told = end
    return findings


def _announcements(lines: Sequence[str], facts: Sequence[int]) -> list[list[int]]:
    """Group the facts of each `ANR in` line that no thread dump follows."""
    groups: list[list[int]] = []
    for at in facts:
        if _ANR_IN.search(lines[at]):
            groups.append([at])
        elif groups and at <= groups[-1][0] + _ANNOUNCED:
            groups[-1].append(at)
    return groups


def _is_fact(line: str) -> bool:
    return any(mark in line for mark in _MARKS) or _PID.match(line) is not None or bool(_PHRASE.search(line))


def read_threads(lines: Sequence[str], frames: Frames) -> list[Thread]:
    """Return the threads that lines show, those of all dumps."""
    threads: list[Thread] = []
    current: Thread | None = None
    for at, line in enumerate(lines):
        header = read_header(line)
        if header is None and "Name: " in line and at + 1 < len(lines):
            header = read_console_header(line, lines[at + 1])
        if header is not None:
            name, tid = header.name, header.tid
            if (
                current is not None
                and current.name == name
                and current.tid in (tid, None)
                and not current.frames
            ):
                current.header, current.tid = line.strip(), tid or current.tid
                continue
            current = Thread(name, tid, line.strip(), at, at, state=header.state)
            if header.lock_line is not None:
                _take_lock(current, header.lock_line)
            threads.append(current)
        elif current is not None:
            current = current if _take(current, line, at, frames) else None
    return _once(
        thread
        for thread in threads
        if thread.frames or "main" in thread.name or thread.last > thread.first or thread.lock_lines
    )


def _once(threads: Iterable[Thread]) -> list[Thread]:
    """Return the threads; one that waits for a thread by name counts once, where a text repeats its dump."""
    kept: dict[object, Thread] = {}
    for thread in threads:
        key = (thread.name, thread.tid) if thread.tid != "0x0" else id(thread)
        if key not in kept or not thread.waits_for_name:
            kept[key if key not in kept else id(thread)] = thread
    return list(kept.values())


def _headless(lines: Sequence[str], first: int, frames: Frames) -> list[Thread]:
    """Parse a truncated thread: the text begins inside it, above the first whole one."""
    thread = Thread("", None, "", 0, 0)
    for at, line in enumerate(lines[:first]):
        if not _take(thread, line, at, frames):
            return []
    return [thread] if thread.frames else []


def _take(thread: Thread, line: str, at: int, frames: Frames) -> bool:
    """Add a line to the thread; return False if it is no part of one."""
    text = line.strip()
    frame, native = frames.read(line), read_native_frame(line)
    if frame is None and native is None and text:
        text = as_jvm_line(text, thread.state)
        frame = frames.read(text) if text.startswith("at ") else None
        if frame is None and thread.header.startswith(_CONSOLE):
            frame = frames.read(f"at {text.strip('`')}")
    if frame is not None:
        thread.frames.append(frame)
    elif native is not None:
        thread.native.append(native)
    elif text.startswith("- ") and not _add_owner(thread, text):
        _take_lock(thread, text)
    elif text.startswith("- ") or _add_owner(thread, text):
        pass
    elif text.startswith(_STATE):
        thread.state = text.removeprefix(_STATE).strip()
    elif text and not text.startswith(_PARTS):
        return False
    thread.last = at if text else thread.last
    return True


def _add_owner(thread: Thread, text: str) -> bool:
    """Add to a thread's wait the owner that the line below names; return whether the line does."""
    owner = _OWNER.match(text) if " by " in text else None
    if owner is None or not thread.lock_lines or thread.waits_for_name is not None:
        return False
    at, wait = thread.lock_lines[-1]
    if not wait.startswith(("- waiting", "- parking")):
        return False
    thread.lock_lines.pop()
    _take_lock(thread, f'{wait} held by "{owner["name"]}"')
    thread.lock_lines[-1] = (at, thread.lock_lines[-1][1])
    return True


def _take_lock(thread: Thread, text: str) -> None:
    thread.lock_lines.append((len(thread.frames) - 1, text))
    held, waits, locked = _HELD_BY.match(text), _WAITS.match(text), _LOCKED.match(text)
    if held is not None and (held["name"] or held["tid"] != thread.tid):
        thread.waits_for_tid = thread.waits_for_tid or held["tid"]
        thread.waits_for_name = thread.waits_for_name or held["name"]
    if waits is not None:
        thread.waits_for_lock = thread.waits_for_lock or waits["lock"]
    if locked is not None:
        thread.locks.add(locked["lock"])


def _dumps(lines: Sequence[str], threads: list[Thread]) -> list[list[Thread]]:
    """Group the threads by dump: each `----- pid` or `ANR in` line begins another."""
    dumps: list[list[Thread]] = [[]]
    for number, thread in enumerate(threads):
        if number and any(
            "----- pid " in line or "ANR in " in line
            for line in lines[threads[number - 1].last : thread.first]
        ):
            dumps.append([])
        dumps[-1].append(thread)
    return dumps


def _report(lines: Sequence[str], threads: list[Thread], facts: Sequence[int]) -> Finding:
    main = next((thread for thread in threads if is_main(thread)), threads[0] if threads else None)
    chain = _chain(main, threads) if main is not None else []
    exceptions: list[ReportedException] = []
    for thread in chain:
        relation: Relation = "cause" if exceptions else "primary"
        message = thread.header if exceptions else _reason(lines, facts)
        exceptions.append(
            ReportedException(type="ANR", message=message, relation=relation, frames=tuple(thread.frames))
        )
    if not chain and facts:
        exceptions.append(
            ReportedException(type="ANR", message=_reason(lines, facts), relation="primary", frames=())
        )
    frames = [frame for thread in chain for frame in thread.frames]
    culprit = choose_hang_culprit(exceptions)
    covered = [*facts, *(thread.first for thread in threads), *(thread.last for thread in threads)]
    pid = _first(_PID, lines, facts, "pid")
    return Finding(
        first=min(covered),
        last=max(covered),
        report=ErrorReport(
            kind="anr",
            language=language_of(frames, culprit),
            exceptions=tuple(exceptions),
            frame_count=sum(len(thread.frames) for thread in threads),
            culprit=culprit,
            process=_first(_ANR_IN, lines, facts, "process") or _first(_PROCESS, lines, facts, "process"),
            pid=int(pid) if pid else None,
            thread=main.name or None if main is not None else None,
            native_frames=tuple(main.native) if main is not None else (),
            obfuscated=is_renamed(frames),
            truncated=bool(threads) and ends_cut(lines, threads[-1].last),
        ),
    )


def choose_hang_culprit(exceptions: Sequence[ReportedException]) -> Frame | None:
    """Choose the main thread's topmost app frame, else that of the nearest thread it waits for."""
    chosen = (choose_culprit((thread,)) for thread in exceptions)
    return next((frame for frame in chosen if frame is not None), None)


def _chain(main: Thread, threads: Sequence[Thread]) -> list[Thread]:
    """Follow lock owners from the main thread until one waits for nobody or the cycle closes."""
    by_tid = {thread.tid: thread for thread in threads if thread.tid is not None}
    by_name = {thread.name: thread for thread in threads}
    holder = {lock: thread for thread in threads for lock in thread.locks}
    chain = [main]
    while len(chain) < _LONGEST_CHAIN:
        thread = chain[-1]
        following = by_tid.get(thread.waits_for_tid) if thread.waits_for_tid else None
        if following is None and thread.waits_for_name:
            following = by_name.get(thread.waits_for_name)
        if following is None and thread.waits_for_lock:
            following = holder.get(thread.waits_for_lock)
        if following is None or any(following is seen for seen in chain):
            break
        chain.append(following)
    return chain


def _reason(lines: Sequence[str], facts: Sequence[int]) -> str | None:
    labelled = _first(_REASON, lines, facts, "reason")
    if labelled is not None:
        return labelled
    phrases = ((lines[at], _PHRASE.search(lines[at])) for at in facts)
    return next((line[phrase.start() :].strip() for line, phrase in phrases if phrase is not None), None)


def _first(pattern: re.Pattern[str], lines: Sequence[str], facts: Sequence[int], part: str) -> str | None:
    for at in facts:
        found = pattern.search(lines[at]) if pattern is _ANR_IN else pattern.match(lines[at])
        if found is not None:
            return found[part]
    return None
