"""Custom message: redaction of text that the user is about to share; plain JSON."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from lsp_server.language_server import Server

REDACT = "rca/redact"
"""Client to server: `{text}` → `{text, kinds}`, see `rca.redaction.Redacted`."""

_MOST_CHARACTERS = 200_000


def register(server: Server) -> None:
    """Redact text; what exceeds 200,000 characters is left out."""

    @server.feature(REDACT)
    async def mask(raw: Any) -> dict[str, Any]:  # noqa: ANN401 - plain JSON
        from rca.redaction import redact

        text = raw.get("text") if isinstance(raw, dict) else None
        if not isinstance(text, str):
            return {"text": "", "kinds": []}
        work = asyncio.get_running_loop().run_in_executor
        redacted = await work(server.calls, redact, text[:_MOST_CHARACTERS])
        return {"text": redacted.text, "kinds": list(redacted.kinds)}
