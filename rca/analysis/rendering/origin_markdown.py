"""Markdown of the origins of a value."""

from __future__ import annotations

from models.tools.trace_value_origin import TraceValueOriginResult, ValueOrigin, ValueStep
from rca.analysis.rendering.answer_markdown import shortened

_LONGEST = 120
_IN_WORDS = {
    "null_literal": "`null` is written",
    "default_value": "a field that is null until it is written",
    "lateinit_unset": "`lateinit`, and not set yet",
    "safe_cast": "a safe cast",
    "lookup": "a lookup that may find nothing",
    "extra": "an extra of an intent",
    "bundle": "an entry of a bundle",
    "saved_state": "saved state",
    "preference": "a preference",
    "cursor": "a database column",
    "json": "data that is read",
    "view_lookup": "a view or fragment that is looked up",
    "system_service": "a service of the system",
    "injected": "injected",
    "library_call": "a library's call",
    "platform_call": "a call of Java that says nothing of null",
    "framework_argument": "an argument that a library gives",
    "parameter": "a parameter that no call in the project gives",
    "unresolved": "not known from here",
}


def origins_in_words(result: TraceValueOriginResult) -> str:
    """Render origins as a list, each with the way to it."""
    asked = f"`{shortened(result.expression, _LONGEST)}` in {result.file_path}:{result.line}"
    if not result.origins:
        word = "null" if result.asked == "null" else "its value"
        return f"Nothing in the project says where {word} of {asked} comes from."
    shown, total = len(result.origins), result.total_origins
    count = f"{total}" if shown == total else f"{shown} of {total}"
    subject = "Null" if result.asked == "null" else "The value"
    head = f"{subject} of {asked} can come from {count} place{'s' if total > 1 else ''}:"
    return "\n".join((head, "", *(line for one in result.origins for line in _origin(one))))


def _origin(origin: ValueOrigin) -> list[str]:
    kind = _IN_WORDS.get(origin.kind, origin.kind.replace("_", " "))
    note = f" ({origin.note})" if origin.note else ""
    lines = [f"- {_place(origin)}: {kind}{note}: `{shortened(origin.text, _LONGEST)}`"]
    lines += [
        f"  - {one.kind.replace('_', ' ')} {_place(one)}: `{shortened(one.text, _LONGEST)}`"
        for one in origin.path
    ]
    return lines


def _place(row: ValueOrigin | ValueStep) -> str:
    inside = f" in {row.function}" if row.function else ""
    return f"{row.file_path}:{row.line}{inside}"
