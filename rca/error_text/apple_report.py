"""Apple's crash reports as text: which thread crashed, what its last exception was, and what the head says.

Source: Apple's documentation of the fields of a crash report. The threads stand in order; which one crashed
is marked at its head, or told by number in the report's.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from models.error_report import NativeFrame
from rca.text.lazy_regex import lazy_regex

_EXCEPTION = lazy_regex(
    r"\s*E?xception [Tt]ype: +"
    r"(?:[\w ]{1,40}\((?P<named>SIG[A-Z]+)\)|EXC_\w+|(?P<signal>SIG[A-Z]+)|0x[0-9a-fA-F]+|EXC)"
)
_CRASHED = lazy_regex(r"\s*(?:Crashed Thread|Triggered by [Tt]hread): +(?P<number>\d{1,5})(?:,? .*)?$")
_THREAD = lazy_regex(
    r"\s*Thread (?P<number>\d{1,5})"
    r"(?:(?P<crashed> Crashed)?:(?:: ?(?P<name>\S.*)?)?| name: +(?P<named>\S.*))\s*$"
)
_PROCESS = lazy_regex(r"\s*Process: +(?P<process>\S.*?) +\[(?P<pid>\d{1,9})\]\s*$")
_SUBTYPE = lazy_regex(
    r"\s*(?:Exception (?:[Ss]ubtype|Message|Reason)|Termination Description): +(?P<message>\S.*?)\s*$"
)
_LAST_EXCEPTION = "Last Exception Backtrace:"
_FIRST_THROW = "First throw call stack"
"""What Foundation prints above the frames of an exception that nobody caught."""
_INFORMATION = "Application Specific Information:"
_MORE = "more of what the application said"
_TITLE = lazy_regex(r"\s*(?:[A-Z][\w ]{2,60}:|Thread \d)")
_ADDRESS = lazy_regex(r"0x(?P<pc>[0-9a-fA-F]{6,16})")
_ADDRESSES = lazy_regex(r"\s*\((?:0x[0-9a-fA-F]{6,16}\s*)+\)?\s*$")
_HEAD_LINES = 60
"""Lines above the exception's type in which the process stands."""


def opens_apple_report(line: str) -> bool:
    """Return whether a line tells the exception of one of Apple's reports."""
    return "xception " in line and _EXCEPTION.match(line) is not None


def opens_crashed_thread(line: str) -> bool:
    """Return whether a line is the head of the crashed thread's frames."""
    return " Crashed:" in line and (found := _THREAD.match(line)) is not None and bool(found["crashed"])


@dataclass(slots=True)
class AppleReport:
    """What has been read of one report; other texts leave it as it is.

    Attributes:
        signal: its name, or None.
        thread: name of the crashed thread, or None.
        message: what the app or the system said of the end, or None.
        skips: whether the frames that follow are those of another thread.
        has_last_exception: whether the frames are those of the exception, which tell more than the thread's.
        bare_frames: frames of the last exception that is given by addresses alone.
    """

    signal: str | None = None
    thread: str | None = None
    message: str | None = None
    skips: bool = False
    has_last_exception: bool = False
    bare_frames: list[NativeFrame] = field(default_factory=list)
    is_in_crashed_thread: bool = False
    _crashed: str | None = None
    _name_above: tuple[str, str] | None = None
    _expects: str | None = None

    def take(self, line: str) -> bool:
        """Read a line that is no frame; return whether it belongs to such a report."""
        if self._expects is not None and self._take_expected(line):
            return True
        if "Thread" in line and self._take_thread(line):
            return True
        return self._take_heading(line) or self._take_head(line)

    def _take_heading(self, line: str) -> bool:
        """Read a line above what it announces."""
        start = line.lstrip(" \t*\\`")
        if start.startswith(_LAST_EXCEPTION):
            self.has_last_exception, self.skips, self._expects = True, False, _LAST_EXCEPTION
            return True
        if start.startswith(_FIRST_THROW):
            self.skips, self._expects = False, _LAST_EXCEPTION
            return True
        if start.startswith(_INFORMATION):
            self._expects = _INFORMATION
            return True
        return False

    def _take_head(self, line: str) -> bool:
        """Read a field of the report's head."""
        if "xception " in line and (found := _EXCEPTION.match(line)) is not None:
            self.signal = self.signal or found["named"] or found["signal"]
            return True
        if self.message is None and (told := _SUBTYPE.match(line)) is not None:
            self.message = told["message"]
            return True
        return False

    def _take_expected(self, line: str) -> bool:
        expected, self._expects = self._expects, None
        if expected == _INFORMATION and line.strip():
            self.message, self._expects = line.strip(), _MORE
            return True
        if expected == _MORE and line.strip() and _TITLE.match(line) is None:
            self.message, self._expects = f"{self.message}\n{line.strip()}", _MORE
            return True
        if expected == _LAST_EXCEPTION and _ADDRESSES.match(line) is not None:
            self.bare_frames = [
                NativeFrame(
                    index=index,
                    pc=one["pc"],
                    library=None,
                    function=None,
                    offset=None,
                    build_id=None,
                    text=one[0],
                )
                for index, one in enumerate(_ADDRESS.finditer(line))
            ]
            return True
        return False

    def _take_thread(self, line: str) -> bool:
        told = _CRASHED.match(line)
        if told is not None:
            self._crashed = told["number"]
            return True
        found = _THREAD.match(line)
        if found is None:
            return False
        if found["named"]:
            self._name_above = (found["number"], found["named"])
            return True
        crashed = bool(found["crashed"]) or found["number"] == self._crashed
        self.skips = not crashed or self.has_last_exception
        self.is_in_crashed_thread = crashed
        if crashed:
            above = self._name_above
            name = above[1] if above is not None and above[0] == found["number"] else None
            self.thread = self.thread or found["name"] or name
        return True


def find_process(lines: Sequence[str], first: int) -> tuple[str, int] | None:
    """Return the process of a report whose exception stands at `first`, with its pid, or None."""
    for line in reversed(lines[max(0, first - _HEAD_LINES) : first]):
        if "Process: " in line and "Parent" not in line and (found := _PROCESS.match(line)) is not None:
            return found["process"], int(found["pid"])
    return None
