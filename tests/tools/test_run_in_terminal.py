"""`run_in_terminal` by seed 004, with real commands."""

from __future__ import annotations

import os
import threading
import time
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from rca import subprocesses
from rca.scheduling.deadline import Deadline
from rca.terminal import shell
from rca.terminal.output_display import shortened
from rca.terminal.scrubbed_environment import without_secrets
from rca.toolkit.tool import invoke
from rca.tools.run_in_terminal import TOOL
from tests.tools.file_project import FileProject


@pytest.fixture
def project(tmp_path, monkeypatch):
    monkeypatch.setenv("SHELL", "/bin/sh")
    return FileProject(tmp_path)


def run(project, command, **parameters):
    return project.call(TOOL, command=command, **parameters)


def alive(pid):
    try:
        state = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return False
    return state.rpartition(")")[2].split()[0] != "Z"


def gone(pid, seconds=30.0):
    until = time.monotonic() + seconds
    while alive(pid) and time.monotonic() < until:
        time.sleep(0.02)
    return not alive(pid)


def test_what_it_printed_and_how_it_ended(project):
    answer = run(project, "echo one; echo two; echo oops >&2")
    assert answer["data"] == {
        "command": "echo one; echo two; echo oops >&2", "exitCode": 0, "output": "one\ntwo\n",
        "errorOutput": "oops\n", "stdoutLines": 2, "stderrLines": 1, "directory": ".", "truncated": False,
    }  # fmt: skip


def test_a_failed_command_is_an_error_with_its_output(project):
    error = run(project, "echo partial; echo broken >&2; exit 3")["error"]
    assert (error["code"], error["message"]) == ("COMMAND_FAILED", "Command failed with exit code 3:\nbroken")
    assert error["details"] == {
        "exitCode": 3, "output": "partial\n", "errorOutput": "broken\n", "stdoutLines": 1, "stderrLines": 1,
        "truncated": False,
    }  # fmt: skip


def test_a_command_that_does_not_exist(project):
    error = run(project, "invalid_cmd --x")["error"]
    assert error["code"] == "COMMAND_FAILED"
    assert error["message"].startswith("Command 'invalid_cmd' not found")


def test_after_the_time_limit_all_of_it_is_stopped(project):
    started = time.monotonic()
    error = run(
        project,
        "echo begun; (sleep 300 & echo $! > a.pid; setsid sleep 300 & echo $! > b.pid; wait) & sleep 300",
        timeout_seconds=2,
    )["error"]
    assert error["code"] == "TOOL_TIMEOUT"
    assert error["message"].startswith("Command timed out after 2 seconds")
    assert error["details"]["output"] == "begun\n"
    assert error["details"]["exitCode"] is None
    assert time.monotonic() - started < 30
    pids = [int(project.read(name)) for name in ("a.pid", "b.pid")]
    assert all(gone(pid) for pid in pids)


def test_one_that_will_not_end_is_killed(project, monkeypatch):
    monkeypatch.setattr(subprocesses, "_GRACE_SECONDS", 0.3)
    error = run(project, "trap '' TERM; echo $$ > pid; while :; do sleep 0.1; done", timeoutSeconds=1)[
        "error"
    ]
    assert error["code"] == "TOOL_TIMEOUT"
    assert gone(int(project.read("pid")))


def test_what_it_leaves_behind_ends_with_it(project):
    assert run(project, "sleep 300 & echo $! > pid")["success"] is True
    assert gone(int(project.read("pid")))


def test_cancelling_stops_it(project):
    project.deadline = Deadline(100)
    threading.Timer(2, project.deadline.cancel).start()
    error = run(project, "echo $$ > pid; sleep 300")["error"]
    assert (error["code"], "cancelled" in error["message"]) == ("TOOL_TIMEOUT", True)
    assert gone(int(project.read("pid")))


def test_the_user_sees_the_whole_command_and_where_it_runs(project):
    command = "echo " + "a" * 300 + "; rm -rf nothing"
    run(project, command)
    (request,) = project.asked
    assert request.risk == "dangerous"
    assert f"Command: {command}" in request.text
    assert f"Directory: {project.root}" in request.text


@pytest.mark.parametrize(("answer", "code"), [("no", "APPROVAL_DENIED"), ("nobody", "APPROVAL_REQUIRED")])
def test_without_a_yes_nothing_runs(project, answer, code):
    project.answer = answer
    assert run(project, "touch ran")["error"]["code"] == code
    assert list(project.root.iterdir()) == []


def test_it_runs_in_the_folder_asked_for(project):
    project.write("app/src/x.txt", "")
    answer = run(project, "pwd; ls", path="app/src")
    assert answer["data"]["output"] == f"{project.root}/app/src\nx.txt\n"
    assert answer["data"]["directory"] == "app/src"


def test_long_output_shows_both_ends_and_is_kept_whole(project):
    answer = run(project, "i=0; while [ $i -lt 5000 ]; do echo line $i; i=$((i+1)); done")
    output = answer["data"]["output"]
    assert len(output.encode()) <= 8 * 1024 + 200
    assert output.startswith("line 0\nline 1\n")
    assert output.endswith("line 4998\nline 4999\n")
    assert (answer["data"]["stdoutLines"], answer["data"]["truncated"], answer["meta"]["truncated"]) == (
        5000,
        True,
        True,
    )
    context = project.context(TOOL)
    whole = context.policy.outputs.read(answer["meta"]["next"])
    assert whole.split("\n")[:-1] == [f"line {number}" for number in range(5000)]


def test_endless_output_takes_no_memory(project):
    error = run(project, "yes | head -c 2000000; yes >&2", timeoutSeconds=3)["error"]
    assert error["code"] == "TOOL_TIMEOUT"
    assert error["details"]["stdoutLines"] == 1_000_000
    assert len(error["details"]["output"]) < 9000
    assert error["details"]["truncated"] is True


