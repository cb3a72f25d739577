"""An OpenAI-compatible endpoint on loopback that says what a test wrote down, faults included."""

import json
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler

from tests.http_server import LocalServer


def said(content):
    """An answer in words."""
    return {"content": content}


def call(name, parameters=None, id_="c1"):
    """An answer that calls a function."""
    arguments = parameters if isinstance(parameters, str) else json.dumps(parameters or {})
    function = {"name": name, "arguments": arguments}
    return {"content": None, "tool_calls": [{"id": id_, "type": "function", "function": function}]}


def spoken(name, **parameters):
    """The same as one JSON object in words."""
    return said(json.dumps({"tool": name, "parameters": parameters}))


class Script:
    """What the endpoint answers, turn by turn; the last answer is given again and again.

    An answer is a message, a number (that HTTP status), bytes (that body), or a function of the request.
    """

    def __init__(self, *answers, models=("tiny",), refuses=(), tokens=100):
        self.answers = list(answers)
        self.models = models
        self.refuses = set(refuses)
        self.tokens = tokens
        self.requests = []
        self.url = ""

    def next(self, request):
        self.requests.append(request)
        if self.refuses & request.keys():
            return 400
        answer = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        return answer(request) if callable(answer) else answer

    @property
    def last(self):
        """The text of the last request's messages."""
        return "\n".join(str(message["content"]) for message in self.requests[-1]["messages"])


@contextmanager
def serving(script):
    """Serve a script."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            self._send(200, json.dumps({"data": [{"id": name} for name in script.models]}).encode())

        def do_POST(self):
            request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            answer = script.next(request)
            if isinstance(answer, int):
                self._send(answer, b'{"error": {"message": "no"}}')
            elif isinstance(answer, bytes):
                self._send(200, answer)
            elif answer is not None:
                choice = {"message": {"role": "assistant", **answer}, "finish_reason": "stop"}
                body = {"choices": [choice]}
                if script.tokens is not None:
                    body["usage"] = {"total_tokens": script.tokens}
                self._send(200, json.dumps(body).encode())

        def _send(self, status, body):
            self.send_response(status)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_args):
            pass

    server = LocalServer(Handler)
    script.url = f"{server.url}/v1"
    try:
        yield script
    finally:
        server.close()
