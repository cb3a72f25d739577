"""`get_test_coverage` on reports of JaCoCo and Kover, on wrappers that act a build, and on real builds."""

import os
import sys
import time
from pathlib import Path

import pytest

from rca.toolkit.answer_rendering import as_text
from rca.tools.get_test_coverage import TOOL
from tests.debian import needs_packages
from tests.tools.built_project import ANDROID_APP, JVM_LIBRARY, BuiltProject
from tests.verification.builds import FIXED, gradle_project, needs_gradle

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the wrappers are shell scripts")

CART = (
    "package a.b\n\nclass Cart {\n    fun total(): Int =\n        if (open) 1 else 2\n    fun none() = 3\n}\n"
)
JACOCO = "app/build/reports/jacoco/jacocoTestReport/jacocoTestReport.xml"
KOVER = "app/build/reports/kover/report.xml"
WITH_JACOCO = 'plugins { kotlin("jvm"); jacoco }\n'
WITH_KOVER = 'plugins { kotlin("jvm"); id("org.jetbrains.kotlinx.kover") version "0.8.3" }\n'
JACOCO_JARS = sorted(Path("/usr/share/java").glob("org.jacoco.*-0*.jar"))
needs_jacoco = needs_packages("libjacoco-java", are_there=bool(JACOCO_JARS))


def report(*lines, package="a/b", file="Cart.kt", methods=(1, 1)):
    """Write a report of one file; a line is number, missed and covered instructions and branches."""
    rows = "".join(f'<line nr="{n}" mi="{mi}" ci="{ci}" mb="{mb}" cb="{cb}"/>' for n, mi, ci, mb, cb in lines)
    missed, covered = methods
    return (
        '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
        '<!DOCTYPE report PUBLIC "-//JACOCO//DTD Report 1.1//EN" "report.dtd">'
        f'<report name="app"><sessioninfo id="x" start="1" dump="2"/><package name="{package}">'
        f'<class name="{package}/Cart" sourcefilename="{file}"><method name="total" desc="()I" line="4">'
        '<counter type="METHOD" missed="0" covered="1"/></method>'
        f'<counter type="METHOD" missed="{missed}" covered="{covered}"/></class>'
        f'<sourcefile name="{file}">{rows}</sourcefile></package></report>'
    )


HALF = report((4, 0, 3, 0, 0), (5, 0, 4, 1, 1), (6, 2, 0, 0, 0))


@pytest.fixture
def shop(tmp_path):
    made = BuiltProject(tmp_path)
    made.modules(app=WITH_JACOCO, core=JVM_LIBRARY)
    made.wrapper("touch ran; exit 0\n")
    source = made.write("app/src/main/kotlin/cart/Cart.kt", CART)
    os.utime(source, (time.time() - 100, time.time() - 100))
    yield made
    made.close()


def test_a_report_that_is_there_is_read_and_nobody_is_asked(shop):
    shop.write(JACOCO, HALF)
    data = shop.data_of(TOOL)
    assert shop.asked == []
    assert not (shop.root / "ran").exists()
    coverage = data["coverage"]
    assert coverage["line"] == {"covered": 2, "missed": 1, "percent": 66.7}
    assert coverage["branch"] == {"covered": 1, "missed": 1, "percent": 50.0}
    assert coverage["instruction"] == {"covered": 7, "missed": 2, "percent": 77.8}
    assert coverage["method"] == {"covered": 1, "missed": 1, "percent": 50.0}
    assert coverage["type"] == {"covered": 1, "missed": 0, "percent": 100.0}
    assert "run" not in data


def test_a_file_is_found_whatever_its_folder(shop):
    shop.write(JACOCO, HALF)
    (file,) = shop.data_of(TOOL)["files"]
    assert (file["filePath"], file["module"]) == ("app/src/main/kotlin/cart/Cart.kt", ":app")
    assert (file["missedLines"], file["partialLines"]) == ("6", "5")


def test_kover_writes_the_same_shape(shop):
    shop.write(KOVER, HALF.replace("<!DOCTYPE", "<!--").replace('report.dtd">', "-->"))
    assert shop.data_of(TOOL)["coverage"]["line"]["covered"] == 2


def test_two_reports_of_a_file_are_merged(shop):
    shop.write(JACOCO, HALF)
    shop.write(KOVER, report((4, 3, 0, 0, 0), (5, 0, 4, 0, 2), (6, 0, 2, 0, 0), methods=(0, 2)))
    data = shop.data_of(TOOL)
    assert data["coverage"]["line"] == {"covered": 3, "missed": 0, "percent": 100.0}
    assert data["coverage"]["branch"]["missed"] == 0
    assert [one["path"] for one in data["reports"]] == [JACOCO, KOVER]


