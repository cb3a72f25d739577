"""Leak traces of a text → errors of kind `memory_leak`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from models.error_report import ErrorReport, Frame, ReportedException
from models.leak_trace import LeakNode, LeakTrace
from rca.error_text.frame_origin import origin_of
from rca.error_text.leak_traces.current_format import CurrentFormat
from rca.error_text.leak_traces.former_format import read_former
from rca.error_text.leak_traces.line_cleaning import clean_lines
from rca.error_text.leak_traces.trace_draft import TraceDraft
from rca.error_text.leak_traces.trace_lines import read_lines
from rca.error_text.logcat import Stream, split
from rca.error_text.parsed_error import Finding
from rca.text.lazy_regex import lazy_regex

TYPE = "MemoryLeak"
_MARK = lazy_regex(
    r"Leaking: (?:YES|NO|UNKNOWN)\b|GC R(?:oot:|OOT) |\bhas leaked:|[├╰]|\u00e2\u201d\u0153|↳ "
    r"|^[ \t>*]{0,20}references [\w.$]{3,200}$",
    re.MULTILINE,
)
_QUICK = ("Leaking: ", "GC Root: ", "GC ROOT ", "has leaked:", "↳ ", "\nreferences ", "* references ")
"""One of these stands in each report; a search for plain text is fast."""

_HEAD = lazy_regex(r"[\s>]*(?:[*-] )?(?:GC ROOT \S|[\w.$]{3,300} has leaked:$)|[\s>]*┬")
_STRING = lazy_regex(r"^[^\"]*\"(?=[*┬│])|\"[\s,)}\]]*$")
"""What stands before and behind a text within quotes."""
_NEAR = 6_000
"""Characters between two marks of one report: Android's objects have many labels."""
_BEFORE, _AFTER = 2_000, 4_000
_TAGS = ("LeakCanary", "DisplayLeakService", "System.out", None)


def find_leaks(text: str, app_packages: Sequence[str]) -> list[Finding]:
    """Return the leaks of a cleaned text in its order, each with the lines that it covers."""
    found: list[Finding] = []
    if not any(mark in text for mark in _QUICK):
        return found
    for start, end in _stretches(text):
        first = text.count("\n", 0, start)
        lines = text[start:end].split("\n")
        for whole in split(lines, first):
            stream = _unescaped(_with_head(whole, lines, first))
            cleaned = clean_lines(stream.lines)
            drafts = [*CurrentFormat(read_lines(cleaned)).read(), *read_former(cleaned)]
            for draft in _apart(drafts):
                report = to_report(draft.finish(), app_packages, is_cut=not draft.complete)
                report = report.model_copy(
                    update={"process": draft.process or _process(draft) or _own(stream.tag, stream.process)}
                )
                found.append(Finding(stream.at[draft.first], stream.at[draft.last], report))
    return sorted(found, key=lambda one: one.first)


def to_report(trace: LeakTrace, app_packages: Sequence[str], *, is_cut: bool = False) -> ErrorReport:
    """Return the error that a leak trace tells of.

    Its exception is the leaking class with the reason; its frames are the references, the GC root's first.
    """
    last = trace.nodes[-1]
    frames = tuple(_frame(node, app_packages) for node in trace.nodes if node.reference is not None)
    leaking = last.class_name if not is_cut else None
    message = f"{leaking or 'an object'} is leaking"
    if last.leaking == "yes" and last.reason:
        message = f"{message}: {last.reason}"
    return ErrorReport(
        kind="memory_leak",
        language=None,
        exceptions=(ReportedException(type=TYPE, message=message, relation="primary", frames=frames),),
        culprit=_culprit(trace, frames),
        truncated=is_cut,
        leak_trace=trace,
    )


def suspects(trace: LeakTrace) -> list[LeakNode]:
    """Return the objects whose reference can be the leak, from the GC root on.

    They are those that the text marks; without marks those from the last object that is not leaking to the
    first that is.
    """
    held = [node for node in trace.nodes if node.reference is not None]
    marked = [node for node in held if node.reference is not None and node.reference.suspect]
    if marked:
        return marked
    first = max((at for at, node in enumerate(held) if node.leaking == "no"), default=0)
    end = next((at for at, node in enumerate(held) if node.leaking == "yes" and at > 0), len(held))
    return held[first:end] or held


def _frame(node: LeakNode, app_packages: Sequence[str]) -> Frame:
    reference = node.reference
    if reference is None:
        raise ValueError("the last object of a leak trace refers to nothing")
    simple = node.class_name.rpartition(".")[2]
    is_own = reference.owner in {simple, node.class_name}
    class_name = node.class_name if is_own else reference.owner
    prefix = "static " if reference.kind == "static_field" else ""
    joint = "" if reference.name.startswith("[") else "."
    return Frame(
        class_name=class_name,
        method=reference.name,
        file=None,
        line=None,
        origin=origin_of(class_name, app_packages) if is_own and "." in class_name else "library",
        text=f"{prefix}{reference.owner}{joint}{reference.name}",
    )


def _culprit(trace: LeakTrace, frames: Sequence[Frame]) -> Frame | None:
    """Return the first suspect reference of the app's own code; of a known leak none."""
    if trace.kind == "library":
        return None
    held = [node for node in trace.nodes if node.reference is not None]
    wanted = {id(node) for node in suspects(trace)}
    pairs = zip(held, frames, strict=True)
    return next((frame for node, frame in pairs if id(node) in wanted and frame.origin == "app"), None)


def _with_head(stream: Stream, lines: Sequence[str], first: int) -> Stream:
    """Return a log's stream with the line above, if who copied it began behind the prefix of that line."""
    above = stream.at[0] - first - 1
    if stream.tag not in _TAGS or stream.tag is None or above < 0 or not _HEAD.match(lines[above]):
        return stream
    at, text = [first + above, *stream.at], [lines[above], *stream.lines]
    return Stream(stream.tag, stream.pid, stream.process, text, at)


def _unescaped(stream: Stream) -> Stream:
    """Return a stream in which line breaks that were written as a backslash and `n` are line breaks."""
    if not any("\\n" in line and _MARK.search(line) for line in stream.lines):
        return stream
    result = Stream(stream.tag, stream.pid, stream.process)
    for at, line in zip(stream.at, stream.lines, strict=True):
        for part in line.split("\\n") if _MARK.search(line) else (line,):
            result.add(_STRING.sub("", part), at)
    return result


def _apart(drafts: Sequence[TraceDraft]) -> Iterator[TraceDraft]:
    """Yield the traces without those that lie inside another."""
    end = -1
    for draft in sorted(drafts, key=lambda one: (one.first, -one.last)):
        if draft.last > end:
            yield draft
            end = draft.last


def _process(draft: TraceDraft) -> str | None:
    return draft.metadata.get("App process name")


def _own(tag: str | None, process: str | None) -> str | None:
    return process if tag in _TAGS else None


def _stretches(text: str) -> Iterator[tuple[int, int]]:
    """Yield the offsets of whole lines around marks, near ones joined."""
    start = end = -1
    for mark in _MARK.finditer(text):
        if end >= 0 and mark.start() - end <= _NEAR:
            end = mark.end()
            continue
        if end >= 0:
            yield _lines_around(text, start, end)
        start, end = mark.start(), mark.end()
    if end >= 0:
        yield _lines_around(text, start, end)


def _lines_around(text: str, start: int, end: int) -> tuple[int, int]:
    begin = text.rfind("\n", 0, max(0, start - _BEFORE)) + 1
    stop = text.find("\n", min(len(text), end + _AFTER))
    return begin, len(text) if stop < 0 else stop
