"""Confidence: the probability that a record is the right one, and that none is."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from rca.knowledge.ranking.ranking_weights import NOVEL_FROM, WEIGHTS
from rca.knowledge.ranking.similarity_features import Similarity

_SAME = 0.9
"""The same fingerprint is the same problem; what is left open is whether the solution is right."""

_LIKELY = {True: 0.8, False: 0.5}
"""What nobody asked for is shown from this chance on, with the embedding and without: most errors that a
program meets are new to the store, and the weights with it take fewer queries to be than those without."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A candidate record: its similarity, its prior log odds (`standing`), and its own confidence (`prior`).

    Candidates with the same `problem` are solutions of one problem and do not compete.
    """

    likeness: Similarity
    standing: float
    prior: float
    problem: str


@dataclass(frozen=True, slots=True)
class Judgement:
    """The probability of each candidate, in their order.

    `novel` says that probably none is right; `likely` that the first is more probable than none, for an error
    whatever probability its near-duplicates take from it. A record in between is worth showing to someone who
    searches, but not to someone who did not ask.
    """

    certainties: tuple[float, ...]
    novel: bool
    likely: bool


def judge(candidates: Sequence[Candidate]) -> Judgement:
    """Compute the probability of each candidate of a query, and of none being right.

    The probabilities sum to one. So the more records look alike, the lower each one's probability, and stores
    of any size share one scale.
    """
    if not candidates:
        return Judgement((), novel=True, likely=False)
    first = candidates[0].likeness
    model = (first.told, first.cosine is not None)
    scores = [score(one.likeness) + one.standing for one in candidates]
    top = max(0.0, *scores)
    odds = [math.exp(value - top) for value in scores]
    best: dict[str, float] = {}
    for one, odd in zip(candidates, odds, strict=True):
        best[one.problem] = max(best.get(one.problem, 0.0), odd)
    none = math.exp(-top)
    everything = none + sum(best.values())
    # Only the likeliest one counts here: that there are many others says how large the store is.
    doubt = none / (none + max(odds))
    same = any(one.likeness.same for one in candidates)
    most = _SAME if same else 1.0
    certainties = [
        round(_SAME + (0.99 - _SAME) * one.prior if one.likeness.same else min(odd / everything, most), 4)
        for one, odd in zip(candidates, odds, strict=True)
    ]
    novel = not same and doubt >= NOVEL_FROM[model]
    chance = 1 - doubt if first.told else max(odds) / everything
    return Judgement(
        tuple(certainties), novel=novel, likely=same or (not novel and chance >= _LIKELY[model[1]])
    )


def score(likeness: Similarity) -> float:
    """Return the log odds of a record against "no record fits", from the features shared with the query."""
    weights = WEIGHTS[likeness.told, likeness.cosine is not None]
    shared = sum(weights.get(name, 0.0) * value for name, value in likeness.features.items())
    return weights["bias"] + shared
