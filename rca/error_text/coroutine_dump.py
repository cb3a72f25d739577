"""Coroutine dumps of kotlinx-coroutines' debug probes: `DebugProbes.dumpCoroutines`, the agent at SIGTRAP.

Source: kotlinx-coroutines-debug, `DebugProbesImpl.dumpCoroutinesSynchronized`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from models.error_report import ErrorReport, Frame, ReportedException
from rca.error_text.jvm import choose_culprit
from rca.error_text.language import language_of
from rca.error_text.parsed_error import Finding
from rca.error_text.stack_frame import Frames
from rca.text.lazy_regex import lazy_regex

TITLE = "Coroutines dump "
TYPE = "Coroutine"
_HEADER = lazy_regex(
    r'\s*Coroutine (?:"(?P<name>[^"\n]{1,300})":)?(?P<job>[\w$.<>"#\[\], ]{1,300}?)(?:\{\w{1,20}\})?'
    r"(?:@(?P<hash>[0-9a-f]{1,16}))?, state: (?P<state>[A-Z_]{1,30})(?P<remark>[^\n]{0,200})$"
)
_CREATION = "_COROUTINE._CREATION"
_OLD_CREATION = "(Coroutine creation stacktrace)"


@dataclass(slots=True)
class Coroutine:
    """One coroutine of a dump. `frames` are those of its stack, `created` those of its creation."""

    name: str | None
    job: str
    hash: str | None
    state: str
    header: str
    first: int
    last: int
    frames: list[Frame] = field(default_factory=list)
    created: list[Frame] = field(default_factory=list)


def read_coroutines(lines: Sequence[str], frames: Frames) -> list[Coroutine]:
    """Return the coroutines that lines show."""
    found: list[Coroutine] = []
    current: Coroutine | None = None
    is_creation = False
    for at, line in enumerate(lines):
        header = _HEADER.match(line) if ", state: " in line else None
        if header is not None:
            job = header["job"].strip()
            current = Coroutine(header["name"], job, header["hash"], header["state"], line.strip(), at, at)
            found.append(current)
            is_creation = False
        elif current is not None and (_CREATION in line or _OLD_CREATION in line):
            is_creation, current.last = True, at
        elif current is not None and (frame := frames.read(line)) is not None:
            (current.created if is_creation else current.frames).append(frame)
            current.last = at
        elif line.strip():
            current = None
    return found


def find_coroutine_dumps(lines: Sequence[str], app_packages: Sequence[str]) -> list[Finding]:
    """Find coroutine dumps: one finding each, with an exception of type `Coroutine` per coroutine."""
    starts = [at for at, line in enumerate(lines) if line.lstrip().startswith(TITLE)]
    findings = []
    for start, end in pairwise([*starts, len(lines)]):
        coroutines = read_coroutines(lines[start:end], Frames(app_packages))
        if not coroutines:
            continue
        exceptions = tuple(
            ReportedException(
                type=TYPE,
                message=one.header.removeprefix("Coroutine "),
                relation="cause" if number else "primary",
                frames=tuple(one.frames),
            )
            for number, one in enumerate(coroutines)
        )
        frames = [frame for one in coroutines for frame in one.frames]
        chosen = (choose_culprit((one,)) for one in exceptions)
        culprit = next((frame for frame in chosen if frame is not None), None)
        report = ErrorReport(
            kind="anr",
            language=language_of(frames, culprit),
            exceptions=exceptions,
            frame_count=len(frames),
            culprit=culprit,
        )
        findings.append(Finding(start, start + coroutines[-1].last, report))
    return findings
