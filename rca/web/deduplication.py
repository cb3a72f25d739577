"""Deduplication of pages: one address in several spellings, or a thread copied to another site."""

from __future__ import annotations

import re
from urllib.parse import parse_qsl, unquote, urlencode, urlsplit

from rca.web.html_to_text import terms
from rca.web.search_source import Page

_STACK_SITES = re.compile(
    r"(?:[\w-]+\.)*(?:stackoverflow|stackexchange|superuser|serverfault|askubuntu)\.com"
)
_QUESTION = re.compile(r"/(?:questions|q)/(\d+)(?:/.*)?")
_THREAD = re.compile(r"(/[\w.-]+/[\w.-]+)/(?:issues|pull|discussions)/(\d+)(?:/.*)?")
_LOCALE = re.compile(r"^/[a-z]{2}(?:-[A-Za-z]{2,4})?(?=/docs/)")
_TRACKING = re.compile(
    r"(?:utm_\w+|ref|ref_src|source|gclid|fbclid|hl|noredirect|lq|rq|share|s|answertab|tab)$"
)
_SITE = re.compile(r"\s+[-\u2013\u2014|\u00b7]\s+(?:[\w .]{3,40})$")
_TAG = re.compile(r"^[\w .#+-]{2,20}\s+[-\u2013\u2014]\s+(?=\S)")
_STATE = re.compile(r"\[(?:duplicate|closed|solved|on hold|answered)\]", re.IGNORECASE)
_SAME_TEXT = 0.5
_SHORT_TEXT = 12


def canonical(url: str) -> str:
    """Return the canonical form of a page's URL, for comparison only."""
    parts = urlsplit(url)
    if parts.scheme not in {"http", "https"}:
        return url
    host = (parts.hostname or "").lower().removeprefix("www.").removeprefix("m.")
    path = re.sub(r"/{2,}", "/", unquote(parts.path)).rstrip("/")
    if _STACK_SITES.fullmatch(host) and (question := _QUESTION.fullmatch(path)):
        return f"{host}/questions/{question[1]}"
    if host == "github.com" and (thread := _THREAD.fullmatch(path)):
        return f"{host}{thread[1].lower()}/{thread[2]}"
    if host == "developer.mozilla.org":
        path = _LOCALE.sub("", path)
    kept = sorted(pair for pair in parse_qsl(parts.query) if not _TRACKING.match(pair[0]))
    query = f"?{urlencode(kept)}" if kept else ""
    port = "" if parts.port in (None, 80, 443) else f":{parts.port}"
    return f"{host}{port}{path}{query}"


def is_copy(one: Page, other: Page) -> bool:
    """Return whether a page copies a thread of another site: the same title, mostly the same words."""
    if urlsplit(one.url).hostname == urlsplit(other.url).hostname:
        return False
    if _title(one.title) != _title(other.title) or not _title(one.title):
        return False
    left, right = terms(one.text), terms(other.text)
    smaller = min(len(left), len(right))
    if smaller < _SHORT_TEXT:
        # An excerpt of a few words says little; a long title says enough.
        return len(_title(one.title)) >= _FEW_LETTERS
    return len(left & right) / smaller >= _SAME_TEXT


_FEW_LETTERS = 25


def _title(title: str) -> str:
    plain = _TAG.sub("", _SITE.sub("", _STATE.sub("", title)))
    return re.sub(r"\W+", " ", plain).strip().lower()
