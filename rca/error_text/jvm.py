"""Stack traces of the JVM and of Android's runtime: exception, causes, frames."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from models.error_report import Frame, Relation, ReportedException
from rca.error_text.android_preamble import is_preamble, opens_fatal, read_preamble
from rca.error_text.exception_header import (
    Header,
    find_header,
    find_unusual_header,
    is_circular,
    is_more,
    is_section,
    is_telling,
    read_header,
)
from rca.error_text.stack_frame import Frames, is_boundary, is_cut_frame
from rca.error_text.truncation import is_cut_mark
from rca.text.lazy_regex import lazy_regex

_LOOK_BACK = 64
"""Lines of message that may stand between an exception's opening and its first frame."""

_NEAR = 6
"""Lines above the frames within which a telling opening outdoes a weak one right above them."""

_LONGEST_MESSAGE = 200
_LONGEST_MARK = 2000
_NOISE = 2
"""Foreign lines inside a run of frames that do not end it."""

_LOOSE = lazy_regex(r"[\])>}][^\w\n]{0,12}$|\) ?[\[~]|:\d{1,7}$")
"""How a line may end that is a frame in a loose form."""

_THREAD = lazy_regex(r'\s*"[^\n]*" (?:\([^)]*\) )?(?:daemon |virtual )*(?:prio=|tid=|#\d|os_prio=|sysTid=)')


@dataclass(frozen=True, slots=True)
class Trace:
    """One exception with its causes, in a stretch of lines.

    `first` and `last` are 0-based and inclusive; `first` is the line of the exception's opening, or of
    the preamble above it (`FATAL EXCEPTION: main`, `Process: …`). `exceptions` are in the order of the
    text; the type of the first is empty where the text starts after its opening. `culprit` is the
    topmost app frame of the deepest cause that has one. `fatal` says that the exception ended its
    thread or process.
    """

    first: int
    last: int
    exceptions: tuple[ReportedException, ...]
    culprit: Frame | None
    thread: str | None = None
    process: str | None = None
    pid: int | None = None
    fatal: bool = False
    truncated: bool = False

    @property
    def frame_count(self) -> int:
        """Complete JVM frames over all sections."""
        return sum(len(exception.frames) for exception in self.exceptions)


def find_traces(
    lines: Sequence[str], app_packages: Sequence[str], first: int = 0, last: int | None = None
) -> list[Trace]:
    """Find every stack trace in `lines[first..last]`, in order; the time is linear in the text.

    The frames of a thread dump (below `"main" prio=5 …`) are no trace.
    """
    end = len(lines) - 1 if last is None else min(last, len(lines) - 1)
    frames = Frames(app_packages)
    traces: list[Trace] = []
    floor = at = max(first, 0)
    while at <= end:
        line = lines[at]
        marked = "at" in line or "@" in line
        strict = marked and frames.read(line) is not None
        loose = not strict and (")" in line or marked) and _is_loose(line, frames)
        if not strict and not loose:
            at += 1
            continue
        opening = _opening(lines, floor, at)
        if loose and not _is_sure(opening) and not _begins_run(lines, at, frames):
            at += 1
            continue
        if opening is None:
            at = floor = _end_of_thread(lines, at, end)
            continue
        reader = _Reader(lines, end, frames)
        trace = reader.read(*opening)
        traces.append(trace)
        at = floor = trace.last + 1
    return traces


def _is_loose(line: str, frames: Frames) -> bool:
    """Return whether a line is a frame in informal notation; most lines fail a cheap first check."""
    if ")" not in line and not line.lstrip().startswith("at "):
        return False
    return _LOOSE.search(line) is not None and frames.read_loose(line) is not None


def _begins_run(lines: Sequence[str], at: int, frames: Frames) -> bool:
    """Return whether an informal frame is confirmed by its `at` and the `at` of the next line."""
    pair = lines[at : at + 2]
    return len(pair) == 2 and all(
        line.lstrip().startswith("at ") and (frames.read(line) is not None or _is_loose(line, frames))
        for line in pair
    )


def _is_sure(opening: tuple[int, Header | None] | None) -> bool:
    """Return whether an opening is certain enough to accept informal frames below it."""
    header = opening[1] if opening is not None else None
    return header is not None and (is_telling(header.type) or header.marked)


def choose_culprit(exceptions: Sequence[ReportedException]) -> Frame | None:
    """Choose the topmost app frame of the deepest cause that has one, or None.

    A suppressed exception is no cause and never chosen.
    """
    for exception in reversed(exceptions):
        if exception.relation != "suppressed":
            for frame in exception.frames:
                if frame.origin == "app":
                    return frame
    return None


