"""Custom message: the workspace location of a line of a log or terminal; plain JSON."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from lsp_server.language_server import Server
    from lsp_server.user_session import Session

_logger = logging.getLogger(__name__)

LOCATE = "rca/locate"
"""Client to server: `{text}` → `{places}`, see `models.events.FramePlace`."""

_MOST_CHARACTERS = 20_000


def register(server: Server) -> None:
    """Find what stack frames and compiler messages name."""

    @server.feature(LOCATE)
    async def find(raw: Any) -> dict[str, Any]:  # noqa: ANN401 - plain JSON
        text = raw.get("text") if isinstance(raw, dict) else None
        if not isinstance(text, str):
            return {"places": []}
        session = await server.session_when_current()
        work = asyncio.get_running_loop().run_in_executor
        return {"places": await work(server.calls, _places, session, text[:_MOST_CHARACTERS])}


def _places(session: Session, text: str) -> list[dict[str, Any]]:
    from models.events import FramePlace
    from rca.analysis.locating.deobfuscation import deobfuscate
    from rca.analysis.locating.frame_locator import locate
    from rca.error_text import parse
    from rca.tool_failure import Failure

    snapshot, settings = session.workspace.snapshot, session.settings
    packages = (*settings.app_packages, *snapshot.app_packages)
    report = parse(text, packages)
    try:
        # Asked for every line of a terminal: a mapping, which may have 100 MB, is not searched for.
        if settings.mapping_file is not None:
            report = deobfuscate(report, text, snapshot, settings.mapping_file, packages).report
    except Failure as failure:
        # The names stay as they are; `analyze_error` reports it in its answer, here there is no place for it.
        _logger.warning("obfuscated names are not retraced: %s", failure)
    found = [
        FramePlace(file_path=one.file_path, line=one.line or 1, alternatives=one.alternatives)
        for one in locate(report, snapshot)
    ]
    return [one.model_dump(mode="json") for one in found]
