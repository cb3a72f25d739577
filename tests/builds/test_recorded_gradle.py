"""Outputs in the shapes of Gradle 8 and 9, JaCoCo and Kover, written after what these print (docs/design/builds.md)."""

import sys
from pathlib import Path

import pytest

from rca.tools import get_test_coverage, run_build, run_tests
from tests.tools.built_project import JVM_LIBRARY, BuiltProject
from tests.verification.kotlin_builds import CART, CART_TEST

RECORDED = Path(__file__).parent / "recorded"

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the wrappers are shell scripts")


@pytest.fixture
def shop(tmp_path):
    made = BuiltProject(tmp_path)
    made.modules(app=JVM_LIBRARY, core=JVM_LIBRARY)
    made.write("app/src/main/kotlin/shop/Cart.kt", CART)
    made.write("app/src/test/kotlin/shop/CartTest.kt", CART_TEST)
    made.write(
        "core/src/main/java/shop/Price.java", 'package shop;\nclass Price {\n    int cents = "9";\n}\n'
    )
    yield made
    made.close()


def printing(name, before="", exit_code=1):
    return f"{before}cat '{RECORDED / name}'\nexit {exit_code}\n"


@pytest.mark.parametrize(
    ("name", "executed", "warnings"),
    [
        ("gradle8-plain-kotlin-error.txt", 2, 1),
        ("gradle8-rich-kotlin-error.txt", 2, 0),
        ("gradle9-plain-kotlin-error.txt", 1, 0),
    ],
)
def test_a_kotlin_error_leads_to_its_line(shop, name, executed, warnings):
    shop.wrapper(printing(name))
    answer = shop.call(run_build.TOOL)
    data = answer["data"]
    (error,) = data["errors"]
    assert (error["kind"], error["failedTasks"]) == ("kotlin_compile", [":app:compileKotlin"])
    place = data["places"][0]
    assert (place["filePath"], place["line"]) == ("app/src/main/kotlin/shop/Cart.kt", 4)
    assert (data["executedTasks"], data["warnings"]) == (executed, warnings)
    assert answer["meta"]["completeness"] == "complete"


def test_a_java_error_that_gradle_repeats_is_told_once(shop):
    shop.wrapper(printing("gradle9-plain-java-error.txt"))
    data = shop.data_of(run_build.TOOL)
    (diagnostic,) = [one for error in data["errors"] for one in error["diagnostics"]]
    assert diagnostic["line"] == 3
    assert data["places"][0]["filePath"] == "core/src/main/java/shop/Price.java"
    assert data["errors"][0]["failedTasks"] == [":core:compileJava"]


def test_a_problem_of_the_configuration_cache_is_an_error_of_the_build(shop):
    shop.wrapper(printing("gradle8-configuration-cache.txt"))
    error = shop.data_of(run_build.TOOL)["errors"][0]
    assert error["kind"] == "gradle_build"
    assert "Configuration cache problems found" in error["whatWentWrong"]


def test_a_daemon_that_died_is_the_reason(shop):
    shop.wrapper(printing("gradle8-daemon-died.txt"))
    answer = shop.call(run_tests.TOOL)
    assert "daemon disappeared" in answer["data"]["errors"][0]["whatWentWrong"]
    assert answer["data"]["allPassed"] is False
    assert "exit code 1" in answer["meta"]["provenance"][0]


@pytest.mark.parametrize("version", ["gradle8", "gradle9"])
def test_failed_tests_are_read_of_output_and_report(shop, version):
    report = RECORDED / f"{version}-TEST-shop.CartTest.xml"
    folder = "app/build/test-results/test"
    before = f"mkdir -p {folder}\ncp '{report}' {folder}/TEST-shop.CartTest.xml\n"
    shop.wrapper(printing(f"{version}-failing-tests.txt", before))
    answer = shop.call(run_tests.TOOL)
    data = answer["data"]
    assert data["counts"] == {"total": 3, "passed": 1, "failed": 1, "skipped": 1}
    assert (data["errors"], data["allPassed"], answer["meta"]["completeness"]) == ([], False, "complete")
    (failed,) = data["failed"]
    assert failed["test"] == "shop.CartTest.has an average when empty"
    assert (failed["place"]["filePath"], failed["place"]["line"]) == ("app/src/main/kotlin/shop/Cart.kt", 6)


@pytest.mark.parametrize("version", ["gradle8", "gradle9"])
def test_failed_tests_whose_report_is_gone_are_no_success(shop, version):
    shop.wrapper(printing(f"{version}-failing-tests.txt"))
    answer = shop.call(run_tests.TOOL)
    assert answer["data"]["allPassed"] is False
    assert answer["data"]["errors"][0]["kind"] == "test_failure"
    assert answer["meta"]["completeness"] == "partial"


@pytest.mark.parametrize(
    ("name", "path"),
    [
        ("jacoco.xml", "app/build/reports/jacoco/test/jacocoTestReport.xml"),
        ("kover.xml", "app/build/reports/kover/report.xml"),
    ],
)
def test_coverage_of_both_writers_is_the_same(shop, name, path):
    shop.write(path, (RECORDED / name).read_text())
    data = shop.data_of(get_test_coverage.TOOL, refresh="never")
    coverage = data["coverage"]
    assert coverage["line"] == {"covered": 1, "missed": 1, "percent": 50.0}
    assert coverage["instruction"] == {"covered": 6, "missed": 8, "percent": 42.9}
    assert coverage["branch"] == {"covered": 0, "missed": 0, "percent": None}
    assert coverage["method"]["covered"] == 1
    assert data["files"][0]["missedLines"] == "6"
