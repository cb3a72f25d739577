"""Markdown of the origins of a value."""

from __future__ import annotations

from models.tools.trace_value_origin import TraceValueOriginResult, ValueOrigin, ValueStep
from rca.analysis.rendering.answer_markdown import shortened
from rca.analysis.rendering.repeated_paths import shorten_repeated_paths
from rca.causes.origins.origin_words import describe_kind

_LONGEST = 120
_MOST = 10
"""Origins that are shown; they are ordered by how sure and how near they are."""


def origins_in_words(result: TraceValueOriginResult) -> str:
    """Render origins as a list, each with the way to it."""
    asked = f"`{shortened(result.expression, _LONGEST)}` in {result.file_path}:{result.line}"
    if not result.origins:
        word = "null" if result.asked == "null" else "its value"
        return f"Nothing in the project says where {word} of {asked} comes from."
    shown, total = len(result.origins), result.total_origins
    count = f"{total}" if shown == total else f"{shown} of {total}"
    subject = "Null" if result.asked == "null" else "The value"
    lines = [f"{subject} of {asked} can come from {count} place{'s' if total > 1 else ''}:", ""]
    lines += [line for one in result.origins[:_MOST] for line in _origin(one)]
    if shown > _MOST:
        lines.append(f"- {shown - _MOST} more: `cursor` and `limit` page through them")
    paths = [result.file_path]
    for one in result.origins:
        paths += [one.file_path, *(step.file_path for step in one.path)]
    return shorten_repeated_paths("\n".join(lines), paths)


def _origin(origin: ValueOrigin) -> list[str]:
    kind = describe_kind(origin.kind)
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
