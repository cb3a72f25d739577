"""The parser's entry point: finds every error of a text and chooses the root."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from models.error_report import ErrorReport
from rca.error_text import builds
from rca.error_text.crash_services import ServiceReports, read_service_reports
from rca.error_text.crash_services.report_building import build_report, render_trace
from rca.error_text.crash_services.service_report import ServiceReport
from rca.error_text.crash_services.stated_facts import find_facts
from rca.error_text.dump_normalization import normalize_dump
from rca.error_text.error_regions import excerpts
from rca.error_text.exceptions_in_sentences import find_exception_mention
from rca.error_text.frameless_exceptions import find_frameless
from rca.error_text.leak_traces import find_leaks
from rca.error_text.logcat import is_device_log, is_export, read_export, without_logcat
from rca.error_text.native_images import NativeImage, find_images, may_list_images, with_images
from rca.error_text.normalization import clean
from rca.error_text.parsed_error import Finding
from rca.error_text.runtime_errors import (
    FATAL,
    LOGGED,
    RankedFinding,
    find_named,
    find_runtime,
    is_other_thread,
    outside,
)

_NO_EXPORT = "the text begins like a logcat export, but holds no entry that can be read: export it again"
_HOLDS = ("- locked <", ' held by "', "- waiting on the Class initialization monitor")
"""Marks of a rewritten dump in which a wait may have a holder."""
_UNKNOWN = ErrorReport(kind="unknown", language=None)
_CRASHES = ("jvm_exception", "native_crash", "anr")
"""Kinds of errors that a crash reporter tells of, with facts of the app around the trace."""

_MOST_FRAMELESS = 3
_MOST_REPORTS = 20
"""Reports of a crash service that one text is read for; `rca triage` reads any number."""


@dataclass(frozen=True, slots=True)
class Occurrence:
    """One error of a text, with the lines where it first occurs, and its number of occurrences."""

    report: ErrorReport
    text: str
    count: int = 1


def parse(text: str, app_packages: Sequence[str] = ()) -> ErrorReport:
    """Parse an error text of any kind: stack trace, logcat, build output, ANR dump, tombstone, ….

    Total and pure: every string yields a report, of kind `unknown` if it holds no error. Linear time. Without
    `app_packages` they are derived from the text if it names the app's process; otherwise a frame counts as
    the app's if it clearly belongs to no library or platform.

    The first error that ended a process or a build is the report; further independent errors, in text order
    and each once, are its `others`. A crash service's report becomes the error that it tells of.
    """
    services = None if is_export(text) else read_service_reports(text)
    if services is not None and services.reports:
        return _of_services(services, app_packages)
    report = _parse_plain(text, app_packages)
    is_crash = report.frame_count or report.native_frames or any(one.type for one in report.exceptions)
    if report.kind in _CRASHES and is_crash and not is_device_log(text):
        facts = find_facts(text)
        if facts is not None and not (report.frame_count or report.native_frames) and facts.issue is None:
            facts = None  # without frames only the issue that a text links says that it is a report
        report = report.model_copy(update={"crash_context": facts}) if facts is not None else report
    if services is not None:
        report = report.model_copy(update={"problems": (*services.problems, *report.problems)})
    return report


def trace_text(text: str) -> str:
    """Return the trace that the first report of a crash service stands for; any other text unchanged."""
    services = None if is_export(text) else read_service_reports(text)
    return render_trace(services.reports[0]) if services is not None and services.reports else text


def parse_report(report: ServiceReport, app_packages: Sequence[str] = ()) -> ErrorReport:
    """Return the error that one report of a crash service tells of."""
    return build_report(report, app_packages, _parse_plain)


def _of_services(services: ServiceReports, app_packages: Sequence[str]) -> ErrorReport:
    root, *rest = (parse_report(one, app_packages) for one in services.reports[:_MOST_REPORTS])
    others: dict[Hashable, ErrorReport] = {_identity_of_issue(root): root}
    for one in rest:
        others.setdefault(_identity_of_issue(one), one)
    unread = [problem for one in others.values() for problem in one.problems]
    left = len(services.reports) - _MOST_REPORTS
    if left > 0:
        unread.insert(0, f"the text holds {left} more reports: rca triage groups all of them")
    further = (one.model_copy(update={"problems": ()}) for one in islice(others.values(), 1, None))
    return root.model_copy(
        update={
            "others": (*root.others, *further),
            "problems": tuple(dict.fromkeys((*services.problems, *unread))),
        }
    )


def _parse_plain(text: str, app_packages: Sequence[str]) -> ErrorReport:
    cleaned, problems = _readable(text)
    found = _arranged(_found(cleaned, app_packages))
    if not any(_names_an_error(one.finding.report) for one in found):
        found = _dump_of_any_layout(cleaned, text, app_packages) or found
    if not found:
        report = find_exception_mention(cleaned.split("\n")) or _UNKNOWN
        return report.model_copy(update={"problems": problems}) if problems else report
    root, *rest = (weighed.finding.report for weighed in found)
    unread = (problem for report in (root, *rest) for problem in report.problems)
    others = tuple(report.model_copy(update={"problems": ()}) for report in rest)
    if root.kind == "jvm_exception" and not is_device_log(cleaned):
        # A log names many exceptions in passing.
        findings = [weighed.finding for weighed in found]
        others += tuple(islice(find_frameless(cleaned.split("\n"), findings), _MOST_FRAMELESS))
    return root.model_copy(update={"others": others, "problems": tuple(dict.fromkeys((*problems, *unread)))})


def _names_an_error(report: ErrorReport) -> bool:
    return report.kind != "jvm_exception" or any(one.type or one.message for one in report.exceptions)


def _dump_of_any_layout(cleaned: str, text: str, app_packages: Sequence[str]) -> list[RankedFinding]:
    """Return the hang of a dump in a layout that no exact reader knows, where a wait has a holder.

    Cleaning can put the frames that stand in JSON into lines of their own, so that it is none any more.
    """
    rewritten = normalize_dump(cleaned) or normalize_dump(text)
    if rewritten is None or not any(mark in rewritten for mark in _HOLDS):
        return []
    return [one for one in _arranged(_found(rewritten, app_packages)) if one.finding.report.kind == "anr"]


def occurrences(text: str, app_packages: Sequence[str] = ()) -> tuple[Occurrence, ...]:
    """Return every error of what a program prints, its root first, each with its own part of the text."""
    cleaned, _ = _readable(text)
    lines = cleaned.split("\n")
    found = _found(cleaned, app_packages)
    counts = Counter(_identity(one.finding.report) for one in found)
    return tuple(
        Occurrence(
            one.finding.report,
            "\n".join(lines[one.finding.first : one.finding.last + 1]),
            counts[_identity(one.finding.report)],
        )
        for one in _arranged(found)
    )


def _readable(text: str) -> tuple[str, tuple[str, ...]]:
    """Return the lines that the tool printed, and what of the text could not be read."""
    if is_export(text):
        exported = read_export(text.lstrip("\ufeff"))
        return (clean(text), (_NO_EXPORT,)) if exported is None else exported
    return clean(text), ()


def _found(cleaned: str, app_packages: Sequence[str]) -> list[RankedFinding]:
    """Return every error, including those that are parts of others' causes or repeated."""
    found = [
        weighed
        for excerpt in excerpts(cleaned)
        for weighed in find_runtime(excerpt.lines, app_packages, excerpt.first)
    ]
    if not is_device_log(cleaned) and builds.may_hold_builds(cleaned):
        found_builds = builds.find(without_logcat(cleaned.split("\n")), app_packages)
        found = _with_builds(found, found_builds)
    leaks = find_leaks(cleaned, app_packages)
    if leaks:
        apart = {id(one) for one in outside(leaks, [weighed.finding for weighed in found])}
        found = [one for one in found if id(one.finding) in apart]
        found += [RankedFinding(LOGGED, leak) for leak in leaks]
    if not found:
        named = (
            one
            for excerpt in excerpts(cleaned)
            for one in find_named(excerpt.lines, app_packages, excerpt.first)
        )
        found = list(islice(named, 1))
    return _with_dumps(_with_all_images(_without_other_threads(found), cleaned))


