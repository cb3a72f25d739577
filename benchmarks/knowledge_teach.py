"""Teach the packaged model how people tell errors, and write what it was taught.

    python -m benchmarks.knowledge_teach --rounds 1 --rate 8e-4

`tests/knowledge/said/` says of each of the starter's records, of other well-known errors and of the things
that they are about, what a person may say. The model is changed by narrow matrices so that such words lie
nearer to their error than to others, near twins above all (in-batch negatives); records that may be about the
same are no rivals. It goes on from what ships, by a round over all of it. No problem of any set takes part,
the development ones included: so these are measured, and the ranker is fitted, with what ships. Some
six minutes of one core a round, and what is taught is not taken unless the development problems gain. After
it: python -m scripts.starter_embeddings.
"""

from __future__ import annotations

import argparse
import json
import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from torch.nn import functional

from benchmarks.knowledge_pupil import Pupil
from benchmarks.knowledge_queries import FOLDER
from rca.knowledge.crowd import Crowd
from rca.knowledge.problem import of_query, of_solution
from rca.knowledge.starter import Starter

TOGETHER = 48
"""Records of a batch, each with all that is said of it."""

WARM = 0.05
"""The part of all steps in which the rate rises; then it falls."""

TWINS = 2
"""Records of a batch that are put beside one as the most like it."""

NEAREST = 20
SAME = 0.84
"""From this cosine on, before teaching, two records may be about the same: neither is the other's rival."""

SHARPNESS = 20.0
"""What cosines are multiplied by before they compete."""

UNHEARD, UNTOLD = 0.1, 0.3
"""How often a word of what is said is left out, and how often a sentence of a record."""

SAID_TOKENS, RECORD_TOKENS = 48, 64
SEED = 1
CROWDED = 1500
"""Records whose vectors ship."""

SHIPPED = Path(__file__).parents[1] / "rca" / "knowledge"
_SENTENCE_END = re.compile(r"(?<=[.!?]) ")
OUT, CROWD = SHIPPED / "adaptation.npz", SHIPPED / "crowd.npz"


@dataclass(frozen=True)
class Lesson:
    """The text of a record, and what people may say who mean it."""

    record: str
    said: tuple[str, ...]


def lessons() -> list[Lesson]:
    """Read what is taught; what stands in two places is one."""
    texts = {one.id: of_solution(one).text for one in Starter.packaged().solutions()}
    said: dict[str, list[str]] = {}
    for row in _rows():
        record = texts[row["id"]] if "id" in row else row["about"]
        said.setdefault(record, []).extend(of_query(one).text for one in row["said"])
    return [Lesson(record, tuple(dict.fromkeys(every))) for record, every in said.items()]


def _rows() -> Iterator[dict[str, Any]]:
    for path in sorted((FOLDER / "said").glob("*.jsonl")):
        yield from map(json.loads, path.read_text("utf-8").splitlines())


