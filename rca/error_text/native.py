"""Native crashes: tombstones, fatal signals, HotSpot crash logs, Kotlin/Native exceptions."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from models.error_report import (
    Diagnostic,
    ErrorReport,
    Frame,
    NativeFrame,
    Relation,
    ReportedException,
)
from rca.error_text.apple_frame import kotlin_frame, read_apple_frame
from rca.error_text.apple_named_frame import read_bare_apple_frame, read_path_frame, read_symbol_frame
from rca.error_text.apple_opening import CRASHED, THREAD_NAME, AppleOpening, find_apple_openings
from rca.error_text.apple_report import AppleReport, find_process, opens_apple_report, opens_crashed_thread
from rca.error_text.exception_header import Header, read_header
from rca.error_text.jvm import choose_culprit
from rca.error_text.native_frame import read_named_frame, read_native_frame, read_source_line
from rca.error_text.native_images import NativeImage, find_images, with_images
from rca.error_text.parsed_error import Finding
from rca.error_text.truncation import ends_cut
from rca.text.lazy_regex import lazy_regex

_STARS = "*** *** *** ***"
_FATAL = lazy_regex(
    r"Fatal signal (?P<number>\d{1,3})(?: \((?P<signal>SIG\w+)\))?"
    r"(?:.*?\btid \d+(?: \((?P<thread>[^)]*)\))?)?"
    r"(?:, pid (?P<pid>\d{1,9})(?: \((?P<process>[^)]*)\))?)?"
)
_SIGNAL = lazy_regex(r"\s*(?:#\s+)?(?:[Ss]ignal \d{1,3} ?\()?(?P<signal>SIG[A-Z]+\d?)\)?(?:,|\s| \()")
_TOMBSTONE_SIGNAL = lazy_regex(r"\s*[Ss]ignal \d{1,3} ?\(SIG[A-Z0-9]+\), [Cc]ode ")
_COMMAND = 15
"""Characters that the kernel keeps of a process's name, the last ones."""

_WHO = lazy_regex(
    r"\s*pid: (?P<pid>\d{1,9}), tid: \d+(?:, name: (?P<thread>.*?))?\s+>>> (?P<process>.*?) ?<<<"
)
_ABORT = lazy_regex(r"\s*(?:[Aa]bort message: (?P<abort>.*\S)|Cause: (?P<cause>.*\S))")
_HOTSPOT = "# A fatal error has been detected by the Java Runtime Environment"
_HOTSPOT_SIGNAL = lazy_regex(r"#\s+(?P<signal>SIG\w+|EXCEPTION_\w+) \(.*?(?:pid=(?P<pid>\d{1,9}))?, tid=")
_NUMBERS = {4: "SIGILL", 5: "SIGTRAP", 6: "SIGABRT", 7: "SIGBUS", 8: "SIGFPE", 11: "SIGSEGV", 31: "SIGSYS"}
_CLOSE = 2
"""Lines from the one above within which a frame without an address stands."""

_GAP = 400
"""Lines of registers and memory that may stand between a crash's opening and its backtrace."""


def find_native(lines: Sequence[str], app_packages: Sequence[str]) -> list[Finding]:
    """Find native crashes: one finding for each, `language` `cpp` (`kotlin` for Kotlin/Native).

    The message of an abort is the finding's one diagnostic. The frames of a Kotlin/Native exception
    that name a Kotlin function stand in its exception too; being native, they do not count.
    """
    openings = find_apple_openings(lines)
    if not openings and not any(_is_opening(line) or _is_frame(line) for line in lines):
        return []
    crashes: list[_Crash] = []
    crash: _Crash | None = None
    for at, line in enumerate(lines):
        header, opening = _kotlin_opening(lines, at), openings.get(at)
        opens = header is not None or opening is not None or _is_opening(line)
        if opens and (crash is None or crash.is_over_by(line, at, opening)):
            crash = None
        if crash is None and (opens or _is_frame(line)):
            if crashes and crashes[-1].is_backtrace and not (opening and opening.is_backtrace):
                crashes.pop()  # a thread above the one that crashed
            crash = _Crash(at, at, app_packages)
            crashes.append(crash)
            crash.open(lines, at)
        if crash is not None:
            if at - crash.last > _GAP:
                crash = None
                continue
            if opening is not None:
                crash.take_opening(opening, at)
            if header is not None and not crash.kotlin:
                crash.kotlin.append((header, []))
                crash.last = at
            elif opening is None or opening.header is None:
                crash.take(line, at, app_packages)
            crash.above = line
    real = [crash for crash in crashes if crash.is_real]
    images = find_images(lines) if real else []
    return [crash.finding(lines, images) for crash in real]


