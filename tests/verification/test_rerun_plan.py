"""What is run: the wrapper first, no shell, nothing outside of the workspace."""

import os

import pytest

from models.error_codes import ErrorCode
from rca.error_text.failed_tasks import FailedTasks
from rca.tool_failure import Failure
from rca.verification import plan_run
from tests.project_folder import write_file
from tests.verification.builds import wrapper

TEST = FailedTasks("gradle", ":app:test", ("demo.CalcTest.halves", "demo.Other"))


@pytest.fixture
def root(tmp_path):
    folder = (tmp_path / "shop").resolve()
    folder.mkdir()
    return folder


@pytest.fixture
def no_tools(monkeypatch):
    monkeypatch.setenv("PATH", "/nowhere")


@pytest.fixture
def tools(tmp_path, monkeypatch):
    for name in ("gradle", "mvn"):
        write_file(tmp_path / "bin", name, "#!/bin/sh\n").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    return tmp_path / "bin"


def test_the_wrapper_goes_before_what_is_installed(root, tools):
    script = wrapper(root, "")
    assert plan_run(root, root, TEST).program == (str(script),)
    script.chmod(0o644)
    assert plan_run(root, root, TEST).program == ("sh", str(script))
    script.unlink()
    assert plan_run(root, root, TEST).program == (str(tools / "gradle"),)


def test_a_wrapper_above_a_build_is_found_but_none_outside_of_the_workspace(root, tools):
    write_file(root, "samples/app/settings.gradle", "")
    outside = wrapper(root.parent, "")
    assert plan_run(root, root / "samples/app", TEST).program == (str(tools / "gradle"),)
    (root / "gradlew").symlink_to(outside)
    assert plan_run(root, root / "samples/app", TEST).program == (str(tools / "gradle"),)
    (root / "gradlew").unlink()
    inside = wrapper(root, "")
    assert plan_run(root, root / "samples/app", TEST).program == (str(inside),)


def test_what_is_up_to_date_is_run_all_the_same(root):
    script = str(wrapper(root, ""))
    plan = plan_run(root, root, TEST)
    assert plan.argv("8.5") == (
        script, "--console=plain", "--no-daemon", ":app:test", "--rerun",
        "--tests", "demo.CalcTest.halves", "--tests", "demo.Other",
    )  # fmt: skip
    for old in ("4.4.1", "7.5.1", None):
        assert plan.argv(old)[3:5] == ("--rerun-tasks", ":app:test")


def test_maven_gets_its_tests_in_its_own_form(root, tools):
    write_file(root, "pom.xml", "<project/>")
    plan = plan_run(root, root, FailedTasks("maven", "test", ("demo.CalcTest.halves", "demo.Other"), "core"))
    assert plan.argv()[1:] == ("-B", "-Dtest=demo.CalcTest#halves,demo.Other", "test")
    write_file(root, "pom.xml", "<project><modules><module>core</module></modules></project>")
    plan = plan_run(root, root, FailedTasks("maven", "test", ("demo.CalcTest.halves",), "core"))
    assert plan.argv()[2:5] == ("-pl", ":core", "-am")


@pytest.mark.parametrize(
    "failing",
    [
        FailedTasks("gradle", "--init-script=/tmp/x"),
        FailedTasks("gradle", "test; rm -rf ."),
        FailedTasks("gradle", ":app:test", ("-Dx=y",)),
        FailedTasks("gradle", ":app:test", ("a\nb",)),
        FailedTasks("gradle", "$(id)"),
        FailedTasks("maven", "-Dexec.executable=sh"),
        FailedTasks("maven", "test", (), "-X"),
    ],
)
def test_nothing_that_could_be_an_option_or_a_command_is_passed_on(root, tools, failing):
    write_file(root, "settings.gradle", "")
    write_file(root, "pom.xml", "<modules><module>x</module></modules>")
    with pytest.raises(Failure) as told:
        plan_run(root, root, failing)
    assert told.value.error.code == ErrorCode.INVALID_PARAMETERS


def test_without_a_build_or_a_tool_it_is_said_what_is_missing(root, no_tools):
    with pytest.raises(Failure) as no_build:
        plan_run(root, root, TEST)
    write_file(root, "build.gradle.kts", "")
    with pytest.raises(Failure) as no_tool:
        plan_run(root, root, TEST)
    assert {no_build.value.error.code, no_tool.value.error.code} == {ErrorCode.BUILD_TOOL_NOT_FOUND}
    assert "no Gradle build in ." in no_build.value.error.message
    assert "gradlew" in no_tool.value.error.message
    assert os.environ["PATH"] == "/nowhere"
