"""Gradle's problems report, in the two forms that it is written in."""

import json
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from models.error_report import Diagnostic, ErrorReport
from rca.builds.gradle_problems_report import (
    LARGEST_REPORT,
    MOST_PROBLEMS,
    REPORT,
    ProblemsReport,
    ReadProblems,
    problems_of,
    with_problems,
)
from rca.tools.run_build import TOOL
from tests.tools.built_project import BuiltProject

COMPILE = {
    "locations": [{"path": "/w/app/src/main/kotlin/a/b/Cart.kt", "line": 4, "column": 24}],
    "problem": [{"text": "Unresolved reference"}],
    "severity": "ERROR",
    "problemDetails": [{"text": "Unresolved reference "}, {"name": "sum"}],
    "contextualLabel": "Unresolved reference 'sum'.",
    "problemId": [
        {"name": "compilation", "displayName": "Compilation"},
        {"name": "unresolved", "displayName": "Unresolved"},
    ],
    "solutions": [],
}
MISSING = {
    "locations": [{"taskPath": ":app:checkLicences"}],
    "severity": "ERROR",
    "problemId": [{"name": "validation", "displayName": "A property is not set"}],
    "problemDetails": [{"text": "No value was given."}],
    "solutions": [[{"text": "Give "}, {"name": "licence.file"}]],
}
ADVICE = {"severity": "WARNING", "contextualLabel": "old", "problemId": [{"name": "deprecation"}]}


def in_comments(*problems):
    data = json.dumps({"diagnostics": problems, "problemsReport": {"totalProblemCount": len(problems)}})
    return f"<html><script>\nfunction f() {{ return (\n// begin-report-data\n{data}\n// end-report-data\n);}}</script>"


def in_script(*problems):
    data = json.dumps(problems).replace("<", "\\u003c")
    return f'<html><script type="application/json" id="diagnostics">\n{data}\n</script></html>'


@pytest.mark.parametrize("page", [in_comments, in_script])
def test_errors_are_read_with_place_words_and_kind(page):
    compile_, missing = problems_of(page(COMPILE, ADVICE, MISSING)).errors
    assert (compile_.file, compile_.line, compile_.column) == (COMPILE["locations"][0]["path"], 4, 24)
    assert compile_.message == "Unresolved reference 'sum'.\nUnresolved reference sum"
    assert compile_.code == "compilation:unresolved"
    assert missing.file is None
    assert missing.message.split("\n") == [
        "A property is not set",
        "No value was given.",
        "Task: :app:checkLicences",
        "Possible solution: Give licence.file",
    ]


def test_a_script_that_a_problem_quotes_does_not_end_the_page():
    (found,) = problems_of(in_script({**MISSING, "contextualLabel": "</script><script>"})).errors
    assert found.message.startswith("</script><script>")


@pytest.mark.parametrize(
    "page", ["", "<html>", "// begin-report-data\n{\n// end-report-data\n", in_comments(1, None)]
)
def test_what_is_no_report_has_no_errors_and_says_so(page):
    read = problems_of(page)
    assert read.errors == ()
    assert "known" in read.notes[0]
    assert REPORT.as_posix() in read.notes[0]


def test_entries_of_an_unknown_shape_are_counted():
    read = problems_of(in_comments(COMPILE, 1, None, {**MISSING, "severity": 3}, {"severity": "ERROR"}))
    assert len(read.errors) == 1
    assert read.notes[0].startswith("4 entries")


def test_of_very_many_problems_the_rest_is_told():
    many = ({**COMPILE, "contextualLabel": f"Unresolved reference 'n{number}'."} for number in range(60))
    read = problems_of(in_comments(*many))
    assert len(read.errors) == MOST_PROBLEMS
    assert read.notes[0].startswith("10 more errors")


def test_a_report_with_nothing_amiss_needs_no_note():
    assert problems_of(in_script(COMPILE, ADVICE)).notes == ()


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from([*COMPILE, "path", "line", "text", "name"]), inner, max_size=4)
    ),
    max_leaves=12,
)


@given(st.dictionaries(st.sampled_from(list(COMPILE)), json_values))
def test_any_json_is_read(problem):
    for found in problems_of(in_comments({**problem, "severity": "ERROR"})).errors:
        assert found.message


def test_only_what_the_output_did_not_tell_is_added():
    told = ErrorReport(
        kind="kotlin_compile",
        language="kotlin",
        diagnostics=(
            Diagnostic(
                severity="error", file="app/src/main/kotlin/a/b/Cart.kt", line=4, column=24, message="x"
            ),
        ),
    )
    problems = problems_of(in_comments(COMPILE, MISSING)).errors
    assert with_problems([told], problems[:1]) == (told,)
    first, added = with_problems([told], problems)
    assert first == told
    assert added.kind == "gradle_build"
    assert added.diagnostics == problems[1:]


def test_a_report_of_an_earlier_run_does_not_count(tmp_path):
    path = tmp_path / REPORT
    path.parent.mkdir(parents=True)
    path.write_text(in_comments(MISSING))
    report = ProblemsReport(tmp_path)
    assert report.read() == ReadProblems()
    path.write_text(in_comments(MISSING, COMPILE))
    assert len(report.read().errors) == 2


def test_a_report_that_is_too_large_is_named(tmp_path):
    report = ProblemsReport(tmp_path)
    path = tmp_path / REPORT
    path.parent.mkdir(parents=True)
    with path.open("wb") as file:
        file.truncate(LARGEST_REPORT + 1)
    assert "larger than 20 MB" in report.read().notes[0]


def test_a_report_that_cannot_be_read_is_named(tmp_path):
    report = ProblemsReport(tmp_path)
    (tmp_path / REPORT).mkdir(parents=True)
    assert "cannot be read" in report.read().notes[0]


@pytest.mark.skipif(sys.platform == "win32", reason="such links are for a POSIX system")
def test_a_report_behind_a_link_that_leads_nowhere_is_named(tmp_path):
    path = tmp_path / REPORT
    path.parent.mkdir(parents=True)
    path.symlink_to(path)
    assert "cannot be read" in ProblemsReport(tmp_path).read().notes[0]


@pytest.mark.skipif(sys.platform == "win32", reason="the wrapper is a shell script")
def test_an_answer_that_lacks_the_report_is_partial(tmp_path):
    shop = BuiltProject(tmp_path)
    try:
        folder = REPORT.parent.as_posix()
        shop.wrapper(f"mkdir -p {folder}; echo '<html>' > {REPORT.as_posix()}\necho 'BUILD FAILED'\nexit 1\n")
        answer = shop.call(TOOL)
    finally:
        shop.close()
    assert answer["meta"]["completeness"] == "partial"
    assert REPORT.as_posix() in answer["meta"]["provenance"][0]


def test_a_failed_build_tells_what_stands_in_its_report_alone(tmp_path):
    shop = BuiltProject(tmp_path)
    try:
        shop.write("page.html", in_comments(MISSING))
        folder = REPORT.parent.as_posix()
        shop.wrapper(
            f"mkdir -p {folder}; cp page.html {REPORT.as_posix()}\n"
            "echo 'FAILURE: Build failed with an exception.'; echo; echo '* What went wrong:'\n"
            "echo 'Validation failed.'; echo; echo 'BUILD FAILED in 1s'\nexit 1\n"
        )
        errors = shop.data_of(TOOL)["errors"]
    finally:
        shop.close()
    assert "A property is not set" in errors[-1]["diagnostics"][0]["message"]
