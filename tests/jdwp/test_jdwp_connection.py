"""What listens may be anything, and may go away at any moment."""

from __future__ import annotations

import os
import shlex
import socket
import threading
import time
from pathlib import Path

import pytest

from rca.jdwp.capture_run import CaptureRun, attach, run_command
from rca.jdwp.exception_watch import ThrowFilter
from rca.jdwp.jdwp_connection import JdwpConnection
from rca.jdwp.jdwp_packets import JdwpProblem
from rca.jdwp.state_rendering import render_state
from rca.scheduling.deadline import Deadline
from tests.jdwp.jvm_program import compile_java, variable
from tests.jdwp.listening_program import next_port, start

LOOP = """
public class Main {
    static void step(int count) { if (count % 5 == 4) throw new IllegalStateException("at " + count); }
    public static void main(String[] args) throws Exception {
        for (int count = 0; count < 10000; count++) {
            final int now = count;
            Thread thread = new Thread(() -> step(now));
            thread.start();
            thread.join();
            System.out.println(count);
            Thread.sleep(20);
        }
    }
}
"""


@pytest.mark.parametrize("greeting", [b"", b"HTTP/1.1 400 Bad Request\r\n\r\n", b"JDWP-Hand"])
def test_a_port_that_is_not_jdwp(greeting: bytes) -> None:
    ours, theirs = socket.socketpair()
    theirs.sendall(greeting)
    with theirs, pytest.raises(JdwpProblem, match="does not speak JDWP"):
        JdwpConnection(ours, 0.3)


def test_a_packet_of_impossible_size() -> None:
    ours, theirs = socket.socketpair()
    theirs.sendall(b"JDWP-Handshake" + b"\xff" * 11)
    with theirs, pytest.raises(JdwpProblem, match="a packet claims"):
        JdwpConnection(ours, 1)


def test_nothing_listens() -> None:
    with socket.socket() as deaf:
        deaf.bind(("127.0.0.1", 0))
        port: int = deaf.getsockname()[1]
        with pytest.raises(JdwpProblem, match="cannot be reached"):
            attach("127.0.0.1", port, ThrowFilter(), 0.1, Deadline(5))


def test_attach_and_detach(tmp_path: Path) -> None:
    program = start("-cp", str(compile_java(tmp_path, LOOP)), "Main")
    try:
        for _ in range(2):  # let go, it can be attached to again
            run = attach("127.0.0.1", next_port(program), ThrowFilter(), 30, Deadline(60))
            assert run.state is not None
            frame = render_state(run.state).frames[0]
            assert int(variable(frame, "count").text) % 5 == 4
        assert program.stdout is not None
        counted = (int(line) for line in program.stdout if line.strip().isdecimal())
        before = next(counted)
        assert any(number > before + 50 for number in counted)
    finally:
        program.kill()
        program.wait()


def test_a_program_that_dies_under_the_watch(tmp_path: Path) -> None:
    program = start("-cp", str(compile_java(tmp_path, LOOP)), "Main")
    port = next_port(program)
    threading.Timer(1.0, program.kill).start()
    started = time.monotonic()
    run = attach("127.0.0.1", port, ThrowFilter(exception="NeverThrown"), 30, Deadline(60))
    program.wait()
    assert run.state is None
    assert run.ended is not None
    assert time.monotonic() - started < 25


def test_a_run_without_a_throw_ends_with_the_program(tmp_path: Path) -> None:
    source = 'public class Main { public static void main(String[] a) { System.out.println("fine"); } }'
    run = _run(compile_java(tmp_path, source))
    assert (run.state, run.exit_code, run.programs) == (None, 0, 1)
    assert "fine" in run.output


def _run(folder: Path) -> CaptureRun:
    command = f"java -cp {shlex.quote(str(folder))} Main"
    return run_command(command, folder, os.environ, ThrowFilter(), 30, Deadline(60))
