"""Explains a failed assertion by code under test that computes its value, or omits the expected call."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, replace

from models.code import ProjectFrame
from models.error_report import ErrorReport
from models.hypothesis import Hypothesis, HypothesisPlace, PlaceRole
from rca.causes.coverage_spectra.recorded_coverage import read_test_coverage
from rca.causes.coverage_spectra.suspiciousness import Suspiciousness, suspiciousness
from rca.causes.failing_tests.assertion_text import AssertionText
from rca.causes.failing_tests.code_under_test import CodeUnderTest, TestedFunction
from rca.causes.failing_tests.failing_test import FailingTest, find_failing_test
from rca.causes.failing_tests.value_places import calls_of, places_of
from rca.resolve.symbol import Symbol
from rca.scheduling.deadline import Deadline
from rca.workspace import Snapshot
from rca.workspace.build_modules import is_test

_MOST = 5
_CONFIDENCES = (0.4, 0.14, 0.08, 0.04, 0.03)
"""Share of development tests whose fix changed the first, second, … function."""
_SURE = 0.6
"""Below this score the confidence falls: an accessor, or a call far from the assertion."""
_GIVES_ACTUAL, _HOLDS_ACTUAL, _HOLDS_EXPECTED, _CALLS_MEMBER, _HOLDS_NAME = 1.5, 1.2, 1.1, 1.8, 1.4
_COVERED, _NOT_COVERED = 0.5, 0.4
_COVERAGE_SHARE = 0.4
_CALL_KINDS = {"call_missing", "call_differs", "call_unwanted"}


@dataclass(frozen=True, slots=True)
class _Suspect:
    """A function under test with the line to look at and what speaks for it."""

    tested: TestedFunction
    score: float
    line: int
    facts: tuple[str, ...] = ()


def find_failing_test_causes(
    report: ErrorReport, frames: Sequence[ProjectFrame], snapshot: Snapshot, deadline: Deadline
) -> list[Hypothesis]:
    """Return the functions under test that may make an assertion fail, the likeliest first.

    Empty where the error is no failed assertion of a test of the project. Stops at the deadline with
    what was found.

    Args:
        report: the parsed error.
        frames: its places in the project.
        snapshot: the project.
        deadline: ends the search.
    """
    test = find_failing_test(report, frames, snapshot)
    if test is None:
        return []
    text = snapshot.text(test.function.path) or ""
    recorded = read_test_coverage(snapshot, test.name, deadline.part(_COVERAGE_SHARE))
    spectrum = suspiciousness(recorded)
    with snapshot.index.resolver(deadline) as resolver:
        tested = CodeUnderTest(snapshot.index, resolver, deadline).find(test.function, test.line, text)
    tested += _covered_alone(tested, spectrum, test)
    recorded_files = {function.path for function in spectrum}
    lines = _FileLines(snapshot)
    weighed = (_weigh(one, test.assertion, lines, deadline) for one in tested)
    suspects = sorted(
        (_with_spectrum(one, spectrum, recorded_files) for one in weighed), key=lambda one: -one.score
    )
    return [
        _explain(suspect, test, round(confidence * min(1.0, suspect.score / _SURE), 3))
        for suspect, confidence in zip(suspects[:_MOST], _CONFIDENCES, strict=False)
    ]


def _covered_alone(
    tested: Sequence[TestedFunction], spectrum: Mapping[Symbol, Suspiciousness], test: FailingTest
) -> list[TestedFunction]:
    """Return the most suspicious functions to which no call that the source shows leads."""
    known = {one.function for one in tested}
    others = [
        (function, found)
        for function, found in spectrum.items()
        if function not in known and not is_test(function.path)
    ]
    others.sort(key=lambda row: (-row[1].ochiai, row[0].path, row[0].line))
    return [
        TestedFunction(function, _COVERED * found.ochiai, (function,), "covered", test.line)
        for function, found in others[:_MOST]
    ]


def _with_spectrum(
    suspect: _Suspect, spectrum: Mapping[Symbol, Suspiciousness], recorded_files: Set[str]
) -> _Suspect:
    """Return a suspect with what recorded coverage says of it; unchanged where nothing was recorded."""
    function = suspect.tested.function
    found = spectrum.get(function)
    if found is None:
        # Of a file that was recorded: the failing test did not reach it, the call stands behind a condition.
        was_recorded = function.path in recorded_files
        return replace(suspect, score=suspect.score * _NOT_COVERED) if was_recorded else suspect
    score = suspect.score * (_NOT_COVERED + found.ochiai)
    return replace(suspect, score=score, facts=(*suspect.facts, found.said))


class _FileLines:
    """The lines of the project's files, each file split once."""

    def __init__(self, snapshot: Snapshot) -> None:
        self._snapshot = snapshot
        self._lines: dict[str, list[str]] = {}

    def body(self, function: Symbol) -> list[str]:
        lines = self._lines.get(function.path)
        if lines is None:
            lines = self._lines[function.path] = (self._snapshot.text(function.path) or "").split("\n")
        return lines[function.line - 1 : function.end_line]


