"""`run_tests` on wrappers that act a build, and on real Gradle and Maven."""

import sys

import pytest

from rca.builds import build_process
from rca.tools.run_tests import TOOL
from tests.tools.built_project import ANDROID_APP, JVM_LIBRARY, BuiltProject, junit_report
from tests.verification.builds import FAULTY, gradle_project, maven_project, needs_gradle, needs_maven

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the wrappers are shell scripts")

MULTIPLATFORM = 'plugins { kotlin("multiplatform") }\nkotlin { jvm() }\n'
CART = 'package a.b\n\nclass Cart {\n    fun total(): Int = error("empty")\n}\n'
CART_TEST = "package a.b\n\nclass CartTest {\n    @Test fun sums() { Cart().total() }\n}\n"
TRACE = """java.lang.IllegalStateException: empty
\tat kotlin.Deep.one(Deep.kt:1)
\tat kotlin.Deep.two(Deep.kt:2)
\tat kotlin.Deep.three(Deep.kt:3)
\tat kotlin.Deep.four(Deep.kt:4)
\tat a.b.Cart.total(Cart.kt:4)
\tat a.b.CartTest.sums(CartTest.kt:4)
\tat org.junit.runners.ParentRunner.run(ParentRunner.java:413)
"""
FAILED = junit_report(
    "a.b.CartTest", "isThere", ("sums", ("java.lang.IllegalStateException", "empty", TRACE))
)
RESULTS = "app/build/test-results/testDebugUnitTest"


def writing(report, exit_code, folder=RESULTS, name="TEST-a.b.CartTest.xml"):
    return f"mkdir -p {folder}; cat > {folder}/{name} <<'END'\n{report}\nEND\nexit {exit_code}\n"


@pytest.fixture
def shop(tmp_path):
    made = BuiltProject(tmp_path)
    made.modules(app=ANDROID_APP, core=JVM_LIBRARY)
    made.write("app/src/main/kotlin/a/b/Cart.kt", CART)
    made.write("app/src/test/kotlin/a/b/CartTest.kt", CART_TEST)
    yield made
    made.close()


def test_all_pass(shop):
    shop.wrapper(writing(junit_report("a.b.CartTest", "isThere", "sums"), 0))
    data = shop.data_of(TOOL)
    assert data["counts"] == {"total": 2, "passed": 2, "failed": 0, "skipped": 0}
    assert (data["failed"], data["errors"], data["upToDate"]) == ([], [], False)


def test_a_failed_test_leads_to_the_code(shop):
    shop.wrapper(writing(FAILED, 1))
    data = shop.data_of(TOOL)
    assert data["run"]["outcome"] == "failed"
    assert data["counts"] == {"total": 2, "passed": 1, "failed": 1, "skipped": 0}
    (failed,) = data["failed"]
    assert (failed["test"], failed["name"]) == ("a.b.CartTest.sums", "sums")
    assert (failed["place"]["filePath"], failed["place"]["line"]) == ("app/src/main/kotlin/a/b/Cart.kt", 4)
    error = failed["error"]
    assert (error["kind"], error["culprit"]["method"]) == ("test_failure", "total")
    assert "output" not in data


def test_a_long_stack_keeps_what_counts(shop):
    shop.wrapper(writing(FAILED, 1))
    error = shop.data_of(TOOL)["failed"][0]["error"]
    methods = [frame["method"] for frame in error["exceptions"][0]["frames"]]
    assert methods == ["one", "two", "three", "total", "sums"]
    assert error["frameCount"] == 7


def test_android_and_jvm_modules_each_by_their_task(shop):
    shop.wrapper("exit 0\n")
    shop.data_of(TOOL)
    assert shop.commands[-1].endswith("--continue testDebugUnitTest :core:test")


@pytest.mark.parametrize(
    ("module", "task"),
    [("app", ":app:testDebugUnitTest"), ("core", ":core:test"), ("shared", ":shared:jvmTest")],
)
def test_a_module_alone(shop, module, task):
    shop.modules(app=ANDROID_APP, core=JVM_LIBRARY, shared=MULTIPLATFORM)
    shop.wrapper("exit 0\n")
    shop.data_of(TOOL, module=module)
    assert shop.commands[-1].endswith(f" {task}")


def test_one_test_runs_in_the_module_that_holds_it(shop):
    shop.wrapper("exit 0\n")
    shop.data_of(TOOL, tests=["a.b.CartTest.sums"])
    assert shop.commands[-1].endswith("--continue :app:testDebugUnitTest --tests a.b.CartTest.sums")


