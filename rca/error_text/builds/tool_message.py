"""One message that a tool's parser returns."""

from __future__ import annotations

import re
from dataclasses import dataclass

from models.error_report import Diagnostic, ErrorKind, ReportedException, Severity


@dataclass(frozen=True, slots=True)
class ToolMessage:
    """One message of a build tool, or one failed test.

    `first` and `last` are 0-based lines, inclusive. `kind` is what an error of this sort makes of
    the whole build when it is the root; None where only the failing task can tell.
    `summary` marks a line that sums up what other messages say (`failed linking file resources`):
    it counts only where nothing better was found. `weak` marks a shape that also occurs outside of
    builds: it counts only beside a certain sign of a build.
    """

    first: int
    last: int
    kind: ErrorKind | None
    diagnostic: Diagnostic | None = None
    exceptions: tuple[ReportedException, ...] = ()
    summary: bool = False
    weak: bool = False
    only_in: re.Pattern[str] | None = None
    """Failed tasks beside which alone this counts; None where it counts beside any."""
    unread: str | None = None
    """What of the message could not be read, and what to do; None where it was read whole."""

    @property
    def is_error(self) -> bool:
        """Return whether this makes a build fail."""
        return self.diagnostic is None or self.diagnostic.severity == "error"


def diagnose(  # noqa: PLR0913 - a diagnostic has that many fields, and every reader names those it knows
    severity: Severity,
    message: str,
    *,
    tool: str | None,
    file: str | None = None,
    line: str | int | None = None,
    column: str | int | None = None,
    code: str | None = None,
) -> Diagnostic:
    """Make a diagnostic of matched text; a position that is not positive becomes null."""
    return Diagnostic(
        severity=severity,
        file=file,
        line=_position(line),
        column=_position(column),
        message=message.strip(),
        code=code,
        tool=tool,
    )


def _position(text: str | int | None) -> int | None:
    if text is None:
        return None
    if isinstance(text, str) and len(text) > 9:  # no file is that long, and int() of a huge text is slow
        return None
    number = int(text)
    return number if number > 0 else None
