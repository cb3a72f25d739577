"""Ranks commits by a conditional logit model: the probability that each introduced the error.

The weights lie in `data/suspect_weights.json`; `python -m benchmarks.fixed_bugs.train_suspects` makes them
from bugs whose inducing commit is known. What those bugs hardly show is set by hand, in `SET_BY_HAND`.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources

from rca.history.commit_evidence import CommitEvidence

SET_BY_HAND: Mapping[str, float] = {
    "name_removed": 6.0,  # it took away the very name that the error misses
    "removed": 1.5,  # it only removed lines from the culprit's function
    "caller": 0.5,
    "dependency": 2.0,  # of a library that the error names
    "subject": 0.5,
    "import": -5.0,  # nothing was there before that could have been right
    "bump_unnamed": -1.0,
    "bump_named": 0.5,
}
"""Weights of features that the development bugs show too seldom to fit."""


@cache
def _model() -> tuple[Mapping[str, float], float]:
    text = resources.files("rca.history").joinpath("data/suspect_weights.json").read_text("utf-8")
    model = json.loads(text)
    return {**SET_BY_HAND, **model["weights"]}, float(model["temperature"])


def log_odds(features: Mapping[str, float]) -> float:
    """Return the log odds of a commit, up to a constant that all commits of an error share."""
    weights, _ = _model()
    return sum(weights.get(name, 0.0) * value for name, value in features.items())


def probabilities(evidence: Sequence[CommitEvidence]) -> list[float]:
    """Return the probability of each commit; they sum to 1."""
    if not evidence:
        return []
    _, temperature = _model()
    scores = [log_odds(one.features) / temperature for one in evidence]
    highest = max(scores)
    shares = [math.exp(one - highest) for one in scores]
    total = sum(shares)
    return [share / total for share in shares]
