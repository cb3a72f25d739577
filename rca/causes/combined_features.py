"""Features that combine others: how many searches found a function, pairs, the kind of verb in its name."""

from __future__ import annotations

import re
from typing import Final

from rca.causes.candidate import Candidate

_RANKS: Final = (
    *("words_all_rank", "words_message_rank", "words_app_rank", "relevance_rank", "looked_up_rank"),
    *("near_trace_rank", "near_top_rank", "near_words_rank"),
    *("file_words_all_rank", "file_words_message_rank"),
)
"""One divided by the place that each way of finding functions gives to one."""
_HIGH: Final = 0.1
_PRODUCTS: Final = (
    ("relevance", "words_all"),
    ("relevance", "words_message"),
    ("looked_up", "words_all"),
    ("looked_up", "relevance"),
    ("words_all", "file_words_all"),
    ("words_message", "file_words_message"),
    ("holds_literal", "words_all"),
    ("calls_named_method", "words_all"),
    ("words_app", "words_message"),
)
_VERBS_BY_KIND: Final = {
    "called_back": ("on",),
    "reads": ("get", "is", "has", "find"),
    "loads": ("load", "read", "fetch", "query", "parse"),
    "changes": ("set", "update", "put", "add", "remove", "delete", "clear"),
    "makes": ("create", "build", "make", "new", "provide"),
    "begins": ("init", "start", "setup", "open", "register", "bind"),
    "ends": ("stop", "close", "destroy", "release", "cancel", "unregister"),
    "acts": ("handle", "process", "run", "execute", "invoke", "show", "notify", "send"),
    "turns": ("to", "as", "from"),
    "compares": ("equals", "hash", "compare"),
}
_KIND_OF_VERB: Final = {verb: kind for kind, verbs in _VERBS_BY_KIND.items() for verb in verbs}
_FIRST_WORD: Final = re.compile(r"[a-z]+")


def note_combinations(candidate: Candidate) -> None:
    """Note how many searches found a function, products of features, and the kind of verb in its name."""
    features = candidate.features
    ranks = [features[name] for name in _RANKS if name in features]
    if ranks:
        candidate.note("sum_of_ranks", sum(ranks) / 3)
    high = sum(rank >= _HIGH for rank in ranks)
    if high:
        candidate.note("ways_found", high / 5)
    for first, second in _PRODUCTS:
        if first in features and second in features:
            candidate.note(f"{first}_x_{second}", features[first] * features[second])
    word = _FIRST_WORD.match(candidate.function.name)
    kind = _KIND_OF_VERB.get(word[0]) if word else None
    if kind is not None:
        candidate.note(f"verb_{kind}")
