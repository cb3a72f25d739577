"""The explanation: one story of what failed, where it surfaced and why, and no sentence twice."""

import pytest

from models.code import FunctionDefinition, ProjectFrame
from models.error_report import ErrorReport
from models.failure import FailedCondition, FailureExpression, SourceRange, ValueUse
from models.hypothesis import Hypothesis, HypothesisPlace
from rca.analysis.investigation_results import Findings
from rca.analysis.rendering.brief import write_brief
from rca.analysis.rendering.explain_error import explain, likely_cause

CULPRIT = ProjectFrame(
    file_path="app/Cart.kt",
    line=7,
    function=FunctionDefinition(name="Cart.total", start_line=6, end_line=8, signature="fun total()"),
    class_name="Cart",
    method="total",
    text="at Cart.total(Cart.kt:7)",
)
EXPRESSION = FailureExpression(
    file_path="app/Cart.kt", start_line=7, start_column=16, end_line=7, end_column=23, text="owner!!"
)
VALUE = SourceRange(
    file_path="app/Cart.kt", start_line=7, start_column=16, end_line=7, end_column=21, text="owner"
)
NULL = FailedCondition(family="null_check", condition="`owner` was null.", expression=EXPRESSION, value=VALUE)


def hypothesis(function, line, confidence, statement="", kind="writes_null", path="app/Cart.kt", evidence=()):
    return Hypothesis(
        statement=statement or f"`{function}` sets `owner` to null; line 7 of `Cart.total` uses it.",
        kind=kind,
        confidence=confidence,
        places=(HypothesisPlace(file_path=path, line=line, function=function, role="value_origin"),),
        evidence=evidence,
        check=f"Stop at line {line} of Cart.kt.",
    )


def there(confidence):
    said = "The fault is in `Cart.total` itself, where the error surfaces."
    return hypothesis("Cart.total", 7, confidence, said, "surfaced")


def findings(*hypotheses, failure=NULL, culprit=CULPRIT):
    report = ErrorReport(kind="jvm_exception", language="kotlin")
    return Findings(error=report, culprit=culprit, failure=failure, hypotheses=hypotheses)


def told(*hypotheses, **parts):
    return [(clause.kind, clause.text) for clause in explain(findings(*hypotheses, **parts))]


def test_a_cause_elsewhere_is_told_after_where_it_surfaced():
    assert told(hypothesis("Cart.close", 15, 0.62), there(0.2)) == [
        ("failed", "`owner` was null."),
        ("surfaced", "It surfaced at `owner!!` in `Cart.total`."),
        ("cause", "Most likely cause: `Cart.close` sets `owner` to null; line 7 of `Cart.total` uses it."),
        ("check", "Stop at line 15 of Cart.kt."),
        ("alternative", "The fault is in `Cart.total` itself, where the error surfaces."),
    ]


def test_further_expressions_that_fit_are_named_with_their_reasons():
    other = EXPRESSION.model_copy(update={"text": "row.draw()", "start_line": 8, "note": "a lookup"})
    failure = NULL.model_copy(update={"others": (other, other.model_copy(update={"note": None}))})
    said = "As well possible: `row.draw()` (line 8: a lookup), `row.draw()` (line 8)."
    assert ("surfaced", said) in told(there(0.5), failure=failure)


@pytest.mark.parametrize(
    ("line", "said"),
    [(7, "is line 7"), (6, "is a line of `Cart.total` that is not known"), (None, "is a line of")],
)
def test_a_trace_of_another_revision_is_said_to_be_one(line, said):
    found = findings(there(0.5))
    found.frames = (CULPRIT.model_copy(update={"line": line, "reported_line": 20}),)
    texts = [one.text for one in explain(found)]
    start = f"The trace is not of this revision of `Cart.kt`: its line 20 {said}"
    assert any(text.startswith(start) for text in texts)


def test_each_sentence_about_a_line_has_it():
    places = [(one.file_path, one.line) for one in explain(findings(hypothesis("Cart.close", 15, 0.62)))]
    assert places == [(None, None), ("app/Cart.kt", 7), ("app/Cart.kt", 15), ("app/Cart.kt", 15)]


