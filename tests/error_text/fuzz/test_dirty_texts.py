"""Whatever the text, parsing gives a report, invents nothing and stays linear."""

from __future__ import annotations

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from evaluation.error_text_score import Source, frames_of
from models.error_report import ErrorReport
from rca.error_text import parse
from tests.complexity import assert_grows_linearly
from tests.error_text.fuzz.dirty_texts import TEXTS, app_packages, dirty_texts

CALM = settings(
    max_examples=150,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example],
)


def _check(text, packages):
    report = parse(text, packages)
    wire = report.model_dump(mode="json")
    assert ErrorReport.model_validate(json.loads(json.dumps(wire))) == report
    source = Source(text)
    invented = [frame["text"] for frame in frames_of(wire) if not source.has(frame)]
    assert invented == []
    for each in (report, *report.others):
        assert each.frame_count >= 0
        assert all((d.line or 1) >= 1 and (d.column or 1) >= 1 for d in each.diagnostics)
        if each.culprit is not None:
            assert each.culprit.origin == "app"
    return report


@CALM
@given(dirty_texts(), app_packages)
def test_dirty_texts_give_a_report_made_of_the_text(text, packages):
    _check(text, packages)


@CALM
@given(st.text(st.characters(codec=None), max_size=400), app_packages)
def test_any_string_gives_a_report(text, packages):
    _check(text, packages)


@CALM
@given(st.sampled_from(TEXTS), app_packages)
def test_parsing_is_a_function_of_its_input(text, packages):
    assert parse(text, packages) == parse(text, packages)


FRAME = "\tat com.example.A.b(A.kt:1)\n"
ONE_LINE = [
    *"a \t.$():/><&\\\"-[0#'{é",
    *(
        "&lt;",
        "\\n\\tat ",
        "at ",
        "at a.b.c(",
        "a.b.",
        "e: ",
        "Caused by: ",
        "[CIRCULAR REFERENCE: ",
        "\x1b[",
    ),
    *("\x1b[3", "1:2: ", "C:\\", "file:///", "... 1 more ", "java.lang.E: ", "| ", "*** ", "#00 pc ", "<0x"),
    *(">>> ", "0x", "a > b ", "[ERROR] ", '\\"', "\\u0041", "&#"),
]
MANY_LINES = [
    *(FRAME, "\n", "\t\n", "> \n", "1:\n", "  > x\n", "... 1 more\n", "\\n\\tat a.b(C.kt:1)\n"),
    *("a.B: c\n", "Caused by: a.B: c\n", "\tSuppressed: a.B: c\n", 'Exception in thread "main" a.B: c\n'),
    *(
        "FATAL EXCEPTION: main\n",
        "03-12 10:22:31.114  1  1 E A: java.lang.E: x\n",
        "[ 03-12 10:22:31.1 1: 1 E/A ]\n",
    ),
    *(
        '"main" prio=5 tid=1 Blocked\n',
        "  - locked <0x1> (a b.C)\n",
        "ANR in a.b\n",
        "PID: 1\n",
        "Reason: x\n",
    ),
    *("#00 pc 00 /a.so (f+1)\n", "*** *** ***\n", "signal 11 (SIGSEGV)\n", "Fatal signal 6 (SIGABRT)\n"),
    *("pid: 1, tid: 2, name: a  >>> b <<<\n", "Abort message: 'x'\n", "backtrace:\n"),
    *("e: /a.kt: (1, 2): x\n", "w: file:///a.kt:1:2 x\n", "A.java:1: error: x\n", "[ERROR] /a.kt:[1,2] x\n"),
    *(
        "> Task :a FAILED\n",
        "* What went wrong:\n",
        "FAILURE: Build failed with an exception.\n",
        "BUILD FAILED\n",
    ),
    *("Execution failed for task ':a'.\n", "* Exception is:\n", "* Where:\n", "  Line 1: a\n", "AGPBI: {\n"),
    *("ld.lld: error: undefined symbol: f\n", "Undefined symbols for architecture arm64:\n", '  "_a",\n'),
    *(
        "A > b FAILED\n",
        '<failure message="a" type="b">\n',
        '<testcase name="a">\n',
        "There was 1 failure:\n",
    ),
    *("INSTRUMENTATION_STATUS: stack=a.B: c\n", "Duplicate class a found\n", "Missing class a.B\n"),
    *("Exception Type: EXC_CRASH (SIGABRT)\n", "Thread 0 Crashed:\n", "0 a 0x00001 f + 1\n"),
    *("a.kt:1:2: x (a:b-c)\n", "a.kt:1:2: x [A", "=> org.opentest4j.AError: x\n", "a.b.c d (E.kt:1)\n"),
    *("a.b[js] FAILED\n", "Fatal error: a.BError: c\n"),
    *("a.xml:1: AAPT: error: x\n", "a.xml:1:2-3 Error:\n", "a.kt:1: Error: x [A]\n", "e: [ksp] x\n"),
]
SIZE = 16_000


def _assert_linear(text):
    assert_grows_linearly(lambda given: parse(given, ("com.example",)), text, SIZE, 4)


@pytest.mark.parametrize("piece", ONE_LINE + MANY_LINES, ids=repr)
def test_time_grows_with_the_text_and_not_faster(piece):
    _assert_linear(lambda size: piece * (size // len(piece)))


@pytest.mark.parametrize("piece", ["(", "at ", "a.", "e: ", " ", "&lt;"])
def test_time_grows_with_the_line_of_a_real_frame(piece):
    def text(size):
        return "java.lang.E: x\n\tat com.example.A." + piece * (size // len(piece)) + "(A.kt:1)\n" + FRAME * 3

    _assert_linear(text)
