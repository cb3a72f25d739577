"""HTML or Markdown documentation split into sections."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from html.parser import HTMLParser

LARGEST = 4_000_000
"""Characters of a page that are read."""

SUFFIXES = (".md", ".markdown", ".html", ".htm", ".xhtml")
_HEADINGS = frozenset({"h1", "h2", "h3", "h4"})
_UNSEEN = frozenset(
    {"script", "style", "nav", "footer", "aside", "noscript", "template", "svg", "button", "form"}
)
_MAIN = frozenset({"main", "article"})
_VOID = frozenset({"br", "hr", "img", "input", "meta", "link", "wbr", "source", "col", "area", "base"})
_ATX = re.compile(r"^ {0,3}(#{1,4})\s+(.+?)\s*#*\s*$")
_FENCE = re.compile(r"^ {0,3}(`{3,}|~{3,})")
_ID = re.compile(r"\s*\{[^{}\n]*?(?:#|id=[\"']?)([\w.-]+)[^{}\n]*\}\s*$|\s*\{[^{}\n]*\}\s*$")
_TITLE = re.compile(r"^(?:\[//\]: # \(title:\s*(.+?)\)|title:\s*[\"']?(.+?)[\"']?)\s*$")
_LINK = re.compile(
    r"!?\[([^\]\[\n]{0,300})\](?:\([^()\n]{0,600}(?:\([^()\n]{0,100}\)[^()\n]{0,100})?\)|\[[^\]\n]{0,100}\])"
)
_MARKUP = re.compile(
    r"<!--.*?(?:-->|\Z)|</?[a-zA-Z][^<>\n]{0,300}>|^\s*\[(?!//\])[^\]\n]{1,60}\]:\s.*$",
    re.DOTALL | re.MULTILINE,
)
_EMPHASIS = re.compile(r"(?<!\w)(\*\*|__|\*|_)(?=\S)(.{1,200}?)(?<=\S)\1(?!\w)|`")
_BLANKS = re.compile(r"\s+")


@dataclass(frozen=True, slots=True)
class Section:
    """A heading with the text below it; `anchor` is its fragment in the page, or ""."""

    title: str
    heading: str
    anchor: str
    text: str


def sections(name: str, text: str) -> tuple[Section, ...]:
    """Split a page into sections; the extension of `name` determines its format. Never fails."""
    cut = text[:LARGEST]
    if name.lower().endswith((".md", ".markdown")):
        title, parts = _markdown(cut)
    else:
        title, parts = _html(cut)
    title = title or next((heading for heading, _, _ in parts if heading), "") or re.split(r"[/\\]", name)[-1]
    return tuple(
        Section(title, heading, anchor, body)
        for heading, anchor, body in ((_flat(one), anchor, _flat(body)) for one, anchor, body in parts)
        if body or heading
    )


def _flat(text: str) -> str:
    return _BLANKS.sub(" ", text).strip()


def _markdown(text: str) -> tuple[str, list[tuple[str, str, str]]]:
    title = ""
    parts: list[tuple[str, str, list[str]]] = [("", "", [])]
    fence = ""
    for line in _without_tags(text):
        mark = _FENCE.match(line)
        if mark and (not fence or line.strip().startswith(fence)):
            fence = "" if fence else mark[1]
            continue
        if fence:
            parts[-1][2].append(line)
            continue
        told = _TITLE.match(line) if not title and len(parts) == 1 else None
        if told:
            title = (told[1] or told[2]).strip()
            continue
        heading = _ATX.match(line)
        if heading:
            parts.append((*_heading(heading[2]), []))
            if not title and len(heading[1]) == 1:
                title = parts[-1][0]
            continue
        parts[-1][2].append(_plain(line))
    return title, [(heading, anchor, "\n".join(lines)) for heading, anchor, lines in parts]


def _without_tags(text: str) -> Iterator[str]:
    """Return the lines of Markdown with tags removed everywhere but in code."""
    inside = False
    for block in re.split(r"(?m)^( {0,3}(?:`{3,}|~{3,}).*)$", text):
        if _FENCE.match(block):
            inside = not inside
            yield block
        else:
            yield from (block if inside else _MARKUP.sub(" ", block)).splitlines()


def _heading(written: str) -> tuple[str, str]:
    named = _ID.search(written)
    plain = _plain(_ID.sub("", written))
    return plain, (named[1] if named and named[1] else _slug(plain))


def _plain(line: str) -> str:
    return _EMPHASIS.sub(lambda found: found[2] or "", _LINK.sub(r"\1", line))


def _slug(heading: str) -> str:
    """Return the anchor that sites generate for a heading: lower-case words joined by hyphens."""
    plain = unicodedata.normalize("NFKC", heading).lower()
    return re.sub(r"[\s-]+", "-", re.sub(r"[^\w\s-]", "", plain)).strip("-")


class _Reader(HTMLParser):
    """Collects the text below each heading, of the main part if the page marks it."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.title = ""
        self.parts: list[tuple[str, str, list[str]]] = [("", "", [])]
        self._unseen: list[str] = []
        self._heading: list[str] | None = None
        self._anchor = ""
        self._in_title = False
        self._main = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = dict(attrs)
        if tag in _UNSEEN:
            self._unseen.append(tag)
        elif tag == "title":
            self._in_title = True
        elif tag in _MAIN:
            if not self._main and not any(heading for heading, _, _ in self.parts):
                self.parts = [("", "", [])]
            self._main += 1
        elif tag in _HEADINGS and not self._unseen:
            self._heading, self._anchor = [], named.get("id") or ""
        elif self._heading is not None and not self._anchor:
            self._anchor = named.get("id") or named.get("name") or ""
        if tag not in _VOID:
            self._say(" ")

    def handle_endtag(self, tag: str) -> None:
        if self._unseen and tag == self._unseen[-1]:
            self._unseen.pop()
        elif tag == "title":
            self._in_title = False
        elif tag in _MAIN:
            self._main = max(0, self._main - 1)
        elif tag in _HEADINGS and self._heading is not None:
            heading = _flat("".join(self._heading))
            self.parts.append((heading, self._anchor or _slug(heading), []))
            self._heading = None
        self._say(" ")

    def handle_data(self, data: str) -> None:
        if self._in_title:
            self.title += data
        else:
            self._say(data)

    def _say(self, data: str) -> None:
        if not self._unseen:
            (self.parts[-1][2] if self._heading is None else self._heading).append(data)


def _html(text: str) -> tuple[str, list[tuple[str, str, str]]]:
    reader = _Reader()
    reader.feed(text)
    reader.close()
    return _flat(reader.title), [(heading, anchor, "".join(body)) for heading, anchor, body in reader.parts]
