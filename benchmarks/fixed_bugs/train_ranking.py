"""Fit the weights that rank causes, from development and given bugs; nothing of the held half is read.

    python -m benchmarks.fixed_bugs.train_ranking --mirror DIR [--given FILE] [--cache DIR] [--write]
                                               [--candidates FILE]

Each bug gives a set of candidates, those that the fix changed among them. A conditional logit model is fitted
to choose the right ones. The bugs of `training_bugs.json`, which nobody reviewed, are fitted to as well; the
table is of the others alone: means over divisions into folds by repository. The temperature, and the weights
of the case that no candidate is right, are those that make the probabilities of the cross-validation fit
best; the calibration error is that of the first candidate.
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
from scipy.optimize import minimize

from benchmarks.fixed_bugs.cases import Case, load_cases
from benchmarks.fixed_bugs.tree_workers import ask_trees
from rca.causes.ranking import FRAME, OUTSIDE, OUTSIDE_WITHOUT_FRAMES, outside_features

WEIGHTS = Path(__file__).parents[2] / "rca" / "causes" / "data" / "ranking_weights.json"
TRAINING = Path(__file__).with_name("training_bugs.json")
FOLDS = 5
DIVISIONS = ("", "a", "b", "c")
L2 = 3.0
STEPS = 100
SHARES = {"top_app_frame": 2.0, "other_app_frame": 1.3, "not_in_trace": 1.0, "declaration/config": 0.3}
"""Weight of a bug in the fit, by kind."""
OUTSIDE_STEPS = np.arange(-8.0, 8.1, 0.5)
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
    evaluated = {case.id for case in cases}
    cases += load_cases(TRAINING)
    found = dict(_saved(options.candidates) or _extract(cases, options.mirror, options.cache))
    if options.candidates:
        lines = (json.dumps({"id": name, "candidates": rows}) + "\n" for name, rows in found.items())
        options.candidates.write_text("".join(lines), "utf-8")
    names = sorted({name for rows in found.values() for row in rows for name in row["features"]})
    everything = [_example(case, found[case.id], names) for case in cases if case.id in found]
    examples = [example for example in everything if example.case.id in evaluated]
    more = [example for example in everything if example.case.id not in evaluated]
    divisions = [_cross_validate(examples, more, names, division) for division in DIVISIONS]
    frame = names.index(FRAME)
    temperature, outside = _calibrate(examples, divisions, frame)
    _print_table(examples, divisions, temperature, outside, frame)
    weights = dict(zip(names, _fit(everything, names), strict=True)) | outside
    if options.write:
        rounded = {
            name: round(float(value), 3) for name, value in sorted(weights.items()) if abs(value) >= 0.02
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
    """Maximise the penalised likelihood by L-BFGS."""
    usable = [example for example in examples if example.hits.any()]
    features = np.vstack([example.features for example in usable])
    hits = np.concatenate([example.hits for example in usable])
    counts = [len(example.hits) for example in usable]
    of_bug = np.repeat(np.arange(len(usable)), counts)
    starts = np.concatenate([[0], np.cumsum(counts)[:-1]])
    shares = np.array([SHARES[example.case.stratum] for example in usable])

    def loss(weights: Floats) -> tuple[float, Floats]:
        scores = features @ weights
        odds = np.exp(scores - np.maximum.reduceat(scores, starts)[of_bug])
        chances = odds / np.add.reduceat(odds, starts)[of_bug]
        right = chances * hits
        sums = np.maximum(np.add.reduceat(right, starts), 1e-12)
        slope = (right / sums[of_bug] - chances) * shares[of_bug]
        value = -(shares * np.log(sums)).sum() + 0.5 * L2 * weights @ weights
        return float(value), L2 * weights - features.T @ slope

    start = np.zeros(len(names))
    found: Floats = minimize(loss, start, jac=True, method="L-BFGS-B", options={"maxiter": STEPS}).x
    return found


def _softmax(scores: Floats) -> Floats:
    shares = np.exp(scores - scores.max())
    return shares / shares.sum()


def _cross_validate(
    examples: Sequence[Example], more: Sequence[Example], names: Sequence[str], division: str
) -> dict[str, Floats]:
    """Return the scores of each bug's candidates by weights that saw no bug of its repository."""
    scores: dict[str, Floats] = {}
    for fold in range(FOLDS):
        asked = [example for example in examples if _fold(example.case, division) == fold]
        repositories = {example.case.repository.lower() for example in asked}
        train = [
            example for example in (*examples, *more) if example.case.repository.lower() not in repositories
        ]
        weights = _fit(train, names)
        scores |= {example.case.id: example.features @ weights for example in asked}
    return scores