def _without_other_threads(found: Sequence[RankedFinding]) -> list[RankedFinding]:
    """Leave out the threads that a tombstone lists behind the crashed one, where excerpts part them."""
    kept: list[RankedFinding] = []
    crash: ErrorReport | None = None
    for weighed in sorted(found, key=lambda one: one.finding.first):
        report = weighed.finding.report
        if report.kind == "native_crash":
            if crash is not None and is_other_thread(report, crash):
                continue
            crash = report
        kept.append(weighed)
    return kept


def _with_all_images(found: list[RankedFinding], cleaned: str) -> list[RankedFinding]:
    """Return findings whose frames have the ids of libraries listed far behind them in a long text."""
    wanting = any(frame.build_id is None for one in found for frame in one.finding.report.native_frames)
    if not wanting or not may_list_images(cleaned):
        return found
    images = find_images(cleaned.split("\n"))
    return [replace(one, finding=_with_images(one.finding, images)) for one in found]


def _with_images(finding: Finding, images: Sequence[NativeImage]) -> Finding:
    frames = finding.report.native_frames
    if not frames:
        return finding
    return replace(
        finding, report=finding.report.model_copy(update={"native_frames": with_images(frames, images)})
    )


def _with_dumps(found: Sequence[RankedFinding]) -> list[RankedFinding]:
    """Merge an ANR of the device log with the dump that shows its threads."""
    joined: list[RankedFinding] = []
    for weighed in sorted(found, key=lambda one: one.finding.first):
        told = joined[-1] if joined else None
        if told is not None and _is_dump_of(weighed.finding.report, told.finding.report):
            joined[-1] = RankedFinding(told.rank, _dumped(told.finding, weighed.finding))
        else:
            joined.append(weighed)
    return joined


