"""Ranks the uses of values in a function by whether they can be null, where the line is not known."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from rca.causes.failure.asserting_getters import asserted_value
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
_ASSERTED: Final = -1
"""Rank of `!!`: without a message it is what fails, as Android's own checks tell what was null."""
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
        asserted = asserted_value(found.code, one)
        try:
            origin = _origin(found.code, asserted or _range(found.code, one.value), deadline)
        except Failure:
            ranked.append((_NOT_ASKED, number, one, None))
            continue
        if origin is None:
            continue
        said = _describe(found.code, origin, one)
        if asserted is not None:
            value = found.code.text[slice(*asserted)]
            said = f"its getter asserts `{value}!!`" + (f" ({said})" if said else "")
        surest = asserted is not None or found.code.tokens.word(one.last) == "!!"
        ranked.append((_ASSERTED if surest else RANKS.get(origin.kind, 1), number, one, said))
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


def _range(code: CodeFile, value: tuple[int, int]) -> tuple[int, int]:
    return code.tokens.starts[value[0]], code.tokens.ends[value[1]]


def _origin(code: CodeFile, value: tuple[int, int], deadline: Deadline) -> Origin | None:
    """Return the surest origin of null of the value at a range of the text; None where it has none.

    An unset `lateinit` is none in Kotlin: reading it throws an exception of its own.
    """
    view, texts = code.snapshot.index, code.snapshot.text
    answer = find_origins(view, code.path, *value, texts, deadline, nulls=True, max_depth=_DEPTH)
    origins = () if answer is None else answer.origins
    known = [one for one in origins if not (code.kotlin and one.kind == "lateinit_unset")]
    surest = [one for one in known if RANKS.get(one.kind, 1) == RANKS.get(known[0].kind, 1)]
    # A null that is written later says more than the one that a property begins with.
    written = [one for one in surest if any(step.kind == "property_write" for step in one.steps)]
    return next(iter((*written, *surest)), None)


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
