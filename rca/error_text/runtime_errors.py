"""Errors of running programs in logcat or plain text: exceptions, ANRs, native crashes."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import Protocol, TypeVar

from models.error_report import ErrorReport, Frame
from rca.error_text.coroutine_dump import find_coroutine_dumps
from rca.error_text.crash_reporters import find_service_issues
from rca.error_text.deadlock import find_deadlocks, join_dumps
from rca.error_text.frames_in_sentences import ANR, find_mentions
from rca.error_text.jvm import Trace, find_traces
from rca.error_text.kotlin_js_frame import is_foreign
from rca.error_text.language import language_of
from rca.error_text.logcat import Stream, split
from rca.error_text.native import find_native
from rca.error_text.package_detection import app_packages_of, named_packages
from rca.error_text.parsed_error import Finding
from rca.error_text.spring_boot_failure import find_startup_failures
from rca.error_text.stack_frame import is_renamed
from rca.error_text.stackwalk import find_stackwalks
from rca.error_text.thread_dump import find_anrs
from rca.error_text.traceless_exceptions import find_bare

FATAL, HANG, LOGGED, FRAGMENT = 2, 1, 0, -1
"""How grave an error is: it ended a process or a build; the app hung; something was written down; or it
is the end of a trace whose opening the text lacks."""

_FOREIGN_TAGS = ("DEBUG", "ActivityManager", "ActivityTaskManager", "crash_dump", "DropBoxManagerService")
"""Tags under which the system tells of another process than the one that writes."""

_STARTER = "org.springframework.boot.SpringApplication"


@dataclass(frozen=True, slots=True)
class RankedFinding:
    """A finding with its severity."""

    rank: int
    finding: Finding


def find_runtime(lines: Sequence[str], app_packages: Sequence[str], first: int = 0) -> list[RankedFinding]:
    """Find exceptions, ANRs and native crashes in cleaned lines, in the order of the text.

    `first` is the number of `lines[0]` in the whole text. Without `app_packages`, those that the
    lines name are used for the errors whose frames lie in them.
    """
    names = () if app_packages else named_packages(lines)
    found: list[RankedFinding] = []
    natives: list[Finding] = []
    for stream in split(lines, first):
        deadlocks = find_deadlocks(stream.lines, app_packages or names)
        dumps = outside(deadlocks, _anrs(stream, app_packages, names))
        deadlocks, anrs = join_dumps(deadlocks, dumps)
        walks = find_stackwalks(stream.lines)
        crashes = walks or outside(anrs, find_native(stream.lines, app_packages))
        found += [RankedFinding(HANG, _placed(anr, stream)) for anr in anrs]
        natives += [_placed(crash, stream) for crash in crashes]
        issues = find_service_issues(stream.lines, app_packages or names)
        startups = find_startup_failures(stream.lines, app_packages or names)
        coroutines = find_coroutine_dumps(stream.lines, app_packages or names)
        if not deadlocks and not anrs:
            found += [RankedFinding(HANG, _placed(dump, stream)) for dump in coroutines]
        told = [*deadlocks, *anrs, *coroutines, *crashes, *issues, *startups]
        traces = outside(told, find_traces(stream.lines, app_packages))
        traces = [trace for trace in traces if not is_foreign(_frames(trace))]
        if any(_is_startup(trace) for trace in traces):
            startups = []  # the trace says more
        found += [RankedFinding(FATAL, _placed(one, stream)) for one in (*deadlocks, *issues, *startups)]
        found += [_weighed(_refined(trace, stream.lines, names), stream) for trace in traces]
    found += [RankedFinding(FATAL, crash) for crash in _joined(natives)]
    return sorted(found, key=lambda weighed: weighed.finding.first)


def find_named(lines: Sequence[str], app_packages: Sequence[str], first: int = 0) -> list[RankedFinding]:
    """Find the first exception that the lines name without a trace, else the frames that a sentence names.

    For texts that hold no more. `first` is the number of `lines[0]` in the whole text.
    """
    mentioned: list[RankedFinding] = []
    for stream in split(lines, first):
        for trace in find_bare(stream.lines, app_packages):
            return [_weighed(trace, stream)]
        mention = find_mentions(stream.lines, app_packages)
        if mention is not None:
            mentioned.append(_weighed(mention, stream))
    return mentioned[:1]


class _Stretch(Protocol):
    @property
    def first(self) -> int: ...

    @property
    def last(self) -> int: ...


_Inner = TypeVar("_Inner", bound=_Stretch)


def outside(covers: Sequence[_Stretch], stretches: Sequence[_Inner]) -> list[_Inner]:
    """Return the stretches of lines that overlap none of `covers`."""
    ordered = sorted((cover.first, cover.last) for cover in covers)
    firsts = [first for first, _ in ordered]
    reach = list(accumulate((last for _, last in ordered), max))
    kept: list[_Inner] = []
    for stretch in stretches:
        before = bisect_right(firsts, stretch.last)
        if not before or reach[before - 1] < stretch.first:
            kept.append(stretch)
    return kept


def _anrs(stream: Stream, app_packages: Sequence[str], names: Sequence[str]) -> list[Finding]:
    anrs = find_anrs(stream.lines, app_packages)
    if not anrs or not names:
        return anrs
    frames = [frame for anr in anrs for exception in anr.report.exceptions for frame in exception.frames]
    packages = app_packages_of(names, frames)
    return find_anrs(stream.lines, packages) if packages else anrs


def _is_startup(trace: Trace) -> bool:
    """Return whether Spring Boot was starting the application when the exception was thrown."""
    return any((frame.class_name or "").startswith(_STARTER) for frame in _frames(trace))


def _refined(trace: Trace, lines: Sequence[str], names: Sequence[str]) -> Trace:
    """Parse a trace again with the packages that the text names, if its frames lie in them."""
    packages = app_packages_of(names, _frames(trace)) if names else ()
    if not packages:
        return trace
    again = find_traces(lines, packages, trace.first, trace.last)
    if len(again) != 1 or again[0].frame_count != trace.frame_count:
        return trace
    return replace(trace, exceptions=again[0].exceptions, culprit=again[0].culprit)


def _frames(trace: Trace) -> list[Frame]:
    return [frame for exception in trace.exceptions for frame in exception.frames]


def _weighed(trace: Trace, stream: Stream) -> RankedFinding:
    frames = _frames(trace)
    own = stream.tag not in _FOREIGN_TAGS
    report = ErrorReport(
        kind="anr" if trace.exceptions[0].type == ANR else "jvm_exception",
        language=language_of(frames, trace.culprit),
        exceptions=trace.exceptions,
        frame_count=trace.frame_count,
        culprit=trace.culprit,
        process=trace.process or (stream.process if own else None),
        pid=trace.pid if trace.pid is not None else stream.pid if own else None,
        thread=trace.thread,
        obfuscated=is_renamed(frames),
        truncated=trace.truncated,
    )
    finding = Finding(trace.first, trace.last, report)
    rank = FATAL if trace.fatal else LOGGED if trace.exceptions[0].type else FRAGMENT
    return RankedFinding(rank, _placed(finding, stream))


def _placed(finding: Finding, stream: Stream) -> Finding:
    """Convert a finding to line numbers of the whole text, with process and thread from the prefixes."""
    report = finding.report
    told = report.kind in ("native_crash", "anr") and report.pid in (None, stream.pid)
    if stream.tag not in _FOREIGN_TAGS and told:
        report = report.model_copy(update={"pid": stream.pid, "process": report.process or stream.process})
    return Finding(stream.at[finding.first], stream.at[finding.last], report)


def _joined(crashes: list[Finding]) -> list[Finding]:
    """Merge the reports of one native crash by the crashing process and by the crash dumper."""
    joined: list[Finding] = []
    latest: dict[int | None, int] = {}
    for crash in sorted(crashes, key=lambda finding: finding.first):
        pid = crash.report.pid
        at = latest.get(pid, latest.get(None)) if pid is not None else len(joined) - 1
        if at is not None and at >= 0 and is_other_thread(crash.report, joined[at].report):
            continue
        if at is None or at < 0 or not _are_one(joined[at].report, crash.report):
            at = len(joined)
            joined.append(crash)
        else:
            joined[at] = _union(joined[at], crash)
        latest[pid] = latest[joined[at].report.pid] = at
    return joined


def is_other_thread(later: ErrorReport, crash: ErrorReport) -> bool:
    """Return whether a backtrace is of another thread, which a tombstone lists behind the crashed one."""
    says_nothing = later.signal is None and not later.diagnostics and not later.exceptions
    has_crashed = crash.signal is not None and crash.pid is not None and bool(crash.native_frames)
    return says_nothing and has_crashed and later.pid in (None, crash.pid)


def _are_one(first: ErrorReport, second: ErrorReport) -> bool:
    same_process = first.pid == second.pid or None in (first.pid, second.pid)
    told_once = not (first.native_frames and second.native_frames)
    return (
        same_process
        and told_once
        and (first.signal == second.signal or None in (first.signal, second.signal))
    )


def _union(first: Finding, second: Finding) -> Finding:
    full, brief = (
        (first, second) if first.report.native_frames or not second.report.native_frames else (second, first)
    )
    missing = {
        name: getattr(brief.report, name)
        for name in ("process", "pid", "thread", "signal", "diagnostics", "exceptions", "culprit")
        if not getattr(full.report, name)
    }
    report = full.report.model_copy(update=missing)
    return Finding(min(first.first, second.first), max(first.last, second.last), report)
