"""A forked `rca` is a process like any other: streams, surroundings, signals and the end."""

import json
import os
import select
import signal
import subprocess
import sys

import pytest

from tests.rca_process import rca_command

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere it is started as it always is")

TELLING = {"command": "echo $PWD $COLOUR", "timeoutSeconds": 100}


def call(tool, parameters, folder, **variables):
    command = rca_command("call", tool, "--json", json.dumps(parameters), "--yes", "-w", folder)
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    return subprocess.Popen(command, cwd=folder, env={**os.environ, **variables}, **pipes)


def test_it_runs_where_and_as_it_is_told(tmp_path):
    with call("run_in_terminal", TELLING, tmp_path, COLOUR="red") as process:
        printed, problems = process.communicate(timeout=100)
    assert problems == b""
    answer = json.loads(printed)
    assert answer["data"]["output"].split() == [str(tmp_path), "red"]


@pytest.mark.parametrize(("arguments", "code"), [(["--version"], 0), (["nothing"], 2)])
def test_it_ends_with_its_own_exit_code(arguments, code):
    assert subprocess.run(rca_command(*arguments), capture_output=True, check=False).returncode == code


@pytest.mark.parametrize("sent", [signal.SIGTERM, signal.SIGKILL])
def test_it_ends_with_the_process_that_stands_for_it(tmp_path, sent):
    begun = tmp_path / "begun"
    os.mkfifo(begun)
    lasting = {"command": f"echo $PPID > {begun}; exec sleep 300", "timeoutSeconds": 200}
    with call("run_in_terminal", lasting, tmp_path) as process:
        forked = int(begun.read_text())
        ended = os.pidfd_open(forked)
        process.send_signal(sent)
        assert process.wait(100) != 0
        assert select.select([ended], [], [], 100)[0]
        os.close(ended)
