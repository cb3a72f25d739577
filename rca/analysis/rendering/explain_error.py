"""Explains an error in sentences: what failed, where it surfaced, and why, without repetition."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import get_args

from models.code import ProjectFrame
from models.error_report import ErrorReport
from models.explanation import Clause, ClauseKind
from models.failure import FailedCondition, FailureExpression, ValueUse
from models.hypothesis import Hypothesis
from rca.analysis.investigation_results import Findings
from rca.analysis.rendering.place_headings import FOUND_BY
from rca.causes.candidate import ReasonKind
from rca.causes.failure.expression_notes import CAN_THROW, MAY_HAVE_MOVED
from rca.causes.value_uses import empties, used_field

UNDECIDED = 0.25
"""Below this confidence of the first hypothesis nothing decides."""
_LIKELY = 0.4
_MOST_LIKELY = 0.6
_ALTERNATIVES = 4
_LEAST_ALTERNATIVE = 0.05
"""An alternative that is less likely is not said: it would only take attention."""
_MOST_EVIDENCE = 2
_MOST_CHANGES = 3
_MOST_FILES = 2
_LONG_CHAIN = 60
"""Characters of an expression of several lines up to which it is shown in whole."""
_CHAINED = re.compile(r"\s*[})\]]*(?P<call>\??\.\s*\w.*)$")
"""The last line of a chain of calls, from its dot on."""
_LONGEST_CODE = 120
_SURFACED = "surfaced"
"""Kind of the hypothesis that says no more than where the error surfaced."""
_SAYS_NOTHING = frozenset({"names_exception", "same_file"})
"""Kinds of hypotheses that hold for many functions."""
_OPENINGS = frozenset(
    [
        "A",
        "An",
        "Apps",
        "Ask",
        "Change",
        "Compare",
        "It",
        "Line",
        "Local",
        "Log",
        "Look",
        "No",
        "One",
        "See",
        "Stop",
        "The",
        "These",
        "This",
        "Two",
        "What",
    ]
)
"""First words of sentences that are no names."""
_REPORTED = frozenset({"java_compile", "kotlin_compile", "annotation_processing", "resource_linking", "lint"})
"""Kinds of errors that a tool reports about a line, which is not run."""


def explain(found: Findings) -> tuple[Clause, ...]:
    """Return the sentences in their order."""
    return (
        *_what_hangs(found),
        *(_how_it_ends(found) or _where_and_why(found)),
    )


def _where_and_why(found: Findings) -> tuple[Clause, ...]:
    return (
        *_where(found.error, found.culprit, found.failure),
        *_where_as_well(found.failure),
        *_of_another_revision(found.frames, found.failure),
        *_entered_again(found),
        *_what_it_was(found),
        *_where_from(found),
        *_why(found),
    )


def likely_cause(found: Findings) -> Hypothesis | None:
    """Return the first hypothesis if it decides and is about another place than where the error surfaced."""
    first = found.hypotheses[0] if found.hypotheses else None
    if found.wait_graph is not None and found.wait_graph.cycles:
        return None  # the cycle is the cause
    if first is None or first.confidence < UNDECIDED or _is_there(first, found.culprit):
        return None
    return first


def _what_hangs(found: Findings) -> Iterator[Clause]:
    """Yield the finding of the wait-for graph in place of what the hanging thread's frames alone say."""
    graph = found.wait_graph
    if graph is None or not graph.edges:
        yield from _what_failed(found.failure)
        return
    yield Clause(kind="failed", text=graph.summary)


def _how_it_ends(found: Findings) -> tuple[Clause, ...]:
    """Return who must let go, where a cycle explains the hang: no value at a line is to blame then."""
    cycles = found.wait_graph.cycles if found.wait_graph is not None else ()
    return tuple(
        Clause(kind="evidence", text=f"To end it: {_decapitalized(one.release)}") for one in cycles[:1]
    )


