"""Shows the answers of commands to the user, as most editors drop them."""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lsprotocol import types
from pygls.exceptions import JsonRpcException

if TYPE_CHECKING:
    from lsp_server.language_server import Server

_logger = logging.getLogger(__name__)

SHOW = {"show": True, "remember": False}
"""The second argument of a command about a known error: its answer is shown, and it is not counted again."""

_LONGEST_MESSAGE = 1_000
_MOST_DOCUMENTS = 20
_OPEN_SECONDS = 5.0
"""How long the editor may take to open a document; one that waits for the command first never does."""


async def show(server: Server, tool: str, envelope: Mapping[str, Any], folder: Path) -> None:
    """Open an answer as a Markdown document; if the editor cannot, show its beginning as a message.

    Args:
        server: the connection.
        tool: the tool that answered.
        envelope: its whole answer.
        folder: where the newest answers are stored as documents.
    """
    if not envelope["success"]:
        error = envelope["error"]
        text = f"{error['message']}. {error.get('suggestion') or ''}".strip()
        server.window_show_message(types.ShowMessageParams(types.MessageType.Warning, f"Kotlin RCA: {text}"))
        return
    from rca.toolkit import tool_catalog
    from rca.toolkit.answer_rendering import as_text

    loaded = tool_catalog.load(tool)
    text = as_text(loaded, envelope)
    if loaded is None or loaded.words is None:
        text = f"```json\n{json.dumps(json.loads(text), ensure_ascii=False, indent=2)}\n```\n"
    name = tool_catalog.resolve(tool)
    try:
        run = asyncio.get_running_loop().run_in_executor
        document = await run(server.calls, _write, folder, name, text)
    except OSError as problem:
        _logger.warning("an answer could not be written to a file: %s", problem)
        rest = f"… (the rest could not be written to a file: {problem.strerror or problem})"
    else:
        if await _opened(server, document):
            return
        rest = f"… (the whole answer: {document})"
    message = text if len(text) <= _LONGEST_MESSAGE else f"{text[:_LONGEST_MESSAGE]}\n{rest}"
    server.window_show_message(types.ShowMessageParams(types.MessageType.Info, message))


async def _opened(server: Server, document: Path) -> bool:
    """Return whether the editor has opened a document."""
    window = server.client_capabilities.window
    if not (window and window.show_document and window.show_document.support):
        return False
    params = types.ShowDocumentParams(document.as_uri(), external=False, take_focus=True)
    try:
        result = await asyncio.wait_for(server.window_show_document_async(params), _OPEN_SECONDS)
    except (JsonRpcException, TimeoutError) as problem:
        _logger.warning("the editor did not open an answer: %s: %s", type(problem).__name__, problem)
        return False
    return result.success


def _write(folder: Path, name: str, text: str) -> Path:
    """Write an answer to a new file and return its path: editors do not reload an open document."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    data = text.encode("utf-8", "replace")
    document = folder / f"{name}-{hashlib.sha256(data).hexdigest()[:8]}.md"
    with os.fdopen(os.open(document, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
        file.write(data)
    documents = sorted(folder.glob("*.md"), key=lambda path: path.stat().st_mtime_ns)
    for old in documents[:-_MOST_DOCUMENTS]:
        old.unlink(missing_ok=True)
    return document
