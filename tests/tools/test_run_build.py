"""`run_build` on wrappers that act a build, and on real Gradle and Maven."""

import sys
import threading
import time

import pytest

from rca.scheduling.deadline import Deadline
from rca.tools.run_build import TOOL
from tests.tools.built_project import ANDROID_APP, JVM_LIBRARY, BuiltProject
from tests.verification.builds import (
    FAULTY,
    gradle_project,
    is_alive,
    maven_project,
    needs_gradle,
    needs_maven,
)

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the wrappers are shell scripts")

CART = "package a.b\n\nclass Cart {\n    fun total(): Int = sum\n}\n"
UNRESOLVED = """> Task :app:preBuild UP-TO-DATE
> Task :app:compileDebugKotlin FAILED
w: file:///w/app/src/main/kotlin/a/b/Cart.kt:3:1 Class is never used.
e: file:///w/app/src/main/kotlin/a/b/Cart.kt:4:24 Unresolved reference 'sum'.

FAILURE: Build failed with an exception.

* What went wrong:
Execution failed for task ':app:compileDebugKotlin'.
> A failure occurred while executing KotlinCompilationTask
   > Compilation error. See log for more details

BUILD FAILED in 2s
3 actionable tasks: 1 executed, 2 up-to-date
"""


def saying(text, exit_code=1):
    return f"cat <<'END'\n{text}END\nexit {exit_code}\n"


@pytest.fixture
def shop(tmp_path):
    made = BuiltProject(tmp_path)
    yield made
    made.close()


def test_a_build_that_succeeds(shop):
    shop.wrapper("echo '> Task :compileKotlin'; echo '4 actionable tasks: 3 executed, 1 up-to-date'\n")
    data = shop.data_of(TOOL)
    assert data["run"]["outcome"] == "succeeded"
    assert data["run"]["exitCode"] == 0
    assert data["run"]["command"] == ["./gradlew", "--console=plain", "--no-daemon", "--continue", "assemble"]
    assert (data["executedTasks"], data["errors"], data["places"]) == (3, [], [])
    assert "output" not in data


def test_errors_are_parsed_and_placed(shop):
    shop.modules(app=ANDROID_APP)
    shop.write("app/src/main/kotlin/a/b/Cart.kt", CART)
    shop.wrapper(saying(UNRESOLVED))
    data = shop.data_of(TOOL)
    assert data["run"]["outcome"] == "failed"
    (error,) = data["errors"]
    assert error["kind"] == "kotlin_compile"
    assert error["failedTasks"] == [":app:compileDebugKotlin"]
    place = data["places"][0]
    assert (place["filePath"], place["line"]) == ("app/src/main/kotlin/a/b/Cart.kt", 4)
    assert place["function"]["name"] == "Cart.total"
    assert data["warnings"] == 1
    assert "BUILD FAILED" in data["output"]


def test_android_builds_its_debug_variant(shop):
    shop.modules(app=ANDROID_APP, core=JVM_LIBRARY)
    shop.wrapper("exit 0\n")
    shop.data_of(TOOL)
    assert shop.commands[-1].endswith("--continue assembleDebug")


@pytest.mark.parametrize(
    ("module", "task"),
    [("app", ":app:assembleDebug"), (":core", ":core:assemble"), ("core/", ":core:assemble")],
)
def test_a_module_alone(shop, module, task):
    shop.modules(app=ANDROID_APP, core=JVM_LIBRARY)
    shop.wrapper("exit 0\n")
    shop.data_of(TOOL, module=module)
    assert shop.commands[-1].endswith(f" {task}")


def test_tasks_by_name(shop):
    shop.modules(app=ANDROID_APP)
    shop.wrapper("exit 0\n")
    shop.data_of(TOOL, tasks=["lint", ":app:assembleRelease"], module="app")
    assert shop.commands[-1].endswith("--continue :app:lint :app:assembleRelease")


@pytest.mark.parametrize("task", ["--init-script=x", "-Dx=y", "a b", "$(id)", ""])
def test_an_option_is_no_task(shop, task):
    shop.wrapper("exit 0\n")
    error = shop.error_of(TOOL, tasks=[task])
    assert error["code"] == "INVALID_PARAMETERS"
    assert shop.asked == []


def test_a_module_that_is_not_there(shop):
    shop.modules(app=ANDROID_APP)
    shop.wrapper("exit 0\n")
    error = shop.error_of(TOOL, module="pay")
    assert error["code"] == "SYMBOL_NOT_FOUND"
    assert ":app" in error["suggestion"]


