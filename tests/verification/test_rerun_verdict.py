"""What a run shows: passed, the same error, another one, or nothing at all."""

from pathlib import Path

import pytest

from rca.builds.build_process import ProcessResult
from rca.builds.junit_xml import TestCase
from rca.builds.test_reports import stamps, written_since
from rca.error_text import parse
from rca.knowledge.problem.problem import of_report
from rca.scheduling.deadline import Deadline
from rca.verification import RerunPlan, Sought
from rca.verification.rerun_verdict import judge
from tests.project_folder import write_file

HERE = Path("/project")
TRACE = "java.lang.IllegalStateException: cart {} is empty\n\tat a.b.Cart.total(Cart.kt:7)\n\tat a.b.CartTest.sums(CartTest.kt:3)\n"
RECORDED, SAME = TRACE.format(9), TRACE.format(7)
OTHER = "java.lang.ArithmeticException: / by zero\n\tat a.b.Cart.half(Cart.kt:9)\n"
COMPILE_ERROR = "e: file:///w/Cart.kt:3:9 Unresolved reference 'total'.\n"


def plan(task=":test", tests=(), tool="gradle"):
    return RerunPlan(tool, ("./gradlew",), HERE, HERE, task, tests)


def sought(text=RECORDED):
    problem = of_report(parse(text))
    return Sought(problem.fingerprint, problem.types, problem.message)


def ran(output="", code=0, stopped=None):
    return ProcessResult(code, output, cut=False, seconds=3.0, stopped=stopped)


def case(status="passed", text="", name="sums"):
    return TestCase("a.b.CartTest", name, status, text)


def outcome(*arguments):
    return judge(*arguments).outcome


def test_a_test_that_ran_and_passed():
    judgement = judge(plan(tests=("a.b.CartTest.sums",)), ran("> Task :test\n"), [case()], sought())
    assert (judgement.outcome, judgement.tests, judgement.error) == ("passed", 1, None)


@pytest.mark.parametrize(
    ("task", "output", "why"),
    [
        (":test", "> Task :test UP-TO-DATE\n", "UP-TO-DATE"),
        (":test", ":test NO-SOURCE\n", "NO-SOURCE"),
        (":app:compileKotlin", "> Task :app:compileKotlin FROM-CACHE\n", "FROM-CACHE"),
        (":app:compileKotlin", "> Task :app:compileKotlin UP-TO-DATE\n", "UP-TO-DATE"),
        ("lint", "> Task :app:lint SKIPPED\n> Task :core:lint UP-TO-DATE\n", "SKIPPED"),
        (":app:lint", "BUILD SUCCESSFUL\n", "does not appear"),
        (":app:lint", "> Task :app:lintVital\n1 actionable task: 1 up-to-date\n", "does not appear"),
        (":test", "> Task :test\n", "no test"),
    ],
)
def test_a_run_that_passes_because_nothing_ran_shows_nothing(task, output, why):
    judgement = judge(plan(task), ran(output), [], sought())
    assert judgement.outcome == "nothing_ran"
    assert why in judgement.error


def test_skipped_and_unmatched_tests_show_nothing():
    wanted = plan(tests=("a.b.CartTest.sums", "a.b.CartTest.adds"))
    assert outcome(
        wanted, ran("> Task :test\n"), [case("skipped"), case("skipped", name="adds")], sought()
    ) == ("nothing_ran")
    judgement = judge(wanted, ran("> Task :test\n"), [case()], sought())
    assert judgement.outcome == "nothing_ran"
    assert "a.b.CartTest.adds" in judgement.error


@pytest.mark.parametrize(
    "output",
    [
        "> No tests found for given includes: [a.b.X](--tests filter)\n",
        "[ERROR] Failed to execute goal …:test: No tests were executed!  (Set -DfailIfNoTests=false …)\n",
        '[ERROR] … No tests matching pattern "X" were executed!\n',
    ],
)
def test_a_filter_that_matches_nothing_is_no_failure_of_the_solution(output):
    assert outcome(plan(), ran(output, code=1), [], sought()) == "nothing_ran"


@pytest.mark.parametrize(
    ("task", "output"),
    [
        (":app:compileKotlin", "> Task :app:compileKotlin\n"),
        (":app:compileKotlin", ":app:compileKotlinw: a warning glued to it\n1 actionable task: 1 executed\n"),
        ("lint", "> Task :app:lint\n> Task :core:lint UP-TO-DATE\n"),
    ],
)
def test_a_task_that_was_executed_passes(task, output):
    assert outcome(plan(task), ran(output), [], sought(COMPILE_ERROR)) == "passed"


@pytest.mark.parametrize(
    ("output", "expected"),
    [
        ("[INFO] Nothing to compile - all classes are up to date\n", "nothing_ran"),
        (
            "[INFO] Nothing to compile - all classes are up to date\n[INFO] Compiling 1 source file to x\n",
            "passed",
        ),
        ("[INFO] Compiling 2 source files with javac\n", "passed"),
    ],
)
def test_maven_compiles_or_has_nothing_to_do(output, expected):
    assert outcome(plan("compile", tool="maven"), ran(output), [], sought(COMPILE_ERROR)) == expected


