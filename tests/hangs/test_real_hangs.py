"""Hangs of real JVMs: their own dump and the debugger's view give the same cycle."""

from __future__ import annotations

import shutil
import subprocess
import sys

import pytest

from evaluation.hangs.hang_score import PROGRAMS
from rca.hangs.find_wait_graph import find_wait_graph, graph_of
from rca.hangs.hang_code import NoCode
from rca.jdwp.capture_run import attach
from rca.jdwp.exception_watch import ThrowFilter
from rca.scheduling.deadline import Deadline
from tests.jdwp import listening_program
from tests.jdwp.jvm_program import need_jdk
from tests.jdwp.listening_program import next_port

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="jstack of another session's JVM")


@pytest.fixture
def hanging(tmp_path):
    """Start a program of the corpus under a debugger's agent; return its process."""
    need_jdk()
    running = []

    def start(name):
        sources = [str(PROGRAMS / f"{one}.java") for one in (name, "Pause")]
        subprocess.run(["javac", "-g", "-d", str(tmp_path), *sources], check=True, timeout=120)
        running.append(listening_program.start("-cp", str(tmp_path), f"demo.{name}"))
        return running[-1]

    yield start
    for process in running:
        process.kill()
        process.wait(10)


def live_graph(process, names):
    """Attach until the threads of the cycle wait: a JVM needs a moment to get there."""
    for _ in range(40):
        port = next_port(process)
        run = attach("127.0.0.1", port, ThrowFilter(app_packages=("demo",)), 0.3, Deadline(30))
        assert run.hang is not None
        graph = graph_of(run.hang, NoCode())
        if any(names <= {one.removeprefix("thread ") for one in cycle.nodes} for cycle in graph.cycles):
            return graph
    pytest.fail("the program did not hang in time")


@pytest.mark.parametrize(
    ("program", "names"),
    [
        ("TwoMonitors", {"left-to-right", "right-to-left"}),
        ("LockPair", {"publisher", "repricer"}),
        ("JoinUnderLock", {"main", "saver"}),
    ],
)
def test_a_live_program_states_its_cycle(hanging, program, names):
    (cycle,) = live_graph(hanging(program), names).cycles
    assert {one.removeprefix("thread ") for one in cycle.nodes} == names
    assert cycle.certainty == "stated"


def test_the_program_goes_on_after_it_was_read(hanging):
    process = hanging("TwoMonitors")
    live_graph(process, {"left-to-right"})
    live_graph(process, {"left-to-right"})
    assert process.poll() is None


def test_its_own_dump_says_the_same(hanging):
    if shutil.which("jstack") is None:
        pytest.skip("there is no jstack")
    process = hanging("LockPair")
    live = live_graph(process, {"publisher", "repricer"})
    dumped = subprocess.run(
        ["jstack", str(process.pid)], capture_output=True, text=True, check=True, timeout=60
    )
    graph = find_wait_graph(dumped.stdout, ("demo",), NoCode())
    assert [set(cycle.nodes) for cycle in graph.cycles] == [set(cycle.nodes) for cycle in live.cycles]
    at = {edge.waiter: edge.waits_at.frame for edge in graph.edges}
    assert at == {edge.waiter: edge.waits_at.frame for edge in live.edges if edge.waiter in at}
