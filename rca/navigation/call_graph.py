"""Call graph: callers of callers, breadth first, cycles cut."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from models.code import Caller, Evidence
from rca.index.xref_protocols import CallerAnswer
from rca.resolve.symbol import Symbol
from rca.scheduling.deadline import Deadline

CALLERS_PAGE = 200
"""Callers in one answer, unless asked otherwise."""


@dataclass(slots=True, eq=False)
class Node:
    """A declaration that is called or calls, as it is shown, and the line of its name.

    `ident` tells it from others; `symbol` is the declaration itself, where it was looked at.
    """

    ident: Hashable
    name: str
    line: int
    symbol: Symbol | None = None

    def __hash__(self) -> int:
        return hash(self.ident)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Node) and self.ident == other.ident


class Call(NamedTuple):
    """A call site: the code around it as it is shown, and as a node, where it is a declaration."""

    shown: str
    path: str
    line: int
    caller: Node | None
    evidence: Evidence
    confidence: float


class Source(Protocol):
    """Where a walk learns of the calls of one declaration."""

    def calls_of(self, callee: Node, deadline: Deadline) -> Sequence[Call]:
        """Return the call sites of a declaration, one of each line and caller, in the order of paths."""

    def unsure_of(self, callee: Node) -> Counter[str]:
        """Count by name the call sites that could mean it and too many others."""


def walk(
    source: Source, asked: Sequence[Node], max_depth: int, deadline: Deadline, most: int | None = None
) -> CallerAnswer:
    """Return the callers of declarations up to a depth.

    When the deadline expires the answer holds what was found until then and says so. Where `most` are
    found by then, deeper ones are not looked for, and the answer says that too.
    """
    unsure: Counter[str] = Counter()
    found: list[Caller] = []
    frontier: list[tuple[Node, tuple[str, ...]]] = [(one, (one.name,)) for one in asked]
    visited = set(asked)
    in_time, enough = True, False
    for depth in range(1, max_depth + 1):
        following: list[tuple[Node, tuple[str, ...]]] = []
        for callee, chain in frontier:
            in_time = in_time and not deadline.expired
            enough = most is not None and depth > 1 and len(found) >= most
            if enough or not in_time:
                break
            calls = source.calls_of(callee, deadline)
            unsure |= source.unsure_of(callee)
            for one in calls:
                longer = (one.shown, *chain)
                found.append(
                    Caller(
                        caller_name=one.shown,
                        file_path=one.path,
                        line=one.line,
                        call_chain=longer,
                        depth=depth,
                        callee=callee.name,
                        callee_line=callee.line,
                        evidence=one.evidence,
                        confidence=one.confidence,
                    )
                )
                if one.caller is not None and one.caller not in visited:
                    visited.add(one.caller)
                    following.append((one.caller, longer))
        frontier = following
    reasons = []
    if not in_time or deadline.expired:
        reasons.append("the time limit ended the search; ask for a smaller depth")
    reasons.extend(doubts_of(unsure))
    guessed = sum(1 for one in found if one.evidence in ("name_only", "unique_name"))
    if guessed:
        reasons.append(f"{_sites(guessed)} matched by name, the receiver's type being unknown")
    if enough:
        reasons.append(
            f"at least {len(found)} callers: callers of callers are looked for until {most} are found"
        )
    return CallerAnswer(tuple(found), not reasons, tuple(reasons))


def doubts_of(unsure: Counter[str]) -> list[str]:
    """Return notes on call sites that are not counted, as they could mean too many declarations."""
    return [
        f"{_sites(count)} with unknown receiver share the name '{name}' and are not counted"
        for name, count in sorted(unsure.items())
    ]


def _sites(count: int) -> str:
    return f"{count} call site{'' if count == 1 else 's'}"
