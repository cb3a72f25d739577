"""Rendering of answers for a model: the tool's Markdown, else JSON without empty fields.

The whole answer, which programs read, is the envelope; this is another form of it, never more.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from rca.toolkit.completeness import Provenance, provenance_of
from rca.toolkit.tool import Tool

_ALWAYS_SAID = ("understood", "truncated", "next", "outputs", "filesAffected", "completeness", "provenance")


def as_text(tool: Tool[Any, Any] | None, envelope: Mapping[str, Any]) -> str:
    """Return an answer's text: the tool's Markdown with the answer's gaps, else lean JSON."""
    if tool is not None and tool.words is not None and envelope["success"]:
        text = tool.words(tool.result.model_validate(envelope["data"])).rstrip()
        if text:
            return "\n\n".join((text, *_notes(envelope["meta"], text))) + "\n"
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


def _notes(meta: Mapping[str, Any], text: str) -> list[str]:
    """Return the answer's origins, its gaps, and how to get the rest, unless its text says so already."""
    known = provenance_of(meta) if meta.get("completeness") == "partial" else Provenance((), ())
    gaps = list(known.gaps)
    if meta.get("truncated") and meta.get("next"):
        gaps.append(f"the rest: {meta['next']}")
    parts = {"Where this answer comes from": known.origins, "What this answer lacks": gaps}
    parts["Parameters"] = tuple(meta.get("understood") or ())
    lines = {title: [f"- {note}" for note in notes if note not in text] for title, notes in parts.items()}
    return [f"{title}:\n" + "\n".join(notes) for title, notes in lines.items() if notes]
