"""Candidates by facts of the platform, which are stated before other reasons."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from models.error_report import ErrorReport
from models.failure import FailedCondition
from rca.causes.candidate_set import CandidateSet, ValueSource
from rca.causes.platform_facts.fact_search import find_platform_facts
from rca.causes.platform_facts.missing_checks import find_missing_checks
from rca.causes.platform_facts.unset_fields import find_unset_field
from rca.causes.trace_candidates import AppFrame
from rca.scheduling.deadline import Deadline

_STRENGTH: Final = 6.4
"""A fact names the mechanism, so its sentence is said before others."""
_WEAK_STRENGTH: Final = 2.5
"""That something is inherited says where to look, and not that it is wrong."""


def add_fact_candidates(
    space: CandidateSet,
    report: ErrorReport,
    failure: FailedCondition | None,
    app: Sequence[AppFrame],
    deadline: Deadline,
) -> None:
    """Add the functions that facts of the platform are about."""
    for number, fact in enumerate(find_platform_facts(report, app, space.code, deadline)):
        candidate = space.candidate(fact.function, fact.line)
        candidate.note("platform_fact", 1 / (1 + number))
        candidate.note(fact.kind)
        strength = _WEAK_STRENGTH if fact.kind == "inherited_work" else _STRENGTH
        candidate.explain(fact.kind, strength, fact.role, fact.statement, fact.line, fact.check)
    for fact in find_missing_checks(failure, app, space.code, deadline):
        # The function is in the trace already: this says more of it, and not that it is likelier.
        candidate = space.candidate(fact.function, fact.line)
        candidate.explain(fact.kind, _STRENGTH, fact.role, fact.statement, fact.line, fact.check)
    unset = find_unset_field(failure, app, space.code, deadline)
    if unset is None:
        return
    source, field = space.value_source, unset.field
    if source is None or (source.path, source.line) == (field.path, field.declaration.name_line):
        # Who sets the field says more than where it is declared.
        space.value_source = ValueSource(unset.statement, unset.path, unset.line)
    unasked = unset.unasked
    if unasked is not None:
        candidate = space.candidate(unasked.function, unasked.line)
        candidate.explain(
            unasked.kind, _STRENGTH, unasked.role, unasked.statement, unasked.line, unasked.check
        )
