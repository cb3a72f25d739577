"""What a query and a record share, as numbers: the features that confidence is computed from."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from rca.knowledge.lexical import RecordWords, covered
from rca.knowledge.problem import Problem
from rca.knowledge.words import words_of

NAMES: tuple[str, ...] = (
    "bm25",
    "bm25_share",
    "query_covered",
    "record_covered",
    "message",
    "typed",
    "type_same",
    "frames",
    "kind_differs",
    "cosine",
    "cosine_gap",
)
"""The features in the order of `Likeness.features`; the last two need the embedding."""

_FULL_BM25 = 40.0
"""A BM25 score that a long match of rare words reaches; scores are given as a share of it, at most 1.5."""


@dataclass(frozen=True, slots=True)
class Likeness:
    """How alike a query and a record are; each feature lies roughly between 0 and 1.

    `cosine` is None where the query was not embedded.
    """

    features: Mapping[str, float]
    cosine: float | None
    same: bool
    matched: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Asked:
    """A query, ready to be compared. `words` are its telling words, each with its spelling."""

    problem: Problem
    words: Mapping[str, str]
    rarity: Mapping[str, float]
    best_bm25: float
    best_cosine: float | None


def compare(
    asked: Asked, problem: Problem, words: RecordWords, bm25: float, cosine: float | None
) -> Likeness:
    """Compare one record with the query."""
    query = asked.problem
    same = query.fingerprint is not None and query.fingerprint == problem.fingerprint
    message = _common_share(query.message, problem.message, asked.rarity)
    type_same = _type_same(query.types, problem.types)
    frames = _frames_shared(query.frames, problem.frames)
    shared_frames = [frame for frame in problem.frames if frame in set(query.frames)]
    task_same = query.task is not None and query.task == problem.task
    features = {
        "bm25": min(bm25 / _FULL_BM25, 1.5),
        "bm25_share": bm25 / asked.best_bm25 if asked.best_bm25 > 0 else 0.0,
        "query_covered": covered(asked.words, words.all, asked.rarity),
        "record_covered": covered(words.problem, frozenset(asked.words), asked.rarity),
        "message": message,
        # A query that names its error is held to more than a symptom in words, which never says as much.
        "typed": float(bool(query.types)),
        "type_same": type_same,
        "frames": frames,
        "kind_differs": float(bool(query.kind and problem.kind) and query.kind != problem.kind),
        "cosine": cosine or 0.0,
        "cosine_gap": 0.0 if cosine is None or asked.best_cosine is None else asked.best_cosine - cosine,
    }
    matched = [
        *(["same problem (fingerprint)"] if same else []),
        *([f"error type {_shared_type(query.types, problem.types)}"] if type_same else []),
        *(["message"] if message >= 0.6 else []),
        *(f"frame {frame}" for frame in shared_frames[:3]),
        *([f"task {query.task}"] if task_same else []),
        *_rarest_shared(asked, words),
    ]
    return Likeness(features, cosine, same, tuple(matched))


def _type_same(query: tuple[str, ...], record: tuple[str, ...]) -> float:
    """1 where the root types are equal, a half where one is anywhere in the other's chain."""
    if not query or not record:
        return 0.0
    if query[0].lower() == record[0].lower():
        return 1.0
    return 0.5 if _shared_type(query, record) else 0.0


def _shared_type(query: tuple[str, ...], record: tuple[str, ...]) -> str | None:
    known = {name.lower() for name in query}
    return next((name for name in record if name.lower() in known), None)


def _frames_shared(query: tuple[str, ...], record: tuple[str, ...]) -> float:
    """Give the share of the record's frames that the query has; a class without its method counts half."""
    if not query or not record:
        return 0.0
    frames = set(query)
    classes = {frame.rpartition(".")[0] for frame in query}
    points = sum(
        1.0 if frame in frames else 0.5 if frame.rpartition(".")[0] in classes else 0.0 for frame in record
    )
    return points / len(record)


def _common_share(query: str, record: str, rarity: Mapping[str, float]) -> float:
    """Words both messages have over words either has, by weight: 1 for the same template."""
    left, right = set(words_of(query)), set(words_of(record))
    if not left or not right:
        return 0.0
    known = max(rarity.values(), default=1.0)

    def weight(words: Iterable[str]) -> float:
        return sum(rarity.get(word, known) for word in words)

    return weight(left & right) / weight(left | right)


def _rarest_shared(asked: Asked, words: RecordWords) -> list[str]:
    shared = sorted(
        (word for word in asked.words if word in words.problem),
        key=lambda word: -asked.rarity.get(word, 0.0),
    )
    spelled = dict.fromkeys(asked.words[word] for word in shared)
    return [f"words {', '.join(list(spelled)[:4])}"] if spelled else []
