"""Similarity features: what a query and a record share, as numbers."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from rca.knowledge.problem.frame_normalization import is_jdk, names_of
from rca.knowledge.problem.problem import Problem
from rca.knowledge.ranking.bm25 import Rarity, RecordWords, covered
from rca.knowledge.ranking.tokenizer import words_of

NAMES: tuple[str, ...] = (
    "bm25",
    "query_covered",
    "problem_covered",
    "record_covered",
    "message",
    "message_differs",
    "message_one_sided",
    "type_same",
    "type_rare",
    "type_differs",
    "frames",
    "frames_differ",
    "thrown_by_app",
    "bare",
    "task_same",
    "kind_differs",
    "topics",
    "topics_alike",
    "cosine",
    "query_crowded",
    "record_crowded",
)
"""The features in the order of `Similarity.features`; the last three need the embedding.

None grows with the store: what counts words is a share of what the query could reach at most.
"""

_FULL_BM25 = 2.2
"""What BM25 gives a word at most, times its rarity."""

DIFFERENT = 0.35
"""Messages that share less than this are of different templates."""

_RUNTIME = frozenset({"jvm_exception", "test_failure"})
"""Kinds that are alike: the same exception comes up in the app and in its tests."""

_EXCEPTION = re.compile(r"(?:Exception|Error|Failure)\b")
"""Names of classes; codes of build errors (`UNSAFE_CALL`) never contradict, as most logs have none."""


@dataclass(frozen=True, slots=True)
class Similarity:
    """Features of a query and a record, each roughly between 0 and 1.

    `told` says whether the query held an error, in contrast to a symptom in words; `cosine` is None if the
    query was not embedded. `worded` is the part of the query's message that the record has in one of its
    wordings.
    """

    features: Mapping[str, float]
    told: bool
    cosine: float | None
    same: bool
    matched: tuple[str, ...]
    worded: float


@dataclass(frozen=True, slots=True)
class Nearness:
    """Features of the embedding: the cosine of query and record, and the hubness of each."""

    cosine: float
    query_crowded: float = 0.0
    record_crowded: float = 0.0


@dataclass(frozen=True, slots=True)
class PreparedQuery:
    """A query with precomputed features.

    `words` are its significant words, each with its spelling, `message` all words of its message. A word at
    least as rare as `rare` may count as a reason by itself.
    """

    problem: Problem
    words: Mapping[str, str]
    message: frozenset[str]
    rarity: Rarity
    topics: Mapping[str, float]


def compare(
    asked: PreparedQuery, problem: Problem, words: RecordWords, bm25: float, nearness: Nearness | None
) -> Similarity:
    """Return the features of one record and the query; `nearness` is None if one of them is not embedded."""
    query = asked.problem
    same = query.fingerprint is not None and query.fingerprint == problem.fingerprint
    rarity = asked.rarity.weights
    message = _common_share(asked.message, frozenset(words_of(problem.message)), asked.rarity)
    type_same = _type_same(query.types, problem.types)
    shared_type = _shared_type(query.types, problem.types)
    frames, thrown_alike = _frames_shared(query.thrown, problem.thrown, asked.rarity)
    shared = [frame for frame in problem.frames if frame in {*query.thrown, *query.own}]
    task_same = query.task is not None and query.task == problem.task
    # A record's text often has more than one wording of its message.
    worded = max(message, covered(asked.message, words.problem, rarity))
    elsewhere = bool(problem.thrown) and not thrown_alike
    features = {
        "bm25": bm25 / (_FULL_BM25 * asked.rarity.sum(asked.words)) if asked.words else 0.0,
        "query_covered": covered(asked.words, words.all, rarity),
        "problem_covered": covered(asked.words, words.problem, rarity),
        "record_covered": covered(words.problem, asked.words.keys(), rarity),
        "message": message,
        "message_differs": float(bool(query.message and problem.message) and worded < DIFFERENT),
        "message_one_sided": float(bool(query.types) and bool(query.message) != bool(problem.message)),
        "type_same": type_same,
        "type_rare": type_same * _rarity_of(shared_type, asked.rarity),
        "type_differs": float(_exceptions(query.types) and _exceptions(problem.types) and not shared_type),
        "frames": frames,
        "frames_differ": float(elsewhere and not all(map(is_jdk, query.thrown))),
        "thrown_by_app": float(elsewhere and bool(query.own) and not query.thrown),
        "bare": float(_bare(query, problem, type_same) and thrown_alike >= _beyond_jdk(query, problem)),
        "task_same": float(task_same),
        "kind_differs": float(_kind_differs(query.kind, problem.kind)),
        "topics": covered(asked.topics, words.topics, asked.topics),
        "topics_alike": len(asked.topics.keys() & words.topics)
        / max(len(asked.topics.keys() | words.topics), 1),
        "cosine": 0.0 if nearness is None else nearness.cosine,
        "query_crowded": 0.0 if nearness is None else nearness.query_crowded,
        "record_crowded": 0.0 if nearness is None else nearness.record_crowded,
    }
    matched = [
        *(["same problem (fingerprint)"] if same else []),
        *([f"error type {shared_type}"] if shared_type else []),
        *(["message"] if message >= 0.6 else []),
        *(["no message, thrown alike"] if features["bare"] else []),
        *(f"frame {frame}" for frame in shared[:3]),
        *([f"task {query.task}"] if task_same else []),
        *_rarest_shared(asked, words, {*(shared_type or "").split(), *names_of(shared)}),
    ]
    cosine = None if nearness is None else nearness.cosine
    return Similarity(features, query.told, cosine, same, tuple(matched), worded)


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


def _exceptions(types: tuple[str, ...]) -> bool:
    return any(_EXCEPTION.search(name) for name in types)


def _rarity_of(name: str | None, rarity: Rarity) -> float:
    """Return how rare a type's name is, 1 for one that no record has."""
    word = next(words_of(name or ""), None)
    return 0.0 if word is None else rarity.share(word)


