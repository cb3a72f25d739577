"""Prior log odds of a record: reports, state, age and versions."""

from __future__ import annotations

import math
from datetime import UTC, datetime

from rca.knowledge.ledger.record import Record
from rca.knowledge.project_protocol import Project
from rca.knowledge.ranking.version_mismatch import mismatches

_PRIOR_WEIGHT = 0.25
"""How much the belief in a record counts, in log odds; set by hand, as all of this is: there is nothing to
learn it from yet. It decides between records that are about as like and never makes up for likeness."""

_USUAL = 0.7
"""A belief that changes nothing."""

_STATES = {"validated": 0.4, "stale": -0.6}
_RECENT = 0.15
_RECENT_DAYS = 365
STARTER = -0.4
"""Of two records that are as like, the one that was made here is likelier to be met again."""

_OTHER_VERSION = -0.15
_MOST_VERSIONS = 3


def standing(record: Record, project: Project | None, now: datetime) -> float:
    """Return a record's prior log odds for a user in `project`."""
    added = _PRIOR_WEIGHT * (_log_odds(record.prior) - _log_odds(_USUAL))
    added += _STATES.get(record.state, 0.0)
    if record.source == "starter":
        added += STARTER
    elif _age_days(record, now) < _RECENT_DAYS:
        added += _RECENT
    if project is not None:
        added += _OTHER_VERSION * min(len(mismatches(record.solution, project)), _MOST_VERSIONS)
    return added


def _age_days(record: Record, now: datetime) -> float:
    """Return the age by `metadata.createdAt`; a record without it counts as old."""
    try:
        created = datetime.fromisoformat(str(record.solution.metadata.get("createdAt", "")))
    except ValueError:
        return math.inf
    created = created if created.tzinfo is not None else created.replace(tzinfo=UTC)
    return (now - created).total_seconds() / 86_400


def _log_odds(probability: float) -> float:
    held = min(max(probability, 0.05), 0.95)
    return math.log(held / (1.0 - held))
