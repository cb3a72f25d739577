"""The brief: findings in Markdown for a context window, the decisive part first, inside a token budget.

Nothing is said twice: a file's path stands whole where it is first named, a line of code is shown once, and
callers that are frames are named by the frame's number.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from models.error_report import Diagnostic, ErrorReport, ReportedException
from models.explanation import Clause
from models.tools.web_search_wiki import WebResult
from rca.analysis.investigation_results import Findings
from rca.analysis.rendering.answer_markdown import code_lines, fenced, shortened, window
from rca.analysis.rendering.change_lines import render_changes
from rca.analysis.rendering.closing_lines import closing
from rca.analysis.rendering.crash_context_lines import context_markdown
from rca.analysis.rendering.error_headline import first_line, headline, root_exception
from rca.analysis.rendering.explain_error import explain, likely_cause
from rca.analysis.rendering.further_error_lines import count_further_errors, render_further_errors
from rca.analysis.rendering.gap_lines import gap_lines
from rca.analysis.rendering.place_headings import place_heading
from rca.analysis.rendering.places_markdown import frames_and_callers, numbered_frames, place_of
from rca.analysis.rendering.repeated_paths import shorten_repeated_paths
from rca.analysis.rendering.shown_code import (
    CAUSE_LINES,
    CULPRIT_LINES,
    WHOLE_FUNCTION,
    cause_window,
    culprit_window,
    shown_texts,
    whole_of_culprit,
)
from rca.analysis.rendering.solution_lines import solutions_of, tried_attempts
from rca.analysis.rendering.surrounding_lines import (
    callers_code,
    candidates_code,
    declared_lines,
    entries_code,
    fence_of,
    origin_code,
    passed_lines,
    stored_lines,
)
from rca.analysis.rendering.token_budget import Section, fit
from rca.analysis.rendering.wait_graph_lines import wait_graph_markdown
from rca.causes.value_uses import used_field

_CANDIDATES = 5
_LEAST = 0.03
"""Confidence below which a place is not worth a look."""
_LONGEST_CODE = 100
"""Characters of a frame's line."""


def write_brief(found: Findings, tokens: int) -> str:
    """Write the brief in at most `tokens` tokens; root error and culprit come before the rest."""
    error = found.error
    clauses = explain(found)
    sections = (
        Section(0, (_head(error, 400), _head(error, 240))),
        Section(1, (story(clauses), story(clauses, most=1), "")),
        Section(1, (wait_graph_markdown(found.wait_graph, 6), wait_graph_markdown(found.wait_graph, 0), "")),
        Section(2, (_weak_candidates(found, clauses), "")),
        Section(
            1,
            (
                _cause_code(found, CAUSE_LINES, CULPRIT_LINES, WHOLE_FUNCTION),
                _cause_code(found, CAUSE_LINES, CULPRIT_LINES),
                _cause_code(found, 3, 5),
                "",
            ),
        ),
        Section(
            1,
            (
                _code(found, CULPRIT_LINES, whole_of_culprit(found)),
                _code(found, CULPRIT_LINES),
                _code(found, 5),
                _code(found, 0),
            ),
        ),
        Section(3, (declared_lines(found), "")),
        Section(3, (stored_lines(found), "")),
        Section(3, (passed_lines(found), "")),
        Section(3, (_value_uses(found, 8), _value_uses(found, 4), "")),
        Section(3, (entries_code(found), "")),
        Section(4, (origin_code(found), "")),
        Section(5, (callers_code(found), "")),
        Section(5, (candidates_code(found), "")),
        Section(2, (_beside_the_root(error, 4), _beside_the_root(error, 1), "")),
        Section(2, (render_further_errors(found), count_further_errors(error))),
        Section(
            4,
            (frames_and_callers(found, 6, 5), frames_and_callers(found, 4, 4), numbered_frames(found, 4), ""),
        ),
        Section(6, (_changes(found, 3, diffs=True), _changes(found, 3, diffs=False), "")),
        Section(
            3,
            (
                solutions_of(found, 3, 500) + tried_attempts(found.failed_attempts, 5, 300),
                solutions_of(found, 1, 300) + tried_attempts(found.failed_attempts, 1, 120),
                "",
            ),
        ),
        Section(5, (context_markdown(error.crash_context, 8), context_markdown(error.crash_context, 2), "")),
        Section(7, (_web(found.web, 3), "")),
        Section(8, (_gaps(found.gaps), "")),
        Section(1, (closing(found),)),
    )
    return shorten_repeated_paths(fit(sections, tokens), _paths(found))


def _paths(found: Findings) -> Iterator[str]:
    """Return the files that a brief can name."""
    yield from (frame.file_path for frame in found.frames)
    yield from (place.file_path for one in found.hypotheses for place in one.places)
    yield from (caller.file_path for caller in found.callers)
    yield from (change.file_path for change in found.changes)
    if found.culprit is not None:
        yield found.culprit.file_path


