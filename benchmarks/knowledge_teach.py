"""Teach the packaged model how people tell errors, and write what it was taught.

    python -m benchmarks.knowledge_teach held-out
    python -m benchmarks.knowledge_teach shipped

`tests/knowledge/said/` says of each of the starter's records, of other well-known errors and of the things
that they are about, what a person may say. The last layers of the model are changed by narrow matrices so
that such words lie nearer to their error than to others, near twins above all (in-batch negatives); its lower
layers stay, so their outcome is worked out once. First nothing is taught that is like a development problem:
that is what these are measured and the ranker is fitted with. What ships goes on from there with all of it,
the development problems' symptoms too. The test, blind, fresh and unseen problems take no part. About five
minutes of one core each.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from benchmarks.knowledge_cases import CROWD_HELD_OUT, HELD_OUT
from benchmarks.knowledge_problems import problems
from benchmarks.knowledge_queries import FOLDER
from rca.knowledge.crowd import Crowd
from rca.knowledge.embedder import Embedder
from rca.knowledge.problem import of_query, of_solution
from rca.knowledge.starter import Starter

FIRST_TAUGHT = 3
"""Layers below stay as they are."""

WIDTH = 16
UP_SCALE = 2.0
STAGES = {"held-out": (2, 1e-3), "shipped": (1, 5e-4)}
"""How often all of it is taught, and how fast."""

TOGETHER = 32
"""Records of a batch, each with all that is said of it."""

TWINS = 2
"""Records of a batch that are put beside one as the most like it."""

NEAREST = 20
SAME = 0.9
"""From this cosine on, before teaching, two records may well be about the same."""

SHARPNESS = 20.0
"""What cosines are multiplied by before they compete."""

SAID_TOKENS, RECORD_TOKENS, WHOLE_TOKENS = 48, 64, 256
ALIKE_LONG = 64
"""Texts that are encoded at a time, of a like length."""

SEED = 1
ALIKE = 0.72
"""From this cosine on, before teaching, what is taught is too like a development problem to be held out."""

CROWDED = 1500
"""Records whose vectors ship."""

SHIPPED = Path(__file__).parents[1] / "rca" / "knowledge"
OUT, CROWD = SHIPPED / "adaptation.npz", SHIPPED / "crowd.npz"


class Narrow(nn.Module):
    """A matrix of the model and what is added to it."""

    def __init__(self, whole: nn.Linear) -> None:
        super().__init__()
        self.down = nn.Parameter(torch.randn(WIDTH, whole.in_features) / whole.in_features**0.5)
        self.up = nn.Parameter(torch.zeros(whole.out_features, WIDTH))
        # What is not taught is not converted in each step.
        self.whole = whole.to(torch.bfloat16)

    def forward(self, given: torch.Tensor) -> torch.Tensor:
        """Apply both."""
        narrow = UP_SCALE * functional.linear(given, self.down)
        wide: torch.Tensor = self.whole(given)
        return torch.addmm(wide.flatten(0, -2), narrow.flatten(0, -2), self.up.T).view(wide.shape)


class Pupil:
    """The model, its last layers ready to be taught; it reckons in bfloat16."""

    def __init__(self) -> None:
        from sentence_transformers import SentenceTransformer

        model: Any = SentenceTransformer(
            Embedder(None).locate(),
            device="cpu",
            local_files_only=True,
            model_kwargs={"attn_implementation": "eager"},
        )
        for parameter in model.parameters():
            parameter.requires_grad_(False)
        model.eval()
        self._tokenizer = model.tokenizer
        self._embeddings = model[0].auto_model.embeddings
        self._layers = list(model[0].auto_model.encoder.layer)
        self._below: dict[tuple[str, int], torch.Tensor] = {}
        self.taught: dict[str, Narrow] = {}
        for place, layer in enumerate(self._layers[FIRST_TAUGHT:], FIRST_TAUGHT):
            linear = [name for name, part in layer.named_modules() if isinstance(part, nn.Linear)]
            for name in linear:
                owner, _dot, last = name.rpartition(".")
                narrow = Narrow(layer.get_submodule(name))
                setattr(layer.get_submodule(owner), last, narrow)
                self.taught[f"layer.{place}.{name}"] = narrow

    def recall(self, learnt: Path) -> None:
        """Go on from what was taught before."""
        with np.load(learnt) as parts, torch.no_grad():
            for name, narrow in self.taught.items():
                narrow.up.copy_(torch.from_numpy(parts[f"{name}.up"].astype(np.float32)) / UP_SCALE)
                narrow.down.copy_(torch.from_numpy(parts[f"{name}.down"].astype(np.float32)))

    def keep(self, learnt: Path) -> None:
        """Write what was taught."""
        kept: dict[str, Any] = {}
        for name, narrow in self.taught.items():
            kept[f"{name}.up"] = (UP_SCALE * narrow.up).detach().numpy().astype(np.float16)
            kept[f"{name}.down"] = narrow.down.detach().numpy().astype(np.float16)
        np.savez(learnt, **kept)

    def vectors(self, texts: Sequence[str], tokens: int) -> torch.Tensor:
        """Give a unit vector for each text."""
        missing = sorted({text for text in texts if (text, tokens) not in self._below}, key=len)
        for start in range(0, len(missing), ALIKE_LONG):
            self._read(missing[start : start + ALIKE_LONG], tokens)
        known = [self._below[text, tokens] for text in texts]
        order = sorted(range(len(known)), key=lambda place: len(known[place]))
        parts = [
            self._of_like_length([known[place] for place in order[start : start + ALIKE_LONG]])
            for start in range(0, len(order), ALIKE_LONG)
        ]
        return torch.cat(parts)[torch.tensor(order).argsort()]

    def _of_like_length(self, known: Sequence[torch.Tensor]) -> torch.Tensor:
        states = nn.utils.rnn.pad_sequence(list(known), batch_first=True)
        lengths = torch.tensor([len(one) for one in known])
        there = (torch.arange(states.shape[1]) < lengths[:, None]).float()
        states = _through(self._layers[FIRST_TAUGHT:], states, there).float()
        mean = (states * there[..., None]).sum(1) / there.sum(1, keepdim=True)
        return functional.normalize(mean, dim=-1)

    def _read(self, texts: Sequence[str], tokens: int) -> None:
        """Keep what the lower layers make of some texts."""
        read = self._tokenizer(
            list(texts), truncation=True, max_length=tokens, padding=True, return_tensors="pt"
        )
        there = read["attention_mask"].float()
        with torch.no_grad():
            embedded = self._embeddings(input_ids=read["input_ids"])
            states = _through(self._layers[:FIRST_TAUGHT], embedded, there).to(torch.bfloat16)
        for text, state, length in zip(texts, states, there.sum(1).int().tolist(), strict=True):
            self._below[text, tokens] = state[:length].clone()


def _through(layers: Sequence[Any], states: torch.Tensor, there: torch.Tensor) -> torch.Tensor:
    mask = ((1 - there[:, None, None, :]) * -1e9).to(torch.bfloat16)
    with torch.autocast("cpu", torch.bfloat16):
        for layer in layers:
            outcome = layer(states, mask)
            states = outcome[0] if isinstance(outcome, tuple) else outcome
    return states


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


def developed() -> list[Lesson]:
    """Give the development problems' records with their symptoms."""
    return [
        Lesson(of_solution(one.solution).text, (of_query(one.asked["symptom"]).text,))
        for one in problems("dev")
    ]


