"""A chat endpoint on loopback that answers what a test wrote down, faults included."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

SLOW = "slow"
"""An answer that comes too late."""


def call(tool: str, arguments: object) -> dict[str, Any]:
    """Return a message that calls a tool; a text as arguments is sent as it is."""
    text = arguments if isinstance(arguments, str) else json.dumps(arguments)
    function = {"name": tool, "arguments": text}
    return {"content": None, "tool_calls": [{"id": "c1", "type": "function", "function": function}]}


class Answers:
    """The answers, one a request; the last one is given again. `requests` has what came."""

    def __init__(self, *answers: dict[str, Any] | int | str) -> None:
        self.answers = list(answers)
        self.requests: list[dict[str, Any]] = []
        self.url = ""

    def heard(self, role: str) -> list[str]:
        """Return the texts of the last request's messages of a role."""
        return [message["content"] for message in self.requests[-1]["messages"] if message["role"] == role]


@contextmanager
def serving(*answers: dict[str, Any] | int | str) -> Iterator[Answers]:
    """Serve answers: a message, a number (that HTTP status), or SLOW."""
    script = Answers(*answers)

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            body = b'{"data": [{"id": "tiny"}]}'
            self.send_response(200)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def do_POST(self) -> None:
            script.requests.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            answer = script.answers.pop(0) if len(script.answers) > 1 else script.answers[0]
            if answer == SLOW:
                time.sleep(1)
                return
            message = {"role": "assistant", **answer} if isinstance(answer, dict) else {}
            body = json.dumps({"choices": [{"message": message}], "usage": {"total_tokens": 7}}).encode()
            self.send_response(answer if isinstance(answer, int) else 200)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    script.url = f"http://127.0.0.1:{server.server_address[1]}/v1"
    try:
        yield script
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
