"""Candidates by the words of the error: files and then functions that share most with it, by BM25.

Retrieval as in bug localization by information retrieval (BugLocator: Zhou et al., ICSE 2012), with parts of
identifiers as terms. Terms are counted in files; functions of the best files are read.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from rca.causes.candidate import Candidate
from rca.causes.candidate_set import CandidateSet
from rca.causes.error_terms import ErrorTerms
from rca.causes.term_counts import TermCounts, count_terms
from rca.causes.trace_candidates import AppFrame
from rca.resolve.symbol import Symbol
from rca.text.identifiers import split_words

_SATURATION: Final = 1.2
_LENGTH_SHARE: Final = 0.75
"""k1 and b of BM25 (Robertson and Zaragoza, 2009)."""
_FILES_BY_ALL: Final = 25
_FILES_BY_MESSAGE: Final = 20
_NEW_BY_ALL: Final = 60
_NEW_BY_SOURCE: Final = 30
"""Functions that become candidates by their words alone."""
_NAME_COUNTS: Final = 2
"""How often a term in the name of a function, class or file counts."""
_MEAN_WORDS: Final = 60
_MEAN_BYTES: Final = 6000
_SAID: Final = 3
_COUNTING_SHARE: Final = 0.5
"""Part of the time that is left for reading files that the text index lacks."""

_IDENTIFIER = re.compile(r"[A-Za-z_]\w*")


@dataclass(frozen=True)
class LexicalScores:
    """BM25 of files and functions: scores by what says the terms, "all" among them.

    Args:
        files: by path.
        functions: by function, those of the best files.
        possible: score of a text with every term any number of times.
        shared: terms of each function, with their counts.
    """

    files: Mapping[str, Mapping[str, float]]
    functions: Mapping[str, Mapping[Symbol, float]]
    possible: Mapping[str, float]
    rarity: Mapping[str, float]
    shared: Mapping[Symbol, Mapping[str, int]]


def score_words(space: CandidateSet, terms: ErrorTerms, app: Sequence[AppFrame]) -> LexicalScores:
    """Return how much files and functions share with the error."""
    counts = count_terms(space.code.snapshot, terms.all(), space.deadline.part(_COUNTING_SHARE))
    if counts.unread:
        space.lacks(
            f"the words of {counts.unread} of {counts.unread + len(counts.sizes)} files were not compared "
            "with the error, the time ran out"
        )
    total = max(2, len(space.code.index.listed))
    rarity = {term: math.log(1 + total / (1 + len(found))) for term, found in counts.of_terms.items()}
    by_file = _score_files(terms, counts, rarity)
    chosen = dict.fromkeys(
        (
            *_best(by_file["all"], _FILES_BY_ALL),
            *_best(by_file["message"], _FILES_BY_MESSAGE),
            *(frame.function.path for frame in app),
        )
    )
    functions, shared = _score_functions(space, terms, rarity, chosen)
    possible: dict[str, float] = {
        source: sum(weight * rarity[term] for term, weight in group.items()) * (_SATURATION + 1)
        for source, group in terms.by_source.items()
    }
    possible["all"] = sum(possible.values())
    return LexicalScores(by_file, functions, possible, rarity, shared)


def add_lexical_candidates(space: CandidateSet, words: LexicalScores) -> None:
    """Add the functions that share most words with the error."""
    for group, scores in words.functions.items():
        new = _NEW_BY_ALL if group == "all" else _NEW_BY_SOURCE
        for symbol in _ordered(scores)[:new]:
            space.candidate(symbol, symbol.line)


def add_word_features(space: CandidateSet, words: LexicalScores) -> None:
    """Note at every candidate how its words, and those of its file, compare with the others'."""
    for group, scores in words.functions.items():
        _note_functions(space, words, group, scores)
    for group, by_path in words.files.items():
        _note_files(space, group, by_path)


def _score_files(
    terms: ErrorTerms, counts: TermCounts, rarity: Mapping[str, float]
) -> dict[str, dict[str, float]]:
    scores: dict[str, dict[str, float]] = {"all": {}, "message": {}}
    for source, group in terms.by_source.items():
        for term, weight in group.items():
            for path, count in counts.of_terms[term].items():
                share = _saturate(count, counts.sizes.get(path, _MEAN_BYTES) / _MEAN_BYTES)
                gained = weight * rarity[term] * share
                scores["all"][path] = scores["all"].get(path, 0.0) + gained
                if source == "message":
                    scores["message"][path] = scores["message"].get(path, 0.0) + gained
    return scores


def _saturate(count: float, length: float) -> float:
    """Return BM25's weight of a count in a text, whose length is given in mean lengths."""
    return count * (_SATURATION + 1) / (count + _SATURATION * (1 - _LENGTH_SHARE + _LENGTH_SHARE * length))


