"""The probability that a record is the right one for a query, from what the two share."""

from __future__ import annotations

import math

from rca.knowledge.likeness import Likeness
from rca.knowledge.record import Record
from rca.knowledge.weights import WEIGHTS

_SAME = 0.9
"""The same fingerprint is the same problem; what is left open is whether the solution is right."""

_MEAN_PRIOR = 0.9
"""The mean prior of the starter records, which the weights were fitted on; it changes nothing."""

_PRIOR_WEIGHT = 0.5
"""How much the record's prior counts, in log odds; set by hand, as there is nothing yet to learn it from."""


def confidence(likeness: Likeness, record: Record) -> float:
    """Give the probability that this record's solution is the one for the query."""
    weights = WEIGHTS[likeness.told, likeness.cosine is not None]
    score = weights["bias"] + sum(weights.get(name, 0.0) * value for name, value in likeness.features.items())
    score += _PRIOR_WEIGHT * (_log_odds(record.prior) - _log_odds(_MEAN_PRIOR))
    alike = 1.0 / (1.0 + math.exp(-score))
    if likeness.same:
        return round(max(alike, _SAME + (0.99 - _SAME) * record.prior), 4)
    return round(alike, 4)


def _log_odds(probability: float) -> float:
    held = min(max(probability, 0.05), 0.95)
    return math.log(held / (1.0 - held))
