"""Ranks the uses of values in a function by whether they can be null, where the line is not known."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from rca.causes.failure.expression_candidate import Candidate
from rca.causes.failure.expression_search import FoundExpression
from rca.causes.failure.searched_file import CodeFile
from rca.causes.origins.find_origins import find_origins
from rca.causes.origins.origin import RANKS, Origin
from rca.causes.origins.origin_words import describe_kind
from rca.scheduling.deadline import Deadline
from rca.tool_failure import Failure

NULL_FAMILIES: Final = frozenset(("null_dereference", "null_check"))
_MOST: Final = 24
_DEPTH: Final = 6
_NOT_ASKED: Final = 4
"""Rank of what time did not allow to follow, after all kinds of origins."""


def rank_by_nullness(found: FoundExpression, name: str, deadline: Deadline) -> FoundExpression:
    """Return the expressions of which something says that their value can be null, the surest first.

    Those that are checked before, or whose types take no null, are left out; all are kept where nothing says
    of any that it can be null.

    Args:
        found: expressions that fit, in the order of the text.
        name: the function that holds them.
        deadline: ends the search; what it did not reach comes last.
    """
    ranked: list[tuple[int, int, Candidate, str | None]] = []
    for number, one in enumerate(found.candidates):
        if number >= _MOST or deadline.expired or one.value is None:
            ranked.append((_NOT_ASKED, number, one, None))
            continue
        try:
            origin = _origin(found.code, one.value, deadline)
        except Failure:
            ranked.append((_NOT_ASKED, number, one, None))
            continue
        if origin is not None:
            ranked.append((RANKS.get(origin.kind, 1), number, one, _describe(found.code, origin, one)))
    known = [one for one in ranked if one[0] < RANKS["unresolved"]]
    if not known:
        return found
    kept = sorted(ranked, key=lambda one: one[:2])
    count, most = len(found.candidates), len(known)
    note = f"the line is not known; of {count} uses in {name} {most} can be null"
    return replace(
        found,
        candidates=tuple(one for _rank, _number, one, _reason in kept),
        reasons=tuple(reason for _rank, _number, _one, reason in kept),
        note="; ".join(part for part in (note, kept[0][3]) if part),
    )


def _origin(code: CodeFile, value: tuple[int, int], deadline: Deadline) -> Origin | None:
    """Return the surest origin of null of a value; None where it has none."""
    tokens = code.tokens
    start, end = tokens.starts[value[0]], tokens.ends[value[1]]
    view, texts = code.snapshot.index, code.snapshot.text
    answer = find_origins(view, code.path, start, end, texts, deadline, nulls=True, max_depth=_DEPTH)
    return answer.origins[0] if answer is not None and answer.origins else None


def _describe(code: CodeFile, origin: Origin, one: Candidate) -> str | None:
    if origin.kind == "unresolved":
        return None
    path = origin.place.path
    text = code.text if path == code.path else code.snapshot.text(path) or ""
    line = text.count("\n", 0, origin.place.start) + 1
    said = describe_kind(origin.kind)
    if path != code.path:
        return f"{said}, {path.rpartition('/')[2]}:{line}"
    return said if line == code.tokens.line_of(one.first) else f"{said}, line {line}"
