"""Fit the weights that rank commits, from bugs whose inducing commit is known.

    python -m benchmarks.fixed_bugs.train_suspects --mirror DIR [--given FILE] [--cache DIR] [--write]
                                               [--commits FILE]

A conditional logit model is fitted to choose the inducing commits of each bug whose likeliest one is recent
(`InducedBug.is_recent`) and was not found wrong by a person. The table is of five-fold cross-validation by
repository.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.fixed_bugs.cases import Case, load_cases
from benchmarks.fixed_bugs.inducing_commits import NEAR_COMMITS, InducedBug, load_inducing
from benchmarks.fixed_bugs.tree_workers import ask_trees
from rca.history.commit_ranking import SET_BY_HAND

WEIGHTS = Path(__file__).parents[2] / "rca" / "history" / "data" / "suspect_weights.json"
FOLDS = 5
L2 = 0.3
STEPS = 400
RATE = 0.05
TEMPERATURES = (0.6, 0.7, 0.8, 0.9, 1.0, 1.15, 1.3, 1.5, 1.75, 2.0)
DEPTHS = (1, 3, 5, 10)

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Example:
    """The commits of one bug as a matrix, and which of them introduced it."""

    bug: InducedBug
    features: Floats
    by_hand: Floats
    """The part of each commit's log odds that is not fitted."""
    shown: NDArray[np.bool_]
    hits: NDArray[np.bool_]


def main() -> None:
    """Collect commits where they are not in the file, fit, print the table, and write the weights."""
    options = _options()
    cases = {case.id: case for case in load_cases() if case.split == "development"}
    if options.given:
        cases |= {case.id: case for case in load_cases(options.given)}
    bugs = [bug for bug in load_inducing() if bug.is_recent and bug.id in cases]
    found = _saved(options.commits) or dict(
        _extract([cases[bug.id] for bug in bugs], options.mirror, options.cache)
    )
    if options.commits:
        rows = (json.dumps({"id": name, "commits": commits}) + "\n" for name, commits in found.items())
        options.commits.write_text("".join(rows), "utf-8")
    names = sorted(
        {name for rows in found.values() for row in rows for name in row[1] if name not in SET_BY_HAND}
    )
    examples = [_example(bug, found.get(bug.id, []), names) for bug in bugs]
    trusted = [example for example in examples if example.bug.checked != "wrong"]
    scores = _cross_validate(trusted, examples, len(names))
    temperature = min(TEMPERATURES, key=lambda one: _loss(trusted, scores, one))
    _print_table(examples, scores, temperature)
    weights = _fit(trusted, len(names))
    fitted = {name: round(float(value), 3) for name, value in zip(names, weights, strict=True)}
    print(f"temperature {temperature}", fitted)
    if options.write:
        WEIGHTS.write_text(
            json.dumps({"temperature": temperature, "weights": fitted}, indent=1) + "\n", "utf-8"
        )


def rated_bugs(commits: Path, given: Path | None) -> Iterator[tuple[InducedBug, dict[str, float]]]:
    """Yield each bug with the probability of its commits, by weights that saw no bug of its repository.

    Args:
        commits: the file that `--commits` wrote.
        given: file of the given bugs, if they take part.
    """
    known = {case.id for case in [*load_cases(), *(load_cases(given) if given else [])]}
    found = _saved(commits)
    bugs = [bug for bug in load_inducing() if bug.is_recent and bug.id in known and bug.id in found]
    names = sorted(
        {name for rows in found.values() for row in rows for name in row[1] if name not in SET_BY_HAND}
    )
    examples = [_example(bug, found[bug.id], names) for bug in bugs]
    scores = _cross_validate([one for one in examples if one.bug.checked != "wrong"], examples, len(names))
    for bug in bugs:
        rows = found[bug.id]
        shares = _softmax(scores[bug.id]) if rows else np.zeros(0)
        yield bug, {row[0]: float(share) for row, share in zip(rows, shares, strict=True)}


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--mirror", type=Path, required=True)
    parser.add_argument("--given", type=Path)
    parser.add_argument("--cache", type=Path, default=Path(tempfile.gettempdir()) / "rca-fixed-bugs")
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--commits", type=Path, help="kept here: written if it is missing, else read")
    return parser.parse_args()


def _saved(file: Path | None) -> dict[str, list[Any]]:
    if file is None or not file.exists():
        return {}
    rows = (json.loads(line) for line in file.read_text("utf-8").splitlines())
    return {row["id"]: row["commits"] for row in rows}


def _extract(cases: Sequence[Case], mirror: Path, cache: Path) -> Iterator[tuple[str, list[Any]]]:
    for answer in ask_trees("benchmarks.fixed_bugs.suspect_worker", cases, mirror, cache):
        yield answer["id"], answer["commits"]


