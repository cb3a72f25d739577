"""The end of a process while one of its threads starts another process."""

import subprocess
import sys

import pytest

STARTER = """
import contextlib, multiprocessing, threading, time
from multiprocessing import resource_tracker, util
from rca.scheduling.process_start import whole_start

spawn, under_way = util.spawnv_passfds, threading.Event()

def spawn_slowly(*arguments):
    pid = spawn(*arguments)
    under_way.set()
    time.sleep(1)  # the new interpreter runs and was told nothing yet
    return pid

def start():
    with {guard}:
        multiprocessing.get_context("spawn").Process(target=print, daemon=True).start()

if __name__ == "__main__":
    resource_tracker.ensure_running()
    util.spawnv_passfds = spawn_slowly
    threading.Thread(target=start, daemon=True).start()
    under_way.wait()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="processes are started in another way there")
@pytest.mark.parametrize(
    ("guard", "printed"),
    [("whole_start()", ""), ("contextlib.nullcontext()", "EOFError: Ran out of input\n")],
)
def test_a_process_that_ends_leaves_no_half_started_one(guard, printed, tmp_path):
    script = tmp_path / "starter.py"
    script.write_text(STARTER.format(guard=guard))
    # The output ends when the last process that can write to it has ended.
    done = subprocess.run([sys.executable, script], check=False, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0
    assert done.stderr[-len("EOFError: Ran out of input\n") :] == printed