def _what_failed(failure: FailedCondition | None) -> Iterator[Clause]:
    if failure is None:
        return
    value, shown = failure.value, failure.expression
    condition = Clause(kind="failed", text=failure.condition) if failure.condition is not None else None
    if value is None or shown is None or value.text == shown.text:
        if condition is not None:
            yield condition
        return
    elsewhere = {"file_path": value.file_path, "line": value.start_line}
    if (value.file_path, value.start_line) == (shown.file_path, shown.start_line):
        elsewhere = {}
    code = in_one_line(value.text)
    if condition is not None and code in condition.text:
        yield condition.model_copy(update=elsewhere)
        return
    if condition is not None:
        yield condition
    said = f"The value in question is `{code}`."
    if failure.family == "precondition":
        said = f"The condition of the throw is `{code}`."
    yield Clause(kind="failed", text=said).model_copy(update=elsewhere)


def _where(
    error: ErrorReport, culprit: ProjectFrame | None, failure: FailedCondition | None
) -> Iterator[Clause]:
    shown = failure.expression if failure is not None else None
    if shown is not None:
        function = culprit.function if culprit is not None else None
        is_inside = (
            culprit is not None
            and function is not None
            and shown.file_path == culprit.file_path
            and function.start_line <= shown.start_line <= function.end_line
        )
        inside = f" in `{function.name}`" if function is not None and is_inside else ""
        notes = (shown.note, culprit.note if culprit is not None and is_inside else None)
        code, line = _last_call(shown)
        is_looked_up = culprit is not None and culprit.found_by == "words"
        lead = "It is held by" if error.kind == "memory_leak" else "It surfaced at"
        lead = f"{FOUND_BY['words']}:" if is_looked_up else lead
        lead = "It may have been thrown at" if (shown.note or "").startswith(CAN_THROW) else lead
        yield Clause(
            kind="surfaced",
            text=f"{lead} `{code}`{inside}{_noted(notes)}.",
            file_path=shown.file_path,
            line=line,
        )
        return
    if culprit is None:
        yield Clause(kind="surfaced", text="The error names no line of this project.")
        return
    verb = "is reported in" if error.kind in _REPORTED else "surfaced in"
    lead = "It is held by code in" if error.kind == "memory_leak" else f"It {verb}"
    if culprit.found_by == "words":
        lead = f"{FOUND_BY['words']}:"
    elif culprit.note is not None:
        # Not the trace but a name led there, or the line is not sure.
        lead = "It points to"
    name = (
        f"`{culprit.function.name}`" if culprit.function is not None else culprit.file_path.rpartition("/")[2]
    )
    yield Clause(
        kind="surfaced",
        text=f"{lead} {name}{_noted((culprit.note,))}.",
        file_path=culprit.file_path,
        line=culprit.line,
    )


def _where_as_well(failure: FailedCondition | None) -> Iterator[Clause]:
    """Yield the further expressions that fit, each with its line and why."""
    if failure is None or failure.expression is None or not failure.others:
        return
    shown = [
        f"`{in_one_line(one.text)}` (line {one.start_line}{f': {one.note}' if one.note else ''})"
        for one in failure.others
    ]
    yield Clause(
        kind="surfaced",
        text=f"As well possible: {', '.join(shown)}.",
        file_path=failure.expression.file_path,
        line=failure.others[0].start_line,
    )


def _of_another_revision(frames: Sequence[ProjectFrame], failure: FailedCondition | None) -> Iterator[Clause]:
    """Yield which lines of the trace are of another revision of a file, and where their code is now.

    What the note of the failing expression says already is left out.
    """
    shown = failure.expression if failure is not None else None
    noted = (shown.file_path, shown.start_line) if shown is not None and _says_it_moved(shown) else None
    moved: dict[str, dict[int, str]] = {}
    for frame in frames:
        if (frame.file_path, frame.line) == noted:
            continue
        if frame.reported_line is not None and frame.line != frame.reported_line:
            moved.setdefault(frame.file_path, {}).setdefault(frame.reported_line, _where_now(frame))
    for path, lines in list(moved.items())[:_MOST_FILES]:
        listed = ", ".join(f"{told} {now}" for told, now in list(lines.items())[:_MOST_CHANGES])
        name = path.rpartition("/")[2]
        yield Clause(
            kind="surfaced", text=f"The trace is not of this revision of `{name}`: its line {listed} here."
        )


