"""MCP Apps: the report of an analysis as a page that hosts show beside the conversation."""

from __future__ import annotations

import base64
import functools
import hashlib
from pathlib import Path
from typing import TYPE_CHECKING, Any

import mcp_types as types

if TYPE_CHECKING:
    from mcp.server.context import ServerRequestContext

EXTENSION = "io.modelcontextprotocol/ui"
URI = "ui://kotlin-rca/report.html"
MIME = "text/html;profile=mcp-app"

REPORT = "kotlin-rca/report"
"""The key of a result's `_meta` under which the page finds the report: hosts show it to no model."""

TOOL = "analyze_error"
_FOLDER = Path(__file__).parent
_UI = {"csp": {"connectDomains": [], "resourceDomains": []}, "prefersBorder": True}


def is_shown_by(context: ServerRequestContext[Any]) -> bool:
    """Return whether the client shows pages of MCP Apps."""
    capabilities = context.session.client_capabilities
    extensions = (capabilities.extensions if capabilities else None) or {}
    types_ = (extensions.get(EXTENSION) or {}).get("mimeTypes")
    return isinstance(types_, list) and MIME in types_


def linked(tool: types.Tool) -> types.Tool:
    """Return a tool with the link to the page that shows its results, if it has one."""
    if tool.name != TOOL:
        return tool
    return tool.model_copy(update={"meta": {**(tool.meta or {}), "ui": {"resourceUri": URI}}})


def page() -> types.ReadResourceResult:
    """Return the page; it loads nothing, and runs no script but its own."""
    content = types.TextResourceContents(uri=URI, mime_type=MIME, text=_html(), meta={"ui": _UI})
    return types.ReadResourceResult(contents=[content])


def with_report(result: types.CallToolResult, envelope: dict[str, Any]) -> types.CallToolResult:
    """Return the result of an analysis with the report for the page."""
    if not envelope["success"]:
        return result
    from markdown_it import MarkdownIt

    # HTML in the Markdown stays text, and no image is fetched: what is shown may come from a log.
    reader = MarkdownIt("commonmark", {"html": False}).enable("table").disable("image")
    report = {
        "html": reader.render(envelope["data"]["brief"]),
        "completeness": envelope["meta"].get("completeness"),
        "notes": envelope["meta"].get("provenance") or [],
    }
    return result.model_copy(update={"meta": {**(result.meta or {}), REPORT: report}})


@functools.cache
def _html() -> str:
    style = (_FOLDER / "report_app.css").read_text(encoding="utf-8")
    script = (_FOLDER / "report_app.js").read_text(encoding="utf-8")
    frame = (_FOLDER / "report_app.html").read_text(encoding="utf-8")
    policy = (
        f"default-src 'none'; script-src {_hash(script)}; style-src {_hash(style)}; base-uri 'none'; "
        "form-action 'none'"
    )
    return frame.replace("%POLICY%", policy).replace("%STYLE%", style).replace("%SCRIPT%", script)


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