@pytest.mark.parametrize(
    ("confidence", "words"), [(0.7, "most likely lies"), (0.5, "likely lies"), (0.3, "may lie")]
)
def test_where_it_surfaced_is_named_once_and_no_surer_than_the_figure(confidence, words):
    sentences = told(there(confidence))
    assert ("cause", f"The cause {words} in that function itself.") in sentences
    assert sum("`Cart.total`" in text for _kind, text in sentences) == 1


def test_where_nothing_decides_one_sentence_says_so_and_what_would():
    assert told(hypothesis("Cart.close", 15, 0.2), there(0.1))[2:] == [
        ("undecided", "Nothing here decides why. To find out: stop at line 15 of Cart.kt."),
        ("alternative", "`Cart.close` sets `owner` to null; line 7 of `Cart.total` uses it."),
        ("alternative", "The fault is in `Cart.total` itself, where the error surfaces."),
    ]


def test_an_error_without_code_of_the_project_says_what_would_help():
    surfaced, undecided = told(failure=None, culprit=None)
    assert surfaced == ("surfaced", "The error names no line of this project.")
    assert undecided[0] == "undecided"
    assert "such as a longer stack trace, would help." in undecided[1]


def test_a_value_that_the_condition_does_not_name_is_named():
    index = VALUE.model_copy(update={"text": "position()"})
    failure = NULL.model_copy(update={"condition": "Index 0 was asked for.", "value": index})
    assert ("failed", "The value in question is `position()`.") in told(failure=failure)


def test_the_likely_cause_is_another_place_that_decides():
    elsewhere = hypothesis("Cart.close", 15, 0.62)
    assert likely_cause(findings(elsewhere)) == elsewhere
    assert likely_cause(findings(there(0.62))) is None
    assert likely_cause(findings(hypothesis("Cart.close", 15, 0.2))) is None


def test_the_brief_cites_the_cause_first_and_calls_the_culprit_where_it_surfaced():
    brief = write_brief(findings(hypothesis("Cart.close", 15, 0.62)), 4000)
    assert "line 7 of `Cart.total` uses it (`Cart.kt:15`, 62%)." in brief
    assert "## Where it surfaced" in brief
    assert "## Culprit" not in brief
    assert "## Culprit" in write_brief(findings(there(0.62)), 4000)


def test_a_function_that_only_names_the_exception_is_no_place_to_look():
    named = hypothesis("Base.read", 9, 0.2, "`Base.read` names `IOException`.", "names_exception")
    assert [kind for kind, _text in told(named)] == ["failed", "surfaced", "undecided"]
    assert "Base.read" not in str(told(named))


def looked_up(text, value, *uses):
    failure = FailedCondition(
        family="missing_element",
        condition="The map has no key `apple`.",
        expression=EXPRESSION.model_copy(update={"text": text}),
        value=VALUE.model_copy(update={"text": value}),
    )
    found = findings(there(0.5), failure=failure)
    found.value_uses = tuple(
        ValueUse(file_path="app/Cart.kt", line=line, function=function, kind="changed", code=code)
        for line, function, code in uses
    )
    return [(clause.text, clause.line) for clause in explain(found) if clause.kind == "origin"]


def test_what_fills_and_empties_a_map_that_lacks_a_key():
    uses = ((3, "Cart.load", "prices[row.name] = row.price"), (9, "Cart.reset", "prices.clear()"))
    said = ("`prices` is filled in `Cart.load` (line 3) and emptied in `Cart.reset` (line 9).", 3)
    assert looked_up("prices.getValue(name)", "prices", *uses) == [said]
    assert looked_up("prices.values.first { it > 1 }", "prices.values", *uses) == [said]


def test_what_nothing_changes_is_not_spoken_of():
    assert looked_up("prices.getValue(name)", "prices") == []


def test_of_a_chain_over_several_lines_the_last_call_is_shown():
    text = "content.apply {\n    style(view)\n    removeTrailingWhiteSpace(view)\n}.subSequence(0, end)"
    expression = EXPRESSION.model_copy(update={"text": text, "end_line": 9})
    failure = FailedCondition(family="index", condition="An index lay outside.", expression=expression)
    clauses = [one for one in explain(findings(there(0.5), failure=failure)) if one.kind == "surfaced"]
    assert [(one.text, one.line) for one in clauses] == [
        ("It surfaced at `….subSequence(0, end)` in `Cart.total`.", 9)
    ]