def test_a_test_that_nobody_knows_is_asked_of_all(shop):
    shop.wrapper("exit 0\n")
    shop.data_of(TOOL, tests=["a.b.Unknown"])
    assert shop.commands[-1].endswith("testDebugUnitTest --tests a.b.Unknown :core:test --tests a.b.Unknown")


def test_a_named_task(shop):
    shop.wrapper("exit 0\n")
    shop.data_of(TOOL, task="testReleaseUnitTest", module="app", tests=["a.b.CartTest"], rerun=True)
    assert shop.commands[-1].endswith(":app:testReleaseUnitTest --tests a.b.CartTest --rerun-tasks")


@pytest.mark.parametrize(
    "given", [{"tests": ["--init-script"]}, {"tests": ["a;rm"]}, {"task": "-Dx"}, {"limit": 0}]
)
def test_what_is_no_test(shop, given):
    shop.wrapper("exit 0\n")
    assert shop.error_of(TOOL, **given)["code"] == "INVALID_PARAMETERS"
    assert shop.asked == []


def test_up_to_date_results_are_those_of_before(shop):
    shop.write(f"{RESULTS}/TEST-a.b.CartTest.xml", junit_report("a.b.CartTest", "isThere", "sums"))
    shop.wrapper("echo '> Task :app:testDebugUnitTest UP-TO-DATE'\n")
    data = shop.data_of(TOOL)
    assert (data["upToDate"], data["counts"]["passed"]) == (True, 2)


def test_up_to_date_results_are_those_of_the_tests_that_were_asked_for(shop):
    other = junit_report("a.b.OldTest", ("sums", ("java.lang.IllegalStateException", "empty", TRACE)))
    shop.write(f"{RESULTS}/TEST-a.b.CartTest.xml", junit_report("a.b.CartTest", "isThere", "sums"))
    shop.write(f"{RESULTS}/TEST-a.b.OtherTest.xml", junit_report("a.b.OtherTest", "other"))
    shop.write("app/build/test-results/testReleaseUnitTest/TEST-a.b.OldTest.xml", other)
    shop.wrapper("echo '> Task :app:testDebugUnitTest UP-TO-DATE'\n")
    data = shop.data_of(TOOL)
    assert (data["upToDate"], data["counts"]["passed"], data["failed"]) == (True, 3, [])
    assert shop.data_of(TOOL, tests=["a.b.CartTest"])["counts"]["total"] == 2


def test_reports_of_earlier_runs_do_not_count(shop):
    shop.write(f"{RESULTS}/TEST-a.b.OldTest.xml", junit_report("a.b.OldTest", "gone"))
    shop.wrapper(writing(junit_report("a.b.CartTest", "sums"), 0))
    assert shop.data_of(TOOL)["counts"]["total"] == 1


def test_the_build_fails_before_the_tests(shop):
    shop.wrapper(
        "cat <<'END'\n> Task :app:compileDebugKotlin FAILED\n"
        "e: file:///w/app/src/main/kotlin/a/b/Cart.kt:4:24 Unresolved reference 'sum'.\n\n"
        "FAILURE: Build failed with an exception.\n\n* What went wrong:\n"
        "Execution failed for task ':app:compileDebugKotlin'.\n> Compilation error. See log for more details\n"
        "END\nexit 1\n"
    )
    data = shop.data_of(TOOL)
    assert (data["counts"]["total"], data["errors"][0]["kind"]) == (0, "kotlin_compile")
    assert data["places"][0]["line"] == 4
    assert "Unresolved reference" in data["output"]


def test_many_failures_are_cut_and_say_so(shop):
    cases = [(f"case{number}", ("java.lang.AssertionError", "no", "")) for number in range(30)]
    shop.wrapper(writing(junit_report("a.b.CartTest", *cases), 1))
    answer = shop.call(TOOL, limit=5)
    assert len(answer["data"]["failed"]) == 5
    assert answer["data"]["counts"]["failed"] == 30
    assert answer["meta"]["truncated"]
    assert "25 more" in answer["meta"]["next"]


def test_skipped_tests_are_counted(shop):
    report = junit_report("a.b.CartTest", "sums").replace('time="0.1"/>', "><skipped/></testcase>")
    shop.wrapper(writing(report, 0))
    assert shop.data_of(TOOL)["counts"] == {"total": 1, "passed": 0, "failed": 0, "skipped": 1}


