"""Ranking of pages from all sources by what they share with the query."""

from __future__ import annotations

import math
import re
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from models.tools.web_search_wiki import WebResult, WebSource
from rca.web.date_parsing import day
from rca.web.deduplication import canonical, is_copy
from rca.web.html_to_text import one_line, snippet, terms
from rca.web.search_source import Page
from rca.web.version_fit import version_fit
from rca.web.web_query import WebQuery

_TITLE, _TEXT, _RUN, _EXCEPTION = 0.28, 0.22, 0.12, 0.12
_SOLVED, _VOTES, _PLACE, _DATE, _VERSION = 0.07, 0.05, 0.08, 0.06, 0.10
"""What each sign adds at most; together they make 1.0 with `_VERSION` counted both ways from nothing. What
a page shares with the question weighs most: a page with many votes about something else is no answer."""

_YEARS = 6.0
"""A page this old counts half as recent as one of today."""

_MANY_VOTES = 200
_LONGEST_ADDRESS = 2_000
_LONGEST_RUN = 6
_WORD = re.compile(r"[a-z0-9_]+")


@dataclass(frozen=True)
class Ranking:
    """The query against which pages are scored.

    Attributes:
        query: the query.
        versions: those the project uses, by product or library.
        now: seconds since 1970.
    """

    query: WebQuery
    versions: Mapping[str, str] = field(default_factory=dict)
    now: float = field(default_factory=time.time)

    def ranked(self, found: Iterable[tuple[WebSource, Sequence[Page]]]) -> tuple[WebResult, ...]:
        """Return all pages in one order, each thread once, most relevant first.

        Of copies the first source's page is kept, with their best score.
        """
        best: dict[str, tuple[float, WebSource, Page]] = {}
        for source, pages in found:
            for place, page in enumerate(pages):
                score = self.relevance(page, place)
                key = canonical(page.url)
                if key not in best:
                    key = next((known for known, (_, _, held) in best.items() if is_copy(held, page)), key)
                if key in best:
                    held_score, held_source, held = best[key]
                    best[key] = (max(held_score, score), held_source, held)
                else:
                    best[key] = (score, source, page)
        ordered = sorted(best.values(), key=lambda entry: -entry[0])
        return tuple(self._result(score, source, page) for score, source, page in ordered)

    def relevance(self, page: Page, place: int) -> float:
        """Return a score from 0 to 1, comparable between sources.

        Args:
            page: the page.
            place: its rank in its source's own order, from 0.
        """
        wanted = self.query.words
        if not wanted:
            return 0.0
        in_title = len(wanted & terms(page.title)) / len(wanted)
        anywhere = len(wanted & terms(f"{page.title} {page.text}")) / len(wanted)
        likeness = (
            _TITLE * in_title + _TEXT * anywhere + _RUN * self._run(page) + _EXCEPTION * self._exception(page)
        )
        shared = likeness / (_TITLE + _TEXT + _RUN + _EXCEPTION)
        age = max(0.0, self.now - page.date) / (365.25 * 86_400) if page.date is not None else _YEARS
        signs = (
            _SOLVED * page.solved
            + _VOTES * min(1.0, math.log1p(max(0, page.votes or 0)) / math.log1p(_MANY_VOTES))
            + _DATE * 0.5 ** (age / _YEARS)
            + _VERSION * version_fit(f"{page.title} {page.text}", self.versions)
        )
        # What others think of a page counts only as far as the page is about the question.
        score = likeness + _PLACE / (1 + place / 2) + shared * signs
        return round(float(min(1.0, max(0.0, score))), 3)

    def _exception(self, page: Page) -> float:
        """Return whether the page is about the exception, by its title or text."""
        name = self.query.exception
        if name is None:
            return 0.5
        if name.lower() in terms(page.title):
            return 1.0
        return 0.6 if name.lower() in terms(page.text) else 0.0

    def _run(self, page: Page) -> float:
        """Return the length of the longest run of query words in the page."""
        words = _WORD.findall(self.query.text.lower())
        text = f" {' '.join(_WORD.findall(f'{page.title} {page.text}'.lower()))} "
        most = min(_LONGEST_RUN, len(words))
        for length in range(most, 1, -1):
            if any(f" {' '.join(words[at : at + length])} " in text for at in range(len(words) - length + 1)):
                return length / most
        return 0.0

    def _result(self, score: float, source: WebSource, page: Page) -> WebResult:
        return WebResult(
            title=one_line(page.title)[:300],
            url=page.url,
            snippet=snippet(page.text, self.query.words),
            source=source,
            relevance_score=score,
            author=one_line(page.author)[:80] if page.author else None,
            licence=one_line(page.licence)[:80] if page.licence else None,
            date=day(page.date) if page.date is not None else None,
            solved=page.solved or None,
        )


def is_shown(page: Page) -> bool:
    """Return whether a page can be shown: it has a title and a single valid address."""
    try:
        parts = urlsplit(page.url)
        opens = parts.scheme in {"http", "https"} and bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False
    plain = page.url.isprintable() and not any(mark in page.url for mark in ' "<>`')
    return bool(page.title) and opens and plain and len(page.url) <= _LONGEST_ADDRESS
