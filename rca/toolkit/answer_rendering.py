"""Rendering of answers for a model: the tool's Markdown, else JSON without empty fields.

The whole answer, which programs read, is the envelope; this is another form of it, never more.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from rca.toolkit.tool import Tool

_ALWAYS_SAID = ("truncated", "next", "outputs", "filesAffected", "completeness", "provenance")


def as_text(tool: Tool[Any, Any] | None, envelope: Mapping[str, Any]) -> str:
    """Return an answer's text: the tool's Markdown with the answer's gaps, else lean JSON."""
    if tool is not None and tool.words is not None and envelope["success"]:
        text = tool.words(tool.result.model_validate(envelope["data"])).rstrip()
        if text:
            return "\n\n".join(part for part in (text, _lacking(envelope["meta"], text)) if part) + "\n"
    return json.dumps(lean(envelope), ensure_ascii=False, separators=(",", ":"))


def lean(envelope: Mapping[str, Any]) -> dict[str, Any]:
    """Drop empty fields: nulls and empties inside results, times and revisions in `meta`.

    Top-level empties of `data` stay: that nothing was found is the answer.
    """
    meta = {
        name: value for name, value in (envelope.get("meta") or {}).items() if name in _ALWAYS_SAID and value
    }
    if meta.get("completeness") == "complete":
        del meta["completeness"]
    shown = {name: _lean(value) for name, value in envelope.items() if name != "meta"}
    if isinstance(envelope.get("data"), dict):
        shown["data"] = {name: _lean(value) for name, value in envelope["data"].items()}
    return {**shown, "meta": meta} if meta else shown


def _lean(value: Any) -> Any:  # noqa: ANN401 - a JSON value
    if isinstance(value, dict):
        parts = ((key, _lean(part)) for key, part in value.items())
        return {key: part for key, part in parts if part is not None and part not in ("", [], {})}
    if isinstance(value, list):
        return [_lean(part) for part in value]
    return value


def _lacking(meta: dict[str, Any], text: str) -> str:
    """Return the answer's gaps and how to get the rest, unless its text says so already."""
    notes = list(meta.get("provenance") or ()) if meta.get("completeness") == "partial" else []
    if meta.get("truncated") and meta.get("next"):
        notes.append(f"the rest: {meta['next']}")
    lines = [f"- {note}" for note in notes if note not in text]
    return "What this answer lacks:\n" + "\n".join(lines) if lines else ""