def _kind_differs(query: str | None, record: str | None) -> bool:
    if query is None or record is None or query == record:
        return False
    return not {query, record} <= _RUNTIME


def _bare(query: Problem, record: Problem, type_same: float) -> bool:
    """Return whether two errors of one type consist of nothing but that type."""
    return type_same == 1.0 and bool(query.frames) and not query.message and not record.message


def _beyond_jdk(query: Problem, record: Problem) -> bool:
    """Return whether either was thrown in a library."""
    return not all(map(is_jdk, (*query.thrown, *record.thrown)))


def _frames_shared(query: tuple[str, ...], record: tuple[str, ...], rarity: Rarity) -> tuple[float, bool]:
    """Return the rarest shared frame's weight as a share of the maximum, and whether any is shared.

    A class without its method counts half.
    """
    classes = {frame.rpartition(".")[0] for frame in query}
    best, any_shared = 0.0, False
    for frame in record:
        whole = frame in query
        if not whole and frame.rpartition(".")[0] not in classes:
            continue
        any_shared = True
        names = names_of([frame])[0].split(".")
        # The first word of an identifier is the whole of it.
        words = [next(words_of(name), "") for name in (names if whole else names[:1])]
        best = max(best, (1.0 if whole else 0.5) * max(map(rarity.share, words), default=0.0))
    return best, any_shared


def _common_share(query: frozenset[str], record: frozenset[str], rarity: Rarity) -> float:
    """Return shared words of both messages over all their words, by weight: 1 for the same template."""
    if not query or not record:
        return 0.0
    return rarity.sum(query & record) / rarity.sum(query | record)


def _rarest_shared(asked: PreparedQuery, words: RecordWords, said: set[str]) -> list[str]:
    """Return the rare shared words, except those that were `said` already."""
    known = {word for text in said for word in words_of(text)}
    shared = sorted(
        (
            word
            for word in asked.words
            if word in words.problem
            and word not in known
            and asked.rarity.weights.get(word, 0.0) >= asked.rarity.rare
        ),
        key=lambda word: -asked.rarity.weights[word],
    )
    spelled = dict.fromkeys(asked.words[word] for word in shared if len(asked.words[word]) > 2)
    return [f"words {', '.join(list(spelled)[:4])}"] if spelled else []
