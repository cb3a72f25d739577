"""Evaluation of an embedding alone, by cosine, on the development problems."""

from __future__ import annotations

import random
from collections.abc import Sequence

import torch

from benchmarks.embedding.model import LoraModel
from benchmarks.embedding.overlap import TrainingText, described
from benchmarks.embedding.training_data import load_examples
from evaluation.knowledge.problems import problems
from rca.knowledge.problem.problem import of_query, of_solution

TOKENS = 256
PARTS, PARTINGS = 3, 20
"""Into how many stores the problems are put, and how often they are shuffled anew."""

SCALES = (6.0, 8.0, 10.0, 12.0, 15.0, 20.0, 25.0, 30.0)


def evaluate(model: LoraModel) -> dict[str, float]:
    """Return shares of symptoms found, in stores of 70 and among all 211 development problems.

    `likelihoodAll` is the mean negative log likelihood of the right record among all, at the best scale;
    `knownNearer` how often a symptom whose record is in a store of 70 is nearer to the store than one whose
    record is not; `…Undescribed` of the problems that no training record describes (`overlap`).
    """
    known = problems("dev")
    records = model.embed([of_solution(problem.solution).text for problem in known], TOKENS)
    queries = model.embed([of_query(problem.asked["symptom"]).text for problem in known], TOKENS)
    cosines = queries @ records.T
    every = list(range(len(known)))
    ranks = _ranks(cosines, every)
    about = described(known, TrainingText(load_examples()))
    others = [rank for rank, problem in zip(ranks, known, strict=True) if problem.id not in about]
    part_ranks, nearer = _in_parts(cosines)
    diagonal = torch.arange(len(known))
    likelihood = min(
        -float((scale * cosines).log_softmax(dim=1)[diagonal, diagonal].mean()) for scale in SCALES
    )
    return {
        "first70": _share(part_ranks, 1),
        "five70": _share(part_ranks, 5),
        "firstAll": _share(ranks, 1),
        "fiveAll": _share(ranks, 5),
        "firstAllUndescribed": _share(others, 1),
        "fiveAllUndescribed": _share(others, 5),
        "undescribed": len(others),
        "likelihoodAll": round(likelihood, 3),
        "knownNearer": round(nearer, 3),
    }


def _in_parts(cosines: torch.Tensor) -> tuple[list[int], float]:
    """Return the ranks of the right records in stores of a third, and how often a known one is nearer."""
    ranks: list[int] = []
    wins = 0.0
    for parting in range(PARTINGS):
        order = random.Random(parting).sample(range(len(cosines)), len(cosines))  # noqa: S311 - the same in every run
        for part in range(PARTS):
            stored = sorted(order[part::PARTS])
            ranks += _ranks(cosines, stored)
            nearest = cosines[:, stored].max(dim=1).values
            is_known = torch.zeros(len(cosines), dtype=torch.bool)
            is_known[stored] = True
            wins += float((nearest[is_known][:, None] > nearest[~is_known][None]).float().mean())
    return ranks, wins / (PARTINGS * PARTS)


def _ranks(cosines: torch.Tensor, stored: Sequence[int]) -> list[int]:
    """Return for each stored problem how many stored records are nearer to its symptom than its own."""
    part = cosines[stored][:, stored]
    found: list[int] = (part > part.diagonal()[:, None]).sum(dim=1).tolist()
    return found


def _share(ranks: Sequence[int], first: int) -> float:
    return round(sum(rank < first for rank in ranks) / max(len(ranks), 1), 3)