def _example(bug: InducedBug, rows: Sequence[Any], names: Sequence[str]) -> Example:
    place = {name: number for number, name in enumerate(names)}
    features = np.zeros((len(rows), len(names)))
    by_hand = np.zeros(len(rows))
    for number, row in enumerate(rows):
        for name, value in row[1].items():
            if name in place:
                features[number, place[name]] = value
            else:
                by_hand[number] += SET_BY_HAND[name] * value
    right = {
        origin.commit for origin in bug.inducing if not origin.hidden and origin.distance <= NEAR_COMMITS
    }
    return Example(
        bug,
        features,
        by_hand,
        np.array([row[2] for row in rows], dtype=bool),
        np.array([row[0] in right for row in rows], dtype=bool),
    )


def _scores(example: Example, weights: Floats) -> Floats:
    return np.asarray(example.features @ weights + example.by_hand, dtype=np.float64)


def _fit(examples: Sequence[Example], width: int) -> Floats:
    """Maximise the penalised likelihood by Adam (Kingma and Ba, 2015)."""
    usable = [example for example in examples if example.hits.any()]
    weights, mean, square = np.zeros(width), np.zeros(width), np.zeros(width)
    for step in range(1, STEPS + 1):
        gradient = -L2 * weights
        for example in usable:
            shares = _softmax(_scores(example, weights))
            right = shares * example.hits
            gradient += example.features.T @ (right / right.sum() - shares)
        gradient /= len(usable)
        mean = 0.9 * mean + 0.1 * gradient
        square = 0.999 * square + 0.001 * gradient**2
        weights += RATE * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.999**step)) + 1e-8)
    return weights


def _softmax(scores: Floats) -> Floats:
    shares = np.exp(scores - scores.max())
    return np.asarray(shares / shares.sum(), dtype=np.float64)


def _cross_validate(trusted: Sequence[Example], examples: Sequence[Example], width: int) -> dict[str, Floats]:
    """Return the scores of each bug's commits by weights that saw no bug of its repository."""
    scores: dict[str, Floats] = {}
    for fold in range(FOLDS):
        weights = _fit([example for example in trusted if _fold(example.bug) != fold], width)
        for example in examples:
            if _fold(example.bug) == fold:
                scores[example.bug.id] = _scores(example, weights)
    return scores


def _fold(bug: InducedBug) -> int:
    return int(hashlib.sha256(bug.repository.lower().encode()).hexdigest(), 16) // 2 % FOLDS


def _loss(examples: Sequence[Example], scores: dict[str, Floats], temperature: float) -> float:
    """Return the mean logarithmic loss of the inducing commits' probability."""
    usable = [example for example in examples if example.hits.any()]
    total = 0.0
    for example in usable:
        shares = _softmax(scores[example.bug.id] / temperature)
        total -= float(np.log(max(shares[example.hits].sum(), 1e-6)))
    return total / max(1, len(usable))


def rank_of(example: Example, scores: Floats) -> int | None:
    """Return the rank of the first inducing commit among those that an answer shows."""
    order = [one for one in np.argsort(-scores, kind="stable") if example.shown[one]]
    return next((number for number, one in enumerate(order, 1) if example.hits[one]), None)


def _print_table(examples: Sequence[Example], scores: dict[str, Floats], temperature: float) -> None:
    print("| bugs | n | R@1 | R@3 | R@5 | R@10 |\n|---|---|---|---|---|---|")
    groups: dict[str, Callable[[InducedBug], bool]] = {
        "all recent": lambda _bug: True,
        "without those checked as wrong": lambda bug: bug.checked != "wrong",
        "checked as right": lambda bug: bug.checked == "right",
        **{how: _is_how(how) for how in ("removed_lines", "restored_lines", "neighbour_lines")},
    }
    for name, takes in groups.items():
        ranks = [rank_of(one, scores[one.bug.id]) for one in examples if takes(one.bug)]
        cells = [sum(rank is not None and rank <= depth for rank in ranks) for depth in DEPTHS]
        print(
            f"| {name} | {len(ranks)} | "
            + " | ".join(f"{cell / max(1, len(ranks)):.2f}" for cell in cells)
            + " |"
        )
    firsts = [
        (float(shares.max()), bool(one.hits[int(shares.argmax())]))
        for one in examples
        if len(one.hits) and one.bug.checked != "wrong"
        for shares in [_softmax(scores[one.bug.id] / temperature)]
    ]
    for low in (0.0, 0.2, 0.4, 0.6, 0.8):
        inside = [(chance, hit) for chance, hit in firsts if low <= chance < low + 0.2 + (low == 0.8)]
        if inside:
            said, was = (sum(column) / len(inside) for column in zip(*inside, strict=True))
            print(f"first at {low:.1f} to {low + 0.2:.1f}: n {len(inside)}, said {said:.2f}, was {was:.2f}")


def _is_how(how: str) -> Callable[[InducedBug], bool]:
    return lambda bug: bug.inducing[0].how == how


if __name__ == "__main__":
    main()
