"""Fit the confidence of knowledge search on the development queries, and say how good it is.

    python benchmarks/knowledge_fit.py

Prints the coefficients that stand in `rca/knowledge/confidence.py`, and measures by five-fold
cross-validation over the queries: recall, calibration, and how well a novel problem is told.
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

sys.path.insert(0, str(Path(__file__).parents[1]))

from rca.cancellation import Watch
from rca.knowledge.embedder import Embedder
from rca.knowledge.ledger import Filters, Ledger
from rca.knowledge.likeness import NAMES
from rca.knowledge.matrix import Matrix
from rca.knowledge.problem import Problem, of_query
from rca.knowledge.search import Dense, Question, Search
from rca.knowledge.starter import Starter

QUERIES = Path(__file__).parents[1] / "tests" / "knowledge" / "dev_queries.jsonl"
FOLDS = 5
RIDGE = 0.3
DENSE_ONLY = ("cosine", "cosine_gap")


@dataclass(frozen=True)
class Case:
    """One query with its candidates: a row of features each, and which one is right (-1: none is)."""

    form: str
    features: NDArray[np.float64]
    right: int
    known: bool


def main() -> None:
    """Fit and print."""
    raw = [json.loads(line) for line in QUERIES.read_text("utf-8").splitlines()]
    with tempfile.TemporaryDirectory() as folder:
        ledger = Ledger(Path(folder) / "ledger.db")
        starter = Starter.packaged()
        ledger.replace_starter(starter.stamp, starter.solutions)
        embedder = Embedder(None)
        embed_all(ledger, embedder)
        for title, dense in (("with dense", True), ("lexical", False)):
            cases = [case_of(ledger, embedder if dense else None, row) for row in raw]
            report(title, cases, [name for name in NAMES if dense or name not in DENSE_ONLY])


def embed_all(ledger: Ledger, embedder: Embedder) -> None:
    """Give every record its embedding."""
    missing = ledger.without_embedding(embedder.id, 100_000)
    vectors = embedder.encode([text for _seq, text, _hash in missing])
    ledger.put_embeddings(
        embedder.id,
        {
            seq: (text_hash, vector.tobytes())
            for (seq, _text, text_hash), vector in zip(missing, vectors, strict=True)
        },
    )


def case_of(ledger: Ledger, embedder: Embedder | None, row: dict[str, str]) -> Case:
    """Search as the store does, and keep the features."""
    problem = of_query(row["query"])
    question = Question(row["query"], None, Filters(), 0.0, 10, Watch())
    compared = Search(ledger, question, problem, dense_of(ledger, embedder, problem)).compared()
    right = next((i for i, (_like, record) in enumerate(compared) if record.solution.id == row["id"]), -1)
    rows = [[likeness.features[name] for name in NAMES] for likeness, _record in compared]
    return Case(row["form"], np.array(rows).reshape(-1, len(NAMES)), right, row["id"] is not None)


def dense_of(ledger: Ledger, embedder: Embedder | None, problem: Problem) -> Dense:
    """Make dense search over the ledger's vectors, or none."""
    if embedder is None:
        return Dense("", None, lambda _vector, _filters, _limit: ([], ""), "dense: off")
    matrix = Matrix(ledger, embedder.id)
    return Dense(
        embedder.id,
        embedder.encode([problem.text])[0],
        lambda vector, _filters, limit: (matrix.nearest(vector, None, limit), "dense: ready"),
        "dense: ready",
    )


def report(title: str, cases: Sequence[Case], names: Sequence[str]) -> None:
    """Cross-validate, then fit on all and print the coefficients."""
    columns = [NAMES.index(name) for name in names]
    held: list[tuple[Case, NDArray[np.float64]]] = []
    for fold in range(FOLDS):
        weights = fit([case for i, case in enumerate(cases) if i % FOLDS != fold], columns)
        held += [(case, predict(case, columns, weights)) for i, case in enumerate(cases) if i % FOLDS == fold]
    print(f"\n== {title}: {len(cases)} queries, {sum(not case.known for case in cases)} of them novel")
    for form in ("line", "trace", "symptom", "all"):
        print(f"  {form:8} {recall(held, form)}")
    print(f"  {calibration(held)}")
    for bar in (0.5, 0.7):
        told = [not len(p) or p.max() < bar for case, p in held if not case.known]
        lost = [not len(p) or p.max() < bar for case, p in held if case.known]
        print(f"  confidence < {bar}: novel told {np.mean(told):.2f}, known lost {np.mean(lost):.2f}")
    weights = fit(cases, columns)
    print(f'    "bias": {weights[-1]:.2f},')
    for name, weight in zip(names, weights, strict=False):
        print(f'    "{name}": {weight:.2f},')


