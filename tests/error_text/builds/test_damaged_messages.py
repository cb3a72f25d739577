"""Messages of tools that are cut or of another shape: what was not read is said."""

import pytest

from rca.error_text import parse

BINDING = '[databinding] {"msg":"Cannot resolve type \'Cart\'","file":"res/layout/cart.xml","pos":[{"line0":4,"col0":2}]}'
PLUGIN = 'AGPBI: {"kind":"error","text":"no icon","sources":[{"file":"/ci/app/res/a.xml","position":{"startLine":4}}]}'


@pytest.mark.parametrize("line", [BINDING, PLUGIN], ids=["data binding", "plugin"])
def test_a_whole_message_leaves_nothing_to_say(line):
    report = parse(f"> Task :app:build FAILED\n{line}\n")
    assert (report.diagnostics[0].line, report.problems) == (5, ())


@pytest.mark.parametrize(
    ("line", "said"),
    [(BINDING[:70], "a message of data binding"), (PLUGIN[:70], "a message of the Android plugin")],
)
def test_a_cut_message_says_that_its_place_is_missing(line, said):
    report = parse(f"> Task :app:build FAILED\n{line}\n")
    [problem] = report.problems
    assert problem.startswith(f"{said}")
    assert "file and line were not read" in problem
    assert report.diagnostics[0].line is None


def test_what_is_missing_of_a_further_error_is_said_with_the_root():
    other = "BUILD FAILED in 1s\n\n> Task :lib:build FAILED\n"
    report = parse(f"> Task :app:build FAILED\n{PLUGIN}\n{other}{BINDING[:70]}\nBUILD FAILED in 1s\n")
    assert [len(one.diagnostics) for one in (report, *report.others)] == [1, 1]
    assert (len(report.problems), report.others[0].problems) == (1, ())