def _says_it_moved(shown: FailureExpression) -> bool:
    return shown.note is not None and shown.note.endswith(MAY_HAVE_MOVED)


def _where_now(frame: ProjectFrame) -> str:
    function = frame.function
    if function is not None and frame.line in (None, function.start_line):
        return f"is a line of `{function.name}` that is not known"
    return f"is line {frame.line}" if frame.line is not None else "is not known"


def _last_call(shown: FailureExpression) -> tuple[str, int]:
    """Return an expression in one line, and the line to look at: of a longer chain its last call."""
    whole = in_one_line(shown.text)
    last = _CHAINED.match(shown.text.rpartition("\n")[2]) if "\n" in shown.text else None
    if last is None or len(whole) <= _LONG_CHAIN:
        return whole, shown.start_line
    return in_one_line(f"…{last['call']}"), shown.end_line


def _entered_again(found: Findings) -> Iterator[Clause]:
    if found.reentry is not None:
        inner = found.reentry.inner
        yield Clause(
            kind="evidence", text=found.reentry.statement, file_path=inner.file_path, line=inner.line
        )


def _what_it_was(found: Findings) -> Iterator[Clause]:
    if found.captured_values is not None:
        shown = found.failure.expression if found.failure is not None else None
        place = {"file_path": shown.file_path, "line": shown.start_line} if shown is not None else {}
        yield Clause(kind="value", text=found.captured_values).model_copy(update=place)


def _where_from(found: Findings) -> Iterator[Clause]:
    fills, source, failure = tuple(_what_fills(found)), found.value_source, found.failure
    yield from fills
    value = failure.value.text if failure is not None and failure.value is not None else ""
    if source is not None and (not fills or "||" in value or "&&" in value):  # of another operand
        yield Clause(kind="origin", text=source.statement, file_path=source.path, line=source.line)


def _what_fills(found: Findings) -> Iterator[Clause]:
    """Yield what fills and empties the field in which something was looked up in vain."""
    failure, used = found.failure, used_field(found.failure, found.value_uses)
    if failure is None or failure.value is None or used is None:
        return
    name = used.name
    is_lookup = failure.family == "missing_element" or used.is_lookup
    changes = [use for use in found.value_uses if use.kind in ("changed", "assigned") and use.function]
    if not is_lookup or not changes:
        return
    filled = [use for use in changes if not empties(use, name)]
    emptied = [use for use in changes if empties(use, name)]
    said = [f"filled in {_in_functions(filled)}"] if filled else ["filled nowhere in its class"]
    if emptied:
        said.append(f"emptied in {_in_functions(emptied)}")
    first = (filled or emptied)[0]
    yield Clause(
        kind="origin", text=f"`{name}` is {' and '.join(said)}.", file_path=first.file_path, line=first.line
    )


def _in_functions(uses: Sequence[ValueUse]) -> str:
    """Return functions with their lines, at most three."""
    shown = [f"`{use.function}` (line {use.line})" for use in uses[:_MOST_CHANGES]]
    if len(uses) > _MOST_CHANGES:
        return ", ".join((*shown, f"{len(uses) - _MOST_CHANGES} more"))
    return " and ".join((", ".join(shown[:-1]), shown[-1])) if len(shown) > 1 else shown[0]


