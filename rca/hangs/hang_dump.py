"""The threads and coroutines of a dump, and what the JVM itself says of its deadlocks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from models.error_report import Frame
from rca.error_text.coroutine_dump import TITLE, Coroutine, read_coroutines
from rca.error_text.deadlock import DeadlockedThread, read_deadlocks
from rca.error_text.logcat import split
from rca.error_text.normalization import clean
from rca.error_text.stack_frame import Frames
from rca.error_text.thread_dump import Thread, is_main, read_threads
from rca.error_text.thread_lines import without_comment_marks
from rca.text.lazy_regex import lazy_regex

MOST_CHARACTERS = 4_000_000
"""Longest text that is read for a graph."""
_MARKS = (
    "tid=",
    "prio=",
    "Java-level deadlock",
    TITLE,
    "waiting to lock",
    "to release lock on",
    "owned by",
    " held by ",
    '" Id=',
    "LKDEADLOCK",
    "Thread t@",
    "3XMTHREADINFO",
)
_BLOCKED = lazy_regex(r'- blocks "(?P<name>[^"\n]{1,300})"')
_HELD_BY_NUMBER = lazy_regex(
    r"[^\n]* held by (?:thread |tid=)(?P<tid>\d{1,9})(?: \((?!tid=)(?P<name>[^\n]{1,200})\)\s*$)?"
)
_NEXT_DUMP = lazy_regex(r"\s*(?:Full thread dump |-{3,} pid \d+ at )")


@dataclass(slots=True)
class HangDump:
    """One dump. `stated` has, by the name of a waiting thread, the holder and the lock that the JVM names."""

    threads: list[Thread] = field(default_factory=list)
    coroutines: list[Coroutine] = field(default_factory=list)
    stated: dict[str, DeadlockedThread] = field(default_factory=dict)

    @property
    def main(self) -> Thread | None:
        """The main thread."""
        return next((one for one in self.threads if is_main(one)), None)


def read_hang_dumps(text: str, app_packages: Sequence[str]) -> list[HangDump]:
    """Return the dumps of a text in its order; none where it shows neither threads nor coroutines.

    Coroutines belong to the thread dump in the same text: to the first, where there are several.
    """
    if len(text) > MOST_CHARACTERS or not _may_hold_dumps(text):
        return []
    dumps: list[HangDump] = []
    for stream in split(without_comment_marks(clean(text).split("\n")), 0):
        dumps += _stream_dumps(stream.lines, Frames(app_packages), app_packages)
    with_coroutines = [dump for dump in dumps if dump.coroutines and not dump.threads]
    with_threads = [dump for dump in dumps if dump.threads]
    if with_threads and with_coroutines:
        with_threads[0].coroutines += [one for dump in with_coroutines for one in dump.coroutines]
        return with_threads
    return dumps


def _may_hold_dumps(text: str) -> bool:
    return any(mark in text for mark in _MARKS)


def _stream_dumps(lines: Sequence[str], frames: Frames, app_packages: Sequence[str]) -> Iterator[HangDump]:
    starts = [at for at, line in enumerate(lines) if _NEXT_DUMP.match(line)]
    bounds = sorted({0, *starts, len(lines)})
    for start, end in pairwise(bounds):
        part = lines[start:end]
        dump = HangDump(read_threads(part, frames), read_coroutines(part, frames))
        for _first, _last, threads in read_deadlocks(part, app_packages):
            dump.stated.update(threads)
        known = {thread.name for thread in dump.threads}
        dump.threads += [_as_thread(one) for one in dump.stated.values() if one.name not in known]
        dump.threads += _unseen_threads(dump.threads)
        if dump.threads or dump.coroutines:
            yield dump


def _unseen_threads(threads: Sequence[Thread]) -> list[Thread]:
    """Return the threads that are not shown, but named as owner of a lock or as waiting for one."""
    known = {thread.name for thread in threads}
    numbers = {thread.tid for thread in threads}
    unseen: dict[str, Thread] = {}
    for thread in threads:
        if thread.waits_for_tid is not None and thread.waits_for_tid not in numbers:
            name = _name_of_holder(thread)
            if name is not None:
                unseen.setdefault(name, _named_thread(name, thread.waits_for_tid))
        blocked = (found for _at, text in thread.lock_lines if (found := _BLOCKED.match(text)) is not None)
        for found in blocked:
            one = unseen.setdefault(found["name"], _named_thread(found["name"]))
            one.lock_lines.append((-1, f'- waiting to lock an unknown object held by "{thread.name}"'))
        if thread.waits_for_name is not None:
            unseen.setdefault(thread.waits_for_name, _named_thread(thread.waits_for_name))
    return [one for name, one in unseen.items() if name not in known]


def _name_of_holder(thread: Thread) -> str | None:
    """Return the name that a wait's line has behind the number of the holder; None where it has none."""
    for _at, text in thread.lock_lines:
        found = _HELD_BY_NUMBER.match(text)
        if found is not None and found["tid"] == thread.waits_for_tid and found["name"] is not None:
            return found["name"]
    return None


def _named_thread(name: str, tid: str | None = None) -> Thread:
    return Thread(name, tid, f'"{name}"', 0, 0)


def _as_thread(one: DeadlockedThread) -> Thread:
    """Return a thread that the deadlock section alone shows."""
    return Thread(
        one.name, None, f'"{one.name}"', 0, 0, frames=one.frames, lock_lines=one.lock_lines, state=None
    )


def frame_name(frame: Frame) -> str:
    """Return a frame's class and method, without the package: `Shop.reserve`."""
    simple = (frame.class_name or "").rpartition(".")[2]
    return f"{simple}.{frame.method}" if simple else frame.method or frame.text
