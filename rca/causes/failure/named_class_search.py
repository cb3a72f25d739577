"""The expressions of a class that can throw an error, where the text names the class and no line."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Final

from rca.causes.failure.checked_lines import line_of_check
from rca.causes.failure.condition import Condition
from rca.causes.failure.expression_candidate import Candidate
from rca.causes.failure.expression_notes import CAN_THROW
from rca.causes.failure.expression_search import FoundExpression, source_range
from rca.causes.failure.null_ranking import NULL_FAMILIES, rank_by_nullness
from rca.causes.failure.searched_file import CodeFile
from rca.causes.failure.throwing_forms import throwing_expressions
from rca.causes.origins.syntax_file import SyntaxFile
from rca.languages.syntax_trees.node import Node
from rca.resolve.symbol import Symbol

_MOST: Final = 60
_MOST_SHOWN: Final = 5
_RANKING_SHARE: Final = 0.5
_ATTACHED_LISTED: Final = """
onAttach onCreate onCreateView onViewCreated onActivityCreated onViewStateRestored onStart onResume onPause
onStop onDestroyView onCreateDialog onCreateOptionsMenu onPrepareOptionsMenu
"""
_ATTACHED: Final = frozenset(_ATTACHED_LISTED.split())
"""Callbacks in which a fragment has its host."""
_CALLBACK: Final = re.compile(r"on[A-Z]")
_OF_VIEWS: Final = frozenset(("onClick", "onLongClick", "onTouch", "onItemClick", "onOptionsItemSelected"))
"""Callbacks of a fragment's own views, which are gone when it is detached."""
_AT_ONCE_LISTED: Final = """
let run with apply also takeIf use forEach forEachIndexed map mapNotNull filter any all none find first
synchronized repeat
"""
_AT_ONCE: Final = frozenset(_AT_ONCE_LISTED.split())
"""Functions that call what they are given before they return."""


@dataclass(frozen=True)
class _Ranked:
    """An expression, whether a check or a callback makes it unlikely, and why it is shown."""

    rank: int
    candidate: Candidate
    reason: str | None


def find_in_class(
    code: CodeFile, named: Symbol, condition: Condition, exception: str
) -> FoundExpression | None:
    """Return what can throw an error in a class, unchecked places first; None where nothing can.

    Args:
        code: the file of the class.
        named: the class.
        condition: what is known of the failure.
        exception: simple name of the exception's type.
    """
    found = throwing_expressions(code, condition, exception, (named.line, named.end_line))[:_MOST]
    if not found:
        return None
    whole = FoundExpression(code, tuple(found), None)
    if condition.family in NULL_FAMILIES and len(found) > 1:
        whole = rank_by_nullness(whole, named.name, code.deadline.part(_RANKING_SHARE))
        told = [one for one, reason in zip(whole.candidates, whole.reasons, strict=False) if reason]
        found = told or list(whole.candidates)
    file = SyntaxFile(code.path, code.text, code.facts)
    ranked = [one for one in (_rank(code, file, one, condition) for one in found) if one is not None]
    if not ranked:
        return None
    ordered = sorted(ranked, key=lambda one: one.rank)
    # What is checked is shown only where nothing else is.
    least = ordered[0].rank
    kept = [one for one in ordered if one.rank <= max(least, 1)]
    note = f"{CAN_THROW}; {_counted(len(kept))} of it can throw this"
    first = "; ".join(part for part in (note, kept[0].reason) if part)
    shown = kept[:_MOST_SHOWN]
    return replace(
        whole,
        candidates=tuple(one.candidate for one in shown),
        reasons=tuple(one.reason for one in shown),
        note=first,
    )


def _counted(count: int) -> str:
    return "this expression alone" if count == 1 else f"{count} expressions"


def _rank(code: CodeFile, file: SyntaxFile, one: Candidate, condition: Condition) -> _Ranked | None:
    """Return the rank of an expression: 0 with no check before it, 1 in a usual place, 2 behind a check."""
    shown = source_range(code, one.first, one.last)
    start, end = code.tokens.starts[one.first], code.tokens.ends[one.last]
    node, root = file.node_at(start, end), file.root_at(start)
    if node is None or root is None:
        return _Ranked(1, one, None)
    checked = line_of_check(code, file, one, condition)
    if checked is not None:
        return _Ranked(2, one, f"checked in line {checked}")
    if condition.family not in ("lifecycle", "precondition"):
        return _Ranked(0, one, None)
    given = _given_to(node)
    if given is not None:
        return _Ranked(0, one, f"in code that `{given}` gets" if given else "in a callback object")
    name = code.snapshot.index.enclosing_function(code.path, shown.start_line)
    if name is not None and name.name in _ATTACHED:
        return None
    is_late = name is not None and _CALLBACK.match(name.name) and name.name not in _OF_VIEWS
    return _Ranked(0 if is_late else 1, one, "in a callback" if is_late else None)


def _given_to(node: Node) -> str | None:
    """Return the function that gets the lambda or object around an expression, to call it later.

    It is empty where that is not known, and the answer None where there is no such lambda.
    """
    for around in node.ancestors():
        if around.kind not in ("lambda", "object"):
            continue
        call = next((one for one in around.ancestors() if one.kind in ("call", "block", "assign")), None)
        if call is None or call.kind != "call":
            return ""
        if call.name not in _AT_ONCE:
            return call.name
    return None
