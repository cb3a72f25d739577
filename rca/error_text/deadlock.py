"""Deadlocks in output of `jstack` and in JVM dumps: which thread waits for which, and where.

Source: the JDK's tool guide, "jstack: deadlock detection". The section stands below the threads of the
dump, names the threads that wait in a circle, then prints the stack of each again without its state.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from models.error_report import ErrorReport, Frame, ReportedException
from rca.error_text.javacore import JAVACORE_DEADLOCK, read_javacore_deadlock
from rca.error_text.language import language_of
from rca.error_text.parsed_error import Finding
from rca.error_text.stack_frame import Frames
from rca.error_text.thread_dump import choose_hang_culprit
from rca.error_text.thread_lines import without_comment_marks
from rca.text.lazy_regex import lazy_regex

_FOUND = lazy_regex(r"\s*(?:#+ )?Found (?:one|a total of \d+|\d+) Java-level deadlocks?[:.]?\s*$")
_SENTENCE = lazy_regex(
    r"\s*(?:[Tt]hread )?[\"']?(?P<name>[^\"'\n]{1,200}?)[\"']?"
    r"(?:(?::| is) waiting (?:to lock|to acquire(?: lock)?|for lock)| locked on) (?P<what>[^\n]{1,300}?),?"
    r" (?:\(|(?:which|that) is )?(?:held|owned) by (?:[Tt]hread )?"
    r"[\"']?(?P<holder>[^\"'\n]{1,200}?)[\"']?\)?[.:]?\s*$"
)
"""A thread in one line, as IntelliJ, WebLogic and Dropwizard write it and people shorten it."""
_STATE_SENTENCE = lazy_regex(
    r"\s*(?:[-*•] )?(?:[Tt]hread )?[\"']?(?P<name>[^\"'\n:]{1,120}?)[\"']?:?\s+(?:[Ss]tate: ?)?"
    r"(?:BLOCKED|WAITING)(?: \([^)\n]{1,40}\))? on (?P<what>[^\s,()]{1,300}),? \(?(?:held|owned) by:? "
    r"(?:[Tt]hread )?[\"']?(?P<holder>[^\"'\n()]{1,120}?)[\"']?\)?[.,;]?\s*$"
)
"""A thread in one line, with its state and without the quotes of a header."""
_WAITING_STACK = ("- waiting to lock", "- parking to wait for")
_TELLS = 12
"""Lines above such a sentence of which one says that it is about a deadlock."""
_THREAD = lazy_regex(r'\s*"(?P<name>[^\n]{1,400})":\s*$')
_STACKS = "Java stack information for the threads listed above"
_END = lazy_regex(r"\s*Found (?:\d+|one) deadlocks?\.\s*$")
_WAITS = (
    "waiting to lock",
    "waiting for ownable",
    "waiting for monitor entry",
    "which is held by",
    "in JNI, which is held by",
)
_HOLDER = lazy_regex(r'(?:in JNI, )?which is held by "(?P<name>[^\n]{1,400}?)(?P<end>"?)$')
_NEAR = 40
"""Lines between the last thread of a dump and the section: the VM's own threads and its counts."""
TYPE = "Deadlock"


@dataclass(slots=True)
class DeadlockedThread:
    """A thread of a deadlock section: what it waits for, who holds that, and where it stands.

    `lock_lines` are the lines about locks, each with the number of the frame above it.
    """

    name: str
    waits: list[str] = field(default_factory=list)
    holder: str | None = None
    frames: list[Frame] = field(default_factory=list)
    lock_lines: list[tuple[int, str]] = field(default_factory=list)


def find_deadlocks(lines: Sequence[str], app_packages: Sequence[str]) -> list[Finding]:
    """Find deadlock sections: one finding each, with an exception of type `Deadlock` per thread.

    An exception's message says what its thread waits for and who holds it. The threads of the cycle come
    before those that only wait for one of it. The culprit is the topmost app frame of the first thread of the
    cycle that has one.
    """
    return [
        Finding(start, last, _report(_circle_first(threads)))
        for start, last, threads in read_deadlocks(lines, app_packages)
    ]


def read_deadlocks(
    lines: Sequence[str], app_packages: Sequence[str]
) -> Iterator[tuple[int, int, dict[str, DeadlockedThread]]]:
    """Yield each deadlock section: first and last line, and its threads by name in the section's order."""
    lines = without_comment_marks(lines)
    starts = [
        at
        for at, line in enumerate(lines)
        if ("eadlock" in line and _FOUND.match(line)) or JAVACORE_DEADLOCK in line
    ]
    if not starts:
        yield from _told_in_sentences(lines)
        starts = list(_unheaded(lines))
    for start, end in pairwise([*starts, len(lines)]):
        if JAVACORE_DEADLOCK in lines[start]:
            last, told = read_javacore_deadlock(lines[:end], start)
            threads = {one.name: DeadlockedThread(one.name, list(one.waits), one.holder) for one in told}
        else:
            last, threads = _section(lines, start, end, app_packages)
        if threads:
            _name_holders(threads)
            yield max(start, 0), last, threads


def _name_holders(threads: dict[str, DeadlockedThread]) -> None:
    """Complete holders whose name was cut off or changed by who quotes the section.

    The JVM lists each thread below the one that waits for it, until the cycle closes.
    """
    order = list(threads)
    meant: dict[str, str] = {}
    for name, following in pairwise(order):
        holder = threads[name].holder
        if holder is not None and holder not in threads:
            meant[holder] = threads[name].holder = following
    closing = threads[order[-1]]
    if closing.holder is not None and closing.holder not in threads:
        cut = closing.holder
        fitting = {one for one in order if one.startswith(cut)}
        fitting |= {one for told, one in meant.items() if told.startswith(cut)}
        closing.holder = fitting.pop() if len(fitting) == 1 else cut


