"""A web server on this machine for one test."""

import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

_LOOKS_EVERY_SECONDS = 0.01
"""The library's own half second is what every test with a server of its own would wait at its end."""


class QuietServer(ThreadingHTTPServer):
    """Passes over clients that go before they have their answer: tests give up, cancel and cut off on purpose."""

    daemon_threads = True

    def handle_error(self, request, client_address):
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


class LocalServer:
    """Answers with a handler until it is closed."""

    def __init__(self, handler: type[BaseHTTPRequestHandler]) -> None:
        self._server = QuietServer(("127.0.0.1", 0), handler)
        self.port: int = self._server.server_address[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self._thread = threading.Thread(
            target=self._server.serve_forever, args=(_LOOKS_EVERY_SECONDS,), daemon=True
        )
        self._thread.start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()
