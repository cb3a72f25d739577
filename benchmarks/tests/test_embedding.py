"""The embedding's training: what it is trained on, what it is measured on, and that it can be made again."""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path
from typing import get_args

import numpy as np
import pytest

from benchmarks.embedding import train
from benchmarks.embedding.overlap import QUOTED, TrainingText, described
from benchmarks.embedding.training_data import FOLDER, Example, load_examples
from evaluation.knowledge.problems import Split, problems
from scripts.packaged_model import base_model

ROOT = Path(__file__).parents[2]
FIGURES = FOLDER.parent / "figures.json"


@pytest.fixture(scope="module")
def examples() -> list[Example]:
    return load_examples()


@pytest.fixture(scope="module")
def text(examples: list[Example]) -> TrainingText:
    return TrainingText(examples)


def test_no_measured_symptom_is_a_copy_of_a_paraphrase(text: TrainingText) -> None:
    for split in get_args(Split):
        for problem in problems(split):
            assert text.quoted(problem.asked["symptom"]) < QUOTED, problem.id


def test_a_copy_would_be_noticed(text: TrainingText, examples: list[Example]) -> None:
    words = examples[7].paraphrases[0].split()
    assert text.quoted(" ".join([*words, "please"])) >= QUOTED


def test_a_problem_in_other_words_counts_as_described(text: TrainingText, examples: list[Example]) -> None:
    known = {problem.id: problem for problem in problems("dev")}
    problem = known["savedstate-provider-duplicate"]
    error = f"{problem.solution.error_type}: {problem.solution.error_description}"
    about = text.describing(problem)
    others = [example for place, example in enumerate(examples) if place not in about]
    assert about
    assert not TrainingText(others).describing(problem)
    assert TrainingText([*others, Example(f"After rotating, {error}. Use one key each.", ())]).describing(
        problem
    )


def test_the_page_quotes_what_is_described_apart(text: TrainingText) -> None:
    page = (ROOT / "docs" / "design" / "retrieval.md").read_text("utf-8")
    _, _, table = page.partition("### Problems that the training data describes, and the others")
    told = re.findall(r"^\| [^|]+ \| (\d+) (described|not described) \|", table, re.MULTILINE)
    counts: dict[str, int] = {"described": 0, "not described": 0}
    for split in get_args(Split):
        known = problems(split)
        about = described(known, text)
        counts["described"] += len(about)
        counts["not described"] += len(known) - len(about)
    *sets, (rest, _name) = told
    assert {name: sum(int(number) for number, kind in sets if kind == name) for name in counts} == counts
    assert int(rest) == counts["not described"] - sum(
        not text.describing(problem) for problem in problems("dev")
    )


def test_the_held_out_stage_describes_no_development_problem(
    text: TrainingText, examples: list[Example]
) -> None:
    about = train.about_development(text)
    kept = {place for place in range(len(examples)) if place not in about}
    assert len(about) > 100
    assert not any(text.describing(problem) & kept for problem in problems("dev"))


def test_what_ships_is_what_the_figures_are_of() -> None:
    figures = json.loads(FIGURES.read_text("utf-8"))["shipped"]
    content = base_model.LORA_WEIGHTS.read_bytes()
    assert figures["sha256"] == hashlib.sha256(content).hexdigest()
    page = (ROOT / "docs" / "design" / "embedding-training.md").read_text("utf-8")
    assert figures["sha256"][:16] in page
    for name in ("first70", "firstAll", "fiveAll"):
        assert f"{figures[name]:.3f}" in page


@pytest.mark.embedding
def test_the_same_seed_gives_the_same_file(
    tmp_path: Path, examples: list[Example], monkeypatch: pytest.MonkeyPatch
) -> None:
    import torch

    from benchmarks.embedding.model import LoraModel

    def once(name: str, seed: str) -> dict[str, np.ndarray]:
        torch.manual_seed(train.SEED)
        model = LoraModel()
        vectors = model.embed([example.record for example in few], train.RECORD_TOKENS)
        same = vectors @ vectors.T >= train.SAME
        train.train_round(model, few, same, train.neighbours_of(vectors, same), seed)
        model.save(tmp_path / name)
        with np.load(tmp_path / name) as parts:
            return {key: parts[key] for key in parts.files}

    # Two small batches of the shortest: a whole one takes 15 s.
    monkeypatch.setattr(train, "BATCH", 6)
    few = sorted(examples, key=lambda example: len(example.record) + len(" ".join(example.paraphrases)))
    few = few[: 2 * train.BATCH]
    threads = torch.get_num_threads()
    torch.set_num_threads(1)  # as the script: more may round otherwise, as the machine's load has it
    try:
        first, second, other = once("a.npz", "1"), once("b.npz", "1"), once("c.npz", "2")
    finally:
        torch.set_num_threads(threads)
    assert all(np.array_equal(first[key], second[key]) for key in first)
    assert any(not np.array_equal(first[key], other[key]) for key in first)
    with np.load(base_model.LORA_WEIGHTS) as parts:
        assert {key: parts[key].shape for key in parts.files} == {key: first[key].shape for key in first}
