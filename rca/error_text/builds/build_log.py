"""One build's output as one finding: messages, tasks and traces together."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import unescape

from models.error_report import Diagnostic, ErrorKind, ErrorReport, Frame, ReportedException
from rca.error_text.builds.gradle import Outcome, read_outcome
from rca.error_text.builds.message_scanner import scan
from rca.error_text.builds.multiline_messages import is_frame
from rca.error_text.builds.root_kind import root_kind, root_language
from rca.error_text.builds.tool_message import ToolMessage
from rca.error_text.jvm import choose_culprit, find_traces
from rca.error_text.parsed_error import Finding
from rca.error_text.traceless_exceptions import read_bare
from rca.text.lazy_regex import lazy_regex

_END = lazy_regex(r"(?:> )?BUILD (?:FAILED|SUCCESSFUL)\b|\[INFO\] BUILD (?:FAILURE|SUCCESS)")
_TRAILING = lazy_regex(
    r"\s*$|\[(?:ERROR|INFO|WARNING)\]|\d+ actionable|Exception: Gradle task|See the profiling"
)
_MAVEN = lazy_regex(r"\[(?:ERROR|INFO|WARNING)\] ")
# What stands before an exception's type on a line that a build tool prints.
_BEFORE_TYPE = lazy_regex(
    r"\s*(?:\[ERROR\] +)?(?:(?:[ew]|exception|error): )*(?:\[(?:ksp|kapt)\] )?"
    r"(?:INSTRUMENTATION_STATUS: stack=|INSTRUMENTATION_RESULT: longMsg=|=> |An exception occurred: )?"
    r"(?=(?:[a-z_]\w*\.)+[A-Z])"
)
_MAVEN_TRACE = lazy_regex(r"\s*org\.apache\.maven\.[\w.]{1,200}Exception: ")
_MAVEN_WORDS = 30
"""Lines between the goal that failed and the trace of `mvn -e`."""

_TALLEST_OPENING = 60
"""Lines of an exception's message under Gradle's `* Exception is:`."""

_REPORTED = lazy_regex(r"<(?:failure|error)\b.*?\btype=[\"'](?P<type>[\w.$]+)[\"']")


def find_invocations(lines: Sequence[str], app_packages: Sequence[str]) -> list[Finding]:
    """Find every failed run of a build tool, or the run that only warns where none failed."""
    hits = list(scan(lines))
    readable = _readable(lines, hits)
    starts = [hit.first for hit in hits]
    findings: list[Finding] = []
    for first, last in _regions(lines):
        inside = hits[bisect_left(starts, first) : bisect_right(starts, last)]
        outcome = read_outcome(lines, first, last)
        finding = _Invocation(readable, app_packages, last, inside, outcome).finding()
        if finding:
            findings.append(finding)
    failed = [finding for finding in findings if finding.report.kind != "kotlin_warnings_only"]
    telling = [finding for finding in failed if _tells(finding.report)]
    return telling or failed[:1] or findings


def _readable(lines: Sequence[str], hits: Sequence[ToolMessage]) -> list[str]:
    """Return the lines as a reader of traces expects them: what build tools put around a trace is gone."""
    readable = list(lines)
    for hit in hits:
        readable[hit.first] = _opening(readable[hit.first])
    in_report = False
    for at, line in enumerate(lines):
        if "<failure" in line or "<error" in line:
            in_report = True
        if in_report and "&" in line:
            readable[at] = unescape(readable[at])
        if in_report and ("</failure" in line or "</error" in line):
            in_report = False
        if line.endswith("Caused by:") and line.strip() == "Caused by:" and at + 1 < len(lines):
            # Gradle breaks the line here.
            readable[at], readable[at + 1] = "", f"{line} {readable[at + 1].lstrip()}"
    return readable


def _tells(report: ErrorReport) -> bool:
    """Return whether a report says more than that a build failed."""
    return bool(report.diagnostics or report.exceptions or report.failed_tasks or report.what_went_wrong)


def _regions(lines: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Split the text after each end-of-build line; what follows the last one belongs to the last build."""
    ends: list[int] = []
    for at, line in enumerate(lines):
        if "BUILD " in line and _END.match(line.strip()):
            end = at
            maven = line.lstrip().startswith("[INFO]")
            while end + 1 < len(lines) and _TRAILING.match(lines[end + 1]) and (maven or end - at < 8):
                end += 1
            if not ends or at > ends[-1]:
                ends.append(end)
    starts = [0, *(end + 1 for end in ends[:-1])]
    if not ends:
        yield 0, len(lines) - 1
        return
    for index, start in enumerate(starts):
        yield start, ends[index] if index < len(ends) - 1 else len(lines) - 1


