"""HTML and Markdown → plain text, and a short excerpt around the query."""

from __future__ import annotations

import html
import re
import unicodedata
from html.parser import HTMLParser

from rca.text.identifiers import split_humps
from rca.web.prompt_injection import strip_prompt_injection

SNIPPET_CHARACTERS = 200
_LONGEST = 20_000
_FENCE = re.compile(r"```+[\w-]*|~~~+|<!--(?:[^-]|-(?!->))*+(?:-->)?")
_LINK = re.compile(r"!?\[([^\]\[\n]{0,200})\]\([^)\s]{0,500}\)")
_SELECTORS = frozenset(map(chr, (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0), 0x115F, 0x1160, 0x3164)))
"""Variation selectors and fillers: shown as nothing, they can carry a text of their own."""

_BLANKS = re.compile(r"\s+")
_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]+|\d+(?:\.\d+)+")
_STOP = frozenset(
    {
        "the", "and", "for", "not", "is", "in", "on", "to", "of", "at", "an", "as", "by", "it", "or", "be",
        "was", "with", "from", "that", "this", "when", "how", "why", "java", "lang", "com", "org", "error",
        "exception",
    }
)  # fmt: skip


_UNSEEN = frozenset({"script", "style", "template", "noscript"})


class _Text(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.parts: list[str] = []
        self._hidden = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:  # noqa: ARG002 - the parser's signature
        self._hidden += tag in _UNSEEN
        self.parts.append(" ")

    def handle_endtag(self, tag: str) -> None:
        self._hidden -= tag in _UNSEEN and self._hidden > 0
        self.parts.append(" ")

    def handle_data(self, data: str) -> None:
        if not self._hidden:
            self.parts.append(data)


def from_html(markup: str) -> str:
    """Return the visible text of HTML."""
    parser = _Text()
    parser.feed(markup[:_LONGEST])
    parser.close()
    return one_line("".join(parser.parts))


def from_markdown(markup: str) -> str:
    """Return the text of Markdown with code, links replaced by their words."""
    return one_line(_LINK.sub(r"\1", _FENCE.sub(" ", markup[:_LONGEST])))


def one_line(text: str) -> str:
    """Return a text safe for one line.

    Character references are resolved; control and invisible characters, in which text can be hidden, and
    prompt injection (`rca.web.prompt_injection`) are removed.
    """
    shown = visible(html.unescape(text[:_LONGEST]))
    return strip_prompt_injection(_BLANKS.sub(" ", shown).strip())


def visible(text: str) -> str:
    """Remove control and invisible characters, in which text can be hidden; white space becomes blanks."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(
        " " if character.isspace() else character
        for character in text
        if character.isspace() or not _is_invisible(character)
    )


def _is_invisible(character: str) -> bool:
    if character.isascii():
        return not character.isprintable()
    return unicodedata.category(character) in {"Cc", "Cf", "Co", "Cs", "Cn"} or character in _SELECTORS


def terms(text: str) -> frozenset[str]:
    """Return the significant words of a text, in lower case, with the parts of camel-case words."""
    found: set[str] = set()
    for word in _WORD.findall(text[:_LONGEST]):
        found.add(word.lower())
        found.update(part.lower() for part in split_humps(word) if len(part) > 2)
    return frozenset(found) - _STOP


def snippet(text: str, wanted: frozenset[str]) -> str:
    """Return the part of a text with the most query words, at most `SNIPPET_CHARACTERS` long."""
    if len(text) <= SNIPPET_CHARACTERS:
        return text
    hits = [(match.start(), match[0].lower()) for match in _WORD.finditer(text) if match[0].lower() in wanted]
    best, most = 0, 0
    for start, _ in hits:
        inside = {word for at, word in hits if start <= at < start + SNIPPET_CHARACTERS - 20}
        if len(inside) > most:
            best, most = start, len(inside)
    if best + SNIPPET_CHARACTERS > len(text):
        best = max(0, len(text) - SNIPPET_CHARACTERS + 1)
    lead = "…" if best > 0 else ""
    room = SNIPPET_CHARACTERS - len(lead) - 1
    piece = text[best : best + room]
    return f"{lead}{piece}…" if best + room < len(text) else f"{lead}{piece}"
