"""MCP over HTTP from a running language server, so that an assistant sees unsaved editor text.

Only this machine can connect, only with the token, and no web page can: a request that names an origin, or
another host than the loopback address, is refused (DNS rebinding).
"""

from __future__ import annotations

import hmac
import secrets
import socket
import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING

import uvicorn
from mcp.server.transport_security import TransportSecuritySettings
from starlette.responses import PlainTextResponse

from lsp_server.mcp.mcp_server import create_mcp_server

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.types import ASGIApp, Receive, Scope, Send

    from lsp_server.user_session import Session

_HOST = "127.0.0.1"
_END_SECONDS = 10.0


@dataclass(frozen=True, slots=True)
class Endpoint:
    """The URL for a client, and the token that it must send as `Authorization: Bearer …`."""

    url: str
    token: str


class HttpServer:
    """Serves one toolset on a free port of the loopback address, in a separate thread."""

    def __init__(self, session: Callable[[], Session], toolset: str) -> None:
        listening = socket.create_server((_HOST, 0))
        port = listening.getsockname()[1]
        self.endpoint = Endpoint(f"http://{_HOST}:{port}/mcp", secrets.token_urlsafe(32))
        app = create_mcp_server(session, toolset, session().settings, notes_errors=False).streamable_http_app(
            transport_security=TransportSecuritySettings(allowed_hosts=[f"{_HOST}:{port}"])
        )
        guarded = _Guard(app, self.endpoint.token, f"{_HOST}:{port}")
        self._server = uvicorn.Server(
            uvicorn.Config(
                guarded, log_config=None, access_log=False, lifespan="on", timeout_graceful_shutdown=1
            )
        )
        self._thread = threading.Thread(
            target=self._server.run, args=([listening],), name="rca-mcp-http", daemon=True
        )
        self._thread.start()

    def close(self) -> None:
        """Stop serving; calls under way are ended."""
        self._server.should_exit = True
        self._thread.join(_END_SECONDS)


class _Guard:
    """Admits requests with the token that come from no web page."""

    def __init__(self, app: ASGIApp, token: str, host: str) -> None:
        self._app = app
        self._host = host.encode()
        self._expected = f"Bearer {token}".encode()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        refusal = self._refusal(scope) if scope["type"] == "http" else None
        if refusal is None:
            await self._app(scope, receive, send)
        else:
            await refusal(scope, receive, send)

    def _refusal(self, scope: Scope) -> PlainTextResponse | None:
        headers: dict[bytes, bytes] = dict(scope["headers"])
        if b"origin" in headers:
            return PlainTextResponse("Requests from web pages are refused.", 403)
        if headers.get(b"host") != self._host:
            return PlainTextResponse("The Host header is not that of this server.", 403)
        if not hmac.compare_digest(headers.get(b"authorization", b""), self._expected):
            return PlainTextResponse("The token is missing or wrong.", 401, {"WWW-Authenticate": "Bearer"})
        return None
