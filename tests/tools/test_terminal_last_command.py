"""`terminal_last_command` by seed 004."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from models.events import OutputChunk
from rca.terminal.command_history import Command, TerminalHistory
from rca.tools.run_in_terminal import TOOL as RUN
from rca.tools.terminal_last_command import TOOL
from tests.tools.file_project import FileProject


class Remembering(FileProject):
    """A project whose session remembers commands."""

    def __init__(self, folder):
        super().__init__(folder)
        self.history = TerminalHistory()

    def context(self, tool):
        return replace(super().context(tool), terminal=self.history)

    def printed(self, text, run="1", **more):
        chunk = {"run": run, "kind": "terminal", "name": "git status", "text": text, **more}
        self.history.follow(OutputChunk.model_validate(chunk))


@pytest.fixture
def project(tmp_path):
    return Remembering(tmp_path)


def test_nothing_ran(project):
    error = project.refused(TOOL)
    assert (error["code"], error["message"]) == ("NO_COMMAND_HISTORY", "No previous command in this session")


def test_the_last_command_of_the_tool(project):
    before = datetime.now(UTC).replace(microsecond=0)
    project.call(RUN, command="echo first")
    project.call(RUN, command="echo second")
    data = project.call(TOOL)["data"]
    assert (data["command"], data["output"], data["exitCode"]) == ("echo second", "second\n", 0)
    assert (data["source"], data["running"]) == ("run_in_terminal", False)
    assert before <= datetime.fromisoformat(data["executedAt"]) <= datetime.now(UTC)
    assert data["executedAt"].endswith("Z")


def test_a_failed_command_is_remembered_with_both_streams(project):
    project.call(RUN, command="echo out; echo err >&2; exit 4")
    data = project.call(TOOL)["data"]
    assert (data["exitCode"], data["output"]) == (4, "out\nerr\n")


def test_a_stopped_command_has_no_exit_code(project):
    project.call(RUN, command="echo begun; sleep 60", timeoutSeconds=1)
    data = project.call(TOOL)["data"]
    assert (data["exitCode"], data["output"], data["running"]) == (None, "begun\n", False)


def test_the_editors_terminal(project):
    project.printed("On branch ")
    answer = project.call(TOOL)
    assert answer["data"]["running"] is True
    assert answer["meta"]["completeness"] == "partial"
    project.printed("main\n", ended=True, exitCode=0)
    answer = project.call(TOOL)
    assert answer["data"] == {
        "command": "git status", "exitCode": 0, "executedAt": answer["data"]["executedAt"],
        "output": "On branch main\n", "running": False, "source": "editor",
    }  # fmt: skip
    assert answer["meta"]["completeness"] == "complete"


def test_a_whole_text_replaces_what_was_there(project):
    project.printed("old")
    project.printed("new", replace=True, ended=True)
    data = project.call(TOOL)["data"]
    assert (data["output"], data["exitCode"]) == ("new", None)


def test_whichever_began_later(project):
    project.printed("a", run="1")
    project.call(RUN, command="true")
    project.printed("b", run="1", ended=True)
    assert project.call(TOOL)["data"]["command"] == "true"
    project.printed("c", run="2")
    assert project.call(TOOL)["data"]["source"] == "editor"


def test_secrets_are_masked_in_line_and_output(project):
    secret = "ghp_" + "a1B2" * 9
    project.history.add(
        "x",
        Command(
            f"curl -H 'Authorization: Bearer {secret}' x", datetime.now(UTC), "editor", f"got {secret}\n"
        ),
    )
    answer = project.call(TOOL)
    assert secret not in str(answer)
    assert answer["meta"]["provenance"][0].startswith("Masked: ")


def test_long_output_is_shortened_and_kept(project):
    project.printed("".join(f"line {number}\n" for number in range(3000)), ended=True)
    answer = project.call(TOOL)
    assert answer["meta"]["truncated"] is True
    assert answer["data"]["output"].endswith("line 2999\n")
    assert project.context(TOOL).policy.outputs.read(answer["meta"]["next"]).startswith("line 0\n")


def test_escape_sequences_go(project):
    project.printed("\x1b[1mbold\x1b[0m \x1b]0;title\x07text\r\n50%\r100%\r\n")
    assert project.call(TOOL)["data"]["output"] == "bold text\n100%\n"


def test_a_terminal_that_never_ends_takes_no_memory(project):
    for _ in range(50):
        project.printed("x" * 10_000)
    for number in range(100):
        project.printed("y", run=f"other {number}")
    assert len(project.history._runs) == 32
    assert max(len(one.output) for one in project.history._runs.values()) <= 200_000


@pytest.mark.parametrize("parameters", [{"last": 2}, {"command": "x"}])
def test_it_takes_nothing(project, parameters):
    assert project.refused(TOOL, **parameters)["code"] == "INVALID_PARAMETERS"


def test_it_only_reads():
    assert TOOL.risk == "read_only"