def fit(cases: Sequence[Case], columns: Sequence[int]) -> NDArray[np.float64]:
    """Fit on all candidates, then scale so that the best answer of a query is calibrated.

    A regression over all candidates is too modest about the best one: it does not know that the
    others lost. The last weight is the bias.
    """
    rows = np.concatenate([case.features[:, columns] for case in cases if len(case.features)])
    labels = np.concatenate([np.arange(len(case.features)) == case.right for case in cases])
    weights = regress(rows, labels.astype(float))
    best = [(case, scores_of(case, columns, weights)) for case in cases if len(case.features)]
    scale, shift = regress(
        np.array([[scores.max()] for _case, scores in best]),
        np.array([float(scores.argmax() == case.right) for case, scores in best]),
    )
    weights *= scale
    weights[-1] += shift
    return weights


def regress(rows: NDArray[np.float64], labels: NDArray[np.float64]) -> NDArray[np.float64]:
    """Fit a logistic regression by Newton's method; the last weight is the bias, which no ridge holds."""
    inputs = np.hstack([rows, np.ones((len(rows), 1))])
    ridge = np.diag([RIDGE] * rows.shape[1] + [0.0])
    weights = np.zeros(inputs.shape[1])
    for _step in range(50):
        chance = 1 / (1 + np.exp(-inputs @ weights))
        gradient = inputs.T @ (chance - labels) + ridge @ weights
        curvature = (inputs * (chance * (1 - chance))[:, None]).T @ inputs + ridge
        step = np.linalg.solve(curvature + 1e-9 * np.eye(len(weights)), gradient)
        weights = weights - step
        if np.abs(step).max() < 1e-8:
            break
    return weights


def predict(case: Case, columns: Sequence[int], weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """Give each candidate's confidence."""
    return 1 / (1 + np.exp(-scores_of(case, columns, weights)))


def scores_of(case: Case, columns: Sequence[int], weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """Give each candidate's log odds."""
    scores: NDArray[np.float64] = case.features[:, columns] @ weights[:-1] + weights[-1]
    return scores


def recall(held: Sequence[tuple[Case, NDArray[np.float64]]], form: str) -> str:
    """Say how often the right record is first, and among the first five."""
    ranks = [
        int((p > p[case.right]).sum()) if case.right >= 0 else 99
        for case, p in held
        if case.known and form in {case.form, "all"}
    ]
    first, five = np.mean([r == 0 for r in ranks]), np.mean([r < 5 for r in ranks])
    spread = 1.96 * np.sqrt(first * (1 - first) / len(ranks))
    return f"n={len(ranks):3}  recall@1 {first:.2f} ± {spread:.2f}  recall@5 {five:.2f}"


def calibration(held: Sequence[tuple[Case, NDArray[np.float64]]]) -> str:
    """Give the expected calibration error of the best answer, in ten bins."""
    best = [(p.max(), int(p.argmax()) == case.right) for case, p in held if len(p)]
    confidences = np.array([c for c, _ok in best])
    right = np.array([float(ok) for _c, ok in best])
    bins = np.minimum((confidences * 10).astype(int), 9)
    error, cells = 0.0, []
    for number in range(10):
        chosen = bins == number
        if chosen.any():
            error += chosen.mean() * abs(confidences[chosen].mean() - right[chosen].mean())
            cells.append(f"{confidences[chosen].mean():.2f}→{right[chosen].mean():.2f} ({chosen.sum()})")
    return f"calibration error of the best answer {error:.3f}: {' '.join(cells)}"


if __name__ == "__main__":
    main()
