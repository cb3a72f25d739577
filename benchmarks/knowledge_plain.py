"""Baselines on the same queries: BM25, the base model, and both by reciprocal rank fusion.

They tell how hard a set of queries is, beside sets that other people measure on.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from benchmarks.knowledge_cases import Case, Encoder
from benchmarks.knowledge_measures import share
from benchmarks.knowledge_model import Answer
from evaluation.knowledge.problems import Known
from rca.knowledge.problem.problem import of_query, of_solution
from rca.knowledge.ranking.similarity_features import NAMES

SMOOTH = 60
"""What is added to ranks before they are inverted, as is usual."""

Floats = NDArray[np.float64]


def rows(title: str, stored: Sequence[Known], answers: Sequence[Answer], base: Encoder) -> Iterator[str]:
    """Return a row for each recipe, the trained embedding and the ranker, in the store of all problems.

    Args:
        title: what the set is called.
        stored: the problems that the store holds.
        answers: the ranker's, to queries whose problem is there.
        base: the model as others have it.
    """
    ids = [known.id for known in stored]
    records = base.encode([of_solution(known.solution).text for known in stored])
    queries = base.encode([of_query(one.case.asked.text).text for one in answers])
    right = [ids.index(str(one.case.asked.right)) for one in answers]
    words = [_spread(one.case, "bm25", ids) for one in answers]
    plain = [np.asarray(records @ query, dtype=float) for query in queries]
    found: Mapping[str, list[int]] = {
        "BM25": list(map(_rank, words, right)),
        "all-MiniLM-L6-v2": list(map(_rank, plain, right)),
        "both, reciprocal ranks": [
            _rank(_inverse(bm25) + _inverse(cosine), place)
            for bm25, cosine, place in zip(words, plain, right, strict=True)
        ],
        "the trained embedding": [
            _rank(_spread(one.case, "cosine", ids), place) for one, place in zip(answers, right, strict=True)
        ],
        "**the ranker**": [one.rank for one in answers],
    }
    told = [one.case.asked.form == "symptom" for one in answers]
    for recipe, ranks in found.items():
        of_all, first_five = ([rank < first for rank in ranks] for first in (1, 5))
        symptoms = [hit for hit, symptom in zip(of_all, told, strict=True) if symptom]
        symptoms_five = [hit for hit, symptom in zip(first_five, told, strict=True) if symptom]
        cells = (share(one) for one in (of_all, first_five, symptoms, symptoms_five))
        yield f"| {title} ({len(ids)}) | {recipe} | {' | '.join(map(str, cells))} |"


def _spread(case: Case, feature: str, ids: Sequence[str]) -> Floats:
    """Return a feature for every record of the store; what is no candidate has none."""
    known = dict(zip(case.ids, case.features[:, NAMES.index(feature)], strict=True))
    return np.array([known.get(id_, 0.0) for id_ in ids])


def _rank(scores: Floats, right: int) -> int:
    """Return how many others score no less; 99 where nothing speaks for the right one."""
    return 99 if scores[right] <= 0 else int((scores >= scores[right]).sum()) - 1


def _inverse(scores: Floats) -> Floats:
    """Return what each rank is worth; what scores nothing is not in the list."""
    ranks = (-scores).argsort(kind="stable").argsort(kind="stable") + 1
    return np.where(scores > 0, 1.0 / (SMOOTH + ranks), 0.0)