def _why(found: Findings) -> Iterator[Clause]:
    hypotheses = found.hypotheses
    if not hypotheses:
        yield Clause(kind="undecided", text=f"Nothing here says why. {_what_would_tell(found)}")
        return
    first = hypotheses[0]
    is_unlikely = first.confidence < _LEAST_ALTERNATIVE and first.kind in get_args(ReasonKind)
    if is_unlikely or (first.confidence < UNDECIDED and first.kind in _SAYS_NOTHING):
        # One of many functions: to look there first would be a guess.
        yield Clause(kind="undecided", text=f"Nothing here says why. {_what_would_tell(found)}")
        return
    if first.confidence < UNDECIDED:
        text = f"Nothing here decides why. To find out: {_decapitalized(first.check)}"
        yield _about(first, "undecided", text, rated=False)
        yield _about(first, "alternative", first.statement)
        yield from _alternatives(hypotheses[1:])
        return
    yield _about(first, "cause", _cause(first, found.culprit))
    telling = [one for one in first.evidence if not _repeats(one, found)]
    for sentence in telling[:_MOST_EVIDENCE]:
        yield Clause(kind="evidence", text=_sentence(sentence))
    yield _about(first, "check", first.check, rated=False)
    yield from _alternatives(hypotheses[1:])


def _cause(first: Hypothesis, culprit: ProjectFrame | None) -> str:
    degree = "Possible"
    if first.confidence >= _LIKELY:
        degree = "Most likely" if first.confidence >= _MOST_LIKELY else "Likely"
    if first.kind == _SURFACED and _is_there(first, culprit):
        return {
            "Most likely": "The cause most likely lies",
            "Likely": "The cause likely lies",
            "Possible": "The cause may lie",
        }[degree] + " in that function itself."
    return f"{degree} cause: {_decapitalized(first.statement)}"


def _alternatives(hypotheses: Sequence[Hypothesis]) -> Iterator[Clause]:
    for one in hypotheses[:_ALTERNATIVES]:
        if one.confidence >= _LEAST_ALTERNATIVE:
            yield _about(one, "alternative", one.statement)


def _what_would_tell(found: Findings) -> str:
    if found.culprit is None:
        return "An error text that names code of this project, such as a longer stack trace, would help."
    if found.captured_values is not None:
        return "See which of these values the code does not expect, and who gives it."
    return "The values at that line would help: stop there with a debugger, or log them."


def _about(hypothesis: Hypothesis, kind: ClauseKind, text: str, *, rated: bool = True) -> Clause:
    place = hypothesis.places[0]
    return Clause(
        kind=kind,
        text=_sentence(text),
        file_path=place.file_path,
        line=place.line,
        confidence=hypothesis.confidence if rated else None,
    )


def _is_there(hypothesis: Hypothesis, culprit: ProjectFrame | None) -> bool:
    """Return whether a hypothesis is about the place where the error surfaced."""
    if culprit is None:
        return False
    place = hypothesis.places[0]
    if place.file_path != culprit.file_path:
        return False
    if culprit.function is not None and place.function is not None:
        return culprit.function.start_line <= place.line <= culprit.function.end_line
    return culprit.line is not None and place.line <= culprit.line <= (place.end_line or place.line)


def _repeats(sentence: str, found: Findings) -> bool:
    """Return whether a sentence says again where the error surfaced, or where the value comes from."""
    culprit, source = found.culprit, found.value_source
    if source is not None and f" can come from line {source.line} of `" in sentence:
        return True
    if culprit is None or culprit.function is None:
        return False
    return f"`{culprit.function.name}`" in sentence and f"line {culprit.line}." in sentence


def _noted(notes: Sequence[str | None]) -> str:
    parts = (part for note in notes if note for part in note.split("; "))  # a note can repeat another
    said = "; ".join(dict.fromkeys(parts))
    return f"; {said}" if said else ""


def _sentence(text: str) -> str:
    text = text.strip()
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "?", "!")) else ".")


def _decapitalized(text: str) -> str:
    """Return a sentence as it goes on after a colon; names stay as they are."""
    return text[:1].lower() + text[1:] if text.split(" ", 1)[0] in _OPENINGS else text


def in_one_line(code: str) -> str:
    """Return code without line breaks, shortened, that may stand between backticks."""
    code = " ".join(code.split()).replace("`", "'")
    return code if len(code) <= _LONGEST_CODE else code[: _LONGEST_CODE - 1] + "…"
