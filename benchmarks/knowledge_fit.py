"""Fit the confidence of knowledge search on the development queries, and say how good it is.

    python benchmarks/knowledge_fit.py

Prints the coefficients that stand in `rca/knowledge/weights.py`, and measures by five-fold
cross-validation over the queries: recall, calibration, and how well a novel problem is told.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.knowledge_queries import Query, queries
from rca.cancellation import Watch
from rca.knowledge.embedder import Embedder
from rca.knowledge.ledger import Filters, Ledger
from rca.knowledge.likeness import NAMES
from rca.knowledge.matrix import Matrix
from rca.knowledge.problem import Problem, of_query
from rca.knowledge.search import Dense, Question, Search
from rca.knowledge.starter import Starter

FOLDS = 5
RIDGE = 0.3
BAR = 0.5
"""What a person sees is at least this likely."""
AGAINST = (
    "message_differs",
    "message_one_sided",
    "type_differs",
    "frames_differ",
    "thrown_by_app",
    "kind_differs",
    "cosine_gap",
)
"""Features that can only speak against a record; all others only for it."""

DENSE_ONLY = ("cosine", "cosine_gap")


@dataclass(frozen=True)
class Case:
    """One query with its candidates: a row of features each, and which one is right (-1: none is)."""

    form: str
    told: bool
    features: NDArray[np.float64]
    right: int
    known: bool


def main() -> None:
    """Fit and print."""
    asked = queries()
    with tempfile.TemporaryDirectory() as folder:
        ledger = Ledger(Path(folder) / "ledger.db")
        starter = Starter.packaged()
        ledger.replace_starter(starter.stamp, starter.solutions)
        embedder = Embedder(None)
        embed_all(ledger, embedder)
        for title, dense in (("with dense", True), ("lexical", False)):
            cases = [case_of(ledger, embedder if dense else None, query) for query in asked]
            report(title, cases, [name for name in NAMES if dense or name not in DENSE_ONLY])


def embed_all(ledger: Ledger, embedder: Embedder) -> None:
    """Give every record its embedding."""
    missing = ledger.vectors.missing(embedder.id, 100_000)
    vectors = embedder.encode([text for _seq, text, _hash in missing])
    ledger.vectors.put(
        embedder.id,
        {
            seq: (text_hash, vector.tobytes())
            for (seq, _text, text_hash), vector in zip(missing, vectors, strict=True)
        },
    )


def case_of(ledger: Ledger, embedder: Embedder | None, query: Query) -> Case:
    """Search as the store does, and keep the features."""
    problem = of_query(query.text)
    question = Question(query.text, None, Filters(), 0.0, 10, Watch())
    compared = Search(ledger, question, problem, dense_of(ledger, embedder, problem)).compared()
    right = next((i for i, (_like, record) in enumerate(compared) if record.solution.id == query.id), -1)
    rows = [[likeness.features[name] for name in NAMES] for likeness, _record in compared]
    features = np.array(rows).reshape(-1, len(NAMES))
    told = any(likeness.told for likeness, _record in compared)
    return Case(query.form, told, features, right, query.id is not None)


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
        models = fit_both([case for i, case in enumerate(cases) if i % FOLDS != fold], columns)
        held += [
            (case, predict(case, columns, models[case.told]))
            for i, case in enumerate(cases)
            if i % FOLDS == fold
        ]
    print(f"\n== {title}: {len(cases)} queries, {sum(not case.known for case in cases)} of them novel")
    for form in ("line", "trace", "symptom", "all"):
        print(f"  {form:8} {measures([pair for pair in held if form in {pair[0].form, 'all'}])}")
    print(f"  {calibration(held)}")
    for told, weights in fit_both(cases, columns).items():
        print(f"    ({told}, {'cosine' in names}): {{")
        print(f'        "bias": {weights[-1]:.2f},')
        for name, weight in zip(names, weights, strict=False):
            if weight:
                print(f'        "{name}": {weight:.2f},')
        print("    },")


def fit_both(cases: Sequence[Case], columns: Sequence[int]) -> dict[bool, NDArray[np.float64]]:
    """Fit one model for queries that hold an error, and one for symptoms in words."""
    return {told: fit([case for case in cases if case.told is told], columns) for told in (True, False)}


def fit(cases: Sequence[Case], columns: Sequence[int]) -> NDArray[np.float64]:
    """Fit on all candidates, then scale so that the best answer of a query is calibrated.

    A regression over all candidates is too modest about the best one: it does not know that the
    others lost. A feature whose weight comes out against its meaning says nothing that the others do
    not say, and goes. The last weight is the bias.
    """
    rows = np.concatenate([case.features[:, columns] for case in cases if len(case.features)])
    labels = np.concatenate([np.arange(len(case.features)) == case.right for case in cases]).astype(float)
    signs = np.array([-1.0 if NAMES[column] in AGAINST else 1.0 for column in columns])
    kept = np.ones(len(columns), dtype=bool)
    while True:
        found = regress(rows[:, kept], labels)
        right = found[:-1] * signs[kept] > 0
        if right.all():
            break
        kept[np.flatnonzero(kept)[~right]] = False
    weights = np.zeros(len(columns) + 1)
    weights[:-1][kept], weights[-1] = found[:-1], found[-1]
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


def measures(held: Sequence[tuple[Case, NDArray[np.float64]]]) -> str:
    """Say how often the right record comes first, and how well novel problems are told at .5."""
    known = [int((p > p[case.right]).sum()) if case.right >= 0 else 99 for case, p in held if case.known]
    told = [not len(p) or p.max() < BAR for case, p in held if not case.known]
    lost = [not len(p) or p.max() < BAR for case, p in held if case.known]
    wrong = [bool(len(p)) and p.max() >= BAR and int(p.argmax()) != case.right for case, p in held]
    return (
        f"recall@1 {share([rank == 0 for rank in known])}, @5 {share([rank < 5 for rank in known])};"
        f" at {BAR}: novel told {share(told)}, known lost {share(lost)}, wrong shown {share(wrong)}"
    )


def share(answers: Sequence[bool]) -> str:
    """Give a share with its 95% interval (Wilson's, which holds near 0 and 1, too)."""
    if not answers:
        return "none"
    n, p, z = len(answers), float(np.mean(answers)), 1.96
    middle = (p + z * z / (2 * n)) / (1 + z * z / n)
    spread = z * np.sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    return f"{p:.2f} [{middle - spread:.2f}, {middle + spread:.2f}] of {n}"


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
