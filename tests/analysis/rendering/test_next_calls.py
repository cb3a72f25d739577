"""The calls that an answer names last: what it does not show, and what would tell."""

import pytest

from models.code import CodeAround, CodeContext, FunctionDefinition, ProjectFrame
from models.error_report import ErrorReport, ReportedException
from models.failure import FailedCondition, SourceRange, ValueUse
from models.hypothesis import Hypothesis, HypothesisPlace
from models.tools.analyze_error import AnalyzeErrorResult
from models.tools.find_references import FindReferencesResult
from models.tools.search_code import CodeHit, SearchCodeResult
from rca.analysis.rendering.analysis_next_calls import after_analysis
from rca.analysis.rendering.next_calls import after_context, after_hits, after_places, after_references

FUNCTION = FunctionDefinition(name="Basket.open", start_line=5, end_line=9, signature="fun open()")
AROUND = CodeAround(before="fun open() {\n  1\n", error_line="    items!!", after="}\n")
CONTEXT = CodeContext(
    file_path="a/Basket.kt",
    error_line=7,
    start_line=5,
    end_line=8,
    context=AROUND,
    function_definition=FUNCTION,
)
CULPRIT = ProjectFrame(
    file_path="a/Basket.kt", line=7, function=FUNCTION, class_name="Basket", method="open", text="at …"
)
THROWN = ReportedException(type="a.Broken", message="no basket", relation="primary", frames=())


def hypothesis(path, line, confidence):
    place = HypothesisPlace(file_path=path, line=line, function=None, role="failure_site")
    return Hypothesis(statement="It is.", confidence=confidence, places=(place,), check="Look.")


def analysis(*hypotheses, culprit=CULPRIT, family="null_check", value="items"):
    found = SourceRange(
        file_path="a/Basket.kt", start_line=7, start_column=5, end_line=7, end_column=10, text=value
    )
    return AnalyzeErrorResult(
        error=ErrorReport(kind="jvm_exception", language=None, exceptions=(THROWN,)),
        frames=(),
        culprit=culprit,
        failure=FailedCondition(family=family, condition="`items` was null.", value=found),
        hypotheses=hypotheses,
        context=CONTEXT if culprit else None,
        callers=(),
        suspect_changes=(),
        similar_solutions=(),
        verdict="novel",
        web_results=(),
        brief="",
    )


def named(calls):
    return [(call.tool, call.parameters.get("line", call.parameters.get("query"))) for call in calls]


SET = ValueUse(file_path="a/Basket.kt", line=3, function=None, kind="assigned", code="items = null")
READ = SET.model_copy(update={"kind": "read"})
TRACE = ("trace_value_origin", 7)


@pytest.mark.parametrize(
    ("result", "calls"),
    [
        (analysis(hypothesis("a/Basket.kt", 7, 0.7)), []),
        (analysis(hypothesis("a/Basket.kt", 7, 0.3)), [TRACE]),
        (analysis(hypothesis("b/Cart.kt", 3, 0.7)), [("get_code_context", 3), TRACE]),
        (
            analysis(hypothesis("a/Basket.kt", 7, 0.3), hypothesis("b/Cart.kt", 4, 0.2)),
            [TRACE, ("get_code_context", 4)],
        ),
        (analysis(hypothesis("a/Basket.kt", 7, 0.3), family="precondition"), []),
        (analysis(hypothesis("a/Basket.kt", 7, 0.3), value="a\n  .b"), []),
        (analysis(), [TRACE]),
        (analysis(culprit=None), [("search_code", "a.Broken: no basket")]),
    ],
)
def test_an_analysis_names_the_code_that_it_does_not_show(result, calls):
    assert named(after_analysis(result)) == calls


def test_code_is_followed_by_its_callers():
    (call,) = after_context(CONTEXT)
    assert call.tool == "find_callers_of_function"
    assert call.parameters == {"functionName": "open", "filePath": "a/Basket.kt", "line": 5}


def test_only_a_place_without_a_second_is_looked_at():
    rows = {"files": [{"filePath": "a.kt", "uses": [{"line": 4}, {"line": 4}]}], "filePath": "b.kt"}
    (call,) = after_places(rows)
    assert (call.parameters["filePath"], call.parameters["line"]) == ("a.kt", 4)
    assert after_places({"filePath": "b.kt", "rows": [{"name": "x"}]}) == ()
    assert after_places({"filePath": "b.kt", "rows": [{"line": 4}, {"line": 5}]}) == ()


def hit(line, relevance, *, snippet_line=None, end_line=None):
    return CodeHit(
        file_path="a/Basket.kt",
        line=line,
        end_line=end_line or line + 30,
        name="Basket.open",
        qualified_name="a.Basket.open",
        kind="function",
        module=":",
        snippet="fun open()",
        snippet_line=snippet_line or line,
        relevance=relevance,
        why=("name",),
        places=1,
    )


def found(*hits, total=None, **more):
    return SearchCodeResult(
        query="open",
        scope="all",
        words=("open",),
        hits=hits,
        total_hits=total or len(hits),
        searched_files=3,
        **more,
    )


@pytest.mark.parametrize(
    ("result", "lines"),
    [
        (found(hit(4, 1.0)), [4]),
        (found(hit(4, 1.0), hit(90, 0.3)), [4]),
        (found(hit(4, 1.0), hit(90, 0.8)), []),
        (found(hit(4, 1.0), total=2), []),
        (found(hit(4, 1.0), total=9, cursor=8), []),
        (found(hit(4, 0.6), no_such_name=True), []),
        (found(hit(4, 1.0, end_line=8)), []),
        (found(hit(4, 1.0, end_line=8, snippet_line=7)), [4]),
        (found(), []),
    ],
)
def test_a_search_names_a_hit_that_stands_out_and_is_not_shown_whole(result, lines):
    assert [call.parameters["line"] for call in after_hits(result)] == lines


@pytest.mark.parametrize(("uses", "unsure", "lines"), [((7,), (), [7]), ((7, 9), (), []), ((7,), (8,), [])])
def test_only_the_single_use_of_a_declaration_is_looked_at(uses, unsure, lines):
    def in_file(path, numbers):
        use = {
            "column": 1,
            "text": "open()",
            "kind": "call",
            "inside": None,
            "confidence": 1,
            "evidence": "import",
        }
        uses = [{"line": line, **use} for line in numbers]
        return {"filePath": path, "module": ":", "references": uses}

    result = FindReferencesResult.model_validate(
        {
            "symbol": "open",
            "declarations": [],
            "files": [in_file("b/Cart.kt", uses)],
            "totalReferences": len(uses),
            "totalFiles": 1,
            "byKind": {"call": len(uses)},
            "possibleUses": [in_file("c/Till.kt", unsure)] if unsure else [],
        }
    )
    assert [call.parameters["line"] for call in after_references(result)] == lines
