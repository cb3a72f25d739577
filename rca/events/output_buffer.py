"""Bounded buffer of a program's unread output."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import pairwise

from rca.error_text.normalization import clean
from rca.events.terminal_emulator import NEW_PAGE

_MOST = 1024 * 1024
"""Characters of one command's output that are read as one text: the end, where a build says why it failed."""

_WINDOW = 256 * 1024
"""Characters of a log that are read at once, where it never pauses."""

_HELD_LINES = 200
"""Lines of such a log that wait for what follows: an error may be half printed."""

_CARRIED_LINES = 300
"""Lines of a log that are read again where what follows goes on with their last error."""

_WORDS = ("Exception", "error:", "FAIL", "FATAL", "ANR in ", "Fatal signal ", "*** ***", "Caused by")
_SHAPES = tuple(
    re.compile(pattern) for pattern in (r"Error\b", r"e: (?<!\we: )", r"at (?<!\wat )[\w$.<>/@\-]{3,400} ?\(")
)
"""What every error text that can be told from ordinary output has somewhere.

One expression of all of these takes 100 ns a character; each of them alone begins with letters that are
searched for as such, and all together take 9.
"""

_LONGEST_WORD = 16
"""Characters of what came before that are looked at again: a word may be printed in two pieces."""

_ROUNDS = (
    "Change detected, executing build",  # gradle --continuous, of every version
    "Changed detected. Running command-line",  # fizzed-watcher:run
    "Restarting quarkus due to changes",
    '". Rebuilding...',  # ibazel
    '". Requerying...',
    NEW_PAGE,  # as jest, vitest, `tsc --watch` and `entr -c` begin one
)
"""What a command that builds again and again prints before each round."""

SUCCESS = "BUILD SUCCESSFUL"
"""What Gradle prints at the end of a build, or of a round of one that goes on."""

_LONGEST_ROUND = max(len(mark) for mark in _ROUNDS)

_CONTINUATION = re.compile(
    r"(?:[^\n]{0,200}?(?:[:|)\]]|\d [VDIWEF] )[ \t]{1,20}|[^\n]{0,120}[ ]{2})?"
    r"\s{0,20}(?:at (?=\S{0,400}\.)[\w$.<>/@\-]{3,400}[^()\n]{0,200}\("
    r"|Caused by: |Suppressed: |\.\.\. \d+ more)"
)
"""A line that goes on with a trace, behind whatever a log puts before each of its lines."""

_OPENING = re.compile(r"Exception|Error\b|Throwable|FATAL")

_LOOKED_THROUGH = 30
"""Lines of others that may stand before the one that goes on with a trace."""

_TEST_FAILURE = re.compile(
    r"^[A-Za-z_][^\n>]{0,300} > [^\n]{1,500} FAILED[ \t]*\n(?:[ \t]+\S[^\n]*\n?)*", re.MULTILINE
)
"""A failed test as Gradle prints it, with what is indented below."""

_APART_LINES = 400
"""Lines that are looked through for a place where a long text can be cut between errors."""


def may_hold_errors(text: str) -> bool:
    """Return, cheaply, whether a text may hold an error."""
    return any(word in text for word in _WORDS) or any(shape.search(text) for shape in _SHAPES)


def with_reports(text: str, reports: str) -> str:
    """Replace the printed output of failed tests by their test reports."""
    return f"{reports}\n{_TEST_FAILURE.sub('', clean(text))}"


@dataclass(frozen=True, slots=True)
class Passage:
    """Text to be parsed for errors.

    `continues` says that it begins with the end of the previous passage; `before` is what that one held
    before its end, for the last time.
    """

    text: str
    continues: bool = False
    before: str = ""