def _best(scores: Mapping[str, float], most: int) -> list[str]:
    return sorted(scores, key=lambda path: (-scores[path], path))[:most]


def _ordered(scores: Mapping[Symbol, float]) -> list[Symbol]:
    return sorted(scores, key=lambda one: (-scores[one], one.path, one.line))


def _score_functions(
    space: CandidateSet, terms: ErrorTerms, rarity: Mapping[str, float], paths: Iterable[str]
) -> tuple[dict[str, dict[Symbol, float]], dict[Symbol, Counter[str]]]:
    """Return the scores of the functions of files by their names and bodies, and the terms they hold."""
    matcher = _TermMatcher(terms.all())
    scores: dict[str, dict[Symbol, float]] = {"all": {}, **{source: {} for source in terms.by_source}}
    shared: dict[Symbol, Counter[str]] = {}
    for path in paths:
        if space.deadline.expired:
            break
        functions = space.code.functions(path)
        for symbol in functions.functions if functions else ():
            counted, length = matcher.count(space.code.body(symbol))
            for name in (symbol.name, *symbol.class_path, path.rpartition("/")[2]):
                for term in matcher.terms_in(name):
                    counted[term] += _NAME_COUNTS
            if not counted:
                continue
            shared[symbol] = counted
            size = (length + _MEAN_WORDS) / (2 * _MEAN_WORDS)
            for source, group in terms.by_source.items():
                gained = sum(
                    group[term] * rarity[term] * _saturate(count, size)
                    for term, count in counted.items()
                    if term in group
                )
                if gained:
                    scores[source][symbol] = gained
                    scores["all"][symbol] = scores["all"].get(symbol, 0.0) + gained
    return scores, shared


def _note_functions(
    space: CandidateSet, words: LexicalScores, group: str, scores: Mapping[Symbol, float]
) -> None:
    ordered = _ordered(scores)
    best_in_file: dict[str, float] = {}
    for symbol in ordered:
        best_in_file.setdefault(symbol.path, scores[symbol])
    for place, symbol in enumerate(ordered):
        candidate = space.found.get(symbol)
        if candidate is None:
            continue
        candidate.note(f"words_{group}", scores[symbol] / scores[ordered[0]])
        candidate.note(f"words_{group}_rank", 1 / (1 + place))
        candidate.note(f"words_{group}_covered", scores[symbol] / words.possible[group])
        candidate.note(f"words_{group}_in_file", scores[symbol] / best_in_file[symbol.path])
        if group == "all":
            _explain(candidate, words)


def _explain(candidate: Candidate, words: LexicalScores) -> None:
    function = candidate.function
    rarest = sorted(words.shared[function], key=lambda term: (-words.rarity[term], term))[:_SAID]
    listed = ", ".join(f"`{term}`" for term in rarest)
    said = f"`{function.display_name}` shares words with the error: {listed}."
    candidate.explain("shares_words", 0.6, "failure_site", said, function.line)


def _note_files(space: CandidateSet, group: str, scores: Mapping[str, float]) -> None:
    ordered = _best(scores, len(scores))
    places = {path: place for place, path in enumerate(ordered)}
    for candidate in space.found.values():
        path = candidate.function.path
        if path not in places:
            continue
        candidate.note(f"file_words_{group}", scores[path] / scores[ordered[0]])
        candidate.note(f"file_words_{group}_rank", 1 / (1 + places[path]))
        in_file = candidate.features.get(f"words_{group}_in_file", 0.0)
        candidate.note(f"best_words_of_best_file_{group}", in_file / (1 + places[path]))


class _TermMatcher:
    """Finds terms in identifiers: a term is the beginning of a part of an identifier."""

    def __init__(self, terms: Iterable[str]) -> None:
        self._terms = frozenset(terms)
        self._lengths = sorted({len(term) for term in self._terms})
        self._known: dict[str, tuple[str, ...]] = {}

    def terms_in(self, word: str) -> tuple[str, ...]:
        """Return the terms that an identifier's parts begin with, the longest of each part."""
        found = self._known.get(word)
        if found is None:
            found = self._known[word] = tuple(self._read(word))
        return found

    def _read(self, word: str) -> Iterable[str]:
        for part in split_words(word):
            small = part.lower()
            for length in reversed(self._lengths):
                if length <= len(small) and small[:length] in self._terms:
                    yield small[:length]
                    break

    def count(self, text: str) -> tuple[Counter[str], int]:
        """Return how often each term occurs in a text, and the number of words."""
        found: Counter[str] = Counter()
        length = 0
        for word in _IDENTIFIER.findall(text):
            length += 1
            for term in self.terms_in(word):
                found[term] += 1
        return found, length