def _fold(case: Case, division: str) -> int:
    name = division + case.repository.lower()
    return int(hashlib.sha256(name.encode()).hexdigest(), 16) // 2 % FOLDS


def _calibrate(
    examples: Sequence[Example], divisions: Sequence[dict[str, Floats]], frame: int
) -> tuple[float, dict[str, float]]:
    """Return the temperature and the weights of no candidate being right with the least logarithmic loss."""
    best = (np.inf, 1.0, 0.0, 0.0)
    kinds = [[one for one in examples if _has_frames(one, frame) is has] for has in (True, False)]
    for temperature in TEMPERATURES:
        chosen = []
        for group in kinds:
            losses = [
                (sum(_loss(group, scores, temperature, outside) for scores in divisions), outside)
                for outside in OUTSIDE_STEPS
            ]
            chosen.append(min(losses))
        total = sum(loss for loss, _ in chosen)
        best = min(best, (total, temperature, float(chosen[0][1]), float(chosen[1][1])))
    _, temperature, with_frames, without = best
    return temperature, {OUTSIDE: with_frames, OUTSIDE_WITHOUT_FRAMES: without - with_frames}


def _has_frames(example: Example, frame: int) -> bool:
    return bool(example.features[:, frame].any())


def _loss(
    examples: Sequence[Example], scores: dict[str, Floats], temperature: float, outside: float
) -> float:
    """Return the logarithmic loss of the first candidate's probability, and of none being right."""
    total = 0.0
    for example in examples:
        if not len(example.hits):
            continue
        shares = _softmax(np.append(scores[example.case.id], outside) / temperature)
        first = int(np.argmax(shares[:-1]))
        chance = float(np.clip(shares[first], 1e-3, 1 - 1e-3))
        total -= np.log(chance if example.hits[first] else 1 - chance)
        missing = float(np.clip(shares[-1], 1e-3, 1 - 1e-3))
        total -= np.log(1 - missing if example.hits.any() else missing)
    return total


def _print_table(
    examples: Sequence[Example],
    divisions: Sequence[dict[str, Floats]],
    temperature: float,
    outside: dict[str, float],
    frame: int,
) -> None:
    rows: dict[str, list[int | None]] = defaultdict(list)
    firsts: list[tuple[float, bool]] = []
    for example in examples:
        for scores in divisions:
            found = scores[example.case.id]
            order = np.argsort(-found, kind="stable")
            rank = next((place for place, one in enumerate(order, 1) if example.hits[one]), None)
            rows[example.case.stratum].append(rank)
            if len(order):
                none = sum(outside[name] for name in outside_features(has_frames=_has_frames(example, frame)))
                shares = _softmax(np.append(found, none) / temperature)
                firsts.append((float(shares[order[0]]), bool(example.hits[order[0]])))
    print("| kind | n | R@1 | R@3 | R@5 | R@10 | among the candidates |\n|---|---|---|---|---|---|---|")
    for kind, ranks in rows.items():
        cells = [
            f"{sum(1 for one in ranks if one and one <= most) / len(ranks):.2f}" for most in (1, 3, 5, 10)
        ]
        reached = sum(1 for one in ranks if one) / len(ranks)
        print(f"| {kind} | {len(ranks) // len(divisions)} | {' | '.join(cells)} | {reached:.2f} |")
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
