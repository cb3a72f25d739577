"""The probability that a record is the right one for a query, from what the two share."""

from __future__ import annotations

import math

from rca.knowledge.likeness import Likeness
from rca.knowledge.record import Record

# Logistic regressions, fitted by benchmarks/knowledge_fit.py on tests/knowledge/dev_queries.jsonl.
# How, and how good they are, stands in docs/knowledge.md. One for answers with the embedding, one without.
_WITH_DENSE: dict[str, float] = {
    "bias": -10.59,
    "bm25": 2.24,
    "bm25_share": 6.07,
    "query_covered": 3.04,
    "record_covered": 0.85,
    "message": 1.12,
    "typed": -1.42,
    "type_same": -0.11,
    "frames": 0.24,
    "kind_differs": -1.13,
    "cosine": 2.92,
    "cosine_gap": -4.29,
}
_LEXICAL: dict[str, float] = {
    "bias": -11.23,
    "bm25": 2.70,
    "bm25_share": 7.18,
    "query_covered": 3.92,
    "record_covered": 1.38,
    "message": 1.49,
    "typed": -1.40,
    "type_same": -0.16,
    "frames": 0.33,
    "kind_differs": -1.10,
}

_SAME = 0.9
"""The same fingerprint is the same problem; what is left open is whether the solution is right."""

_MEAN_PRIOR = 0.75
"""The prior of an ordinary record, which neither raises nor lowers its confidence."""

_PRIOR_WEIGHT = 0.5
"""How much the record's prior counts, in log odds; set by hand, as there is nothing yet to learn it from."""


def confidence(likeness: Likeness, record: Record) -> float:
    """Give the probability that this record's solution is the one for the query."""
    weights = _LEXICAL if likeness.cosine is None else _WITH_DENSE
    score = weights["bias"] + sum(weights.get(name, 0.0) * value for name, value in likeness.features.items())
    score += _PRIOR_WEIGHT * (_log_odds(record.prior) - _log_odds(_MEAN_PRIOR))
    alike = 1.0 / (1.0 + math.exp(-score))
    if likeness.same:
        return round(max(alike, _SAME + (0.99 - _SAME) * record.prior), 4)
    return round(alike, 4)


def _log_odds(probability: float) -> float:
    held = min(max(probability, 0.05), 0.95)
    return math.log(held / (1.0 - held))