def is_thread_header(line: str) -> bool:
    """Return whether a line opens a thread of a thread dump (`"main" prio=5 tid=1 Blocked`)."""
    return len(line) < _LONGEST_MARK and '"' in line and _THREAD.match(line) is not None


def _opening(lines: Sequence[str], floor: int, at: int) -> tuple[int, Header | None] | None:
    """Find the line that opens the trace whose first frame is at `at`; None inside a thread dump.

    The nearest telling opening wins, a cause's only where no exception stands above it. A weak one
    (`a.b.c: text`) is believed right above the frames, unless the lines just above it are telling.
    """
    best: tuple[int, Header] | None = None
    nearest = True
    for index in range(at - 1, max(floor, at - _LOOK_BACK) - 1, -1):
        line = lines[index]
        if not line.strip():
            continue
        if is_thread_header(line):
            return None
        if is_preamble(line):
            break
        header = read_header(line)
        if nearest and (_is_label(header) if header else not _continues(lines, floor, index)):
            header = find_header(line) or find_unusual_header(line, lines[at : at + _LOOK_BACK]) or header
        elif header is None and line.rstrip().endswith(":"):
            header = find_header(line)  # its message stands below
        if header is not None and (header.is_telling or header.marked):
            if best is not None and best[1].relation == "primary" and index < at - _NEAR:
                return best
            best = (index, header)
            if header.relation == "primary":
                return best
        elif header is not None and nearest and _is_believable(header):
            best = (index, header)
        nearest = False
    return best if best is not None else (at, None)


def _continues(lines: Sequence[str], floor: int, at: int) -> bool:
    """Return whether a line that names an exception is the rest of the message of the one right above it."""
    above = read_header(lines[at - 1]) if at > floor else None
    return above is not None and above.is_telling and above.message is not None


def _is_believable(weak: Header) -> bool:
    """Return whether a line that says little (`a.b.c: text`, `abc`) may open the frames right below it."""
    return "." in weak.type or weak.message is not None or weak.type[:1].isupper()


def _is_label(weak: Header) -> bool:
    """Return whether an opening may be a label before one (`Details: x.y.FooException: text`)."""
    return not weak.marked and "." not in weak.type and not is_telling(weak.type)


def _end_of_thread(lines: Sequence[str], at: int, end: int) -> int:
    while at <= end and lines[at].strip() and not is_thread_header(lines[at]):
        at += 1
    return at


@dataclass(slots=True)
class _Section:
    relation: Relation
    type: str
    message: list[str]
    indent: int
    nested: bool
    frames: list[Frame] = field(default_factory=list)
    frame_indent: int = 0
    closed: bool = False

    def report(self) -> ReportedException:
        message = "\n".join(self.message).strip() or None
        return ReportedException(
            type=self.type, message=message, relation=self.relation, frames=tuple(self.frames)
        )


