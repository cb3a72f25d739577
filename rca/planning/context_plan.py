"""Reading plan: the most relevant items first, each in the largest form that fits the budget."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from models.tools.get_context_plan import ContextForm, ContextItem
from rca.analysis.rendering.token_budget import estimate_tokens
from rca.planning.reading_candidates import NAMED_FILE, Candidate
from rca.workspace import Snapshot

MOST_WHOLE_FILES = 5
"""Files that a plan loads whole (seed 002: never more than five)."""

_SMALL = 800
"""Tokens up to which a file is read whole rather than a part of it."""
_SUMMARY = 1_200
"""Tokens that a summary is given; summaries keep to theirs."""
_LARGEST_SHARE = 0.3
"""The part of the budget that one item may take."""
_OVERHEAD = 60
"""Tokens of an answer beside the text itself."""
_AROUND = 2
"""Lines shown before and after a declaration."""
_MOST_LEFT_OUT = 15


@dataclass(frozen=True)
class Planned:
    """The chosen items, their cost, and the candidates without room."""

    items: tuple[ContextItem, ...]
    tokens: int
    left_out: tuple[str, ...]


def plan(found: Sequence[Candidate], snapshot: Snapshot, tokens: int, limit: int) -> Planned:
    """Choose items greedily: a candidate that does not fit is tried in a smaller form."""
    items: list[ContextItem] = []
    covered: dict[str, list[tuple[int, int]]] = {}
    left_out: dict[str, None] = {}
    room, whole = tokens, 0
    for candidate in found:
        if _is_covered(candidate, covered):
            continue
        chosen = next(
            (
                item
                for item in _forms(candidate, snapshot)
                if item.tokens <= min(room, max(tokens * _LARGEST_SHARE, _SUMMARY))
                and (item.form != "file" or whole < MOST_WHOLE_FILES)
            ),
            None,
        )
        if chosen is None or len(items) == limit:
            left_out[candidate.path] = None
            continue
        items.append(chosen)
        room -= chosen.tokens
        whole += chosen.form == "file"
        covered.setdefault(candidate.path, []).append(_span(chosen))
    kept = [path for path in left_out if path not in covered]
    return Planned(tuple(items), tokens - room, tuple(kept[:_MOST_LEFT_OUT]))


def _is_covered(candidate: Candidate, covered: dict[str, list[tuple[int, int]]]) -> bool:
    spans = covered.get(candidate.path, [])
    symbol = candidate.symbol
    if symbol is None:
        return bool(spans)
    return any(first <= symbol.line and symbol.end_line <= last for first, last in spans)


def _span(item: ContextItem) -> tuple[int, int]:
    return item.line_start or 1, item.line_end or 1_000_000_000


def _forms(candidate: Candidate, snapshot: Snapshot) -> Iterator[ContextItem]:
    """Return the forms of a candidate, the largest first."""
    if candidate.path == ":":
        yield _item(candidate, "summary", _SUMMARY, _Call("get_plugin_summary", {"tokenBudget": _SUMMARY}))
        return
    if candidate.path.startswith(":"):
        given = {"module": candidate.path, "tokenBudget": _SUMMARY}
        yield _item(candidate, "summary", _SUMMARY, _Call("get_module_summary", given))
        return
    text = snapshot.text(candidate.path)
    if text is None:
        return
    path = {"filePath": candidate.path}
    whole = estimate_tokens(text) + _OVERHEAD
    symbol = candidate.symbol
    if whole <= _SMALL or (symbol is None and candidate.relevance >= NAMED_FILE):
        yield _item(candidate, "file", whole, _Call("read_file", path))
    if symbol is not None:
        lines = text.splitlines()
        first, last = max(1, symbol.line - _AROUND), min(len(lines), symbol.end_line + _AROUND)
        part = estimate_tokens("\n".join(lines[first - 1 : last])) + _OVERHEAD
        call = _Call("read_file", {**path, "lineStart": first, "lineEnd": last})
        yield _item(candidate, "lines", part, call)
    summary = _Call("get_file_summary", {**path, "tokenBudget": _SUMMARY})
    yield _item(candidate, "summary", min(_SUMMARY, whole), summary)


@dataclass(frozen=True, slots=True)
class _Call:
    tool: str
    parameters: dict[str, Any]


def _item(candidate: Candidate, form: ContextForm, tokens: int, call: _Call) -> ContextItem:
    symbol = candidate.symbol if form == "lines" else None
    return ContextItem(
        load=candidate.path,
        form=form,
        line_start=call.parameters.get("lineStart"),
        line_end=call.parameters.get("lineEnd"),
        symbol=None if symbol is None else symbol.display_name,
        tokens=tokens,
        relevance=round(candidate.relevance, 3),
        reason=candidate.reason,
        tool=call.tool,
        parameters=call.parameters,
    )