def teach(pupil: Pupil, taught: Sequence[Lesson], same: torch.Tensor, rounds: int, rate: float) -> None:
    """Draw both sides of each lesson together, and apart from the others of its batch.

    Args:
        pupil: what is taught.
        taught: the lessons.
        same: whether two of them may be about the same, one a row and a column.
        rounds: how often all of it is taught.
        rate: how fast at most.
    """
    parts = [part for matrix in pupil.taught.values() for part in (matrix.up, matrix.down)]
    optimizer = torch.optim.AdamW(parts, lr=rate, weight_decay=0.01, betas=(0.9, 0.98))
    chance = random.Random(SEED)  # noqa: S311 - the same order in every run
    steps = rounds * (len(taught) // TOGETHER)
    done = 0
    for number in range(rounds):
        order = beside_twins(twins_of(pupil, taught, same), chance)
        total = 0.0
        for start in range(0, len(order) - TOGETHER + 1, TOGETHER):
            places = torch.tensor(order[start : start + TOGETHER])
            batch = [told_otherwise(taught[place], chance) for place in places]
            loss = _loss(pupil, batch, same[places][:, places])
            for group in optimizer.param_groups:
                group["lr"] = rate * min(1.0, (done + 1) / (WARM * steps), (1 - done / steps))
            optimizer.zero_grad()
            loss.backward()  # type: ignore[no-untyped-call] # torch declares no types here
            optimizer.step()
            total += loss.item()
            done += 1
        print(f"round {number + 1}: loss {total * rounds / steps:.3f}", flush=True)


def told_otherwise(lesson: Lesson, chance: random.Random) -> Lesson:
    """Leave out some words of what is said, and now and then a sentence of the record.

    So no wording is learnt by heart, and more can be learnt of the same.
    """
    record = _SENTENCE_END.split(lesson.record)
    if len(record) > 1 and chance.random() < UNTOLD:
        del record[chance.randrange(len(record))]
    said = tuple(
        " ".join(word for word in one.split(" ") if chance.random() >= UNHEARD) or one for one in lesson.said
    )
    return Lesson(" ".join(record), said)


def alike(pupil: Pupil, taught: Sequence[Lesson]) -> torch.Tensor:
    """Tell which lessons may be about the same, as the model sees their records."""
    vectors = pupil.vectors([one.record for one in taught], RECORD_TOKENS)
    return vectors @ vectors.T >= SAME


def twins_of(pupil: Pupil, taught: Sequence[Lesson], same: torch.Tensor) -> list[list[int]]:
    """Give for each lesson those most like it which are yet about something else, nearest first."""
    vectors = pupil.vectors([one.record for one in taught], RECORD_TOKENS)
    likeness = (vectors @ vectors.T).masked_fill(same, -1.0)
    return likeness.topk(min(NEAREST, len(taught)), dim=1).indices.tolist()


def beside_twins(twins: Sequence[Sequence[int]], chance: random.Random) -> list[int]:
    """Give an order in which each lesson has some of its twins beside it."""
    order: dict[int, None] = {}
    for first in chance.sample(range(len(twins)), len(twins)):
        if first not in order:
            near = [one for one in twins[first] if one not in order]
            order.update(dict.fromkeys([first, *near[:TWINS]]))
    return list(order)


def _loss(pupil: Pupil, batch: Sequence[Lesson], same: torch.Tensor) -> torch.Tensor:
    """Tell how hard it is to find the record by what is said, and what is said by the record."""
    of = torch.tensor([place for place, lesson in enumerate(batch) for _said in lesson.said])
    texts = pupil.tokens([one for lesson in batch for one in lesson.said], SAID_TOKENS)
    texts += pupil.tokens([lesson.record for lesson in batch], RECORD_TOKENS)
    vectors = pupil.read(texts)
    likeness = SHARPNESS * vectors[: len(of)] @ vectors[len(of) :].T
    own = functional.one_hot(of, len(batch)).bool()
    right = likeness[own]
    # What else is said of a record is no rival, nor is what is said of one that may be the same.
    likeness = likeness.masked_fill(same[of] & ~own, -1e4)
    rivals = likeness.masked_fill(own, -1e4).logsumexp(0)[of]
    back = torch.logaddexp(rivals, right) - right
    return (functional.cross_entropy(likeness, of) + back.mean()) / 2


def crowd(pupil: Pupil, taught: Sequence[Lesson]) -> Crowd:
    """Give what stands around any text: a part of the records, each with something that is said of it."""
    part = random.Random(SEED).sample(taught, min(CROWDED, len(taught)))  # noqa: S311 - the same in every run
    records = pupil.vectors([one.record for one in part], RECORD_TOKENS)
    said = pupil.vectors([one.said[0] for one in part], SAID_TOKENS)
    return Crowd.of(records.numpy(), said.numpy())


def main() -> None:
    """Teach and write."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--rounds", type=int, default=1, help="how often all of it is taught")
    options.add_argument("--rate", type=float, default=8e-4, help="how fast at most")
    given = options.parse_args()
    torch.manual_seed(SEED)
    pupil, taught = Pupil(), lessons()
    same = alike(pupil, taught)
    pupil.recall(OUT)
    teach(pupil, taught, same, given.rounds, given.rate)
    pupil.keep(OUT)
    CROWD.write_bytes(crowd(pupil, taught).written())


if __name__ == "__main__":
    main()
