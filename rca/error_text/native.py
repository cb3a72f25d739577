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
from rca.error_text.apple_frame import kotlin_frame, read_apple_frame, read_bare_apple_frame
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
_CRASHED = lazy_regex(
    r"\s*(?:#?\d{1,3}\.\s|[\w.\"']{1,40}\s?[:=]\s?[`\"']{1,3}\s{0,9})?"
    r"Crashed: (?:(?P<thread>.*?): (?P<signal>SIG[A-Z]+)|(?P<queue>[a-z][\w\-]*(?:\.[\w\-]+)+)\s*$)"
)
_FATAL_EXCEPTION = lazy_regex(
    r"\s*(?:Non-f|F)atal Exception: "
    r"(?P<type>(?:\(anonymous namespace\)::)?[A-Za-z_][\w.$]{1,200}(?:::\w{1,200}){0,9})"
    r"(?:: (?P<message>\S.*))?\s*$"
)
_MESSAGE_LINES = 6
"""Lines between an exception of Crashlytics and its frames."""

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
    if not any(_is_opening(line) or "atal Exception: " in line or _is_frame(line) for line in lines):
        return []
    crashes: list[_Crash] = []
    crash: _Crash | None = None
    for at, line in enumerate(lines):
        header = _kotlin_opening(lines, at)
        fatal = _fatal_opening(lines, at)
        opens = header is not None or fatal is not None or _is_opening(line)
        if opens and (crash is None or crash.is_over_by(line, at)):
            crash = None
        if crash is None and (opens or _is_frame(line)):
            crash = _Crash(at, at, app_packages)
            crashes.append(crash)
        if crash is not None:
            if at - crash.last > _GAP:
                crash = None
                continue
            if fatal is not None and crash.raised is None:
                crash.raised = fatal
                crash.last = at
            elif header is not None and not crash.kotlin:
                crash.kotlin.append((header, []))
                crash.last = at
            else:
                crash.take(line, at, app_packages)
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
        or ("Crashed: " in line and _CRASHED.match(line) is not None)
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


def _fatal_opening(lines: Sequence[str], at: int) -> Header | None:
    """Read an exception that Crashlytics puts above frames of Apple's systems, with its message, or None."""
    found = _FATAL_EXCEPTION.match(lines[at]) if "atal Exception: " in lines[at] else None
    if found is None:
        return None
    message = [found["message"]] if found["message"] else []
    for below in range(at + 1, min(at + 2 + _MESSAGE_LINES, len(lines))):
        frame = read_apple_frame(lines[below])
        if frame is not None:
            told = "\n".join(message) or None
            return Header("primary", found["type"], told, 0) if frame.index == 0 else None
        text = lines[below].strip()
        if "Crashed: " in text and _CRASHED.match(lines[below]) is not None:
            return Header("primary", found["type"], "\n".join(message) or None, 0)
        if text.startswith("at "):
            return None
        message += [text] if text not in ("", "(", "{") else []
    return None


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

    @property
    def _is_open(self) -> bool:
        """Return whether the head of a crashed thread stands above, of Apple's reports or Crashlytics."""
        return self.thread is not None or self.apple.is_in_crashed_thread

    @property
    def is_real(self) -> bool:
        signal = self.signal or self.apple.signal
        is_marked = self.apple.is_in_crashed_thread and bool(self.frames)
        return signal is not None or is_marked or len(self.frames) >= 2 or bool(self.kotlin or self.raised)

    def is_over_by(self, line: str, at: int) -> bool:
        """Return whether an opening line opens another crash, not another part of this one."""
        if "Fatal signal " in line:
            return bool(self.frames) or self.signal is not None
        if _STARS in line or line.lstrip().startswith("Uncaught Kotlin"):
            return bool(self.frames) or at - self.last > _GAP
        return False

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
        frame = read_apple_frame(line)
        if frame is None and self._is_open and at - self.last <= _CLOSE:
            frame = read_bare_apple_frame(line)
        if frame is None:
            return False
        if self.apple.skips:
            return True
        self.frames.append(frame)
        named = kotlin_frame(frame, app_packages)
        if named is not None and self.kotlin:
            self.kotlin[-1][1].append(named)
        return True

    def _take_fact(self, line: str, at: int) -> None:
        if self.apple.take(line):
            self.last = at
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
                self.kotlin.append((header, []))
        elif self.kotlin and not self.kotlin[-1][1] and not self.frames and at == self.last + 1:
            # A message of several lines.
            self._extend_message(line)
            self.last = at

    def _extend_message(self, line: str) -> None:
        header, frames = self.kotlin[-1]
        if line.strip():
            message = f"{header.message}\n{line.strip()}" if header.message else line.strip()
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
        crashed, hotspot = _CRASHED.match(line), _HOTSPOT_SIGNAL.match(line)
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
