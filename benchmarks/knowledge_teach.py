"""Teach the packaged model how people tell errors, and write `rca/knowledge/adaptation.npz`.

    python -m benchmarks.knowledge_teach [--held-out]

`tests/knowledge/said.jsonl` says of each of the starter's records, of other well-known errors and of the
things that they are about, what a person may say; the development problems' symptoms are taught, too. The
last layers of the model are changed by narrow matrices so that such words lie nearer to their error than to
others (in-batch negatives); its lower layers stay, so their outcome is worked out once. The test and blind
problems take no part. With `--held-out` neither the development problems nor anything like them is taught:
that is what they are measured and the ranker is fitted with. About seven minutes of one core.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from benchmarks.knowledge_cases import HELD_OUT
from benchmarks.knowledge_problems import problems
from benchmarks.knowledge_queries import FOLDER
from rca.knowledge.embedder import Embedder
from rca.knowledge.problem import of_query, of_solution
from rca.knowledge.starter import Starter

FIRST_TAUGHT = 3
"""Layers below stay as they are."""

WIDTH = 8
UP_SCALE = 2.0
EPOCHS = 4
RATE = 1e-3
TOGETHER = 32
SHARPNESS = 20.0
"""What cosines are multiplied by before they compete."""

SAID_TOKENS, RECORD_TOKENS, WHOLE_TOKENS = 48, 64, 256
SEED = 1
ALIKE = 0.72
"""From this cosine on, before teaching, what is taught is too like a development problem to be held out."""

OUT = Path(__file__).parents[1] / "rca" / "knowledge" / "adaptation.npz"


class Narrow(nn.Module):
    """A matrix of the model and what is added to it."""

    def __init__(self, whole: nn.Linear) -> None:
        super().__init__()
        self.whole = whole
        self.down = nn.Parameter(torch.randn(WIDTH, whole.in_features) / whole.in_features**0.5)
        self.up = nn.Parameter(torch.zeros(whole.out_features, WIDTH))

    def forward(self, given: torch.Tensor) -> torch.Tensor:
        """Apply both."""
        added: torch.Tensor = functional.linear(functional.linear(given, self.down), self.up)
        outcome: torch.Tensor = self.whole(given)
        return outcome + UP_SCALE * added


class Pupil:
    """The model, its last layers ready to be taught."""

    def __init__(self) -> None:
        from sentence_transformers import SentenceTransformer

        model: Any = SentenceTransformer(Embedder(None).locate(), device="cpu", local_files_only=True)
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

    def vectors(self, texts: Sequence[str], tokens: int) -> torch.Tensor:
        """Give a unit vector for each text."""
        known = [self._from_below(text, tokens) for text in texts]
        states = nn.utils.rnn.pad_sequence(known, batch_first=True)
        longest = states.shape[1]
        there = torch.tensor([[1.0] * len(one) + [0.0] * (longest - len(one)) for one in known])
        for layer in self._layers[FIRST_TAUGHT:]:
            states = _passed(layer, states, (1 - there[:, None, None, :]) * -1e9)
        mean = (states * there[..., None]).sum(1) / there.sum(1, keepdim=True)
        return functional.normalize(mean, dim=-1)

    def _from_below(self, text: str, tokens: int) -> torch.Tensor:
        if (text, tokens) not in self._below:
            read = self._tokenizer([text], truncation=True, max_length=tokens, return_tensors="pt")
            with torch.no_grad():
                states = self._embeddings(input_ids=read["input_ids"])
                for layer in self._layers[:FIRST_TAUGHT]:
                    states = _passed(layer, states, torch.zeros(1, 1, 1, states.shape[1]))
            self._below[text, tokens] = states[0]
        return self._below[text, tokens]


def _passed(layer: Any, states: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:  # noqa: ANN401 - untyped
    outcome = layer(states, mask)
    passed: torch.Tensor = outcome[0] if isinstance(outcome, tuple) else outcome
    return passed


@dataclass(frozen=True)
class Pair:
    """What a person says, and the text of the record that is right for it."""

    said: str
    record: str


def pairs() -> list[Pair]:
    """Read what is taught."""
    texts = {one.id: of_solution(one).text for one in Starter.packaged().solutions()}
    rows = [json.loads(line) for line in (FOLDER / "said.jsonl").read_text("utf-8").splitlines()]
    return [
        Pair(of_query(said).text, texts[row["id"]] if "id" in row else row["about"])
        for row in rows
        for said in row["said"]
    ]


def developed() -> list[Pair]:
    """Give the development problems' symptoms with their records."""
    return [
        Pair(of_query(one.asked["symptom"]).text, of_solution(one.solution).text) for one in problems("dev")
    ]


def unlike(pupil: Pupil, taught: Sequence[Pair], others: Sequence[Pair]) -> list[Pair]:
    """Leave out what is like one of the others, as the model sees it before it is taught."""
    with torch.no_grad():
        away = pupil.vectors([pair.record for pair in others], WHOLE_TOKENS)
        return [
            pair
            for pair in taught
            if float((pupil.vectors([pair.record], WHOLE_TOKENS) @ away.T).max()) < ALIKE
        ]


def teach(pupil: Pupil, taught: Sequence[Pair]) -> None:
    """Draw the two sides of each pair together, and apart from the others of its batch."""
    parts = [part for narrow in pupil.taught.values() for part in (narrow.up, narrow.down)]
    optimizer = torch.optim.AdamW(parts, lr=RATE, weight_decay=0.01)
    chance = random.Random(SEED)  # noqa: S311 - the same order in every run
    order = list(taught)
    batches = len(order) // TOGETHER
    done = 0
    for epoch in range(EPOCHS):
        chance.shuffle(order)
        total = 0.0
        for start in range(0, batches * TOGETHER, TOGETHER):
            batch = order[start : start + TOGETHER]
            loss = _loss(pupil, batch)
            for group in optimizer.param_groups:
                group["lr"] = RATE * min(1.0, (done + 1) / 8) * (1 - done / (EPOCHS * batches))
            optimizer.zero_grad()
            loss.backward()  # type: ignore[no-untyped-call] # torch declares no types here
            optimizer.step()
            total += loss.item()
            done += 1
        print(f"epoch {epoch + 1}: loss {total / batches:.3f}", flush=True)


def _loss(pupil: Pupil, batch: Sequence[Pair]) -> torch.Tensor:
    said = pupil.vectors([pair.said for pair in batch], SAID_TOKENS)
    records = pupil.vectors([pair.record for pair in batch], RECORD_TOKENS)
    likeness = SHARPNESS * said @ records.T
    twins = torch.tensor([[a is not b and a.record == b.record for b in batch] for a in batch])
    likeness = likeness.masked_fill(twins, -1e4)
    right = torch.arange(len(batch))
    return (functional.cross_entropy(likeness, right) + functional.cross_entropy(likeness.T, right)) / 2


def main() -> None:
    """Teach and write."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument(
        "--held-out", action="store_true", help="teach nothing like the development problems"
    )
    held_out = options.parse_args().held_out
    torch.set_num_threads(1)
    torch.manual_seed(SEED)
    pupil = Pupil()
    teach(pupil, unlike(pupil, pairs(), developed()) if held_out else [*pairs(), *developed()])
    learnt: dict[str, Any] = {}
    for name, narrow in pupil.taught.items():
        learnt[f"{name}.up"] = (UP_SCALE * narrow.up).detach().numpy().astype(np.float16)
        learnt[f"{name}.down"] = narrow.down.detach().numpy().astype(np.float16)
    np.savez(HELD_OUT if held_out else OUT, **learnt)


if __name__ == "__main__":
    main()