def test_no_build_at_all(shop):
    error = shop.error_of(TOOL)
    assert error["code"] == "BUILD_TOOL_NOT_FOUND"
    assert "directory" in error["suggestion"]


def test_a_folder_outside(shop):
    assert shop.error_of(TOOL, directory="../..")["code"] == "DIRECTORY_NOT_FOUND"


def test_a_build_in_a_folder(shop):
    shop.write("android/settings.gradle", "")
    script = shop.write("android/gradlew", "#!/bin/sh\nbasename $PWD\nexit 0\n")
    script.chmod(0o755)
    data = shop.data_of(TOOL, directory="android")
    assert data["run"]["directory"] == "android"
    assert data["run"]["command"][0] == "./android/gradlew"


@pytest.mark.parametrize(("answer", "code"), [("no", "APPROVAL_DENIED"), ("nobody", "APPROVAL_REQUIRED")])
def test_nothing_runs_without_a_yes(shop, answer, code):
    shop.wrapper("touch ran\n")
    shop.answer = answer
    assert shop.error_of(TOOL)["code"] == code
    assert not (shop.root / "ran").exists()


def test_the_whole_command_is_shown(shop):
    shop.wrapper("exit 0\n")
    shop.data_of(TOOL, tasks=[":app:assembleRelease"])
    (request,) = shop.asked
    assert request.risk == "dangerous"
    assert request.details == {
        "command": f"{shop.root}/gradlew --console=plain --no-daemon --continue :app:assembleRelease",
        "directory": str(shop.root),
    }


def test_it_is_stopped_at_its_limit(shop):
    shop.wrapper("echo $$ > pid; sleep 60\n")
    data = shop.data_of(TOOL, timeoutSeconds=1)
    assert (data["run"]["outcome"], data["run"]["exitCode"]) == ("timed_out", None)
    assert not is_alive(int((shop.root / "pid").read_text()))


def test_it_can_be_cancelled(shop):
    shop.wrapper("echo $$ > pid; sleep 60\n")
    deadline = Deadline()
    threading.Timer(2, deadline.cancel).start()
    started = time.monotonic()
    error = shop.call(TOOL, deadline=deadline)["error"]
    assert error["code"] == "TOOL_TIMEOUT"
    assert time.monotonic() - started < 40
    assert not is_alive(int((shop.root / "pid").read_text()))


def test_secrets_in_the_output_are_masked(shop):
    shop.wrapper("echo 'storePassword=Sup3r.Secret-9'; echo 'FAILURE: Build failed'; exit 1\n")
    assert "Sup3r" not in shop.data_of(TOOL)["output"]


def test_a_task_that_the_build_has_not(shop):
    shop.wrapper(
        saying(
            "FAILURE: Build failed with an exception.\n\n* What went wrong:\n"
            "Task 'assembleDebugg' not found in root project 'shop'. Some candidates are: 'assembleDebug'.\n"
        )
    )
    answer = shop.call(TOOL, tasks=["assembleDebugg"])
    assert answer["data"]["errors"][0]["kind"] == "gradle_build"
    assert "assembleDebugg" in answer["meta"]["provenance"][0]


def test_progress_names_the_task(shop):
    shop.wrapper("echo '> Task :app:compileDebugKotlin'; sleep 0.2; exit 0\n")
    shop.data_of(TOOL)
    assert "> Task :app:compileDebugKotlin" in shop.told


def test_a_broken_wrapper(shop):
    shop.wrapper("exit 0\n")
    (shop.root / "gradlew").write_bytes(b"\x7fELF\x00\x00")
    assert shop.error_of(TOOL)["code"] == "BUILD_TOOL_NOT_FOUND"


@needs_gradle
def test_real_gradle(shop, private_gradle):
    gradle_project(shop.root, FAULTY.replace("int half", "Int half"))
    data = shop.data_of(TOOL)
    assert data["run"]["tool"] == "gradle"
    (error,) = data["errors"]
    assert (error["kind"], error["diagnostics"][0]["line"]) == ("java_compile", 2)
    assert data["places"][0]["filePath"] == "src/main/java/demo/Calc.java"


@needs_maven
def test_real_maven(shop):
    maven_project(shop.root, FAULTY.replace("int half", "Int half"))
    data = shop.data_of(TOOL)
    assert data["run"]["command"][-1] == "test-compile"
    assert data["errors"][0]["kind"] == "java_compile"
    assert data["places"][0]["line"] == 2
