"""Further errors of a text: each is named with its place, and none is lost."""

from models.code import ProjectFrame
from models.error_report import ErrorReport, ReportedException
from models.failure import FailureExpression
from rca.analysis.investigation_results import Findings, FurtherError
from rca.analysis.rendering.brief import write_brief
from rca.analysis.rendering.further_error_lines import render_further_errors


def error(kind, message):
    exception = ReportedException(type=kind, message=message, relation="primary", frames=())
    return ErrorReport(kind="jvm_exception", language="java", exceptions=(exception,))


def findings(count, known=3):
    others = tuple(
        error("java.lang.NumberFormatException", f"For input: {number}") for number in range(count)
    )
    place = ProjectFrame(file_path="app/Age.kt", line=4, class_name="Age", method="parse", text="at …")
    expression = FailureExpression(
        file_path="app/Age.kt", start_line=6, start_column=9, end_line=6, end_column=21, text="text.toInt()"
    )
    looked_at = (
        FurtherError(others[0], place, expression),
        *(FurtherError(one, None, None) for one in others[1:known]),
    )
    root = error("java.lang.NullPointerException", None)
    return Findings(error=root.model_copy(update={"others": others}), further_errors=looked_at)


def test_each_has_its_place_and_the_rest_is_counted():
    assert render_further_errors(findings(5)).splitlines()[2:] == [
        "- `java.lang.NumberFormatException: For input: 0` at `app/Age.kt:6`: `text.toInt()`",
        "- `java.lang.NumberFormatException: For input: 1`: no place in the project is known",
        "- `java.lang.NumberFormatException: For input: 2`: no place in the project is known",
        "- 2 more",
    ]


def test_a_small_budget_keeps_their_number():
    assert "The text holds 5 further errors, not analysed here." in write_brief(findings(5), 60)
    assert "## Further errors in the text" in write_brief(findings(5), 4000)