def _is_dump_of(dump: ErrorReport, told: ErrorReport) -> bool:
    return (
        dump.kind == told.kind == "anr"
        and dump.frame_count > 0 == told.frame_count
        and (dump.pid, dump.process) == (told.pid, told.process)
    )


def _dumped(told: Finding, dump: Finding) -> Finding:
    reason = told.report.exceptions[0].message if told.report.exceptions else None
    exceptions = dump.report.exceptions
    if exceptions and exceptions[0].message is None:
        exceptions = (exceptions[0].model_copy(update={"message": reason}), *exceptions[1:])
    return Finding(told.first, dump.last, dump.report.model_copy(update={"exceptions": exceptions}))


def _with_builds(found: Sequence[RankedFinding], made: Sequence[Finding]) -> list[RankedFinding]:
    """Add build errors; errors inside a build's lines are parts of it."""
    apart = {id(finding) for finding in outside(made, [weighed.finding for weighed in found])}
    return [weighed for weighed in found if id(weighed.finding) in apart] + [
        RankedFinding(LOGGED if one.report.kind == "kotlin_warnings_only" else FATAL, one) for one in made
    ]


def _arranged(found: Sequence[RankedFinding]) -> list[RankedFinding]:
    """Sort the errors: the root (the gravest, then the earliest) first, then the rest, each once."""
    if not found:
        return []
    ordered = sorted(found, key=lambda weighed: weighed.finding.first)
    primary = min(ordered, key=lambda weighed: -weighed.rank)
    seen = {_identity(primary.finding.report)}
    arranged = [primary]
    for weighed in ordered:
        identity = _identity(weighed.finding.report)
        if identity not in seen:
            seen.add(identity)
            arranged.append(weighed)
    return arranged


def _identity_of_issue(report: ErrorReport) -> Hashable:
    """Return the identity of a service's report; issues listed without traces differ by the issue."""
    has_trace = report.native_frames or any(exception.frames for exception in report.exceptions)
    context = report.crash_context
    return _identity(report), None if has_trace or context is None else context.issue


def _identity(report: ErrorReport) -> Hashable:
    """Return the identity of an error, independent of process and thread."""
    return (
        report.kind,
        tuple(
            (exception.type, exception.message, tuple(frame.text for frame in exception.frames))
            for exception in report.exceptions
        ),
        tuple((frame.library, frame.function, frame.pc) for frame in report.native_frames),
        report.diagnostics,
        report.what_went_wrong,
        None if report.leak_trace is None else report.leak_trace.gc_root,
    )
