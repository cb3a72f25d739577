"""Candidates by rules: contracts of frameworks, and callbacks that outlive what a teardown clears."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from models.code import ProjectFrame
from models.error_report import ErrorReport
from models.hypothesis import Hypothesis
from rca.causes.candidate_set import CandidateSet
from rca.causes.contracts.contract_causes import find_contract_causes
from rca.causes.lifetime.lifetime_causes import find_lifetime_causes
from rca.scheduling.deadline import Deadline

_STRENGTH: Final = 6.5
"""A rule names the mechanism, so its sentence is said before others."""
_MOST_RULES: Final = 4


def add_rule_candidates(
    space: CandidateSet,
    report: ErrorReport,
    text: str,
    frames: Sequence[ProjectFrame],
    deadline: Deadline,
) -> None:
    """Add the functions that rules of frameworks and of lifetimes name."""
    lifetimes = find_lifetime_causes(report, text, frames, space.code, deadline)
    for lifetime in lifetimes[:_MOST_RULES]:
        _note(space, lifetime.hypothesis, "lifetime")
    contracts = find_contract_causes(report, text, frames, space.code, deadline)
    for number, contract in enumerate(contracts[:_MOST_RULES]):
        _note(space, contract.hypothesis, "contract", 1 / (1 + number))


def _note(space: CandidateSet, rule: Hypothesis, kind: str, nearness: float = 1.0) -> None:
    for number, place in enumerate(rule.places):
        functions = space.code.functions(place.file_path)
        function = functions.around(place.line) if functions is not None and place.line else None
        if function is None:
            continue
        candidate = space.candidate(function, place.line or function.line)
        candidate.note(kind, rule.confidence * nearness / (1 + number))
        candidate.note(f"{kind}_first" if number == 0 else f"{kind}_further", nearness)
        if number == 0:
            candidate.explain(
                rule.kind or kind,
                _STRENGTH,
                place.role,
                rule.statement,
                place.line or function.line,
                rule.check,
            )
