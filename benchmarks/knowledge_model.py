"""The fit of the ranker: a choice among a query's candidates and "none of them".

The weights are those that make the right choices likeliest (a conditional logit): of a known problem the
right record, of a novel one none.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from benchmarks.knowledge_cases import FOLDS, Case
from evaluation.knowledge.feature_signs import AGAINST
from rca.knowledge.ranking.similarity_features import NAMES

TOPICS = frozenset({"topics", "topics_alike"})
"""What stands in for the embedding. Their words were chosen with the development problems at hand: beside
the embedding they would promise more on these than they keep on others."""

EMBEDDED = frozenset({"cosine", "query_crowded", "record_crowded"})

RIDGE = 0.5
NOVEL_SHARE = {True: 0.08, False: 0.05}
"""How many of all queries are taken to be novel, whatever their share of the cases: with an error in them,
which the program itself often asks, and without. So few that confidence is off by as much where half of the
queries are novel as where none is."""

LOST = {True: 0.035, False: 0.05}
"""How many queries about known problems may be called novel: with an error in them, and without."""

MOST = 40
"""Candidates of a query that take part in fitting; the others are far behind."""

Floats = NDArray[np.float64]
Model = tuple[bool, bool]
"""Whether the queries hold an error, and whether they are embedded."""


@dataclass(frozen=True)
class Answer:
    """What a model makes of a case: the probability of each candidate, and that none is right."""

    case: Case
    sure: Floats
    none: float

    @property
    def known(self) -> bool:
        """Return whether the store has the problem."""
        return self.case.asked.right is not None

    @property
    def rank(self) -> int:
        """Return how many candidates are no less likely than the right one; 99 where it is none of them."""
        right = self.case.right
        return 99 if right < 0 else int((self.sure >= self.sure[right]).sum()) - 1

    @property
    def best(self) -> float:
        """Return the confidence of the first answer."""
        return float(self.sure.max()) if len(self.sure) else 0.0

    @property
    def doubt(self) -> float:
        """Return the probability that none is right against the first answer, whatever else the store has."""
        return self.none / (self.none + self.best)

    @property
    def hit(self) -> bool:
        """Return whether the first answer is right."""
        return self.known and self.rank == 0


def columns(dense: bool, without: frozenset[str] = frozenset()) -> list[int]:
    """Return the places of the features that take part."""
    away = without | (TOPICS if dense else EMBEDDED)
    return [i for i, name in enumerate(NAMES) if name not in away]


def lexical(case: Case) -> Case:
    """Return a case as it is without the embedding: with the candidates that share a word alone."""
    found = case.features[:, NAMES.index("bm25")] > 0
    ids = tuple(id_ for id_, kept in zip(case.ids, found, strict=True) if kept)
    return Case(case.store, case.asked, case.told, case.features[found], ids)


def answer(case: Case, weights: Floats, starter: float = 0.0) -> Answer:
    """Weigh the candidates; the last weight is the bias, `starter` is added to the starter's records."""
    if not len(case.ids):
        return Answer(case, np.zeros(0), 1.0)
    scores = case.features @ weights[:-1] + weights[-1]
    scores += starter * np.array([id_.startswith("starter-") for id_ in case.ids])
    top = max(0.0, float(scores.max()))
    odds = np.exp(scores - top)
    everything = odds.sum() + np.exp(-top)
    return Answer(case, odds / everything, float(np.exp(-top) / everything))


def held_out(cases: Sequence[Case], chosen: Sequence[int]) -> list[Answer]:
    """Answer each case by a model that was fitted without its group; errors and words have one each."""
    answers: list[Answer] = []
    for fold in range(FOLDS):
        for told in (True, False):
            part = told_so(cases, told)
            weights = fit([case for case in part if case.fold != fold], chosen)
            answers += [answer(case, weights) for case in part if case.fold == fold]
    return answers


