"""Form of an answer over MCP: compact text, and how much of the envelope as structured content."""

from __future__ import annotations

import json
from collections.abc import Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import mcp_types as types

from rca.policy.answer_truncation import shorten
from rca.policy.reduction_order import ORDERS
from rca.toolkit import tool_catalog
from rca.toolkit.answer_rendering import as_text

if TYPE_CHECKING:
    from models.settings import Settings

DETAIL = "detail"
"""Parameter that every call takes over MCP: `compact`, or `full` for the whole answer as JSON."""
DETAILS = ("compact", "full")
_LEAN_TOKENS = 600
"""Size of the data in structured content beside a text that says the rest."""


@dataclass(frozen=True, slots=True)
class AnswerForm:
    """What an answer consists of.

    `structured` says what stands beside the text: errors alone, the core of each answer, or all of it. Most
    clients show a model the text, some the structured content where there is any. So by default only an error
    has both, which say the same.
    """

    text: Literal["compact", "json"] = "compact"
    structured: Literal["errors", "core", "full"] = "errors"


def form_of(settings: Settings, detail: str | None, *, has_schemas: bool) -> AnswerForm:
    """Return the form of one call: its parameter `detail` comes before the settings.

    Where schemas of answers were announced, each answer has structured content.
    """
    if detail == "full" or (detail is None and settings.assistant_text == "json"):
        return AnswerForm("json", "full")
    has_core = has_schemas or settings.assistant_text == "brief"
    return AnswerForm("compact", "core" if has_core else "errors")


def result_of(
    tool: str, envelope: dict[str, Any], form: AnswerForm, offered: Collection[str]
) -> types.CallToolResult:
    """Return an answer for the wire."""
    if form.text == "json":
        text = json.dumps(envelope, ensure_ascii=False, separators=(",", ":"))
    else:
        text = as_text(tool_catalog.load(tool), envelope, offered)
    links = [
        types.ResourceLink(
            name=output["field"] or "answer",
            uri=output["handle"],
            mime_type="text/plain",
            size=output["sizeBytes"],
        )
        for output in envelope["meta"].get("outputs", ())
    ]
    return types.CallToolResult(
        content=[types.TextContent(type="text", text=text), *links],
        structured_content=_structured(tool, envelope, form),
        is_error=not envelope["success"],
    )


def _structured(name: str, envelope: dict[str, Any], form: AnswerForm) -> dict[str, Any] | None:
    """Return the envelope, its core, or None; each keeps to the tool's output schema."""
    if form.structured == "full" or not envelope["success"]:
        return envelope
    tool = tool_catalog.load(name)
    if form.structured == "errors" or tool is None:
        return None
    data = envelope["data"]
    said_by_the_text = {field: "" for field in tool.sized_by_caller if isinstance(data.get(field), str)}
    core, _left_out = shorten(data | said_by_the_text, _LEAN_TOKENS, ORDERS.get(tool.name))
    return envelope | {"data": core}