def test_secrets_do_not_reach_it_and_are_masked(project, monkeypatch):
    monkeypatch.setenv("GITHUB_TOKEN", "abc")
    monkeypatch.setenv("DB_PASSWORD", "hunter2")
    monkeypatch.setenv("HARMLESS", "fine")
    monkeypatch.setenv("INNOCENT", "ghp_" + "a1B2" * 9)
    answer = run(
        project, 'echo "[$GITHUB_TOKEN$DB_PASSWORD$INNOCENT][$HARMLESS]"; echo password=hunter2secret'
    )
    assert answer["data"]["output"].startswith("[][fine]\n")
    assert "hunter2secret" not in answer["data"]["output"]
    notes = " ".join(answer["meta"]["provenance"])
    assert "Masked: password" in notes
    assert all(name in notes for name in ("DB_PASSWORD", "GITHUB_TOKEN", "INNOCENT"))


def test_no_input_and_no_terminal(project):
    assert run(project, "cat; test -t 0 || echo none")["data"]["output"] == "none\n"


def test_escape_sequences_and_progress_bars(project):
    answer = run(project, r"printf '\033[31mred\033[0m\n10%%\r55%%\r100%%\nb\007ell\n'")
    assert answer["data"]["output"] == "red\n100%\nbell\n"


def test_bytes_that_are_no_text(project):
    data = run(project, r"printf 'a\377b'")["data"]
    assert (data["output"], data["stdoutLines"]) == ("a\ufffdb", 1)


def test_the_users_own_shell(project, monkeypatch):
    monkeypatch.setenv("SHELL", "/bin/bash")
    assert run(project, "echo ${BASH_VERSION:+bash}")["data"]["output"] == "bash\n"
    assert shell.shell_arguments("x", {"SHELL": "not/absolute"})[0] == "/bin/sh"
    assert shell.shell_arguments("x", {})[:2] == ["/bin/sh", "-c"]


def test_quotes_reach_the_shell_of_windows_as_they_are():
    command = 'findstr "two words" a.txt'
    line = shell.shell_arguments(command, {"COMSPEC": r"C:\cmd.exe"}, "nt")
    assert line == r'"C:\cmd.exe" /d /s /c "findstr "two words" a.txt"'


@pytest.mark.parametrize(
    ("parameters", "code"),
    [
        ({}, "INVALID_PARAMETERS"),
        ({"command": ""}, "INVALID_PARAMETERS"),
        ({"command": "  \n"}, "INVALID_PARAMETERS"),
        ({"command": "x", "timeout_seconds": 0}, "INVALID_PARAMETERS"),
        ({"command": "x", "timeoutSeconds": 301}, "INVALID_PARAMETERS"),
        ({"command": "x", "timeoutSeconds": "9"}, "INVALID_PARAMETERS"),
        ({"command": ["ls"]}, "INVALID_PARAMETERS"),
        ({"command": "ls", "path": "../.."}, "INVALID_PATH"),
        ({"command": "ls", "path": "/"}, "INVALID_PATH"),
        ({"command": "ls", "path": "missing"}, "DIRECTORY_NOT_FOUND"),
        ({"command": "echo \0"}, "COMMAND_FAILED"),
    ],
)
def test_each_error(project, parameters, code):
    assert project.refused(TOOL, **parameters)["code"] == code


@pytest.mark.parametrize(
    "name",
    [
        "API_KEY",
        "AWS_SECRET_ACCESS_KEY",
        "npm_config__auth",
        "MY_PASSPHRASE",
        "GH_PAT",
        "SENTRY_DSN",
        "X_COOKIE",
    ],
)
def test_names_that_tell_of_secrets(name):
    assert without_secrets({name: "value", "PATH": "/bin"}) == ({"PATH": "/bin"}, (name,))


@pytest.mark.parametrize(
    "name", ["PATH", "KEYBOARD", "AUTHOR", "PATTERN", "MONKEY", "JAVA_HOME", "SSH_AUTH_SOCK", "PWD"]
)
def test_names_that_do_not(name):
    assert without_secrets({name: "/usr/bin"}) == ({name: "/usr/bin"}, ())


def test_settings_of_this_program_are_not_the_commands():
    assert without_secrets({"RCA_DATA_DIR": "/x"}) == ({}, ())


def test_one_long_line_is_cut_too():
    shown = shortened("x" * 50_000, None)
    assert len(shown) < 9000
    assert "bytes are left out …" in shown
    assert shown.count("x") > 8000


def test_output_that_cannot_be_read_to_its_end_is_named(project, monkeypatch):
    read, begun = os.read, set()

    def fail_after_one(handle, size):
        if handle in begun:
            raise OSError(5, "Input/output error")
        chunk = read(handle, size)
        if chunk == b"one\n":
            begun.add(handle)
        return chunk

    monkeypatch.setattr(os, "read", fail_after_one)
    ran = shell.run("echo one; sleep 0.2; echo two", project.root, os.environ, 20, Deadline())
    stream = ran.stdout
    assert stream.cut
    assert stream.text.startswith("one\n")
    assert "the rest of the output could not be read: [Errno 5] Input/output error" in stream.text


def test_clock_and_environment_are_those_of_the_call(project):
    begun = datetime(2020, 2, 2, tzinfo=UTC)
    context = replace(project.context(TOOL), now=lambda: begun, environment={"COLOUR": "blue"})
    answer = invoke(TOOL, {"command": "echo $COLOUR"}, context).model_dump(mode="json")
    assert answer["data"]["output"] == "blue\n"
    assert context.terminal.last.at == begun
