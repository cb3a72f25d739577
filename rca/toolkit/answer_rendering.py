"""Rendering of answers for a context window: one form for all tools.

What decides comes first, by the tool's own Markdown or by the plain form that every tool has; then what the
answer lacks; last the calls that would tell most next. The whole answer, which programs read, is the
envelope; this is another form of it, never more.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from pydantic import BaseModel

from rca.analysis.rendering.gap_lines import is_said
from rca.analysis.rendering.next_calls import NextCall, after_places
from rca.policy.answer_truncation import answer_size, shorten
from rca.policy.reduction_order import ORDERS
from rca.toolkit.completeness import Provenance, provenance_of
from rca.toolkit.plain_rendering import render_data
from rca.toolkit.tool import Tool

_MOST_NOTES = 3
_MOST_TOKENS = 3_500
"""Size of data, as JSON, above which the plain form leaves out what says least; its text has about half."""


def as_text(
    tool: Tool[Any, Any] | None, envelope: Mapping[str, Any], offered: Collection[str] | None = None
) -> str:
    """Return an answer's text.

    Args:
        tool: the tool that answered; None for a name that is no tool.
        envelope: its answer.
        offered: the tools that the reader can call; None for all. No other is recommended.
    """
    if tool is None or not envelope["success"]:
        return _failure(envelope)
    result = tool.result.model_validate(envelope["data"])
    text = tool.words(result).rstrip() if tool.words is not None else ""
    if not text:
        text = _plain_text(tool, result)
    if tool.next_calls is not None:
        calls = tool.next_calls(result)
    else:  # of a part nobody knows whether its only place is the only one
        calls = () if envelope["meta"].get("truncated") else after_places(envelope["data"])
    can = [call for call in calls if offered is None or call.tool in offered]
    parts = (text, *_notes(envelope["meta"], text), *([_next(can)] if can else []))
    return "\n\n".join(parts) + "\n"


def _plain_text(tool: Tool[Any, Any], result: BaseModel) -> str:
    """Return the data without defaults, which the tool's description says, and what was left out."""
    data = result.model_dump(mode="json", exclude_defaults=True)
    left_out = ""
    if answer_size(data) > _MOST_TOKENS:
        data, left_out = shorten(data, _MOST_TOKENS, ORDERS.get(tool.name), tool.sized_by_caller)
    text = render_data(data) or "Nothing."
    return f"{text}\n\nShortened: {left_out}." if left_out else text


def _failure(envelope: Mapping[str, Any]) -> str:
    """Return what was wrong, what to do about it, and the facts that a retry needs."""
    error = envelope["error"]
    lines = [f"{error['code']}: {error['message']}"]
    lines += [error["suggestion"]] if error.get("suggestion") else []
    details = render_data(error.get("details") or {})
    lines += [details] if details else []
    return "\n\n".join(("\n".join(lines), *_notes(envelope.get("meta") or {}, ""))) + "\n"


def _counted(notes: list[str]) -> list[str]:
    """Return the first notes and the number of the others, which the whole answer has."""
    rest = len(notes) - _MOST_NOTES
    return notes if rest <= 1 else [*notes[:_MOST_NOTES], f"- {rest} more"]


def _next(calls: Sequence[NextCall]) -> str:
    lines = (f"- {call.tool} {json.dumps(dict(call.parameters), ensure_ascii=False)}" for call in calls)
    return "\n".join(("Next, if this does not decide it:", *lines))


def _notes(meta: Mapping[str, Any], text: str) -> list[str]:
    """Return the answer's origins, its gaps, and how to get the rest, unless its text says so already."""
    known = provenance_of(meta) if meta.get("completeness") == "partial" else Provenance((), ())
    gaps = list(known.gaps)
    if meta.get("truncated") and meta.get("next"):
        gaps.append(f"the rest: {meta['next']}")
    parts = {"Where this answer comes from": known.origins, "What this answer lacks": gaps}
    parts["Parameters"] = tuple(meta.get("understood") or ())
    lines = {
        title: _counted([f"- {note}" for note in notes if not is_said(note, text)])
        for title, notes in parts.items()
    }
    return [f"{title}:\n" + "\n".join(notes) for title, notes in lines.items() if notes]
