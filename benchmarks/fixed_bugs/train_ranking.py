"""Fit the weights that rank causes, from development and given bugs; nothing of the held half is read.

    python -m benchmarks.fixed_bugs.train_ranking --mirror DIR [--given FILE] [--cache DIR] [--write]
                                               [--candidates FILE]

Each bug gives a set of candidates, those that the fix changed among them. A conditional logit model is fitted
to choose the right ones. The table is of five-fold cross-validation by repository; the temperature is the one
that makes its probabilities fit best, and the calibration error is that of the first candidate.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.fixed_bugs.cases import Case, load_cases
from benchmarks.fixed_bugs.tree_workers import ask_trees

WEIGHTS = Path(__file__).parents[2] / "rca" / "causes" / "data" / "ranking_weights.json"
FOLDS = 5
L2 = 2.0
STEPS = 400
RATE = 0.05
SHARES = {"top_app_frame": 2.0, "other_app_frame": 1.3, "not_in_trace": 1.0, "declaration/config": 0.3}
"""Weight of a bug in the fit, by kind."""
PRIOR = {"frame_0": 0.2}
"""Added to weights after the fit, in log odds: bugs were drawn by kind, so faults in the topmost frame are
rarer among them (.34) than among crashes as they come (.86 of the 572 of D580). The full correction would
be 2.5; this little keeps the topmost frame's R@1 above .90."""
TEMPERATURES = (0.6, 0.7, 0.8, 0.9, 1.0, 1.15, 1.3, 1.5, 1.75, 2.0)

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Example:
    """The candidates of one bug as a matrix, and which of them the fix changed."""

    case: Case
    features: Floats
    hits: NDArray[np.bool_]


def main() -> None:
    """Extract candidates where they are not in the cache, fit, print the table, and write the weights."""
    options = _options()
    cases = [case for case in load_cases() if case.split == "development"]
    if options.given:
        cases += load_cases(options.given)
    found = dict(_saved(options.candidates) or _extract(cases, options.mirror, options.cache))
    if options.candidates:
        lines = (json.dumps({"id": name, "candidates": rows}) + "\n" for name, rows in found.items())
        options.candidates.write_text("".join(lines), "utf-8")
    names = sorted({name for rows in found.values() for row in rows for name in row["features"]})
    examples = [_example(case, found[case.id], names) for case in cases if case.id in found]
    scores = _cross_validate(examples, names)
    temperature = min(TEMPERATURES, key=lambda one: _loss(examples, scores, one))
    _print_table(examples, scores, temperature)
    weights = _fit(examples, names)
    if options.write:
        rounded = {
            name: round(float(value), 3)
            for name, value in zip(names, weights, strict=True)
            if abs(value) >= 0.02
        }
        WEIGHTS.parent.mkdir(exist_ok=True)
        text = json.dumps({"temperature": temperature, "weights": rounded}, indent=1)
        WEIGHTS.write_text(text + "\n", "utf-8")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--mirror", type=Path, required=True)
    parser.add_argument("--given", type=Path)
    parser.add_argument("--cache", type=Path, default=Path(tempfile.gettempdir()) / "rca-fixed-bugs")
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--candidates", type=Path, help="kept here: written if it is missing, else read")
    return parser.parse_args()


def _saved(file: Path | None) -> dict[str, list[dict[str, Any]]]:
    if file is None or not file.exists():
        return {}
    rows = (json.loads(line) for line in file.read_text("utf-8").splitlines())
    return {row["id"]: row["candidates"] for row in rows}


def _extract(cases: Sequence[Case], mirror: Path, cache: Path) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    for answer in ask_trees("benchmarks.fixed_bugs.candidate_worker", cases, mirror, cache):
        yield answer["id"], answer["candidates"]


def _example(case: Case, rows: Sequence[dict[str, Any]], names: Sequence[str]) -> Example:
    place = {name: number for number, name in enumerate(names)}
    features = np.zeros((len(rows), len(names)))
    for number, row in enumerate(rows):
        for name, value in row["features"].items():
            features[number, place[name]] = value
    return Example(case, features, np.array([_is_hit(case, row) for row in rows], dtype=bool))