def test_by_module(shop):
    shop.write(JACOCO, HALF)
    shop.write("core/src/main/kotlin/c/Core.kt", "package c\nclass Core\n")
    shop.write("core/build/reports/kover/report.xml", report((1, 0, 1, 0, 0), package="c", file="Core.kt"))
    data = shop.data_of(TOOL, refresh="never")
    assert [(one["module"], one["coverage"]["line"]["percent"]) for one in data["modules"]] == [
        (":app", 66.7),
        (":core", 100.0),
    ]
    assert [file["filePath"] for file in shop.data_of(TOOL, module="core", refresh="never")["files"]] == [
        "core/src/main/kotlin/c/Core.kt"
    ]


def test_generated_code_is_in_no_module(shop):
    shop.write(JACOCO, report((1, 1, 0, 0, 0), package="a/gen", file="Made.kt"))
    data = shop.data_of(TOOL)
    assert (data["files"][0]["filePath"], data["modules"][0]["module"]) == ("a/gen/Made.kt", None)


def test_the_most_missed_come_first_and_the_rest_is_told(shop):
    for number in range(5):
        shop.write(
            f"app/build/reports/kover/{number}.xml",
            report(*((line, 1, 0, 0, 0) for line in range(1, number + 2)), file=f"F{number}.kt"),
        )
    answer = shop.call(TOOL, limit=2)
    assert [file["filePath"] for file in answer["data"]["files"]] == ["a/b/F4.kt", "a/b/F3.kt"]
    assert answer["data"]["totalFiles"] == 5
    assert answer["data"]["files"][0]["missedLines"] == "1-5"
    assert "3 more" in answer["meta"]["next"]


def test_a_path_prefix(shop):
    shop.write(JACOCO, HALF)
    shop.write(KOVER, report((1, 1, 0, 0, 0), file="Made.kt"))
    data = shop.data_of(TOOL, pathPrefix="app/src/main")
    assert (data["totalFiles"], data["coverage"]["line"]["missed"]) == (1, 1)


def test_code_newer_than_the_report_runs_the_tests(shop):
    path = shop.write(JACOCO, HALF)
    os.utime(path, (time.time() - 1000, time.time() - 1000))
    data = shop.data_of(TOOL)
    assert shop.commands[-1].endswith("--continue test jacocoTestReport")
    assert data["run"]["outcome"] == "succeeded"
    assert data["reports"][0]["isStale"]


def test_stale_reports_can_be_read_all_the_same(shop):
    path = shop.write(JACOCO, HALF)
    os.utime(path, (time.time() - 1000, time.time() - 1000))
    answer = shop.call(TOOL, refresh="never")
    assert shop.asked == []
    assert answer["meta"]["completeness"] == "partial"
    assert "newer" in answer["meta"]["provenance"][0]


@pytest.mark.parametrize(
    ("script", "module", "tasks"),
    [
        (WITH_KOVER, None, "koverXmlReport"),
        (WITH_KOVER, "app", ":app:koverXmlReport"),
        (WITH_JACOCO, "app", ":app:test :app:jacocoTestReport"),
        (
            ANDROID_APP + "android { buildTypes { debug { enableUnitTestCoverage = true } } }\n",
            "app",
            ":app:createDebugUnitTestCoverageReport",
        ),
    ],
)
def test_each_plugin_has_its_task(shop, script, module, tasks):
    shop.write("app/build.gradle.kts", script)
    given = {} if module is None else {"module": module}
    shop.call(TOOL, **given)
    assert shop.commands[-1].endswith(f"--continue {tasks}")


def test_nothing_measures(shop):
    shop.write("app/build.gradle.kts", JVM_LIBRARY)
    error = shop.error_of(TOOL)
    assert error["code"] == "NO_RESULTS"
    assert "jacoco" in error["suggestion"]
    assert shop.asked == []


def test_nothing_is_there_and_nothing_may_run(shop):
    error = shop.error_of(TOOL, refresh="never")
    assert (error["code"], shop.asked) == ("NO_RESULTS", [])


def test_a_run_that_writes_no_report(shop):
    error = shop.error_of(TOOL)
    assert error["code"] == "NO_RESULTS"
    assert "jacocoTestReport" in error["message"]


@pytest.mark.parametrize(("answer", "code"), [("no", "APPROVAL_DENIED"), ("nobody", "APPROVAL_REQUIRED")])
def test_nothing_runs_without_a_yes(shop, answer, code):
    shop.answer = answer
    assert shop.error_of(TOOL, refresh="always")["code"] == code
    assert not (shop.root / "ran").exists()


