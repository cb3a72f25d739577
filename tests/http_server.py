"""A web server on this machine for one test."""

import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

_LOOKS_EVERY_SECONDS = 0.01
"""The library's own half second is what every test with a server of its own would wait at its end."""


class LocalServer:
    """Answers with a handler until it is closed."""

    def __init__(self, handler: type[BaseHTTPRequestHandler]) -> None:
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self._server.daemon_threads = True
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
