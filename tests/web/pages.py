"""A loopback server of web pages, faults included, and a name server that says what a test wants."""

from __future__ import annotations

import socket
import time
from http.server import BaseHTTPRequestHandler
from typing import Any

from tests.http_server import LocalServer

PUBLIC = "93.184.216.34"


class Page:
    """What a path answers with."""

    def __init__(
        self, body: bytes | str = b"", kind: str | None = "text/html", status: int = 200, **headers: str
    ):
        self.body = body.encode() if isinstance(body, str) else body
        self.kind = kind
        self.status = status
        self.headers = {name.replace("_", "-"): value for name, value in headers.items()}
        self.wait = 0.0
        self.drip = 0.0
        self.raw: bytes | None = None


class Pages:
    """The server, what it was asked, and what it answers."""

    def __init__(self) -> None:
        self.pages: dict[str, Page] = {}
        self.asked: list[tuple[str, str]] = []
        self.headers: list[dict[str, str]] = []
        pages = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                pages.answer(self)

            def log_message(self, *_args: object) -> None:
                """Keep quiet."""

        self._server = LocalServer(Handler)
        self.port = self._server.port
        self.host = f"127.0.0.1:{self.port}"
        self.base = self._server.url

    def put(self, path: str, page: Page) -> str:
        self.pages[path] = page
        return f"{self.base}{path}"

    def close(self) -> None:
        self._server.close()

    def answer(self, handler: BaseHTTPRequestHandler) -> None:
        self.asked.append((handler.headers.get("Host", ""), handler.path))
        self.headers.append(dict(handler.headers))
        page = self.pages.get(handler.path.partition("?")[0], Page(b"none", status=404))
        time.sleep(page.wait)
        try:
            self._send(handler, page)
        except OSError:
            handler.close_connection = True  # who asked has given up

    @staticmethod
    def _send(handler: BaseHTTPRequestHandler, page: Page) -> None:
        if page.raw is not None:
            handler.wfile.write(page.raw)
            handler.close_connection = True
            return
        handler.send_response(page.status)
        if page.kind is not None:
            handler.send_header("Content-Type", page.kind)
        for name, value in page.headers.items():
            handler.send_header(name, value)
        handler.send_header("Content-Length", str(len(page.body)))
        handler.end_headers()
        if not page.drip:
            handler.wfile.write(page.body)
            return
        for at in range(len(page.body)):
            handler.wfile.write(page.body[at : at + 1])
            handler.wfile.flush()
            time.sleep(page.drip)


class Names:
    """Stands in for the name server: each look-up of a name takes its next answer, the last one stays."""

    def __init__(self, monkeypatch: Any, **answers: list[str]) -> None:
        self.asked: list[str] = []
        self._answers = {name.replace("_", "."): list(numbers) for name, numbers in answers.items()}
        self._real = socket.getaddrinfo
        monkeypatch.setattr(socket, "getaddrinfo", self._look_up)

    def say(self, name: str, *answers: str) -> None:
        """Set answers; one with commas holds several numbers."""
        self._answers[name] = list(answers)

    def _look_up(self, name: Any, *rest: Any, **named: Any) -> list[Any]:
        if name not in self._answers:
            return self._real(name, *rest, **named)
        self.asked.append(name)
        answers = self._answers[name]
        numbers = answers.pop(0) if len(answers) > 1 else answers[0]
        if not numbers:
            raise socket.gaierror(-2, "Name or service not known")
        return [
            (socket.AF_INET6 if ":" in one else socket.AF_INET, socket.SOCK_STREAM, 6, "", (one, 0))
            for one in numbers.split(",")
        ]
