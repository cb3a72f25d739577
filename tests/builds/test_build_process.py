"""A command is bounded in time and output, and nothing of it is left behind."""

import os
import sys
import time

import pytest

from rca import subprocesses
from rca.builds.build_process import HEAD_BYTES, TAIL_BYTES, run
from rca.scheduling.deadline import Deadline
from tests.verification.builds import is_alive

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the scripts are for a POSIX shell")

LEAVES_CHILDREN = """
setsid sh -c 'echo $$ > child; exec sleep 60' &
sh -c 'echo $$ > sibling; exec sleep 60' &
while [ ! -s child ] || [ ! -s sibling ]; do sleep 0.01; done
echo "> Task :ready"
sleep 60
"""


def shell(script, folder, seconds=20.0, deadline=None, progress=lambda _line: None):
    return run(["sh", "-c", script], folder, seconds, deadline or Deadline(), progress)


def gone(folder, name, seconds=30.0):
    pid = int((folder / name).read_text())
    until = time.monotonic() + seconds
    while is_alive(pid) and time.monotonic() < until:
        time.sleep(0.02)
    return not is_alive(pid)


def test_exit_code_and_both_outputs_come_back(tmp_path):
    ran = shell("echo out; echo err >&2; pwd; exit 3", tmp_path)
    assert (ran.exit_code, ran.stopped, ran.cut) == (3, None, False)
    assert ran.output.splitlines() == ["out", "err", str(tmp_path.resolve())]


def test_a_program_that_is_not_there_is_an_error(tmp_path):
    with pytest.raises(OSError, match="not-there"):
        run([str(tmp_path / "not-there")], tmp_path, 5, Deadline())


def test_nothing_can_be_typed_into_it(tmp_path):
    assert shell("cat; echo done", tmp_path).output == "done\n"


@pytest.mark.skipif(sys.platform != "linux", reason="groups of their own are found by /proc")
@pytest.mark.parametrize("how", ["time limit", "deadline's limit", "cancelled"])
def test_a_stopped_run_leaves_no_process(tmp_path, how):
    deadline = Deadline(2.0) if how == "deadline's limit" else Deadline()

    def told(line):
        if how == "cancelled" and "ready" in line:
            deadline.cancel()

    seconds = 2.0 if how == "time limit" else 60.0
    ran = shell(LEAVES_CHILDREN, tmp_path, seconds=seconds, deadline=deadline, progress=told)
    assert ran.stopped == ("cancelled" if how == "cancelled" else "timeout")
    assert ran.exit_code is None
    assert "ready" in ran.output
    assert gone(tmp_path, "child")
    assert gone(tmp_path, "sibling")


def test_one_that_ignores_being_asked_is_killed(tmp_path, monkeypatch):
    monkeypatch.setattr(subprocesses, "_GRACE_SECONDS", 0.3)
    started = time.monotonic()
    ran = shell("trap '' TERM; echo $$ > self; while :; do sleep 0.1; done", tmp_path, seconds=1.5)
    assert ran.stopped == "timeout"
    assert gone(tmp_path, "self")
    assert time.monotonic() - started < 60


def test_a_daemon_that_keeps_the_output_open_is_not_waited_for(tmp_path):
    started = time.monotonic()
    ran = shell("sleep 100 & echo $! > child; echo over", tmp_path)
    assert (ran.exit_code, ran.output) == (0, "over\n")
    assert time.monotonic() - started < 50
    assert gone(tmp_path, "child")


def test_long_output_keeps_its_beginning_and_its_end(tmp_path):
    ran = shell("echo first; yes 0123456789 | head -c 4000000; echo; echo last", tmp_path)
    assert ran.cut
    assert ran.output.startswith("first\n")
    assert ran.output.endswith("last\n")
    assert len(ran.output) < HEAD_BYTES + TAIL_BYTES + 200_000


def test_output_of_any_bytes_is_text(tmp_path):
    assert "\ufffd" in shell("printf '\\377\\376\\000ok'", tmp_path).output


def test_tasks_are_told_as_they_come(tmp_path):
    told = []
    shell("echo '> Task :a'; sleep 0.2; echo noise; echo ':b UP-TO-DATE'", tmp_path, progress=told.append)
    assert told == ["> Task :a", ":b UP-TO-DATE"]


def test_the_environment_is_passed_on(tmp_path, monkeypatch):
    monkeypatch.setenv("JAVA_HOME", "/jdk")
    assert shell('echo "$JAVA_HOME"', tmp_path).output == "/jdk\n"
    assert "RCA_RUN" not in os.environ


def test_output_is_kept_though_nobody_can_be_told(tmp_path):
    def fail(_line):
        raise ValueError

    ran = shell("echo '> Task :a'; sleep 0.2; echo last", tmp_path, progress=fail)
    assert ran.output.endswith("last\n")
    assert not ran.cut


def test_output_that_cannot_be_read_to_its_end_is_cut(tmp_path, monkeypatch):
    read = os.read

    def fail(descriptor, size):
        if size == subprocesses.CHUNK:
            raise OSError(5, "Input/output error")
        return read(descriptor, size)

    monkeypatch.setattr(os, "read", fail)
    assert shell("echo first", tmp_path).cut