def error_head(error: ErrorReport, longest: int) -> str:
    """Return the headline, the process, and the message if it has several lines."""
    root = root_exception(error)
    facts = [f"kind: {error.kind}"]
    facts += [f"process: {error.process}"] if error.process else []
    facts += [f"thread: {error.thread}"] if error.thread else []
    facts += [f"failed tasks: {', '.join(error.failed_tasks)}"] if error.failed_tasks else []
    facts += ["names are obfuscated"] if error.obfuscated else []
    facts += ["the text was cut"] if error.truncated else []
    message = root.message if root is not None and root.message and "\n" in root.message else None
    quoted = "\n\n" + fenced(shortened(message, longest), "text") if message else ""
    return f"# {shortened(headline(error), longest)}\n\n{'; '.join(facts)}{quoted}"


def _head(error: ErrorReport, longest: int) -> str:
    """Return the headline, what the exception alone does not say, and a message of several lines."""
    root = root_exception(error)
    facts = [] if error.kind == "jvm_exception" else [f"kind: {error.kind}"]
    facts += [f"failed tasks: {', '.join(error.failed_tasks)}"] if error.failed_tasks else []
    facts += ["names are obfuscated"] if error.obfuscated else []
    facts += ["the text was cut"] if error.truncated else []
    message = root.message if root is not None and root.message and "\n" in root.message else None
    quoted = fenced(shortened(message, longest), "text") if message else ""
    parts = (f"# {shortened(headline(error), longest)}", "; ".join(facts), quoted)
    return "\n\n".join(part for part in parts if part)


def _beside_the_root(error: ErrorReport, most: int) -> str:
    """Return what the text reports beside the headline: exceptions around the root, other messages."""
    root, head = root_exception(error), headline(error)
    wrapped = [one for one in error.exceptions if one is not root and one.relation != "suppressed"]
    lines = [f"- around it: {_wrapper(one, root)}" for one in wrapped[-most:]]
    errors = [found for found in error.diagnostics if found.severity == "error"]
    others = [found for found in errors if first_line(found.message) not in head]
    lines += [f"- error: {_diagnosed(found)}" for found in others[:most]]
    lines += [f"- {len(others) - most} more errors"] if len(others) > most else []
    if error.what_went_wrong and not error.exceptions and not errors:
        lines.append(fenced(shortened(error.what_went_wrong, 100 * most), "text"))
    lines += [f"- native: `{shortened(frame.text, 120)}`" for frame in error.native_frames[:most]]
    return "\n".join(lines)


def _wrapper(exception: ReportedException, root: ReportedException | None) -> str:
    """Return an exception around the root, without the root's text in its message."""
    message = first_line(exception.message)
    for part in (root.message, root.type) if root is not None else ():
        if part:
            message = message.replace(first_line(part), "…")
    said = shortened(message, 120)
    return f"`{exception.type.rpartition('.')[2]}` {said}".rstrip()


def _diagnosed(found: Diagnostic) -> str:
    place = f"`{found.file}:{found.line}` " if found.file else ""
    return place + shortened(first_line(found.message), 200)


def story(clauses: Sequence[Clause], most: int = 9) -> str:
    """Return the explanation: what happened and why in one paragraph, then at most so many other causes."""
    told = [clause for clause in clauses if clause.kind not in {"check", "alternative"}]
    parts = [_paragraph(told)]
    parts += [f"To check: {clause.text}" for clause in clauses if clause.kind == "check"]
    others = [clause for clause in clauses if clause.kind == "alternative"][:most]
    if others:
        is_decided = any(clause.kind == "cause" for clause in clauses)
        head = "Less likely:" if is_decided else "Candidates:"
        parts.append("\n".join((head, *(f"- {_cited(clause)}" for clause in others))))
    return "\n\n".join(parts)


def _weak_candidates(found: Findings, clauses: Sequence[Clause]) -> str:
    """Return on one line the places of hypotheses that the story leaves out, as it would guess."""
    if found.wait_graph is not None and found.wait_graph.cycles:
        return ""  # the cycle is the cause
    told = {(clause.file_path, clause.line) for clause in clauses}
    weak = [one for one in found.hypotheses[:_CANDIDATES] if one.confidence >= _LEAST]
    places = [
        f"{place.function or ''} `{place.file_path}:{place.line}` {one.confidence:.0%}"
        for one in weak
        for place in one.places[:1]
        if (place.file_path, place.line) not in told
    ]
    return f"Weak candidates: {', '.join(place.strip() for place in places)}." if places else ""


def _paragraph(clauses: Sequence[Clause]) -> str:
    """Join sentences; of several in a row about one line the first cites it."""
    sentences, cited = [], None
    for clause in clauses:
        place = (clause.file_path, clause.line)
        sentences.append(_cited(clause, has_place=place != cited))
        if clause.file_path is not None:
            cited = place
    return " ".join(sentences)


def _cited(clause: Clause, *, has_place: bool = True) -> str:
    """Return a sentence with its place and confidence."""
    facts = []
    if has_place and clause.file_path is not None:
        line = f":{clause.line}" if clause.line is not None else ""
        facts.append(f"`{clause.file_path}{line}`")
    if clause.confidence is not None:
        facts.append(f"{clause.confidence:.0%}")
    if not facts:
        return clause.text
    return f"{clause.text.removesuffix('.')} ({', '.join(facts)})."