@pytest.mark.parametrize(
    ("damage", "counts"),
    [
        (lambda report: report.replace("empty", "empty \x1b[31m"), (2, 1, 1)),
        (lambda report: report.replace("empty", "empty &#0;"), (2, 1, 1)),
        (lambda report: report.removesuffix("</testsuite>"), (2, 1, 1)),
        (lambda report: report.partition("at a.b.Cart")[0], (2, 1, 1)),
        (lambda report: report.partition('<testcase name="sums"')[0], (1, 1, 0)),
        (lambda report: report.replace('<testcase name="sums"', "<testcase <"), (1, 1, 0)),
        (lambda report: "<testsuite", (0, 0, 0)),
        (lambda report: "", (0, 0, 0)),
    ],
)
def test_a_damaged_report_hides_no_failure(shop, damage, counts):
    shop.wrapper(writing(damage(FAILED), 1))
    answer = shop.call(TOOL)
    data, meta = answer["data"], answer["meta"]
    assert tuple(data["counts"][name] for name in ("total", "passed", "failed")) == counts
    assert data["allPassed"] is False
    assert meta["completeness"] == "partial"
    assert any(f"{RESULTS}/TEST-a.b.CartTest.xml" in note for note in meta["provenance"])
    if not counts[2]:
        assert any("exit code 1" in note and "no success" in note for note in meta["provenance"])


def test_a_report_with_a_document_type_is_read(shop):
    shop.wrapper(writing(FAILED.replace("<testsuite", "<!DOCTYPE testsuite><testsuite", 1), 1))
    answer = shop.call(TOOL)
    assert answer["data"]["counts"]["failed"] == 1
    assert answer["meta"]["completeness"] == "complete"


def test_a_damaged_report_of_a_build_that_succeeds_leaves_open_whether_all_passed(shop):
    shop.wrapper(writing(junit_report("a.b.CartTest", "isThere", "sums").removesuffix("</testsuite>"), 0))
    answer = shop.call(TOOL)
    assert (answer["data"]["allPassed"], answer["data"]["upToDate"]) == (None, False)
    assert answer["meta"]["completeness"] == "partial"


def test_a_build_that_fails_without_a_failed_test_is_no_success(shop):
    shop.wrapper(writing(junit_report("a.b.CartTest", "isThere", "sums"), 3))
    answer = shop.call(TOOL)
    assert (answer["data"]["counts"]["passed"], answer["data"]["allPassed"]) == (2, False)
    (note,) = answer["meta"]["provenance"]
    assert "exit code 3" in note
    assert "no success, though 2 tests passed" in note


def test_all_that_ran_passed(shop):
    shop.wrapper(writing(junit_report("a.b.CartTest", "isThere"), 0))
    answer = shop.call(TOOL)
    assert (answer["data"]["allPassed"], answer["meta"]["completeness"]) == (True, "complete")


def test_a_run_without_any_test_says_so(shop):
    shop.wrapper("exit 0\n")
    answer = shop.call(TOOL)
    assert answer["data"]["allPassed"] is None
    assert "no test was seen" in answer["meta"]["provenance"][0]


def test_a_compile_error_beside_a_failed_test_is_told_too(shop):
    shop.wrapper(
        "cat <<'END'\n> Task :core:compileKotlin FAILED\n"
        "e: file:///w/core/src/main/kotlin/Core.kt:4:24 Unresolved reference 'sum'.\n\n"
        "> Task :app:testDebugUnitTest FAILED\n\nFAILURE: Build completed with 2 failures.\n\n"
        "1: Task failed with an exception.\n-----------\n* What went wrong:\n"
        "Execution failed for task ':core:compileKotlin'.\n> Compilation error. See log for more details\n\n"
        "2: Task failed with an exception.\n-----------\n* What went wrong:\n"
        "Execution failed for task ':app:testDebugUnitTest'.\n> There were failing tests. See the report at: x\n"
        "END\n" + writing(FAILED, 1)
    )
    data = shop.data_of(TOOL)
    assert data["counts"]["failed"] == 1
    (error,) = data["errors"]
    assert error["diagnostics"][0]["message"] == "Unresolved reference 'sum'."
    assert "Unresolved" in data["output"]


