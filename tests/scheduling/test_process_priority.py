"""Processes beside the server: they stand still while somebody types; what becomes of them when it ends."""

import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from rca.scheduling.process_priority import wait_for

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="other systems know no such signals")

COUNTING = """
import sys, time
from rca.scheduling import process_priority
getattr(process_priority, sys.argv[3])()
for number in range(int(sys.argv[2])):
    with open(sys.argv[1], "a") as file:
        file.write(".")
    time.sleep(0.01)
"""


def counting(file, most, when_left="set_parent_death_signal"):
    return subprocess.Popen(
        [sys.executable, "-c", COUNTING, str(file), str(most), when_left], cwd=Path(__file__).parents[2]
    )


def size(file):
    return file.stat().st_size if file.exists() else 0


def grown(file, least):
    until = time.monotonic() + 30
    while size(file) < least and time.monotonic() < until:
        time.sleep(0.01)
    return size(file) >= least


def state(pid):
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return "gone"


def test_a_process_stands_still_while_it_is_held_up(tmp_path):
    file = tmp_path / "dots"
    stood = []

    def rest():
        if size(file) < 5 or stood:
            return
        time.sleep(0.05)  # until it has taken note
        before = size(file)
        time.sleep(0.5)
        stood.append(size(file) - before)

    with counting(file, 60) as process:
        assert wait_for(process, 30, rest)
    assert stood == [0]
    assert (process.returncode, size(file)) == (0, 60)


def test_only_time_in_which_it_works_counts(tmp_path):
    rested = []

    def rest():
        if not rested:
            rested.append(time.sleep(1))

    with counting(tmp_path / "dots", 100_000) as process:
        started = time.monotonic()
        assert not wait_for(process, 0.5, rest)
        assert time.monotonic() - started > 1.4
        assert process.poll() is None
        process.kill()


def test_it_ends_with_who_started_it_even_while_it_stands_still(tmp_path):
    file, started = tmp_path / "dots", []

    def start():
        started.append(counting(file, 100_000))
        assert grown(file, 1)
        started[0].send_signal(signal.SIGSTOP)

    thread = threading.Thread(target=start)
    thread.start()
    thread.join()
    assert started[0].wait(30) == -signal.SIGKILL
    assert state(started[0].pid) == "gone"


def test_one_that_outlives_its_starter_goes_on_though_it_stood_still(tmp_path):
    file, started = tmp_path / "dots", []

    def start():
        started.append(counting(file, 60, "outlive_starter"))
        assert grown(file, 1)
        started[0].send_signal(signal.SIGSTOP)

    thread = threading.Thread(target=start)
    thread.start()
    thread.join()
    assert (started[0].wait(60), size(file)) == (0, 60)
