"""Send a message that another thread has encoded, so that a large one does not hold up the event loop."""

from __future__ import annotations

import asyncio
import inspect
import logging
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pygls.protocol import LanguageServerProtocol

_logger = logging.getLogger(__name__)

_pending: set[asyncio.Future[None]] = set()
"""Writes under way: the loop itself holds tasks by weak references."""


def send_encoded(protocol: LanguageServerProtocol, message: str) -> None:
    """Write a message to the client, framed as pygls frames its own. Runs on the event loop.

    Args:
        protocol: the connection; one that is closed drops the message.
        message: a JSON-RPC message as JSON.
    """
    if protocol.writer is None:
        _logger.error("no client is connected")
        return
    body = message.encode()
    head = b"Content-Length: %d\r\n\r\n" % len(body) if protocol._include_headers else b""  # noqa: SLF001 - pygls tells nobody else
    try:
        written = protocol.writer.write(head + body)
    except BrokenPipeError:
        _logger.debug("the client is gone")
        return
    if inspect.isawaitable(written):
        task = asyncio.ensure_future(written)
        _pending.add(task)
        task.add_done_callback(_pending.discard)