def test_another_task_that_fails_beside_a_test_is_told_too(shop):
    shop.wrapper(
        "cat <<'END'\nFAILURE: Build completed with 2 failures.\n\n"
        "1: Task failed with an exception.\n-----------\n* What went wrong:\n"
        "Execution failed for task ':core:checkLicences'.\n> Two licences are missing\n\n"
        "2: Task failed with an exception.\n-----------\n* What went wrong:\n"
        "Execution failed for task ':app:testDebugUnitTest'.\n> There were failing tests. See the report at: x\n"
        "END\n" + writing(FAILED, 1)
    )
    (error,) = shop.data_of(TOOL)["errors"]
    assert error["failedTasks"] == [":core:checkLicences"]
    assert "failing tests" not in error["whatWentWrong"]


def test_tests_that_gradle_had_no_need_to_run_are_named(shop):
    shop.wrapper(
        "echo '> Task :core:test UP-TO-DATE'\n" + writing(junit_report("a.b.CartTest", "isThere"), 0)
    )
    answer = shop.call(TOOL)
    assert answer["meta"]["completeness"] == "partial"
    assert ":core:test" in answer["meta"]["provenance"][0]


def test_output_whose_middle_was_dropped_is_told(shop, monkeypatch):
    monkeypatch.setattr(build_process, "HEAD_BYTES", 1_000)
    monkeypatch.setattr(build_process, "TAIL_BYTES", 1_000)
    shop.wrapper("yes 0123456789 | head -c 400000\nexit 1\n")
    assert any("middle of its output" in note for note in shop.call(TOOL)["meta"]["provenance"])


def test_a_report_that_grows_without_bound_is_left_out(shop):
    bomb = (
        '<?xml version="1.0"?><!DOCTYPE t [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><testsuite>&b;</testsuite>'
    )
    shop.wrapper(writing(bomb, 0))
    answer = shop.call(TOOL)
    assert (answer["data"]["counts"]["total"], answer["data"]["allPassed"]) == (0, None)
    assert "entities" in answer["meta"]["provenance"][0]


@pytest.mark.parametrize(("answer", "code"), [("no", "APPROVAL_DENIED"), ("nobody", "APPROVAL_REQUIRED")])
def test_nothing_runs_without_a_yes(shop, answer, code):
    shop.wrapper("touch ran\n")
    shop.answer = answer
    assert shop.error_of(TOOL)["code"] == code
    assert not (shop.root / "ran").exists()


def test_what_ran_before_the_limit_is_told(shop):
    shop.wrapper(writing(junit_report("a.b.CartTest", "sums"), 0).replace("exit 0", "sleep 60"))
    answer = shop.call(TOOL, timeoutSeconds=1)
    assert answer["data"]["run"]["outcome"] == "timed_out"
    assert answer["data"]["counts"]["passed"] == 1
    assert answer["meta"]["completeness"] == "partial"


def test_a_module_that_is_not_there_is_told_with_near_names(shop):
    error = shop.error_of(TOOL, module="corr")
    assert (error["code"], shop.asked) == ("SYMBOL_NOT_FOUND", [])
    assert "core" in error["suggestion"]


@pytest.mark.parametrize(
    ("directory", "code"),
    [("nowhere", "DIRECTORY_NOT_FOUND"), ("docs", "BUILD_TOOL_NOT_FOUND")],
)
def test_a_folder_without_a_build_runs_nothing(shop, directory, code):
    (shop.root / "docs").mkdir()
    error = shop.error_of(TOOL, directory=directory)
    assert (error["code"], shop.asked) == (code, [])


@needs_gradle
def test_real_gradle(tmp_path, private_gradle):
    shop = BuiltProject(tmp_path)
    gradle_project(shop.root, FAULTY)
    data = shop.data_of(TOOL)
    assert data["counts"] == {"total": 2, "passed": 1, "failed": 1, "skipped": 0}
    (failed,) = data["failed"]
    assert failed["test"] == "demo.CalcTest.halves"
    assert failed["place"]["filePath"] == "src/main/java/demo/Calc.java"
    one = shop.data_of(TOOL, tests=["demo.CalcTest.isThere"])
    assert one["counts"] == {"total": 1, "passed": 1, "failed": 0, "skipped": 0}
    shop.close()


@needs_maven
def test_real_maven(tmp_path):
    shop = BuiltProject(tmp_path)
    maven_project(shop.root, FAULTY)
    data = shop.data_of(TOOL)
    assert data["counts"] == {"total": 2, "passed": 1, "failed": 1, "skipped": 0}
    assert data["failed"][0]["error"]["exceptions"][0]["type"] == "java.lang.ArithmeticException"
    one = shop.data_of(TOOL, tests=["demo.CalcTest.isThere"])
    assert one["counts"]["total"] == 1
    shop.close()
