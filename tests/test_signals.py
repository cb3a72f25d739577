"""What programs make of signals that their starter was told to ignore, as by `nohup` or a shell's `&`."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="a POSIX shell")

ROOT = Path(__file__).parents[1]
RULES = json.dumps([{"tool": "run_in_terminal", "pattern": ".*"}])

CHILD = """
import os, signal, subprocess
from rca.signals import let_children_have_default_signals
let_children_have_default_signals()
for name in ("SIGHUP", "SIGINT"):
    os.kill(os.getpid(), getattr(signal, name))
    print(name, subprocess.run(["sh", "-c", f"kill -{name[3:]} $$; exit 0"]).returncode)
"""


def ignoring(*command, **more):
    """Run a command as `nohup COMMAND &` would: it was told to ignore these signals."""
    return subprocess.run(
        ["sh", "-c", 'trap "" HUP INT; exec "$@"', "sh", *command],
        capture_output=True, text=True, cwd=ROOT, check=False, **more,
    )  # fmt: skip


def test_ignored_signals_stay_ignored_and_are_not_handed_down():
    done = ignoring(sys.executable, "-c", CHILD)
    assert done.stderr == ""
    assert done.stdout.split() == ["SIGHUP", "-1", "SIGINT", "-2"]


@pytest.mark.parametrize(("name", "code"), [("INT", -2), ("HUP", -1)])
def test_a_command_that_a_server_in_the_background_runs_can_be_interrupted(name, code, tmp_path):
    parameters = json.dumps({"command": f"kill -{name} $$; echo still here"})
    done = ignoring(
        *(sys.executable, "-m", "lsp_server", "call", "run_in_terminal", "--json", parameters),
        *("--workspace", str(tmp_path)),
        env={**os.environ, "RCA_AUTO_APPROVE": RULES, "RCA_DATA_DIR": str(tmp_path / "data")},
    )
    assert json.loads(done.stdout)["error"]["details"]["exitCode"] == code


def test_a_termination_signal_ends_what_was_told_to_ignore_interrupts(tmp_path):
    done = ignoring(
        *(sys.executable, "-m", "lsp_server", "call", "run_in_terminal"),
        *("--json", json.dumps({"command": "kill -TERM $PPID; exec sleep 300", "timeoutSeconds": 20})),
        *("--workspace", str(tmp_path)),
        env={**os.environ, "RCA_AUTO_APPROVE": RULES, "RCA_DATA_DIR": str(tmp_path / "data")},
    )
    assert done.stdout == ""
    assert "Aborted!" in done.stderr


AMID_HANDOVER = """
import os, signal, sys, time
from pathlib import Path
from tests.toolkit.test_tool import context, make
from rca.scheduling.deadline import Deadline
from rca.toolkit.tool import invoke

def run(context, _params):
    os.kill(os.getpid(), signal.SIGINT)  # the main thread still starts this one
    while not context.deadline.cancelled:
        time.sleep(0.001)
    raise AssertionError

invoke(make(run), {"word": "a"}, context(Path(sys.argv[1]), deadline=Deadline(60)))
"""


UNNOTICED = AMID_HANDOVER.replace(
    "os.kill(os.getpid(), signal.SIGINT)  # the main thread still starts this one",
    "time.sleep(0.5); signal.pthread_kill(threading.get_ident(), signal.SIGINT)  # wakes no other thread",
).replace("import os,", "import os, threading,")


@pytest.mark.parametrize(
    "script", [AMID_HANDOVER, UNNOTICED], ids=["while a worker starts", "beside the wait"]
)
def test_an_interrupt_of_a_call_ends_the_process(tmp_path, script):
    done = subprocess.run(
        [sys.executable, "-c", script, tmp_path],
        capture_output=True, text=True, cwd=ROOT, check=False, timeout=60,
    )  # fmt: skip
    assert done.returncode == -signal.SIGINT