def _weigh(
    tested: TestedFunction, assertion: AssertionText | None, lines: _FileLines, deadline: Deadline
) -> _Suspect:
    """Return a function with what the assertion's values say of it; nothing once the time ran out."""
    function = tested.function
    suspect = _Suspect(tested, tested.weight, function.declaration.name_line)
    if assertion is None or deadline.expired:
        return suspect
    body = lines.body(function)
    if assertion.kind in _CALL_KINDS and assertion.member:
        called = next(calls_of(assertion.member, body, function.line), None)
        if called is not None:
            said = f"line {called} calls `{assertion.member}`"
            return replace(suspect, score=suspect.score * _CALLS_MEMBER, line=called, facts=(said,))
        return suspect
    actual = places_of(assertion.actual, body, function.line)
    if actual:
        first = actual[0]
        factor, verb = (_GIVES_ACTUAL, "gives") if first.gives else (_HOLDS_ACTUAL, "holds")
        said = f"line {first.line} {verb} the value that came, `{_short(assertion.actual)}`"
        suspect = replace(suspect, score=suspect.score * factor, line=first.line, facts=(said,))
    expected = places_of(assertion.expected, body, function.line)
    if expected:
        said = f"line {expected[0].line} holds the expected value `{_short(assertion.expected)}`"
        score = suspect.score * _HOLDS_EXPECTED
        suspect = replace(suspect, score=score, facts=(*suspect.facts, said))
    for name in assertion.names:
        held = next((at for at, line in enumerate(body) if name in line), None)
        if held is not None:
            said = f"line {function.line + held} holds `{_short(name)}`, which was looked for"
            return replace(
                suspect,
                score=suspect.score * _HOLDS_NAME,
                line=function.line + held,
                facts=(*suspect.facts, said),
            )
    return suspect


def _explain(suspect: _Suspect, test: FailingTest, confidence: float) -> Hypothesis:
    tested, function = suspect.tested, suspect.tested.function
    file = test.function.path.rpartition("/")[2]
    places = [
        HypothesisPlace(
            file_path=function.path,
            line=suspect.line,
            function=function.display_name,
            role=_role(test.assertion),
        ),
        HypothesisPlace(
            file_path=test.function.path,
            line=test.line,
            function=test.function.display_name,
            role="failure_site",
        ),
    ]
    evidence = [*suspect.facts, f"line {tested.test_line} of `{file}` {_reason(tested)}"]
    if len(tested.chain) > 1:
        evidence.append("reached by " + " → ".join(f"`{one.display_name}`" for one in tested.chain))
    return Hypothesis(
        statement=_statement(test, function, suspect),
        kind="code_under_test",
        confidence=confidence,
        places=tuple(places),
        evidence=tuple(evidence),
        check=f"Break at line {suspect.line} of {function.path.rpartition('/')[2]} while `{test.name}` runs"
        f"{_compared(test.assertion)}.",
    )


def _statement(test: FailingTest, function: Symbol, suspect: _Suspect) -> str:
    assertion, name = test.assertion, f"`{function.display_name}`"
    if assertion is not None and assertion.kind in _CALL_KINDS and assertion.member:
        call = f"`{assertion.owner}.{assertion.member}`" if assertion.owner else f"`{assertion.member}`"
        did = {
            "call_missing": f"waited for a call of {call} that did not come",
            "call_differs": f"saw {call} called with other arguments, or another number of times",
            "call_unwanted": f"saw {call} called, which it does not allow",
        }[assertion.kind]
        makes = "makes that call" if suspect.facts else "runs before, and has no such call itself"
        return f"`{test.name}` {did}; {name}, which it runs, {makes}."
    if assertion is not None and assertion.kind == "value" and assertion.actual is not None:
        wanted = f"expected {_short(assertion.expected)} and " if assertion.expected is not None else ""
        got = f"`{test.name}` {wanted}got {_short(assertion.actual)}"
    elif assertion is not None:
        got = f"`{test.name}` failed: {_short(assertion.said)}"
    else:
        got = f"The assertion of `{test.name}` does not hold"
    how = {
        "asserted": "is called in the assertion",
        "assigned": "makes a value that is asserted",
        "run": "runs before the assertion",
        "set_up": "runs when the test is set up",
        "covered": "runs in it by recorded coverage",
    }[suspect.tested.how]
    if len(suspect.tested.chain) > 1:
        how = f"is called by `{suspect.tested.chain[-2].display_name}`, which {how}"
    return f"{got}; {name} {how}."


def _reason(tested: TestedFunction) -> str:
    first = tested.chain[0].display_name
    return {
        "asserted": f"calls `{first}` in the assertion",
        "assigned": f"keeps what `{first}` gives, and the assertion uses it",
        "run": f"calls `{first}` before the assertion",
        "set_up": f"calls `{first}` in the set-up",
        "covered": "fails, in a test that was recorded with it",
    }[tested.how]


def _role(assertion: AssertionText | None) -> PlaceRole:
    if assertion is not None and assertion.kind == "call_missing":
        return "missing_call"
    return "value_origin"


def _compared(assertion: AssertionText | None) -> str:
    if assertion is None or assertion.expected is None:
        return ""
    return f", and compare with {_short(assertion.expected)}"


def _short(value: str | None) -> str:
    text = value or "nothing"
    return text if len(text) <= 60 else f"{text[:59]}…"
