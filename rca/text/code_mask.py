"""Blanks comments and string literals of Kotlin and Java code; offsets and lines stay."""

from __future__ import annotations

import re

_OPENING = re.compile(r"//|/\*|\"{3}|[\"'{}]")
_COMMENT_EDGE = re.compile(r"/\*|\*/")
_STRING_EDGE = {
    '"""': re.compile(r"\"{3,}|\$\{|\$[^\W\d]\w*"),
    '"': re.compile(r"\\.|\"|\$\{|\$[^\W\d]\w*|\n", re.DOTALL),
    "'": re.compile(r"\\.|'|\n", re.DOTALL),
}
_VISIBLE = re.compile(r"[^\n\r]")


def blanked(text: str) -> str:
    """Replace comments and literals by spaces; code in Kotlin templates stays.

    Any text is accepted: an unclosed literal ends with its line, an unclosed comment or raw string with the
    text.
    """
    return _Blanking(text).run()


class _Blanking:
    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        self._parts: list[str] = []
        self._templates: list[tuple[str, int]] = []
        """The quote of each string whose template is being read, and the braces open in the template."""

    def run(self) -> str:
        while self._at < len(self._text):
            found = _OPENING.search(self._text, self._at)
            if found is None:
                self._keep(len(self._text))
                break
            self._keep(found.start())
            self._mark(found[0])
        return "".join(self._parts)

    def _mark(self, mark: str) -> None:
        if mark == "//":
            end = self._text.find("\n", self._at)
            self._drop(len(self._text) if end < 0 else end)
        elif mark == "/*":
            self._drop(self._comment_end())
        elif mark in _STRING_EDGE:
            self._drop(self._at + len(mark))
            self._string(mark)
        else:
            self._brace(mark)

    def _brace(self, mark: str) -> None:
        quote, depth = self._templates[-1] if self._templates else ("", 0)
        if quote and mark == "}" and depth == 0:
            self._templates.pop()
            self._drop(self._at + 1)
            self._string(quote)
            return
        if quote:
            self._templates[-1] = (quote, depth + (1 if mark == "{" else -1))
        self._keep(self._at + 1)

    def _comment_end(self) -> int:
        depth = 0
        for edge in _COMMENT_EDGE.finditer(self._text, self._at):
            depth += 1 if edge[0] == "/*" else -1
            if depth == 0:
                return edge.end()
        return len(self._text)

    def _string(self, quote: str) -> None:
        """Blank the rest of a string, up to its end or the next template."""
        for edge in _STRING_EDGE[quote].finditer(self._text, self._at):
            if edge[0] == "${":
                self._drop(edge.end())
                self._templates.append((quote, 0))
                return
            if edge[0][0] == "$":
                self._drop(edge.start() + 1)
                self._keep(edge.end())
            elif edge[0][0] in "\"'\n":
                self._drop(edge.start() if edge[0] == "\n" else edge.end())
                return
        self._drop(len(self._text))

    def _keep(self, end: int) -> None:
        self._parts.append(self._text[self._at : end])
        self._at = end

    def _drop(self, end: int) -> None:
        self._parts.append(_VISIBLE.sub(" ", self._text[self._at : end]))
        self._at = end