def _unheaded(lines: Sequence[str]) -> Iterator[int]:
    """Yield the line above the threads of a section whose first line or whose first half is missing."""
    named = [at for at, line in enumerate(lines) if line.rstrip().endswith('":') and _THREAD.match(line)]
    waiting = [
        at
        for at in named
        if any(line.strip().startswith((*_WAITS, *_WAITING_STACK)) for line in lines[at + 1 : at + _TELLS])
    ]
    if len(waiting) > 1:
        yield waiting[0] - 1


def _told_in_sentences(lines: Sequence[str]) -> Iterator[tuple[int, int, dict[str, DeadlockedThread]]]:
    """Yield the deadlock that a text tells in sentences, one for each thread."""
    threads: dict[str, DeadlockedThread] = {}
    first = last = -1
    for at, line in enumerate(lines):
        told = _SENTENCE.match(line) if " by " in line else None
        if told is None:
            continue
        if not threads and not any("deadlock" in one.lower() for one in lines[max(0, at - _TELLS) : at + 1]):
            continue
        first, last = (first if threads else at), at
        _tell(threads, told)
    if not threads:
        for at, line in enumerate(lines):
            told = _STATE_SENTENCE.match(line) if " by" in line else None
            if told is not None:
                first, last = (first if threads else at), at
                _tell(threads, told)
        if not any(one.holder in threads for one in threads.values()):
            return
    yield first, last, threads


def _tell(threads: dict[str, DeadlockedThread], told: re.Match[str]) -> DeadlockedThread:
    """Add what a sentence tells of a thread, and return that."""
    one = threads.setdefault(told["name"], DeadlockedThread(told["name"]))
    one.holder = told["holder"]
    one.waits += [f"waiting to lock {told['what']}", f'which is held by "{told["holder"]}"']
    return one


def is_deadlock(report: ErrorReport) -> bool:
    """Return whether a report describes threads that wait for each other."""
    return report.kind == "anr" and bool(report.exceptions) and report.exceptions[0].type == TYPE


def join_dumps(deadlocks: Sequence[Finding], dumps: Sequence[Finding]) -> tuple[list[Finding], list[Finding]]:
    """Merge a deadlock section with the thread dump above it, which shows the same threads.

    Returns:
        The deadlocks, each from the first line of its dump on, and the dumps that belong to none.
    """
    lasts = [dump.last for dump in dumps]
    joined: list[Finding] = []
    taken: set[int] = set()
    for deadlock in deadlocks:
        above = bisect_left(lasts, deadlock.first) - 1
        if above >= 0 and above not in taken and _is_above(dumps[above], deadlock):
            taken.add(above)
            joined.append(replace(deadlock, first=dumps[above].first))
        else:
            joined.append(deadlock)
    return joined, [dump for number, dump in enumerate(dumps) if number not in taken]


def _is_above(dump: Finding, deadlock: Finding) -> bool:
    told = dump.report.exceptions[0].message if dump.report.exceptions else None
    is_plain = dump.report.process is None and told is None  # nothing says that it hangs for another reason
    has_stacks = deadlock.report.frame_count > 0
    return is_plain and has_stacks and 0 < deadlock.first - dump.last <= _NEAR


def _section(
    lines: Sequence[str], start: int, end: int, app_packages: Sequence[str]
) -> tuple[int, dict[str, DeadlockedThread]]:
    frames = Frames(app_packages)
    threads: dict[str, DeadlockedThread] = {}
    current: DeadlockedThread | None = None
    last = start
    for at in range(start + 1, end):
        line = lines[at]
        named = _THREAD.match(line)
        frame = frames.read(line) if named is None else None
        if named is not None:
            current = threads.setdefault(named["name"], DeadlockedThread(named["name"]))
        elif frame is not None and current is not None:
            current.frames.append(frame)
        elif line.strip().startswith(_WAITS) and current is not None:
            current.waits.append(line.strip().rstrip(","))
            holder = _HOLDER.match(current.waits[-1])
            current.holder = holder["name"] if holder is not None else current.holder
        elif (told := _SENTENCE.match(line)) is not None:
            current = _tell(threads, told)
        elif _END.match(line):
            last = at
            break
        elif not _is_part(line):
            break
        elif current is not None and line.strip().startswith("- "):
            current.lock_lines.append((len(current.frames) - 1, line.strip()))
        last = at if line.strip() else last
    return last, threads


def _is_part(line: str) -> bool:
    text = line.strip()
    return not text or text.startswith(("- ", "===", "//", _STACKS))


def _circle_first(threads: dict[str, DeadlockedThread]) -> list[DeadlockedThread]:
    """Sort the threads: the cycle in order of waiting, then the others."""
    seen: dict[str, None] = {}
    name: str | None = next(iter(threads))
    while name in threads and name not in seen:
        seen[name] = None
        name = threads[name].holder
    order = [*seen]
    circle = order[order.index(name) :] if name in seen else []
    return [threads[one] for one in dict.fromkeys((*circle, *threads))]


def _report(threads: Sequence[DeadlockedThread]) -> ErrorReport:
    exceptions = tuple(
        ReportedException(
            type=TYPE,
            message=f'"{thread.name}" {", ".join(thread.waits)}'.rstrip(),
            relation="cause" if number else "primary",
            frames=tuple(thread.frames),
        )
        for number, thread in enumerate(threads)
    )
    frames = [frame for thread in threads for frame in thread.frames]
    culprit = choose_hang_culprit(exceptions)
    return ErrorReport(
        kind="anr",
        language=language_of(frames, culprit),
        exceptions=exceptions,
        frame_count=len(frames),
        culprit=culprit,
        thread=threads[0].name,
        truncated=not all(thread.frames for thread in threads),
    )