def unlike(pupil: Pupil, taught: Sequence[Lesson], others: Sequence[Lesson]) -> list[Lesson]:
    """Leave out what is like one of the others, as the model sees it before it is taught."""
    with torch.no_grad():
        here = pupil.vectors([one.record for one in taught], RECORD_TOKENS)
        away = pupil.vectors([one.record for one in others], WHOLE_TOKENS)
    return [one for one, like in zip(taught, (here @ away.T).max(1).values, strict=True) if like < ALIKE]


def teach(pupil: Pupil, taught: Sequence[Lesson], epochs: int, rate: float) -> None:
    """Draw both sides of each lesson together, and apart from the others of its batch."""
    parts = [part for narrow in pupil.taught.values() for part in (narrow.up, narrow.down)]
    optimizer = torch.optim.AdamW(parts, lr=rate, weight_decay=0.01)
    chance = random.Random(SEED)  # noqa: S311 - the same order in every run
    twins = twins_of(pupil, taught)
    steps = epochs * (len(taught) // TOGETHER)
    done = 0
    for epoch in range(epochs):
        order = beside_twins(twins, chance)
        total = 0.0
        for start in range(0, len(order) - TOGETHER + 1, TOGETHER):
            loss = _loss(pupil, [taught[place] for place in order[start : start + TOGETHER]])
            for group in optimizer.param_groups:
                group["lr"] = rate * min(1.0, (done + 1) / 8) * (1 - done / steps)
            optimizer.zero_grad()
            loss.backward()  # type: ignore[no-untyped-call] # torch declares no types here
            optimizer.step()
            total += loss.item()
            done += 1
        print(f"epoch {epoch + 1}: loss {total * epochs / steps:.3f}", flush=True)


def twins_of(pupil: Pupil, taught: Sequence[Lesson]) -> list[list[int]]:
    """Give for each lesson those most like it which are yet about something else, nearest first."""
    with torch.no_grad():
        vectors = pupil.vectors([one.record for one in taught], RECORD_TOKENS)
        likeness = vectors @ vectors.T
    likeness[likeness >= SAME] = -1.0
    return likeness.topk(min(NEAREST, len(taught)), dim=1).indices.tolist()


def beside_twins(twins: Sequence[Sequence[int]], chance: random.Random) -> list[int]:
    """Give an order in which each lesson has some of its twins beside it."""
    order: dict[int, None] = {}
    for first in chance.sample(range(len(twins)), len(twins)):
        if first not in order:
            near = [one for one in twins[first] if one not in order]
            order.update(dict.fromkeys([first, *near[:TWINS]]))
    return list(order)


def _loss(pupil: Pupil, batch: Sequence[Lesson]) -> torch.Tensor:
    """Tell how hard it is to find the record by what is said, and what is said by the record."""
    of = torch.tensor([place for place, lesson in enumerate(batch) for _said in lesson.said])
    said = pupil.vectors([one for lesson in batch for one in lesson.said], SAID_TOKENS)
    records = pupil.vectors([lesson.record for lesson in batch], RECORD_TOKENS)
    likeness = SHARPNESS * said @ records.T
    right = likeness.gather(1, of[:, None])[:, 0]
    # What else is said of a record is no rival.
    rivals = likeness.masked_fill(functional.one_hot(of, len(batch)).bool(), -1e4).logsumexp(0)[of]
    back = torch.logaddexp(rivals, right) - right
    return (functional.cross_entropy(likeness, of) + back.mean()) / 2


def crowd(pupil: Pupil, taught: Sequence[Lesson]) -> Crowd:
    """Give what stands around any text: a part of the records, each with something that is said of it."""
    part = random.Random(SEED).sample(taught, min(CROWDED, len(taught)))  # noqa: S311 - the same in every run
    with torch.no_grad():
        records = pupil.vectors([one.record for one in part], RECORD_TOKENS)
        said = pupil.vectors([one.said[0] for one in part], SAID_TOKENS)
    return Crowd.of(records.numpy(), said.numpy())


def main() -> None:
    """Teach and write."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("stage", choices=STAGES)
    stage = options.parse_args().stage
    torch.set_num_threads(1)
    torch.manual_seed(SEED)
    pupil = Pupil()
    if stage == "held-out":
        taught = unlike(pupil, lessons(), developed())
        teach(pupil, taught, *STAGES[stage])
        pupil.keep(HELD_OUT)
        CROWD_HELD_OUT.write_bytes(crowd(pupil, taught).written())
    else:
        taught = lessons()
        pupil.recall(HELD_OUT)
        teach(pupil, [*taught, *developed()], *STAGES[stage])
        pupil.keep(OUT)
        CROWD.write_bytes(crowd(pupil, taught).written())


if __name__ == "__main__":
    main()
