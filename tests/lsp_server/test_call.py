"""`rca call`: what it does for a call, and no more; whatever a line holds, the next is answered."""

import json
import subprocess
import sys

import pytest

from tests.project_folder import write_file
from tests.rca_process import rca_command


@pytest.fixture
def call(environment, tmp_path):
    """Run `rca call` with a data folder of its own; gives its envelopes."""

    def run(root, *arguments, lines=()):
        done = subprocess.run(
            rca_command("call", *arguments, "-w", root),
            input="".join(f"{line}\n" for line in lines).encode(),
            capture_output=True,
            env={**environment, "RCA_DATA_DIR": str(tmp_path / "data")},
            timeout=90,
            check=False,
        )
        assert not done.stderr, done.stderr.decode()
        return [json.loads(line) for line in done.stdout.splitlines()]

    return run


def indexed(tmp_path):
    return [path.name for path in (tmp_path / "data").rglob("*") if b"Sealed" in _content(path)]


def _content(path):
    return path.read_bytes() if path.is_file() else b""


@pytest.fixture
def project(tmp_path):
    write_file(tmp_path / "project", "settings.gradle.kts", "")
    return write_file(tmp_path / "project", "A.kt", "class Sealed\n").parent


def test_a_tool_that_needs_no_index_leaves_the_project_unread(call, project, tmp_path):
    """It lasts long enough for an index of one file to be there."""
    waiting = json.dumps({"command": f"{sys.executable} -c 'import time; time.sleep(2)'"})
    (answer,) = call(project, "run_in_terminal", "--yes", "--json", waiting)
    assert answer["data"]["exitCode"] == 0
    assert not indexed(tmp_path)


def test_a_tool_that_needs_the_index_gets_it(call, project, tmp_path):
    find = json.dumps({"tool": "find_class", "parameters": {"className": "Sealed"}})
    (answer,) = call(project, "--stdin", lines=[find])
    assert [one["name"] for one in answer["data"]["classes"]] == ["Sealed"]
    assert indexed(tmp_path)


def test_a_line_of_endless_brackets_is_one_answer(call, project):
    lines = ["[" * 200_000, json.dumps({"tool": "list_files", "parameters": {"path": "."}})]
    assert [one["success"] for one in call(project, "--stdin", lines=lines)] == [False, True]
