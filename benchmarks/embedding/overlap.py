"""Overlap between measured problems and the training data.

    python -m benchmarks.embedding.overlap

Words alone decide, without any model: a problem counts as described where a training record shares most of
the words of its error, each weighted by its rarity among the training records. The figures of these problems
are quoted apart, as the model may have been trained on the same error in other words.
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from typing import get_args

from benchmarks.embedding.training_data import Example, load_examples
from evaluation.knowledge.problems import Known, Split, problems

DESCRIBED = 0.6
"""From this share of the weight of an error's words on, a training record describes it. Chosen by reading
pairs: at .64 both still are about one error, at .55 some are, at .46 none."""

QUOTED = 0.7
"""From this share of common words on, a query would be a copy of a paraphrase; there is none."""

_WORD = re.compile(r"[A-Za-z][a-z]+|[A-Z]+(?![a-z])|\d{2,}")
_COMMON = frozenset(
    [
        "the",
        "and",
        "are",
        "was",
        "were",
        "been",
        "for",
        "not",
        "with",
        "from",
        "its",
        "this",
        "that",
        "which",
        "when",
        "while",
        "than",
        "then",
        "can",
        "cannot",
        "could",
        "may",
        "must",
        "has",
        "have",
        "had",
        "does",
        "did",
        "into",
        "after",
        "before",
        "because",
        "only",
        "every",
        "each",
        "one",
        "two",
        "all",
        "any",
        "use",
        "set",
        "get",
        "add",
        "java",
        "lang",
        "org",
        "com",
        "androidx",
        "android",
        "kotlin",
        "exception",
        "error",
    ]
)


def words_of(text: str) -> frozenset[str]:
    """Return the words of a text in lower case, identifiers in their parts, common words left out."""
    found = (word.lower() for word in _WORD.findall(text))
    return frozenset(word for word in found if len(word) > 2) - _COMMON


class TrainingText:
    """The words of all training records and paraphrases, to compare problems with."""

    def __init__(self, examples: Sequence[Example]) -> None:
        records = [words_of(example.record) for example in examples]
        counts = Counter(word for words in records for word in words)
        self._rarest = math.log(len(records))
        self._weights = {word: math.log(len(records) / (1 + count)) for word, count in counts.items()}
        self._records = _postings(records)
        self._paraphrases = [words_of(text) for example in examples for text in example.paraphrases]
        self._by_word = _postings(self._paraphrases)

    def describing(self, problem: Known) -> set[int]:
        """Return the places of the training records that hold most of the words of a problem's error."""
        solution = problem.solution
        words = words_of(f"{solution.error_description} {solution.error_type.rpartition('.')[2]}")
        shared: dict[int, float] = defaultdict(float)
        for word in words:
            for place in self._records.get(word, ()):
                shared[place] += self._weight(word)
        least = DESCRIBED * sum(map(self._weight, words))
        return {place for place, weight in shared.items() if weight >= least}

    def quoted(self, query: str) -> float:
        """Return the largest Jaccard similarity of a query's words with those of a paraphrase."""
        words = words_of(query)
        shared = Counter(place for word in words for place in self._by_word.get(word, ()))
        return max(
            (count / len(words | self._paraphrases[place]) for place, count in shared.items()), default=0.0
        )

    def _weight(self, word: str) -> float:
        return self._weights.get(word, self._rarest)


def described(known: Iterable[Known], text: TrainingText) -> set[str]:
    """Return the ids of the problems that the training data describes."""
    return {problem.id for problem in known if text.describing(problem)}


def _postings(texts: Sequence[frozenset[str]]) -> dict[str, list[int]]:
    places: dict[str, list[int]] = defaultdict(list)
    for place, words in enumerate(texts):
        for word in words:
            places[word].append(place)
    return places


def main() -> None:
    """Print how many problems of each set are described, and how near a symptom comes to a paraphrase."""
    text = TrainingText(load_examples())
    print("| set | problems | described | nearest symptom to a paraphrase (Jaccard) |")
    print("|---|---|---|---|")
    for split in get_args(Split):
        known = problems(split)
        nearest = max(text.quoted(problem.asked["symptom"]) for problem in known)
        print(f"| {split} | {len(known)} | {len(described(known, text))} | {nearest:.2f} |")


if __name__ == "__main__":
    main()