@pytest.mark.parametrize(
    "text",
    [
        "<report><package",
        '<report><package name="a"><class name="a/C" sourcefilename="F.kt"><counter type="METHOD"/></class>',
        '<report><package name="a"><sourcefile name="F.kt"><line/></sourcefile></package></report>',
        '<?xml version="1.0" encoding="x-unheard-of"?><report/>',
        HALF[:-30],
        '<!DOCTYPE report [<!ENTITY a "aaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><report name="&b;"/>',
        "",
        "\x00\x01",
        '<report><package name="a"><sourcefile name="F.kt"><line nr="x"/></sourcefile></package></report>',
    ],
)
def test_what_cannot_be_read_is_named(shop, text):
    shop.write(JACOCO, HALF)
    shop.write(KOVER, text)
    answer = shop.call(TOOL)
    assert [one["path"] for one in answer["data"]["reports"]] == [JACOCO]
    assert answer["meta"]["completeness"] == "partial"
    assert answer["meta"]["provenance"][0].startswith(KOVER)


def test_a_report_of_another_tool_is_no_matter(shop):
    shop.write(JACOCO, HALF)
    shop.write(KOVER, "<html/>")
    answer = shop.call(TOOL)
    assert [one["path"] for one in answer["data"]["reports"]] == [JACOCO]
    assert answer["meta"]["completeness"] == "complete"


def test_no_report_that_can_be_read(shop):
    shop.write(JACOCO, HALF[:300])
    error = shop.error_of(TOOL, refresh="never")
    assert error["code"] == "NO_RESULTS"
    assert JACOCO in error["message"]


def test_nothing_to_cover_has_no_percentage(shop):
    shop.write(JACOCO, report((4, 0, 3, 0, 0)))
    data = shop.data_of(TOOL)
    assert data["coverage"]["branch"] == {"covered": 0, "missed": 0, "percent": None}
    assert data["files"][0]["branch"]["percent"] is None
    assert data["coverage"]["line"]["percent"] == 100.0


def test_text_for_a_model_has_no_percentage_of_nothing(shop):
    shop.write(JACOCO, report((4, 0, 3, 0, 0)))
    said = as_text(TOOL, shop.call(TOOL))
    assert "  branch: covered: 0; missed: 0\n" in said


@needs_gradle
@needs_jacoco
def test_real_gradle_and_jacoco(tmp_path, private_gradle):
    shop = BuiltProject(tmp_path)
    gradle_project(shop.root, FIXED)
    jars = ", ".join(f"'{path}'" for path in [*JACOCO_JARS, *Path("/usr/share/java").glob("asm*.jar")])
    agent = next(path for path in JACOCO_JARS if "agent-" in path.name)
    build = (shop.root / "build.gradle").read_text()
    shop.write(
        "build.gradle",
        build + "apply plugin: 'jacoco'\nsourceCompatibility = '1.8'\n"
        f"dependencies {{ jacocoAgent files('{agent}')\njacocoAnt files({jars}) }}\n"
        "jacocoTestReport { reports { xml.enabled = true; html.enabled = false } }\n",
    )
    data = shop.data_of(TOOL)
    assert shop.commands[-1].endswith("test jacocoTestReport")
    (file,) = data["files"]
    assert file["filePath"] == "src/main/java/demo/Calc.java"
    assert data["coverage"]["method"]["covered"] == 1
    again = shop.data_of(TOOL)
    assert "run" not in again
    shop.close()


def test_of_a_report_of_several_modules_the_one_asked_for_counts(shop):
    shop.write("core/src/main/kotlin/c/Core.kt", "package c\nclass Core\n")
    both = HALF.replace(
        "</report>", report((1, 1, 0, 0, 0), package="c", file="Core.kt").partition('dump="2"/>')[2]
    )
    shop.write(JACOCO, both)
    assert shop.data_of(TOOL, refresh="never")["totalFiles"] == 2
    data = shop.data_of(TOOL, refresh="never", module="app")
    assert [file["filePath"] for file in data["files"]] == ["app/src/main/kotlin/cart/Cart.kt"]


def test_what_no_report_covers_is_told_from_no_report(shop):
    shop.write(JACOCO, HALF)
    error = shop.error_of(TOOL, refresh="never", pathPrefix="core/")
    assert (error["code"], error["message"]) == ("NO_RESULTS", "No report covers core/")
    assert "app/src/main/kotlin/cart/Cart.kt" in error["suggestion"]


def test_reports_of_a_run_that_failed_say_so(shop):
    shop.wrapper("exit 1\n")
    shop.write(JACOCO, HALF)
    answer = shop.call(TOOL, refresh="always")
    assert answer["data"]["run"]["exitCode"] == 1
    assert answer["meta"]["completeness"] == "partial"
    assert "the run failed: run_tests tells why" in answer["meta"]["provenance"]


@pytest.mark.parametrize(
    "given",
    [
        {"refresh": "sometimes"},
        {"limit": 0},
        {"limit": 201},
        {"module": 1},
        {"timeoutSeconds": 1701},
        {"unit": "line"},
    ],
)
def test_what_is_no_question_about_coverage(shop, given):
    error = shop.error_of(TOOL, **given)
    assert (error["code"], shop.asked) == ("INVALID_PARAMETERS", [])
    assert next(iter(given)) in error["message"]
