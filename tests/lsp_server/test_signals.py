"""Ctrl-C, and the signals that a terminal or an assistant ends a process with, at rest and amid a command."""

import json
import os
import signal
import subprocess
import sys
import time

import pytest

from tests.project_folder import write_file

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals and sleep")

RULES = json.dumps([{"tool": "run_in_terminal", "pattern": ".*"}])
SIGNALS = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP]

MCP_START = {
    "id": 1,
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "test", "version": "1"},
    },
}


@pytest.fixture
def project(tmp_path):
    return write_file(tmp_path / "project", "A.kt", "fun a() = 1\n").parent


@pytest.fixture
def start(environment):
    started = []

    def run(*arguments):
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        command = [sys.executable, "-m", "lsp_server", *map(str, arguments)]
        process = subprocess.Popen(command, env={**environment, "RCA_AUTO_APPROVE": RULES}, **pipes)
        started.append(process)
        return process

    yield run
    for process in started:
        process.kill()
        process.communicate()


def sleeping(folder):
    """Return the parameters of a command that lasts, and what tells its process once it runs."""
    pid = folder / "pid"

    def number():
        until = time.monotonic() + 60
        while not (pid.exists() and pid.read_text().strip()):
            assert time.monotonic() < until
            time.sleep(0.05)
        return int(pid.read_text())

    return {"command": f"echo $$ > {pid}; exec sleep 300", "timeoutSeconds": 200}, number


def gone(number):
    until = time.monotonic() + 10
    while time.monotonic() < until:
        try:
            os.kill(number, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.05)
    os.kill(number, signal.SIGKILL)
    return False


@pytest.mark.parametrize("sent", SIGNALS)
@pytest.mark.parametrize("busy", [False, True])
def test_an_assistants_server_ends_at_once(start, project, tmp_path, sent, busy):
    server = start("mcp", "--toolset", "all", "-w", project)

    def send(message):
        server.stdin.write(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")
        server.stdin.flush()

    send(MCP_START)
    assert b"kotlin-rca" in server.stdout.readline()
    send({"method": "notifications/initialized"})
    parameters, number = sleeping(tmp_path)
    if busy:
        send(
            {"id": 2, "method": "tools/call", "params": {"name": "run_in_terminal", "arguments": parameters}}
        )
        number()
    server.send_signal(sent)
    assert server.wait(30) != 0
    assert b"Traceback" not in server.stderr.read()
    if busy:
        assert gone(number())


@pytest.mark.parametrize("sent", SIGNALS)
def test_a_command_ends_with_what_it_runs(start, project, tmp_path, sent):
    parameters, number = sleeping(tmp_path)
    process = start("call", "run_in_terminal", "--json", json.dumps(parameters), "-w", project)
    number()
    process.send_signal(sent)
    assert process.wait(30) != 0
    assert b"Traceback" not in process.stderr.read()
    assert gone(number())


@pytest.mark.parametrize("sent", SIGNALS)
@pytest.mark.parametrize("busy", [False, True])
def test_an_editors_server_ends_at_once(start, project, tmp_path, sent, busy):
    server = start("serve")

    def send(message):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        server.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        server.stdin.flush()

    folder = {"uri": project.as_uri(), "name": "project"}
    send({"id": 1, "method": "initialize", "params": {"capabilities": {}, "workspaceFolders": [folder]}})
    assert server.stdout.readline().startswith(b"Content-Length")
    send({"method": "initialized", "params": {}})
    parameters, number = sleeping(tmp_path)
    if busy:
        command = {"command": "rca.run_in_terminal", "arguments": [parameters]}
        send({"id": 2, "method": "workspace/executeCommand", "params": command})
        number()
    server.send_signal(sent)
    server.wait(30)
    if busy:
        assert gone(number())
