"""Words and punctuation of Kotlin and Java code, without comments and strings, with string templates."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

_PLAIN = (  # comments and strings that hold nothing else, passed over at once
    r"/\*(?:[^*/]|\*(?!/)|/(?!\*))*\*/"
    r'|"""(?:[^"$\\]|"(?!""))*"{3,}'
    r'|"(?:[^"\\\n$]|\\[^\n])*"(?!")'
)
_SKIPPED = (
    rf"{_PLAIN}|//[^\n\r]*"
    r"|(?P<comment>/\*)|(?P<raw>\$*\"\"\")|(?P<string>\$*\")|'(?:\\[^\n]{1,5}?|[^'\\\n])'"
)
_WORD = r"(?P<word>(?:[^\W\d]|\$)[\w$]*)|(?P<ticked>`[^`\n]+`)"
_MARK = r"(?P<mark>->|::|\?\.|\?:|[=!]==?|[<>]=|&&|\|\||\.\.\.|[-+*/%]=|[(){}\[\],:;=.<>?@&!])"
_NUMBER = r"\d\w*"
_COMMENT_EDGE = re.compile(r"/\*|\*/")
_INSIDE_STRING = {
    '"': re.compile(r"(?P<escape>\\.)|(?P<end>[\"\n])|(?P<open>\$+\{)|(?P<plain>\$+(?=[^\W\d]))", re.DOTALL),
    '"""': re.compile(r"(?P<end>\"{3,})|(?P<open>\$+\{)|(?P<plain>\$+(?=[^\W\d]))"),
}
_JAVA_STRING_END = {
    '"': re.compile(r"(?P<escape>\\.)|(?P<end>[\"\n])", re.DOTALL),
    '"""': re.compile(r"(?P<escape>\\.)|(?P<end>\"\"\")", re.DOTALL),
}
_PLAIN_WORD = re.compile(r"[^\W\d]\w*")


class Token(NamedTuple):
    """A word or punctuation token, without backticks; `start` is the offset of its first letter."""

    text: str
    start: int
    is_word: bool

    @property
    def end(self) -> int:
        """Offset after the last character."""
        return self.start + len(self.text)


def words(text: str) -> frozenset[str]:
    """Split a list written with blanks."""
    return frozenset(text.split())


def tokens(text: str, language: str) -> Iterator[Token]:
    """Return all words and punctuation of a text, in order."""
    code = re.compile(f"{_SKIPPED}|{_WORD}|{_NUMBER}|{_MARK}")
    return _scan(text, language, (code, code), None)


def occurrences(text: str, language: str, names: Iterable[str]) -> Iterator[Token]:
    """Return the positions of some words, much faster than all tokens."""
    wanted = frozenset(names)
    last = max(text.rfind(name) for name in wanted)
    for token in _scan(text, language, _looking_for(wanted), wanted) if last >= 0 else ():
        yield token
        if token.start >= last:
            return


@lru_cache(maxsize=64)
def _looking_for(names: frozenset[str]) -> tuple[re.Pattern[str], re.Pattern[str]]:
    some = "|".join(sorted(map(re.escape, names)))
    code = rf"{_SKIPPED}|(?P<word>(?<![\w$])(?:{some})(?![\w$]))|(?P<ticked>`[^`\n]+`)"
    return re.compile(code), re.compile(rf"{code}|(?P<mark>[{{}}])")


def _scan(
    text: str,
    language: str,
    code: tuple[re.Pattern[str], re.Pattern[str]],
    wanted: frozenset[str] | None,
) -> Iterator[Token]:
    """Yield tokens. `code` matches outside templates and, with braces, inside them."""
    strings = _Strings(text, templates=language != "java")
    at = 0
    while (match := code[strings.in_template].search(text, at)) is not None:
        kind, at = match.lastgroup, match.end()
        found: list[Token] = []
        if kind == "word":
            found.append(Token(match.group(), match.start(), is_word=True))
        elif kind == "ticked":
            found.append(Token(match.group()[1:-1], match.start() + 1, is_word=True))
        elif kind == "comment":
            at = _after_comment(text, at, nested=language != "java")
        elif kind in ("raw", "string"):
            at = strings.enter(match.group(), at, found)
        elif kind == "mark":
            back = strings.brace(match.group(), at, found)
            if back is not None:
                at = back
            elif wanted is None:
                found.append(Token(match.group(), match.start(), is_word=False))
        yield from found if wanted is None else (one for one in found if one.text in wanted)


class _Strings:
    """The enclosing strings: code inside a template returns to its string at the closing brace."""

    def __init__(self, text: str, *, templates: bool) -> None:
        self._text = text
        self._patterns = _INSIDE_STRING if templates else _JAVA_STRING_END
        self._open: list[tuple[str, int, int]] = []  # quote, dollars that open a template, braces around
        self._braces = 0

    @property
    def in_template(self) -> bool:
        """Return whether the position is inside a template."""
        return bool(self._open)

    def enter(self, opening: str, at: int, found: list[Token]) -> int:
        """Skip a string up to its end or its next template; add the `$words` on the way."""
        quote = '"""' if opening.endswith('"""') else '"'
        return self._through(quote, max(1, len(opening) - len(quote)), at, found)

    def brace(self, mark: str, at: int, found: list[Token]) -> int | None:
        """Count a brace; if it closes a template, continue its string and return the new offset."""
        if mark == "{":
            self._braces += 1
        elif mark == "}" and self._open and self._open[-1][2] == self._braces:
            quote, dollars, _ = self._open.pop()
            return self._through(quote, dollars, at, found)
        elif mark == "}":
            self._braces -= 1
        return None

    def _through(self, quote: str, dollars: int, at: int, found: list[Token]) -> int:
        while (match := self._patterns[quote].search(self._text, at)) is not None:
            at = match.end()
            kind = match.lastgroup
            if kind == "end":
                return at
            if kind == "open" and len(match.group()) - 1 >= dollars:
                self._open.append((quote, dollars, self._braces))
                return at
            if kind == "plain" and len(match.group()) >= dollars:
                word = _PLAIN_WORD.match(self._text, at)
                if word is not None:
                    found.append(Token(word.group(), at, is_word=True))
                    at = word.end()
        return len(self._text)


def _after_comment(text: str, at: int, *, nested: bool) -> int:
    depth = 1
    while depth and (edge := _COMMENT_EDGE.search(text, at)) is not None:
        at = edge.end()
        if edge.group() == "*/":
            depth -= 1
        elif nested:
            depth += 1
    return at if depth == 0 else len(text)