class _Reader:
    """Reads one trace downward from its opening."""

    def __init__(self, lines: Sequence[str], end: int, frames: Frames) -> None:
        self._lines = lines
        self._end = end
        self._frames = frames
        self._sections: list[_Section] = []
        self._suppressed: list[_Section] = []
        self._truncated = False

    def read(self, start: int, header: Header | None) -> Trace:
        at = start
        if header is None:
            self._sections.append(_Section("primary", "", [], 0, nested=False))
        else:
            self._open(header)
            at += 1
        last = self._follow(at, start)
        exceptions = tuple(section.report() for section in self._sections)
        main = [
            exception
            for exception, section in zip(exceptions, self._sections, strict=True)
            if not section.nested
        ]
        first, preamble = read_preamble(self._lines, start)
        thread = header.thread if header is not None and header.thread is not None else preamble.thread
        return Trace(
            first=first,
            last=last,
            exceptions=exceptions,
            culprit=choose_culprit(main),
            thread=thread,
            process=preamble.process,
            pid=preamble.pid,
            fatal=preamble.fatal or (header is not None and header.thread is not None),
            truncated=self._truncated,
        )

    def _follow(self, at: int, start: int) -> int:
        """Read on until the trace ends; return its last line."""
        last = start
        foreign: list[str] = []
        while at <= self._end:
            line = self._lines[at]
            section = self._sections[-1]
            frame = self._frames.read(line) or self._placeless(line, at) or self._loose(line, at)
            if frame is not None:
                self._take_foreign(foreign)
                if not section.frames:
                    section.frame_indent = len(line) - len(line.lstrip())
                section.frames.append(frame)
                last = at
            elif not line.strip():
                if not section.frames:
                    foreign.append("")
            elif self._is_part(line):
                foreign.clear()
                last = at
            elif _is_rule(line) and self._goes_on(at):
                last = at
            else:
                header = self._next_section(line)
                if header is not None:
                    self._take_foreign(foreign)
                    self._open(header)
                    last = at
                elif self._ends_cut(line, at):
                    return at
                elif self._is_foreign_end(line, foreign, at):
                    break
                else:
                    foreign.append(line.strip())
            at += 1
        return last

    def _placeless(self, line: str, at: int) -> Frame | None:
        """Read a frame without a place; one that ends the text may as well be cut."""
        if not self._sections[-1].frames or at >= self._end or "at " not in line[:400]:
            return None
        below = self._lines[at + 1]
        goes_on = self._frames.read(below) is not None or is_section(below) or is_more(below)
        return self._frames.read_placeless(line) if goes_on else None

    def _loose(self, line: str, at: int) -> Frame | None:
        """Read an informal frame, or one that was cut while the trace continues below it."""
        if _LOOSE.search(line) is not None:
            return self._frames.read_loose(line)
        if not is_cut_frame(line) or not self._goes_on(at):
            return None
        return self._frames.read_cut(line)

    def _goes_on(self, at: int) -> bool:
        """Return whether a frame or a cause follows a line."""
        ahead = self._lines[at + 1 : min(at + 1 + _NEAR, self._end + 1)]
        below = next((line for line in ahead if line.strip() and not is_cut_mark(line)), "")
        return self._is_frame(below) or is_section(below) or (bool(below) and is_cut_frame(below))

    def _is_frame(self, line: str) -> bool:
        if self._frames.read(line) is not None:
            return True
        return _is_loose(line, self._frames)

    def _is_part(self, line: str) -> bool:
        """Return whether a line belongs to a trace without being a frame or an opening."""
        section = self._sections[-1]
        if is_more(line):
            section.closed = True
            return True
        return is_circular(line) or is_boundary(line) or (bool(section.frames) and _is_lock(line))

    def _next_section(self, line: str) -> Header | None:
        if not is_section(line):
            return None
        header = read_header(line)
        if header is None or header.relation == "primary":
            return None
        section = self._sections[-1]
        begun = bool(section.frames) or section.closed or section.relation != "primary"
        return header if header.is_telling or begun or "." in header.type else None

    def _open(self, header: Header) -> None:
        while self._suppressed and header.indent < self._suppressed[-1].indent:
            self._suppressed.pop()
        inside = bool(self._suppressed) and self._suppressed[-1].frame_indent > self._suppressed[-1].indent
        message = [header.message] if header.message else []
        nested = header.relation == "suppressed" or (inside and header.relation == "cause")
        section = _Section(header.relation, header.type, message, header.indent, nested)
        if header.relation == "suppressed":
            if self._suppressed and header.indent == self._suppressed[-1].indent:
                self._suppressed.pop()
            self._suppressed.append(section)
        self._sections.append(section)

    def _take_foreign(self, foreign: list[str]) -> None:
        """Take lines before a section's first frame as its message; drop them between frames."""
        section = self._sections[-1]
        if not section.frames and not section.closed:
            section.message.extend(foreign)
        foreign.clear()

    def _ends_cut(self, line: str, at: int) -> bool:
        section = self._sections[-1]
        if not section.frames and not section.closed:
            return False
        if is_cut_mark(line):
            self._truncated = True
            return True
        if is_cut_frame(line) and not any(rest.strip() for rest in self._lines[at + 1 : self._end + 1][:3]):
            self._truncated = True
            return True
        return False

    def _is_foreign_end(self, line: str, foreign: list[str], at: int) -> bool:
        """Return whether a line that is no part of a trace ends it."""
        section = self._sections[-1]
        if is_thread_header(line) or opens_fatal(line):
            return True
        header = read_header(line)
        if header is not None and (header.is_telling or header.marked):
            return True
        if not section.frames and not section.closed:
            return len(foreign) >= _LONGEST_MESSAGE
        if len(foreign) >= _NOISE:
            return True
        ahead = self._lines[at + 1 : min(at + 1 + _NOISE, self._end + 1)]
        if find_header(line) is not None:
            return True
        return not any(self._is_frame(other) for other in ahead)


def _is_rule(line: str) -> bool:
    """Return whether a line between frames is none itself: an elision, a table's rule, a heading."""
    return is_cut_mark(line) or (len(line) < _LONGEST_MESSAGE and _RULE.match(line) is not None)


_RULE = lazy_regex(r"[\s|:\-]+$|\s*[Ss]tack ?[Tt]race:\s*$")


def _is_lock(line: str) -> bool:
    return line.lstrip().startswith(("- ", "native: ", "#0", "#1"))