@dataclass(slots=True)
class _Group:
    """Exceptions that were thrown as one, from line `first` to `last`."""

    first: int
    last: int
    exceptions: tuple[ReportedException, ...]
    culprit: Frame | None
    frames: int
    truncated: bool = False


class _Invocation:
    """The parts of one run, put together."""

    def __init__(
        self,
        lines: Sequence[str],
        app_packages: Sequence[str],
        end: int,
        hits: Sequence[ToolMessage],
        outcome: Outcome,
    ) -> None:
        self._lines = lines
        self._app_packages = app_packages
        self._end = end
        self._outcome = outcome
        certain = outcome.first is not None or any(not hit.weak for hit in hits)
        self._hits = sorted(
            [*(hit for hit in hits if self._counts(hit, certain)), *outcome.places], key=lambda hit: hit.first
        )

    def _counts(self, hit: ToolMessage, certain: bool) -> bool:
        if hit.weak and not certain:
            return False
        return hit.only_in is None or any(hit.only_in.search(task) for task in self._outcome.tasks)

    def finding(self) -> Finding | None:
        """Put the parts together, or None where nothing failed and nothing warned."""
        errors = [hit for hit in self._hits if hit.is_error]
        first, last = self._stretch()
        if first is None or last is None:
            return None
        groups = self._groups(first, last)
        exceptions = tuple(exception for group in groups for exception in group.exceptions)
        kind = self._kind(errors, exceptions)
        if kind is None:
            return None
        diagnostics = self._diagnostics(kind, bool(exceptions))
        first = min([first, *(group.first for group in groups)])
        last = max([last, *(group.last for group in groups)])
        report = ErrorReport(
            kind=kind,
            language=root_language(kind, diagnostics, exceptions, self._outcome),
            exceptions=exceptions,
            frame_count=sum(group.frames for group in groups),
            culprit=next((group.culprit for group in groups if group.culprit), None),
            diagnostics=diagnostics,
            failed_tasks=tuple(self._outcome.tasks),
            what_went_wrong="\n\n".join(self._outcome.blocks) or None,
            truncated=any(group.truncated for group in groups),
            problems=tuple(dict.fromkeys(hit.unread for hit in self._hits if hit.unread is not None)),
        )
        return Finding(first, last, report)

    def _kind(
        self, errors: Sequence[ToolMessage], exceptions: Sequence[ReportedException]
    ) -> ErrorKind | None:
        if errors or self._outcome.failed:
            return root_kind(errors, self._outcome, exceptions) or "unknown"
        tools = {hit.diagnostic.tool for hit in self._hits if hit.diagnostic}
        if tools & {"kotlinc", "ksp", "kapt"}:
            return "kotlin_warnings_only"
        return "lint" if "lint" in tools else None

    def _stretch(self) -> tuple[int | None, int | None]:
        firsts = [hit.first for hit in self._hits]
        lasts = [hit.last for hit in self._hits]
        if self._outcome.first is not None and self._outcome.last is not None:
            firsts.append(self._outcome.first)
            lasts.append(self._outcome.last)
        if not firsts:
            return None, None
        return self._above(min(firsts)), self._below(max(lasts))

    def _above(self, first: int) -> int:
        """Take in the frames, and the opening over them, that a message stands under (`Caused by: …`)."""
        at = first
        while at > 0 and is_frame(self._lines[at - 1]):
            at -= 1
        return at - 1 if 0 < at < first and self._lines[at - 1].strip() else at

    def _below(self, last: int) -> int:
        """Take in the trace that follows the last message, over at most two lines of other text."""
        at = last
        if self._lines[last].lstrip().startswith("* Exception is:"):
            below = range(last + 1, min(last + _TALLEST_OPENING, self._end + 1))
            at = next((frame for frame in below if is_frame(self._lines[frame])), last)
        elif _MAVEN.match(self._lines[last].lstrip()):
            at = self._traced_by_maven(last)
        while at < self._end:
            line = self._lines[at + 1]
            indented = line.startswith((" ", "\t")) and bool(line.strip())
            near = self._lines[at + 1 : min(at + 4, self._end + 1)]
            if not indented and not any(is_frame(text) for text in near):
                break
            at += 1
        return at

    def _traced_by_maven(self, last: int) -> int:
        """Find the first frame of what `mvn -e` adds to its last word; `last` where it adds nothing."""
        for at in range(last + 1, min(last + _MAVEN_WORDS, self._end + 1)):
            if _MAVEN_TRACE.match(self._lines[at]):
                below = range(at + 1, min(at + _TALLEST_OPENING, self._end + 1))
                return next((frame for frame in below if is_frame(self._lines[frame])), last)
        return last

    def _groups(self, first: int, last: int) -> list[_Group]:
        groups = [
            _Group(
                trace.first, trace.last, trace.exceptions, trace.culprit, trace.frame_count, trace.truncated
            )
            for trace in find_traces(self._lines, self._app_packages, first, last)
        ]
        traced = {group.first for group in groups}
        bare = [
            trace
            for hit in self._hits
            if hit.kind == "test_failure" and hit.first not in traced and not hit.exceptions
            if (trace := read_bare(self._lines, hit.first, self._app_packages)) is not None
        ]
        groups += [_Group(one.first, one.last, one.exceptions, one.culprit, one.frame_count) for one in bare]
        traced |= {one.first for one in bare}
        # A short form (`Type at File.kt:12`) has no complete frame to count.
        groups += [
            _Group(hit.first, hit.last, hit.exceptions, choose_culprit(hit.exceptions), 0)
            for hit in self._hits
            if hit.exceptions and traced.isdisjoint(range(hit.first, hit.last + 1))
        ]
        return sorted(groups, key=lambda group: group.first)

    def _diagnostics(self, kind: ErrorKind, has_exceptions: bool) -> tuple[Diagnostic, ...]:
        told = [hit for hit in self._hits if hit.diagnostic and not hit.summary]
        if not any(hit.is_error for hit in told) and not (kind == "test_failure" and has_exceptions):
            told = [hit for hit in self._hits if hit.diagnostic]
        return _distinct([hit.diagnostic for hit in told if hit.diagnostic])


