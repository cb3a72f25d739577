"""A real ChromaDB server, members of a team on it, and a gate before it that may do badly."""

import http.client
import socket
import subprocess
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler
from pathlib import Path

import numpy as np
import pytest

from tests.knowledge.conftest import make_solution

SIZE = 16


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Chroma:
    """A `chroma run` that can be ended and started again on the same data."""

    def __init__(self, folder):
        self.folder = folder
        self.port = free_port()
        self.process = None

    @property
    def url(self):
        return f"http://127.0.0.1:{self.port}"

    def start(self):
        command = [str(Path(sys.executable).with_name("chroma")), "run", "--path", str(self.folder)]
        self.process = subprocess.Popen(
            [*command, "--host", "127.0.0.1", "--port", str(self.port)],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        for _try in range(300):
            try:
                connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=1)
                connection.request("GET", "/api/v2/heartbeat")
                if connection.getresponse().status == 200:
                    return
            except OSError:
                time.sleep(0.1)
        pytest.fail("chroma did not start")

    def make_database(self, name):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        connection.request(
            "POST",
            "/api/v2/tenants/default_tenant/databases",
            f'{{"name": "{name}"}}',
            {"Content-Type": "application/json"},
        )
        assert connection.getresponse().status == 200

    def stop(self):
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None


def embed(team, size=SIZE):
    ledger, model = team._ledger, team._model
    ledger.vectors.put(
        model,
        {
            seq: (text_hash, vector_of(text, size).tobytes())
            for seq, text, text_hash in ledger.vectors.missing(model, 1_000)
        },
    )


def vector_of(text, size=SIZE):
    row = np.random.default_rng(list(text.encode())).standard_normal(size).astype("<f4")
    return row / np.linalg.norm(row)


def learn(team, *numbers, **parts):
    team._ledger.put([(make_solution(number, **parts), "candidate") for number in numbers], "user")
    embed(team)


def synced(*teams):
    for team in teams:
        state = team.sync()
        assert state.state == "synced", state


def standing(team, number):
    record = team._ledger.get(f"test-{number}")
    return None if record is None else (record.state, record.worked, record.failed)


class Gate(BaseHTTPRequestHandler):
    """A proxy that asks for a token; or answers badly, or not at all."""

    target = ""
    mode = "token"
    released: threading.Event | None = None
    """What an answer waits for."""

    def do_GET(self):
        self.answer()

    def do_POST(self):
        self.answer()

    def answer(self):
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        if self.mode == "silent":
            time.sleep(60)
            return
        if self.released is not None:
            self.released.wait(60)
        if self.mode == "garbage":
            self.reply(200, b"<html>hello</html>")
        elif self.mode == "old":
            self.reply(404, b"not found")
        elif self.mode == "redirect":
            self.send_response(302)
            self.send_header("Location", self.target)
            self.end_headers()
        elif self.mode == "token" and self.headers.get("Authorization") != "Bearer right":
            self.reply(401, b"no")
        else:
            connection = http.client.HTTPConnection(self.target.removeprefix("http://"), timeout=60)
            connection.request(self.command, self.path, body, {"Content-Type": "application/json"})
            response = connection.getresponse()
            self.reply(response.status, response.read())

    def reply(self, status, content):
        self.send_response(status)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_arguments):
        pass