def test_the_same_error_is_known_by_its_fingerprint_in_output_or_report():
    judgement = judge(plan(), ran(f"x > y FAILED\n{SAME}", code=1), [], sought())
    assert (judgement.outcome, judgement.error) == (
        "still_failing", "java.lang.IllegalStateException: cart 7 is empty"
    )  # fmt: skip
    assert judgement.fingerprints == (sought().fingerprint,)
    assert outcome(plan(), ran("FAILED", code=1), [case("failed", SAME)], sought()) == "still_failing"


def test_another_error_is_told_apart():
    judgement = judge(plan(), ran("FAILED", code=1), [case("failed", OTHER)], sought())
    assert (judgement.outcome, judgement.error) == (
        "other_failure", "java.lang.ArithmeticException: / by zero"
    )  # fmt: skip
    assert outcome(plan(), ran("Could not open settings", code=1), [], sought()) == "other_failure"


def test_failed_tests_of_a_build_that_ignores_them_still_count():
    assert outcome(plan(), ran("> Task :test\nBUILD SUCCESSFUL"), [case("failed", SAME)], sought()) == (
        "still_failing"
    )


def test_without_a_fingerprint_the_test_and_its_type_tell():
    """What Gradle prints by default names no method of the trace."""
    named = plan(tests=("a.b.CartTest.sums",))
    short = Sought(None, ("IllegalStateException",), "")
    assert outcome(named, ran(code=1), [case("failed", SAME)], short) == "still_failing"
    assert outcome(named, ran(code=1), [case("failed", OTHER)], short) == "other_failure"
    assert outcome(plan(), ran(code=1), [case("failed", SAME, "another")], short) == "other_failure"


def test_a_stopped_run_is_no_failure():
    judgement = judge(plan(), ran(code=None, stopped="timeout"), [], sought())
    assert (judgement.outcome, judgement.error) == ("timed_out", "stopped after 3 s")


REPORT = """<?xml version="1.0"?>
<testsuite name="a.b.CartTest" tests="4">
  <testcase name="sums()" classname="a.b.CartTest"/>
  <testcase name="adds[1]" classname="a.b.CartTest"><failure message="no &lt;x&gt;" type="a.B">a.B: no
    at a.b.C.d(C.kt:1)</failure></testcase>
  <testcase name="waits" classname="a.b.CartTest"><skipped/></testcase>
  <testcase name="breaks" classname="a.b.CartTest"><error message="gone" type="x.Y">\tat a.b.C.d(C.kt:1)</error></testcase>
</testsuite>
"""


def test_only_reports_of_the_run_count(tmp_path):
    old = write_file(tmp_path, "app/build/test-results/test/TEST-a.Old.xml", REPORT)
    write_file(tmp_path, "src/build/test-results/test/TEST-a.Source.xml", REPORT)
    before = stamps(tmp_path)
    assert set(before) == {old}
    assert written_since(tmp_path, before, Deadline()).cases == ()
    write_file(tmp_path, "core/target/surefire-reports/TEST-a.b.CartTest.xml", REPORT)
    cases = written_since(tmp_path, before, Deadline()).cases
    assert [(one.id, one.status) for one in cases] == [
        ("a.b.CartTest.sums", "passed"),
        ("a.b.CartTest.adds", "failed"),
        ("a.b.CartTest.waits", "skipped"),
        ("a.b.CartTest.breaks", "failed"),
    ]
    assert cases[1].text.startswith("a.B: no\n")
    assert cases[3].text == "x.Y: gone\n\tat a.b.C.d(C.kt:1)"


def test_what_tests_print_may_be_most_of_a_report(tmp_path):
    before = stamps(tmp_path)
    printed = "<system-out><![CDATA[" + "<failure>all is well</failure>\n" * 1_000_000 + "]]></system-out>"
    write_file(
        tmp_path,
        "build/test-results/test/TEST-a.xml",
        REPORT.replace("</testsuite>", f"{printed}</testsuite>"),
    )
    (case, *_others) = written_since(tmp_path, before, Deadline()).cases
    assert case.class_name
    assert "all is well" not in case.text


@pytest.mark.parametrize(
    ("wanted", "fits"),
    [
        ("a.b.CartTest.sums", True),
        ("a.b.CartTest", True),
        ("CartTest.sums", True),
        ("CartTest", True),
        ("*CartTest.sums", True),
        ("artTest.sums", False),
        ("a.b.CartTest.sum", False),
        ("a.b.*", True),
        ("Cart*.su*", True),
        ("b.Cart", False),
    ],
)
def test_a_filter_names_a_test_or_its_class(wanted, fits):
    assert case().fits(wanted) is fits