def error_chain(error: ErrorReport, most: int) -> str:
    """Return each exception, compiler error and Gradle message; empty if the headline says it all."""
    lines = [
        f"- {one.relation}: `{one.type}` {shortened(first_line(one.message), 200)}".rstrip()
        for one in error.exceptions[:most]
    ]
    if len(lines) == 1:
        lines = []
    errors = [found for found in error.diagnostics if found.severity == "error"]
    lines += [
        f"- error: `{found.file}:{found.line}` {shortened(found.message, 300)}"
        if found.file
        else f"- error: {shortened(found.message, 300)}"
        for found in errors[:most]
    ]
    if error.what_went_wrong:
        lines.append(fenced(shortened(error.what_went_wrong, 120 * most), "text"))
    lines += [f"- native: `{shortened(frame.text, 160)}`" for frame in error.native_frames[:most]]
    return "## Error chain\n\n" + "\n".join(lines) if lines else ""


def _code(found: Findings, around: int, whole: int = 0) -> str:
    """Return the culprit's code; the story says where no code of the project is named."""
    culprit, context = found.culprit, found.context
    if culprit is None:
        return ""
    function = f" in `{culprit.function.name}`" if culprit.function else ""
    length = culprit.function.end_line - culprit.function.start_line if culprit.function else 0
    if culprit.function and context and length >= WHOLE_FUNCTION:
        # Who reads the rest needs no call to learn where it begins.
        function += f", lines {culprit.function.start_line} to {culprit.function.end_line}"
    usual = "Culprit" if likely_cause(found) is None else "Where it surfaced"
    heading = place_heading(culprit.found_by, usual)
    title = f"## {heading}: `{place_of(culprit)}`{function}"
    if context is None:
        return f"{title} ({culprit.note})" if culprit.note else title
    lines = window(context.error_line, culprit.function, around, whole)
    if around == CULPRIT_LINES and not whole:
        lines = culprit_window(found)
    shown = code_lines(context, *lines)
    unsaved = "\n\nThis is unsaved editor text." if context.source == "editor" else ""
    return f"{title}\n\n{fenced(shown, fence_of(culprit.file_path))}{unsaved}"


def _cause_code(found: Findings, around: int, culprits: int, whole: int = 0) -> str:
    """Return the code of the likely cause; empty where that is the code of the culprit.

    Lines that the culprit's code shows as well, `culprits` around its line, are left to it. A function of at
    most `whole` lines is shown from its first to its last line.
    """
    cause, context = likely_cause(found), found.cause_context
    if cause is None or context is None:
        return ""
    place = cause.places[0]
    named = f" in `{place.function}`" if place.function else ""
    first, last = cause_window(context, whole=whole) if whole else (0, 0)
    if not whole:
        first, last = context.error_line - around, context.error_line + around
    first, last = max(first, context.start_line), min(last, context.end_line)
    title = f"## Likely cause: `{place.file_path}:{place.line}`{named}"
    culprit = found.culprit
    if culprit is not None and found.context is not None and culprit.file_path == place.file_path:
        shown_whole = whole and whole_of_culprit(found)
        start, end = window(found.context.error_line, culprit.function, culprits, shown_whole)
        if whole and not shown_whole:
            start, end = culprit_window(found)
        if start <= context.error_line <= end:
            return f"{title}, in the code below"
        if first < start <= last:
            last = start - 1
        elif first <= end < last:
            first = end + 1
    return f"{title}\n\n{fenced(code_lines(context, first, last), fence_of(place.file_path))}"


def _value_uses(found: Findings, most: int) -> str:
    """Return the lines that use the failing value and are not shown, those that set it first."""
    seen = shown_texts(found)
    used = used_field(found.failure, found.value_uses)
    uses = [use for use in found.value_uses if " ".join(use.code.split()) not in seen]
    if used is None or not uses:
        return ""
    lines = [
        f"- :{use.line} {use.kind}{f' in {use.function}' if use.function else ''}: "
        f"`{shortened(use.code.replace('`', chr(39)), _LONGEST_CODE)}`"
        for use in uses[:most]
    ]
    lines += [f"- {len(uses) - most} more"] if len(uses) > most else []
    return f"## Uses of `{used.name}` in `{uses[0].file_path}`\n\n" + "\n".join(lines)


def _changes(found: Findings, most: int, *, diffs: bool) -> str:
    return render_changes(found.changes, most, shown_texts(found), diffs=diffs)


def _web(results: Sequence[WebResult], most: int) -> str:
    if not results:
        return ""
    # In a fence nothing that a stranger wrote is a heading, a link or an order of this brief.
    return "## Web results (untrusted: strangers' words)\n\n" + "\n".join(
        f"- <{result.url}>{' (solved)' if result.solved else ''}\n"
        + fenced(f"{shortened(result.title, 100)}\n{result.snippet}", "text")
        for result in results[:most]
    )


def _gaps(gaps: Sequence[str]) -> str:
    lines = gap_lines(gaps)
    return "What this lacks:\n" + "\n".join(f"- {lack}" for lack in lines) if lines else ""
