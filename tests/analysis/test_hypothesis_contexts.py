"""Code of other hypotheses, where the first one does not decide."""

import pytest

from models.code import ProjectFrame
from models.error_report import ErrorReport
from models.hypothesis import Hypothesis, HypothesisPlace
from rca.analysis.hypothesis_contexts import add_hypothesis_contexts
from rca.analysis.investigation_results import Findings
from rca.analysis.rendering.brief import write_brief
from rca.workspace.code_context import code_context
from tests.tools.code_project import CodeProject

SOURCE = "fun a() {\n" + "    one()\n" * 40 + "}\n\nfun b() {\n    two()\n}\n"


@pytest.fixture
def project(tmp_path):
    made = CodeProject(tmp_path)
    made.write("app/A.kt", SOURCE)
    made.workspace.index()
    return made


def hypothesis(line, confidence, path="app/A.kt"):
    place = HypothesisPlace(file_path=path, line=line, function=None, role="failure_site")
    return Hypothesis(statement="It is.", confidence=confidence, places=(place,), check="Look.")


def added(project, *hypotheses):
    found = Findings(error=ErrorReport(kind="unknown", language=None), hypotheses=hypotheses)
    add_hypothesis_contexts(found, project.workspace.snapshot)
    return found


def lines(found):
    return [context.error_line for context in found.hypothesis_contexts]


@pytest.mark.parametrize(
    ("hypotheses", "shown"),
    [
        ([(45, 0.4), (5, 0.3), (30, 0.2)], [45, 5]),
        ([(45, 0.4), (44, 0.3), (5, 0.2)], [45, 5]),
        ([(45, 0.4), (5, 0.04)], [45]),
        ([(45, 0.9)], [45]),
    ],
)
def test_at_most_two_places_are_shown_none_twice(project, hypotheses, shown):
    assert lines(added(project, *(hypothesis(*one) for one in hypotheses))) == shown


@pytest.mark.parametrize(("confidence", "traced", "shown"), [(0.04, 5, [5]), (0.04, 30, []), (0.2, 30, [5])])
def test_beside_a_decided_cause_one_other_place_is_shown_where_it_is_traced_or_likely(
    project, confidence, traced, shown
):
    frame = ProjectFrame(
        file_path="app/A.kt", line=traced, function=None, class_name=None, method="a", text="a", code=None
    )
    found = Findings(
        error=ErrorReport(kind="unknown", language=None),
        frames=(frame,),
        hypotheses=tuple(hypothesis(*one) for one in [(45, 0.9), (5, confidence), (29, 0.02)]),
        cause_context=code_context(project.workspace.snapshot, "app/A.kt", 45, 10),
    )
    add_hypothesis_contexts(found, project.workspace.snapshot)
    assert lines(found) == shown


def test_a_place_that_cannot_be_read_is_passed_over(project):
    assert lines(added(project, hypothesis(1, 0.4, "app/Gone.kt"), hypothesis(45, 0.3))) == [45]


def test_the_brief_shows_the_code(project):
    brief = write_brief(added(project, hypothesis(45, 0.2)), 4000)
    assert "## Candidate: `A.kt:45` in `b`" in brief
    assert ">45     two()" in brief
