"""A parsed code query: its literal text, the name it may be, and its significant words."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from rca.knowledge.ranking.tokenizer import stem
from rca.navigation.symbol_search import humps

_IDENTIFIER = re.compile(r"[^\W\d][\w$]*(?:[.#$:]+[^\W\d][\w$]*)*(?:\(\))?")
_TOKEN = re.compile(r"[^\W_]\w*")
_SHORTEST = 2
_MOST_WORDS = 16

_AGENT = 6
"""Letters of the shortest word whose ending may say who does a thing."""
_NO_AGENTS = frozenset(
    (
        "server", "folder", "header", "number", "member", "letter", "border", "master", "parameter",
        "character", "integer", "behavior", "another", "whether", "vector", "factor", "center",
    )
)  # fmt: skip

_NO_MEANING_TEXT = """
    a about all an and any are as at be been but by can could did do does for from had has have how i if in
    into is it its me my of on or our should so some than that the their them then there these they this
    those to us was we were what when where which while who why will with would you your
"""
_NO_MEANING = frozenset(_NO_MEANING_TEXT.split())
_ABOUT_CODE_TEXT = """
    class classes code done file files find function functions happen happens implementation implemented
    method methods part place show use used uses using
"""
_ABOUT_CODE = frozenset(_ABOUT_CODE_TEXT.split())
"""Words of questions about code; they tell something only where nothing else does."""

_ALIKE = (
    "delete remove erase discard",
    "create make build new",
    "fetch load retrieve read",
    "save store persist write",
    "show display render",
    "send submit deliver",
    "start launch begin",
    "stop cancel abort",
    "login signin authenticate auth",
    "logout signout",
    "setting preference config configuration",
    "error failure exception fail",
    "retry reattempt",
    "message msg",
    "database db",
    "picture image photo avatar",
    "choose select pick",
    "change update modify edit",
    "convert map transform",
    "check validate verify",
    "parse decode",
    "serialise serialize encode",
    "sync synchronise synchronize refresh",
    "search query lookup",
    "password credential",
    "background worker job",
    "screen page view",
    "request call",
    "number count",
    "address email",
    "total sum",
    "server remote backend",
    "kind type",
    "fix repair correct",
    "wrong invalid broken malformed",
    "notification notify",
    "picture icon",
    "directory folder",
    "position offset",
    "group category",
    "schedule timer alarm",
    "log trace",
    "permission grant",
    "cache memoize",
    "navigate route",
    "payment purchase billing",
    "attach attachment",
    "encrypt cipher crypto",
    "charset character encoding",
    "provide serve supply",
)
"""Words that programs use for one thing."""


@dataclass(frozen=True)
class Term:
    """A word of the query. `prefix` begins every word with that stem; `share` is 1, less for a synonym."""

    stem: str
    prefix: str
    spelled: str
    share: float = 1.0

    @property
    def concept(self) -> str:
        """The query word that the term stands for."""
        return self.spelled


@dataclass(frozen=True)
class Query:
    """A query. `name` is set if the whole query may be a name."""

    text: str
    name: str | None
    terms: tuple[Term, ...]

    @property
    def words(self) -> tuple[str, ...]:
        """The significant words, as the query spells them."""
        return tuple(dict.fromkeys(term.spelled for term in self.terms))


def query_of(text: str) -> Query:
    """Parse a query."""
    plain = text.strip()
    for quote in ("`", '"', "'"):
        if len(plain) > 2 and plain[0] == plain[-1] == quote:
            plain = plain[1:-1]
    name = plain.removesuffix("()").replace("#", ".") if _IDENTIFIER.fullmatch(plain) else None
    return Query(plain, name, _terms(plain))


def _terms(text: str) -> tuple[Term, ...]:
    tokens = _TOKEN.findall(text)
    parts = [part for token in tokens for part in humps(token) if len(part) >= _SHORTEST]
    telling = [part for part in parts if part not in _NO_MEANING]
    narrow = [part for part in telling if part not in _ABOUT_CODE]
    words = narrow or telling or parts
    found: dict[str, Term] = {}
    for word in words[:_MOST_WORDS]:
        known = stem_of(word)
        found[known] = Term(known, _prefix(known, word), word)
    if len(found) > 1:  # a name in one word is meant as it is
        for term in tuple(found.values()):
            for like in _alike().get(term.stem, ()):
                known = stem_of(like)
                found.setdefault(known, Term(known, _prefix(known, like), term.spelled, share=0.5))
    return tuple(found.values())


@lru_cache(maxsize=16_384)
def stem_of(word: str) -> str:
    """Return the stem of a lower-case word; a short word is its own stem.

    Agent nouns share the stem of their verb, as classes are named by them: a mapper maps.
    """
    if len(word) <= _SHORTEST or not word.isascii():
        return word
    known = stem(word)
    if known != word or len(word) < _AGENT or not word.endswith(("er", "or")) or word in _NO_AGENTS:
        return known
    base = word[:-2]
    if base[-1] == base[-2] and base[-1] not in "lsz":
        return stem(base[:-1])
    return stem(f"{base}e")  # `parse` and not `pars`; a verb without its own loses it again


@lru_cache(maxsize=16_384)
def name_stems(name: str) -> tuple[str, ...]:
    """Return the stems of a name's words."""
    return tuple(stem_of(part) for part in humps(name))


def _prefix(stemmed: str, word: str) -> str:
    """Return the common prefix of all words with a stem, whose own last letter may differ from theirs."""
    length = 0
    for left, right in zip(stemmed, word, strict=False):
        if left != right:
            break
        length += 1
    return word[: max(length, min(_SHORTEST, len(word)))]


@lru_cache(maxsize=1)
def _alike() -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for line in _ALIKE:
        group = line.split()
        for word in group:
            found[stem_of(word)] = tuple(one for one in group if one != word)
    return found