def _opening(line: str) -> str:
    """Return the exception's opening on a line that a build tool wrote around it."""
    reported = _REPORTED.search(line)
    if reported:
        start = line.find(reported["type"], reported.end())
        return line[start:] if start > 0 else line
    before = _BEFORE_TYPE.match(line)
    return line[before.end() :] if before else line


def _distinct(diagnostics: Sequence[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Drop duplicates: the same message at the same place, or at a less precise one.

    Vaguer is no file, a bare file name, or a line without its column, where the same words also stand
    at the precise place.
    """
    precise: set[tuple[str, str | None, int | None]] = set()
    for diagnostic in diagnostics:
        words = _words(diagnostic)
        if diagnostic.file is not None:
            precise.add((words, None, None))
            path, _, name = _file(diagnostic).rpartition("/")
            if path:
                precise.add((words, name, None))
        if diagnostic.column is not None:
            precise.add((words, _file(diagnostic), diagnostic.line))
    kept: dict[tuple[str, str, str, int | None, int | None], Diagnostic] = {}
    for diagnostic in diagnostics:
        words, file, line, column = _words(diagnostic), _file(diagnostic), diagnostic.line, diagnostic.column
        is_vague = (words, file or None, None) in precise or (
            column is None and (words, file, line) in precise
        )
        if not is_vague:
            kept.setdefault((diagnostic.severity, words, file, line, column), diagnostic)
    return tuple(kept.values())


def _file(diagnostic: Diagnostic) -> str:
    """Return the file with one kind of slash, as two tools may name it; empty where there is none."""
    return (diagnostic.file or "").replace("\\", "/")


def _words(diagnostic: Diagnostic) -> str:
    return " ".join(diagnostic.message.split())