_KOTLIN_TYPES = ("kotlin.", "kotlinx.")


def _is_opening(line: str) -> bool:
    return (
        _STARS in line
        or "Fatal signal " in line
        or line.lstrip().startswith(("pid: ", _HOTSPOT, "Uncaught Kotlin exception: "))
        or ("(SIG" in line and _TOMBSTONE_SIGNAL.match(line) is not None)
        or ("Crashed: " in line and CRASHED.match(line) is not None)
        or opens_apple_report(line)
        or opens_crashed_thread(line)
    )


def _kotlin_opening(lines: Sequence[str], at: int) -> Header | None:
    """Read the opening of a Kotlin/Native exception that stands right above its frames, or None."""
    if at + 1 == len(lines) or "0x" not in lines[at + 1] or "." not in lines[at]:
        return None
    header = read_header(lines[at])
    if header is None or not header.is_telling or header.relation != "primary":
        return None
    return header if read_apple_frame(lines[at + 1]) is not None else None


def _is_frame(line: str) -> bool:
    text = line.lstrip()
    if text.startswith("#") or (text[:1].isdigit() and " pc " in text[:16]):
        return read_native_frame(line) is not None
    return "kfun:" in text and read_apple_frame(line) is not None


@dataclass(slots=True)
class _Crash:
    first: int
    last: int
    app_packages: Sequence[str] = ()
    signal: str | None = None
    process: str | None = None
    pid: int | None = None
    thread: str | None = None
    message: str | None = None
    frames: list[NativeFrame] = field(default_factory=list)
    kotlin: list[tuple[Header, list[Frame]]] = field(default_factory=list)
    raised: Header | None = None
    apple: AppleReport = field(default_factory=AppleReport)
    first_thread: list[NativeFrame] = field(default_factory=list)
    above: str = ""
    is_marked: bool = False
    is_backtrace: bool = False
    by_name: bool = False
    by_service: bool = False
    is_past: bool = False
    """Whether the frames that follow are those of another thread."""
    more: list[str] = field(default_factory=list)
    """Lines below a Kotlin exception that are its message if frames follow."""
    told_at: int = 0

    @property
    def _is_open(self) -> bool:
        """Return whether the head of a crashed thread stands above, of Apple's reports or Crashlytics."""
        return self.thread is not None or self.apple.is_in_crashed_thread or self.is_marked

    @property
    def is_real(self) -> bool:
        signal = self.signal or self.apple.signal
        is_marked = self.is_marked or (self.apple.is_in_crashed_thread and bool(self.frames))
        return signal is not None or is_marked or len(self.frames) >= 2 or bool(self.kotlin or self.raised)

    def open(self, lines: Sequence[str], at: int) -> None:
        """Read what stands right above the first line: the name of a thread."""
        above = lines[at - 1] if at else ""
        if " name:" in above:
            self.apple.take(above)
        elif read_apple_frame(lines[at]) is not None and THREAD_NAME.match(above) is not None:
            self.thread = above.strip()

    def take_opening(self, opening: AppleOpening, at: int) -> None:
        """Add what an opening of Apple's consoles tells."""
        if self.raised is None and not self.kotlin:
            self.raised = opening.header
        self.signal = self.signal or opening.signal
        self.thread = self.thread or opening.thread
        self.message = self.message or opening.message
        if self.pid is None and opening.pid is not None:
            self.process, self.pid = opening.process, opening.pid
        self.is_marked = self.is_marked or opening.is_proof
        self.is_backtrace = self.is_backtrace or opening.is_backtrace
        self.by_service = self.by_service or (opening.signal is not None and not opening.by_name)
        self.by_name = self.by_name or opening.by_name
        self.last = at

    def is_over_by(self, line: str, at: int, opening: AppleOpening | None) -> bool:
        """Return whether an opening line opens another crash, not another part of this one."""
        if opening is not None and opening.is_proof and not self.kotlin:
            return self._is_over_by_opening(opening)
        if "Crashed: " in line and CRASHED.match(line) is not None:
            return self.is_backtrace or (bool(self.frames) and self.raised is None and not self.kotlin)
        if "Fatal signal " in line:
            return bool(self.frames) or self.signal is not None
        if _STARS in line or line.lstrip().startswith("Uncaught Kotlin"):
            return bool(self.frames) or at - self.last > _GAP
        return False

    def _is_over_by_opening(self, opening: AppleOpening) -> bool:
        has_frames = bool(self.frames)
        if opening.header is not None:
            is_other = has_frames and self.raised is not None
        else:
            is_other = has_frames and self.raised is None
        return (
            self.is_backtrace
            or is_other
            or (opening.message is not None and self.message not in (None, opening.message))
        )

    def take(self, line: str, at: int, app_packages: Sequence[str]) -> None:
        before = (len(self.frames), len(self.kotlin), self.signal, self.process, self.message)
        if self._take_frame(line, at, app_packages):
            self.last = at
        else:
            self._take_fact(line, at)
        after = (len(self.frames), len(self.kotlin), self.signal, self.process, self.message)
        if after != before:
            self.last = at

    def _take_frame(self, line: str, at: int, app_packages: Sequence[str]) -> bool:
        frame = read_native_frame(line)
        if frame is not None:
            # A dump of further threads starts again at #00; the first backtrace is the crashed thread's.
            # Some services number every frame 0.
            is_next = not self.frames or frame.index > self.frames[-1].index
            if is_next or (frame.index == 0 == self.frames[-1].index and at == self.last + 1):
                self.frames.append(frame)
            return True
        if self.frames and self.frames[-1].file is None and (source := read_source_line(line)) is not None:
            self.frames[-1] = self.frames[-1].model_copy(update={"file": source[0], "line": source[1]})
            return True
        if self.signal is not None and at - self.last <= _CLOSE:
            frame = read_named_frame(line, len(self.frames))
            if frame is not None:
                self.frames.append(frame)
                return True
        return self._take_apple_frame(line, at, app_packages)

    def _take_apple_frame(self, line: str, at: int, app_packages: Sequence[str]) -> bool:
        frame = read_apple_frame(line)
        if frame is None and self._is_open and at - self.last <= _CLOSE:
            frame = read_bare_apple_frame(line) or self._read_by_name(line)
        if frame is None:
            return False
        if self.apple.skips:
            if self.by_service and (not self.first_thread or frame.index > self.first_thread[-1].index):
                self.first_thread.append(frame)
            return True
        if frame.index == 0 and not self.by_name:
            self.is_past = self._begins_other_thread()
        if self.is_past:
            return True
        self._flush(len(self.more))
        self.frames.append(frame)
        named = kotlin_frame(frame, app_packages)
        if named is not None and self.kotlin:
            self.kotlin[-1][1].append(named)
        return True

    def _read_by_name(self, line: str) -> NativeFrame | None:
        """Read a frame without number and address, below an opening that such frames follow."""
        if not self.by_name:
            return None
        place = len(self.frames)
        return read_path_frame(line, place) or read_symbol_frame(line, place)

    def _begins_other_thread(self) -> bool:
        """Return whether a first frame is that of a thread that did not crash."""
        if not self.frames:
            name = self.above.strip()
            return self.thread not in (None, name) and THREAD_NAME.match(name) is not None
        has_cause = bool(self.kotlin) and not self.kotlin[-1][1]
        return self.frames[-1].index > 0 and not has_cause

    def _take_fact(self, line: str, at: int) -> None:
        had_crashed = self.apple.is_in_crashed_thread
        if self.apple.take(line):
            self.last = at
            if self.is_backtrace and self.apple.is_in_crashed_thread and not had_crashed:
                self.frames, self.is_past = [], False  # those of a thread above the crashed one
            return
        who, fatal, abort = _WHO.match(line), _FATAL.search(line), _ABORT.match(line)
        if who is not None:
            self.pid, self.thread, self.process = int(who["pid"]), who["thread"] or None, who["process"]
        elif fatal is not None:
            self._take_fatal(fatal)
        elif abort is not None:
            self.message = abort["abort"].strip("'") if abort["abort"] else self.message or abort["cause"]
        elif "SIG" in line or "EXCEPTION_" in line or "Crashed: " in line:
            self._take_signal(line)
        elif "xception: " in line or "rror: " in line or line.lstrip().startswith("Caused by: "):
            header = read_header(line)
            if header is not None and (
                self.kotlin or "Kotlin" in line or header.type.startswith(_KOTLIN_TYPES)
            ):
                self._flush(len(self.more))
                self.kotlin.append((header, []))
                self.told_at = at
        elif self.kotlin and not self.kotlin[-1][1] and not self.frames and at == self.last + 1:
            # A message of several lines.
            self.more.append(line.strip())
            self.last = at

    def _flush(self, count: int) -> None:
        """Add lines to the message of the last Kotlin exception."""
        below, self.more = [line for line in self.more[:count] if line], []
        if below and self.kotlin:
            header, frames = self.kotlin[-1]
            message = "\n".join((*((header.message,) if header.message else ()), *below))
            self.kotlin[-1] = (replace(header, message=message), frames)

    def _take_fatal(self, fatal: re.Match[str]) -> None:
        self.signal = fatal["signal"] or _NUMBERS.get(int(fatal["number"]), self.signal)
        self.thread = self.thread or fatal["thread"]
        if fatal["pid"] and self.pid is None:
            self.pid = int(fatal["pid"])
        process = fatal["process"]
        if process and "." in process and not process.startswith(".") and len(process) < _COMMAND:
            self.process = self.process or process

    def _take_signal(self, line: str) -> None:
        crashed, hotspot = CRASHED.match(line), _HOTSPOT_SIGNAL.match(line)
        found = crashed or hotspot or _SIGNAL.match(line)
        if found is None or self.frames:
            return
        self.signal = self.signal or found["signal"]
        if crashed is not None:
            self.thread = self.thread or crashed["queue"] or crashed["thread"].removeprefix("Thread: ")
        if hotspot is not None and hotspot["pid"]:
            self.pid = int(hotspot["pid"])

    def _take_apple(self, lines: Sequence[str]) -> None:
        """Add what only Apple's reports have."""
        report = self.apple
        self.signal = self.signal or report.signal
        self.thread = self.thread or report.thread
        self.message = self.message or report.message
        if report.bare_frames:
            self.frames = list(report.bare_frames)
        self.frames = self.frames or self.first_thread
        if self.more:
            # No frames followed: the message ends with its paragraph.
            self.last = self.told_at
            self._flush(self.more.index("") if "" in self.more else len(self.more))
        process = find_process(lines, self.first) if self.process is None else None
        if process is not None:
            self.process, self.pid = process

    def _raised_first(self) -> list[tuple[Header, list[Frame]]]:
        """Return the exceptions with their frames of Kotlin; that of Crashlytics has them all."""
        if self.raised is None:
            return self.kotlin
        frames = (kotlin_frame(frame, self.app_packages) for frame in self.frames)
        return [(self.raised, [frame for frame in frames if frame is not None]), *self.kotlin]

    def finding(self, lines: Sequence[str], images: Sequence[NativeImage]) -> Finding:
        """Report the crash, a stretch of `lines`, with the ids of the libraries that the text lists."""
        self._take_apple(lines)
        exceptions: list[ReportedException] = []
        for header, frames in self._raised_first():
            relation: Relation = "cause" if exceptions else "primary"
            exceptions.append(
                ReportedException(
                    type=header.type, message=header.message, relation=relation, frames=tuple(frames)
                )
            )
        is_kotlin = bool(self.kotlin) or any(
            (frame.function or "").startswith("kfun:") for frame in self.frames
        )
        message = Diagnostic(
            severity="error", file=None, line=None, column=None, message=self.message or "", tool="debuggerd"
        )
        return Finding(
            first=self.first,
            last=self.last,
            report=ErrorReport(
                kind="native_crash",
                language="kotlin" if is_kotlin else "cpp",
                exceptions=tuple(exceptions),
                culprit=choose_culprit(exceptions),
                diagnostics=(message,) if self.message else (),
                process=self.process,
                pid=self.pid,
                thread=self.thread,
                native_frames=with_images(self.frames, images),
                signal=self.signal,
                truncated=bool(self.frames) and ends_cut(lines, self.last),
            ),
        )