def told_so(cases: Sequence[Case], told: bool) -> list[Case]:
    """Return the cases that one of the two models is fitted on: of errors, or of words.

    The embedding was trained on the starter's records, so words about these say too little of others.
    """
    return [case for case in cases if case.told is told and (told or case.store != "with starter")]


def fit(cases: Sequence[Case], chosen: Sequence[int]) -> Floats:
    """Fit by Newton's method.

    A feature whose weight comes out against its meaning says nothing that the others do not say, and goes.
    """
    features, there, right, known = _packed(cases)
    novel = NOVEL_SHARE[cases[0].told]
    share = novel / (1 - novel) * known.sum() / max(int((~known).sum()), 1)
    counts = np.where(known, 1.0, share)
    signs = np.array([-1.0 if name in AGAINST else 1.0 for name in NAMES])
    kept = list(chosen)
    while True:
        found = _newton(features[:, :, [*kept, len(NAMES)]], there, right, counts)
        wrong = {column for column, weight in zip(kept, found, strict=False) if weight * signs[column] < 0}
        if not wrong:
            break
        kept = [column for column in kept if column not in wrong]
    weights = np.zeros(len(NAMES) + 1)
    weights[[*kept, len(NAMES)]] = found
    return weights


def novel_from(answers: Sequence[Answer]) -> dict[bool, float]:
    """Return the doubt from which on a query is novel, so that few known ones are lost.

    It is set on stores without the starter: queries that were made with the starter at hand are too like it.
    """
    known = [one for one in answers if one.known and one.case.store != "with starter"]
    return {
        told: float(np.quantile([one.doubt for one in known if one.case.told is told], 1 - lost))
        for told, lost in LOST.items()
    }


def _packed(cases: Sequence[Case]) -> tuple[Floats, Floats, NDArray[np.int64], NDArray[np.bool_]]:
    """Return features (case, candidate, feature and a one), what is there, what is right, who is known."""
    usable = [case for case in cases if len(case.ids) and (case.right >= 0 or case.asked.right is None)]
    features = np.zeros((len(usable), MOST, len(NAMES) + 1))
    there = np.zeros((len(usable), MOST))
    right = np.full(len(usable), -1)
    rough = [NAMES.index(name) for name in ("cosine", "query_covered", "bm25", "type_same")]
    for row, case in enumerate(usable):
        order = np.argsort(-case.features[:, rough].sum(axis=1), kind="stable")[:MOST]
        if case.right >= 0 and case.right not in order:
            order[-1] = case.right
        features[row, : len(order), :-1] = case.features[order]
        features[row, : len(order), -1] = 1.0
        there[row, : len(order)] = 1.0
        if case.right >= 0:
            right[row] = int(np.flatnonzero(order == case.right)[0])
    return features, there, right, np.array([case.asked.right is not None for case in usable])


def _newton(features: Floats, there: Floats, right: NDArray[np.int64], counts: Floats) -> Floats:
    size = features.shape[2]
    weights = np.zeros(size)
    ridge = np.array([RIDGE] * (size - 1) + [0.01])
    wanted = np.zeros((len(features), size))
    known = np.flatnonzero(right >= 0)
    wanted[known] = features[known, right[known]]
    for _step in range(40):
        scores = np.where(there > 0, features @ weights, -50.0)
        top = np.maximum(scores.max(axis=1), 0.0)[:, None]
        odds = np.exp(scores - top) * there
        chance = odds / (odds.sum(axis=1) + np.exp(-top[:, 0]))[:, None]
        mean = np.einsum("nm,nmd->nd", chance, features)
        slope = ((mean - wanted) * counts[:, None]).sum(axis=0) + ridge * weights
        curve = (
            np.einsum("nm,nmd,nme->de", chance * counts[:, None], features, features, optimize=True)
            - (mean * counts[:, None]).T @ mean
        )
        step = np.linalg.solve(curve + np.diag(ridge), slope)
        weights = weights - step * min(1.0, 3.0 / float(np.abs(step).max()))
        if np.abs(step).max() < 1e-3:
            break
    return weights
