"""The packaged model with trainable LoRA matrices on every layer.

The tokens of a step are packed without padding; only attention pads, within groups of like length. Weights
and activations are bfloat16: cosines with the float32 model are above .9999.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from scripts.packaged_model import base_model

RANK = 24
UP_SCALE = 2.0
HALF = torch.bfloat16

QUERY, KEY, VALUE = (f"attention.self.{name}" for name in ("query", "key", "value"))
AFTER_ATTENTION, WIDE, BACK = "attention.output.dense", "intermediate.dense", "output.dense"
MATRICES = (QUERY, KEY, VALUE, AFTER_ATTENTION, WIDE, BACK)

LIKE_LONG = 1.2
"""Texts whose lengths differ by less share a step of attention, and so do the shortest."""

AT_A_TIME = 4_000
"""Tokens that are encoded at a time."""

Norm = tuple[torch.Tensor, torch.Tensor, float]


class LoraLinear:
    """A frozen linear layer and the two narrow matrices whose product is added to its weight."""

    def __init__(self, whole: nn.Linear) -> None:
        self.up = nn.Parameter(torch.zeros(whole.out_features, RANK))
        self.down = nn.Parameter(torch.randn(RANK, whole.in_features) / whole.in_features**0.5)
        self._whole, self._bias = whole.weight.to(HALF), whole.bias.to(HALF)

    def __call__(self, given: torch.Tensor) -> torch.Tensor:
        """Apply the layer with its addition."""
        plain = functional.linear(given, self._whole, self._bias)
        narrow = functional.linear(given, self.down.to(HALF))
        return torch.addmm(plain, narrow, (UP_SCALE * self.up).to(HALF).T)


@dataclass(frozen=True)
class Layer:
    """One layer: its matrices by their names, and what follows attention and the wide part."""

    matrices: dict[str, LoraLinear]
    norm: Norm
    last_norm: Norm


@dataclass(frozen=True)
class AlikeLong:
    """Texts of like length: the place of each token, the attention mask, and where the tokens are in it."""

    places: torch.Tensor
    mask: torch.Tensor
    there: torch.Tensor


class LoraModel:
    """The packaged model; untrained it gives the vectors of the base model."""

    def __init__(self) -> None:
        from sentence_transformers import SentenceTransformer

        model: Any = SentenceTransformer(str(base_model.folder()), device="cpu", local_files_only=True)
        for parameter in model.parameters():
            parameter.requires_grad_(False)
        self._tokenizer = model.tokenizer
        bert = model[0].auto_model
        self._embeddings = bert.embeddings
        self._size, self._heads = bert.config.hidden_size, bert.config.num_attention_heads
        self._layers = [
            Layer(
                {name: LoraLinear(layer.get_submodule(name)) for name in MATRICES},
                _norm(layer.attention.output.LayerNorm),
                _norm(layer.output.LayerNorm),
            )
            for layer in bert.encoder.layer
        ]
        self._tokens: dict[tuple[str, int], list[int]] = {}

    @property
    def adapters(self) -> dict[str, LoraLinear]:
        """Every trainable layer by its name in the model."""
        return {
            f"layer.{place}.{name}": matrix
            for place, layer in enumerate(self._layers)
            for name, matrix in layer.matrices.items()
        }

    def load(self, path: Path) -> None:
        """Read the matrices that `save` wrote."""
        with np.load(path) as parts, torch.no_grad():
            for name, matrix in self.adapters.items():
                up, down = (
                    torch.from_numpy(parts[f"{name}.{of}"].astype(np.float32)) for of in ("up", "down")
                )
                matrix.up.copy_(up / UP_SCALE)
                matrix.down.copy_(down)

    def save(self, path: Path) -> None:
        """Write the matrices in sixteen bits, as the package ships them."""
        saved: dict[str, Any] = {}
        for name, matrix in self.adapters.items():
            saved[f"{name}.up"] = (UP_SCALE * matrix.up).detach().numpy().astype(np.float16)
            saved[f"{name}.down"] = matrix.down.detach().numpy().astype(np.float16)
        np.savez(path, **saved)

    def tokens(self, texts: Sequence[str], most: int) -> list[list[int]]:
        """Return the numbers of the first `most` tokens of each text."""
        missing = [text for text in dict.fromkeys(texts) if (text, most) not in self._tokens]
        if missing:
            read = self._tokenizer(missing, truncation=True, max_length=most)["input_ids"]
            self._tokens.update(((text, most), one) for text, one in zip(missing, read, strict=True))
        return [self._tokens[text, most] for text in texts]

    def embed(self, texts: Sequence[str], most: int) -> torch.Tensor:
        """Return a unit vector for each text, of its first `most` tokens, without gradients."""
        tokens = self.tokens(texts, most)
        order = sorted(range(len(tokens)), key=lambda place: len(tokens[place]))
        batches: list[list[list[int]]] = [[]]
        for place in order:
            if sum(map(len, batches[-1])) > AT_A_TIME:
                batches.append([])
            batches[-1].append(tokens[place])
        with torch.no_grad():
            found = torch.cat([self.forward(batch) for batch in batches])
        return found[torch.tensor(order).argsort()]

    def forward(self, texts: Sequence[Sequence[int]]) -> torch.Tensor:
        """Return a unit vector for each text, given by the numbers of its tokens."""
        order = sorted(range(len(texts)), key=lambda place: len(texts[place]))
        lengths = torch.tensor([len(texts[place]) for place in order])
        tokens = torch.tensor([token for place in order for token in texts[place]])
        within = torch.cat([torch.arange(int(length)) for length in lengths])
        parts = self._embeddings
        embedded = parts.word_embeddings.weight[tokens] + parts.position_embeddings.weight[within]
        states = parts.LayerNorm(embedded + parts.token_type_embeddings.weight[0]).to(HALF)
        groups = _alike_long(lengths.tolist())
        for layer in self._layers:
            states = self._through(layer, states, groups)
        owner = torch.repeat_interleave(torch.arange(len(order)), lengths)
        total = torch.zeros(len(order), self._size).index_add(0, owner, states.float())
        vectors = functional.normalize(total / lengths[:, None], dim=-1)
        return vectors[torch.tensor(order).argsort()]

    def _through(self, layer: Layer, states: torch.Tensor, groups: Sequence[AlikeLong]) -> torch.Tensor:
        matrices = layer.matrices
        seen = matrices[AFTER_ATTENTION](self._attend(layer, states, groups))
        states = functional.layer_norm(states + seen, (self._size,), *layer.norm)
        wide = matrices[BACK](functional.gelu(matrices[WIDE](states)))
        return functional.layer_norm(states + wide, (self._size,), *layer.last_norm)

    def _attend(self, layer: Layer, states: torch.Tensor, groups: Sequence[AlikeLong]) -> torch.Tensor:
        every = torch.cat([layer.matrices[name](states) for name in (QUERY, KEY, VALUE)], dim=1)
        padded = torch.cat([every, every.new_zeros(1, every.shape[1])])
        deep = self._size // self._heads
        seen: list[torch.Tensor] = []
        for group in groups:
            count, long = group.places.shape
            three = padded.index_select(0, group.places.flatten()).view(count, long, 3, self._heads, deep)
            query, key, value = three.permute(2, 0, 3, 1, 4)
            scores = (query * deep**-0.5) @ key.transpose(-1, -2) + group.mask
            mixed = (scores.softmax(-1) @ value).transpose(1, 2).reshape(count * long, self._size)
            seen.append(mixed.index_select(0, group.there))
        return torch.cat(seen)


def _norm(norm: nn.LayerNorm) -> Norm:
    return norm.weight.to(HALF), norm.bias.to(HALF), norm.eps


def _alike_long(lengths: Sequence[int]) -> list[AlikeLong]:
    """Group texts, sorted by length, so that each group needs little padding."""
    starts = [0]
    for place, length in enumerate(lengths):
        shortest = lengths[starts[-1]]
        if length > max(LIKE_LONG * shortest, shortest + 4):
            starts.append(place)
    first = torch.tensor([0, *lengths]).cumsum(0)
    padding = int(first[-1])
    groups: list[AlikeLong] = []
    for start, end in zip(starts, [*starts[1:], len(lengths)], strict=True):
        within = torch.arange(lengths[end - 1])[None]
        there = within < torch.tensor(lengths[start:end])[:, None]
        places = torch.where(there, first[start:end, None] + within, padding)
        mask = torch.where(there, 0.0, -1e9).to(HALF)[:, None, None]
        groups.append(AlikeLong(places, mask, there.flatten().nonzero()[:, 0]))
    return groups
