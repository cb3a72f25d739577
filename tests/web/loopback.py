"""A loopback HTTP server that speaks the sources' APIs, faults included."""

from __future__ import annotations

import gzip
import json
import time
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler
from urllib.parse import parse_qs, urlsplit

from models.settings import NetworkSettings
from tests.http_server import LocalServer

QUESTION = {
    "question_id": 101,
    "title": "java.lang.IllegalStateException: Fragment not attached to a context &amp; crash",
    "link": "https://stackoverflow.com/questions/101/fragment-not-attached",
    "body": "<p>My <code>ProfileFragment</code> crashes with <b>Fragment not attached to a context</b>.</p>"
    + "<p>filler</p>" * 80,
    "accepted_answer_id": 102,
    "is_answered": True,
    "score": 40,
    "creation_date": 1_400_000_000,
    "last_activity_date": 1_700_000_000,
    "owner": {"display_name": "Robin &amp; Co"},
}
OTHER = {
    "title": "How to centre a view",
    "link": "https://stackoverflow.com/questions/7/centre",
    "body": "<p>gravity</p>",
}
ISSUE = {
    "title": "Fragment not attached to a context after rotation",
    "html_url": "https://github.com/example/app/issues/5",
    "body": "See [the log](https://example.org/x)\n```\nIllegalStateException\n```",
    "state": "closed",
    "state_reason": "completed",
    "text_matches": [{"fragment": "Fragment not attached"}],
    "updated_at": "2024-03-01T12:00:00Z",
    "user": {"login": "reporter"},
    "reactions": {"total_count": 3},
}
DOCUMENT = {
    "title": "Window: crypto",
    "mdn_url": "/en-US/docs/Web/API/Window/crypto",
    "summary": "Gives\n crypto.",
    "highlight": {"body": ["the <mark>context</mark> of a window"], "title": []},
}
RESULT = {
    "title": "Fragments",
    "url": "https://developer.example.org/guide/fragments",
    "content": "A context.",
}

ANSWERS = {
    "/se/search/advanced": {"items": [OTHER, QUESTION], "has_more": False, "quota_remaining": 290},
    "/se/moved": {"items": [QUESTION]},
    "/gh/search/issues": {"total_count": 1, "items": [ISSUE]},
    "/mdn/search": {"documents": [DOCUMENT], "metadata": {"total": {"value": 1}}},
    "/docs/search": {"results": [RESULT]},
    "/sx/search": {
        "query": "x",
        "results": [RESULT, {"title": "bad", "url": "javascript:alert(1)", "content": ""}],
    },
}


@dataclass
class Fault:
    """What a path does instead of answering, and how many times (0: always)."""

    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes = b""
    times: int = 0
    wait: float = 0.0
    drip: float = 0.0
    cut: bool = False


class Web:
    """The server, what it was asked, and the faults that it plays."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, dict[str, str], dict[str, str]]] = []
        self.lines: list[str] = []
        self.faults: dict[str, Fault] = {}
        web = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                web.answer(self)

            def log_message(self, *_args: object) -> None:
                """Keep quiet."""

        self._server = LocalServer(Handler)
        self.base = self._server.url

    def settings(self, *sources: str) -> NetworkSettings:
        return NetworkSettings(
            allowed_sources=sources,
            stackoverflow_url=f"{self.base}/se",
            github_url=f"{self.base}/gh/",
            mdn_url=f"{self.base}/mdn",
            docs_url=f"{self.base}/docs",
            searxng_url=f"{self.base}/sx",
        )

    def close(self) -> None:
        self._server.close()

    def answer(self, handler: BaseHTTPRequestHandler) -> None:
        parts = urlsplit(handler.path)
        query = {key: values[0] for key, values in parse_qs(parts.query).items()}
        self.asked.append((parts.path, query, dict(handler.headers)))
        self.lines.append(handler.path)
        fault = self.faults.get(parts.path)
        if fault is not None:
            if fault.times:
                fault.times -= 1
                if fault.times == 0:
                    del self.faults[parts.path]
            self._play(handler, fault)
            return
        if parts.path not in ANSWERS:
            self._send(handler, 404, {}, b'{"message": "Not Found"}')
            return
        body = gzip.compress(json.dumps(ANSWERS[parts.path]).encode())
        self._send(handler, 200, {"Content-Encoding": "gzip", "Content-Type": "application/json"}, body)

    def _play(self, handler: BaseHTTPRequestHandler, fault: Fault) -> None:
        time.sleep(fault.wait)
        if fault.cut:
            handler.send_response(200)
            handler.send_header("Content-Length", "5000")
            handler.end_headers()
            handler.wfile.write(b'{"items": [')
            handler.wfile.flush()
            handler.close_connection = True
            return
        if fault.drip:
            handler.send_response(200)
            handler.send_header("Content-Length", "100000")
            handler.end_headers()
            try:
                for _ in range(100_000):
                    handler.wfile.write(b" ")
                    handler.wfile.flush()
                    time.sleep(fault.drip)
            except OSError:
                handler.close_connection = True
            return
        self._send(handler, fault.status, fault.headers, fault.body)

    @staticmethod
    def _send(handler: BaseHTTPRequestHandler, status: int, headers: dict[str, str], body: bytes) -> None:
        handler.send_response(status)
        for name, value in headers.items():
            handler.send_header(name, value)
        handler.send_header("Content-Length", str(len(body)))
        try:
            handler.end_headers()
            handler.wfile.write(body)
        except OSError:
            handler.close_connection = True  # who asked has given up
