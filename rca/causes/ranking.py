"""Ranks candidates by a conditional logit model: the probability that each is the place that a fix changes.

One more alternative is that none of them is: else few candidates would mean certainty.

The weights lie in `data/ranking_weights.json`; `python -m benchmarks.fixed_bugs.train_ranking` makes them
from the development bugs.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib import resources

from rca.causes.candidate import Candidate

OUTSIDE = "outside"
OUTSIDE_WITHOUT_FRAMES = "outside_without_frames"
"""Weights of the case that no candidate is the place, and of that where no frame lies in the project."""
FRAME = "frame"


@cache
def _model() -> tuple[Mapping[str, float], float]:
    text = resources.files("rca.causes").joinpath("data/ranking_weights.json").read_text("utf-8")
    model = json.loads(text)
    return model["weights"], float(model["temperature"])


def score(features: Mapping[str, float]) -> float:
    """Return the log odds of a candidate, up to a constant that all candidates of an error share."""
    weights, _ = _model()
    return sum(weights.get(name, 0.0) * value for name, value in features.items())


def rank(
    candidates: Sequence[Candidate], factor_of: Callable[[Candidate], float] = lambda _candidate: 1.0
) -> list[tuple[Candidate, float]]:
    """Return candidates with their probabilities, likeliest first.

    The sum is below 1: the rest is the probability that no candidate is the place. `factor_of` returns what
    a candidate's share is multiplied by before that, for what is known beside its features. Equal scores
    keep the order of path and line, so that the same error gives the same answer.
    """
    if not candidates:
        return []
    _, temperature = _model()
    scores = [score(candidate.features) / temperature for candidate in candidates]
    has_frames = any(FRAME in candidate.features for candidate in candidates)
    outside = score(outside_features(has_frames=has_frames)) / temperature
    highest = max(outside, *scores)
    shares = [
        math.exp(one - highest) * factor_of(candidate)
        for one, candidate in zip(scores, candidates, strict=True)
    ]
    total = sum(shares) + math.exp(outside - highest)
    rated = [(candidate, share / total) for candidate, share in zip(candidates, shares, strict=True)]
    return sorted(rated, key=lambda one: (-one[1], one[0].function.path, one[0].function.line))


def outside_features(*, has_frames: bool) -> dict[str, float]:
    """Return the features of the case that no candidate is the place."""
    return {OUTSIDE: 1.0} if has_frames else {OUTSIDE: 1.0, OUTSIDE_WITHOUT_FRAMES: 1.0}