@dataclass(slots=True)
class CommandOutput:
    """The output of a command: one text, parsed as a whole whenever it may say something new.

    Of endless output, old text is parsed one last time and dropped, or dropped unparsed if no part of it can
    belong to an error.
    """

    _parts: list[str] = field(default_factory=list)
    _size: int = 0
    _news: bool = False
    _holds: bool = False

    @property
    def is_full(self) -> bool:
        """Return whether the beginning must be dropped for size."""
        return self._size > 2 * _MOST

    @property
    def has_news(self) -> bool:
        """Return whether new output may be part of an error."""
        return self._news

    def rounds(self, text: str) -> list[str]:
        """Split new output: the first part continues what is held, each further one is a build round."""
        before = self._end(_LONGEST_ROUND)
        whole = before + text
        marks = "|".join(re.escape(mark) for mark in _ROUNDS if mark in whole)
        ends = (
            [found.end() for found in re.finditer(marks, whole) if found.end() > len(before)] if marks else []
        )
        first, *others = (whole[start:end] for start, end in pairwise([len(before), *ends, len(whole)]))
        # Rounds in between that say nothing leave nothing to tell.
        telling = (one for one in others[:-1] if may_hold_errors(one) or SUCCESS in one)
        return [first, *telling, *others[-1:]]

    @property
    def text(self) -> str:
        """Return what is held, read or not."""
        return "".join(self._parts)

    def add(self, text: str, *, replace: bool = False) -> None:
        """Add new output, or replace it by the whole text so far."""
        if replace:
            self._parts, self._size, self._news, self._holds = [], 0, True, False
        before = self._end(_LONGEST_WORD)
        self._parts.append(text)
        self._size += len(text)
        if not self._news and may_hold_errors(before + text):
            self._news = True
        self._holds = self._holds or self._news

    def take(self, *, ended: bool = False) -> Passage:  # noqa: ARG002 - nothing is held back of a command
        """Return the whole buffer."""
        self._news = False
        text = "".join(self._parts)
        self._parts = [text]
        return Passage(text)

    def let_go(self) -> Passage:
        """Return old text that exceeds the buffer, for the last time."""
        text = "".join(self._parts)
        cut = _between_errors(text, max(0, len(text) - _MOST))
        self._keep(text, cut)
        self._holds = may_hold_errors(text[cut:])
        return Passage(text[:cut])

    def drop(self) -> None:
        """Drop old text that exceeds the buffer, if the buffer holds no error."""
        if self.is_full and not self._holds:
            text = "".join(self._parts)
            self._keep(text, _between_errors(text, len(text) - _MOST))

    def _keep(self, text: str, start: int) -> None:
        self._parts, self._size = [text[start:]], len(text) - start

    def _end(self, count: int) -> str:
        """Return the last characters, even if they arrived in small pieces."""
        end = ""
        for part in reversed(self._parts):
            end = part[-count:] + end
            if len(end) >= count:
                break
        return end[-count:]


@dataclass(slots=True)
class LogOutput:
    """The output of a log: endless, so each stretch is parsed once."""

    _parts: list[str] = field(default_factory=list)
    _size: int = 0
    _news: bool = False
    _before: str = ""
    _carried: str = ""

    @property
    def is_full(self) -> bool:
        """Return whether so much arrived without a pause that it must be parsed."""
        return self._size > _WINDOW

    @property
    def has_news(self) -> bool:
        """Return whether new output may be part of an error."""
        return self._news

    def add(self, text: str, *, replace: bool = False) -> None:
        """Add new output; a log that restarts is a new one."""
        if replace:
            self._parts, self._size, self._before, self._carried = [], 0, "", ""
        self._parts.append(text)
        self._size += len(text)
        self._news = self._news or may_hold_errors(text)

    def take(self, *, ended: bool = False) -> Passage:
        """Return the unparsed text; of a log without a pause all but the last lines."""
        text = "".join(self._parts)
        held = ""
        if self.is_full and not ended:
            cut = _lines_back(text, _HELD_LINES)
            text, held = text[:cut], text[cut:]
        self._parts, self._size = ([held] if held else []), len(held)
        self._news = bool(held) and may_hold_errors(held)
        continues = bool(self._carried) and _goes_on(text)
        passage = Passage(self._carried + text, True, self._before) if continues else Passage(text)
        cut = _lines_back(passage.text, _CARRIED_LINES)
        cut = _between_errors(passage.text, max(cut, len(passage.text) - _WINDOW)) if cut else 0
        self._before, self._carried = passage.text[:cut], passage.text[cut:]
        return passage

    def drop(self) -> None:
        """Drop unparsed text without an error, except its end, which may open one."""
        text = "".join(self._parts)
        if len(text) > _WINDOW:
            kept = text[_lines_back(text, _HELD_LINES) :][-_WINDOW:]
            self._parts, self._size = [kept], len(kept)


def _goes_on(text: str) -> bool:
    """Return whether a text begins with the rest of a trace, possibly behind other log lines."""
    for line in text.lstrip("\n").split("\n", _LOOKED_THROUGH)[:_LOOKED_THROUGH]:
        if _CONTINUATION.match(line):
            return True
        if _OPENING.search(line):
            return False
    return False


def _lines_back(text: str, count: int) -> int:
    """Return the offset at which the last `count` lines begin."""
    at = len(text)
    for _ in range(count):
        at = text.rfind("\n", 0, at)
        if at < 0:
            return 0
    return at + 1


def _between_errors(text: str, start: int) -> int:
    """Return the first line start from `start` on that continues no error."""
    at = start
    for _ in range(_APART_LINES):
        at = text.find("\n", at) + 1
        if at == 0:
            return start
        if text[at : at + 1] not in (" ", "\t", "") and not _CONTINUATION.match(text, at):
            return at
    return at