def _is_hit(case: Case, row: dict[str, Any]) -> bool:
    return any(
        fix.file == row["file"]
        and (fix.start_line <= row["line"] <= fix.end_line or (fix.name and fix.name == row["name"]))
        for fix in case.fix_places
    )


def _fit(examples: Sequence[Example], names: Sequence[str]) -> Floats:
    """Maximise the penalised likelihood by Adam (Kingma and Ba, 2015)."""
    usable = [example for example in examples if example.hits.any()]
    width = len(names)
    weights, mean, square = np.zeros(width), np.zeros(width), np.zeros(width)
    for step in range(1, STEPS + 1):
        gradient = -L2 * weights
        for example in usable:
            shares = _softmax(example.features @ weights)
            right = shares * example.hits
            gradient += SHARES[example.case.stratum] * (example.features.T @ (right / right.sum() - shares))
        gradient /= len(usable)
        mean = 0.9 * mean + 0.1 * gradient
        square = 0.999 * square + 0.001 * gradient**2
        weights += RATE * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.999**step)) + 1e-8)
    return weights + np.array([PRIOR.get(name, 0.0) for name in names])


def _softmax(scores: Floats) -> Floats:
    shares = np.exp(scores - scores.max())
    return shares / shares.sum()


def _cross_validate(examples: Sequence[Example], names: Sequence[str]) -> dict[str, Floats]:
    """Return the scores of each bug's candidates by weights that saw no bug of its repository."""
    scores: dict[str, Floats] = {}
    for fold in range(FOLDS):
        train = [example for example in examples if _fold(example.case) != fold]
        weights = _fit(train, names)
        for example in examples:
            if _fold(example.case) == fold:
                scores[example.case.id] = example.features @ weights
    return scores


def _fold(case: Case) -> int:
    return int(hashlib.sha256(case.repository.lower().encode()).hexdigest(), 16) // 2 % FOLDS


def _loss(examples: Sequence[Example], scores: dict[str, Floats], temperature: float) -> float:
    """Return the mean logarithmic loss of the first candidate's probability."""
    total = 0.0
    usable = [example for example in examples if len(example.hits)]
    for example in usable:
        shares = _softmax(scores[example.case.id] / temperature)
        first = int(np.argmax(shares))
        chance = float(np.clip(shares[first], 1e-3, 1 - 1e-3))
        total -= np.log(chance if example.hits[first] else 1 - chance)
    return total / max(1, len(usable))


def _print_table(examples: Sequence[Example], scores: dict[str, Floats], temperature: float) -> None:
    rows: dict[str, list[int | None]] = defaultdict(list)
    firsts: list[tuple[float, bool]] = []
    for example in examples:
        order = np.argsort(-scores[example.case.id])
        rank = next((number for number, one in enumerate(order, 1) if example.hits[one]), None)
        rows[example.case.stratum].append(rank)
        if len(order):
            shares = _softmax(scores[example.case.id] / temperature)
            firsts.append((float(shares[order[0]]), bool(example.hits[order[0]])))
    print("| kind | n | R@1 | R@3 | R@5 | R@10 | among the candidates |\n|---|---|---|---|---|---|---|")
    for kind, ranks in rows.items():
        cells = [
            f"{sum(1 for one in ranks if one and one <= most) / len(ranks):.2f}" for most in (1, 3, 5, 10)
        ]
        reached = sum(1 for one in ranks if one) / len(ranks)
        print(f"| {kind} | {len(ranks)} | {' | '.join(cells)} | {reached:.2f} |")
    print(f"\ntemperature {temperature}, calibration error of the first {_calibration_error(firsts):.3f}")


def _calibration_error(firsts: Sequence[tuple[float, bool]], bins: int = 8) -> float:
    """Return the expected calibration error over bins of equal size."""
    ordered = sorted(firsts)
    error = 0.0
    for part in np.array_split(np.arange(len(ordered)), bins):
        if len(part):
            mean = float(np.mean([ordered[one][0] for one in part]))
            right = float(np.mean([ordered[one][1] for one in part]))
            error += len(part) / len(ordered) * abs(mean - right)
    return error


if __name__ == "__main__":
    main()
