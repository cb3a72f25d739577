"""Throw sites (`throw`, `require`, `check`, `error`, assertions): message and guard."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from rca.causes.source_tokens import SourceTokens

_CHECKS: Final = frozenset(("check", "require", "checkState", "checkArgument", "isTrue", "assert"))
_NULL_CHECKS: Final = frozenset(
    ("checkNotNull", "requireNotNull", "requireNonNull", "notNull", "assertNotNull")
)
_FAILING: Final = frozenset(("error", "TODO", "fail"))
_ASSERTIONS = re.compile(
    r"assert[A-Z]\w*$|verify[A-Z]?\w*$|assertThat$|expectThat$|checkElementIndex$|checkPositionIndex$"
)
_CODE_IN_TEXT = re.compile(r"\$\{[^}]*\}|\$[^\W\d]\w*|%(?:\d+\$)?[-#+ 0,(]*\d*(?:\.\d+)?[a-zA-Z]|\{\d*\}")
_ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|(.))", re.DOTALL)
_ESCAPED = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "0": "\0"}
_BEFORE_VALUE: Final = frozenset(("=", "(", ",", "{", "[", "return", "->", ";", "?:", "in", "by"))
_MOST_FRAGMENTS: Final = 24


def is_check(name: str) -> bool:
    """Return whether a function of that name checks what it is given, and throws where it does not hold."""
    return name in _CHECKS or name in _NULL_CHECKS


@dataclass(frozen=True)
class ThrowSite:
    """A place by its tokens. `guard` is the condition that leads there, `score` how many letters fit."""

    first: int
    last: int
    line: int
    guard: tuple[int, int] | None
    reason: str | None
    score: int


def throw_sites(
    tokens: SourceTokens, within: Iterable[int], exception: str = "", message: str | None = None
) -> Iterator[ThrowSite]:
    """Yield the places that may have made an exception.

    Args:
        tokens: the file's.
        within: the tokens to look at.
        exception: simple name of its type; empty: any.
        message: its message, which a place with another one cannot have made; None: not known.
    """
    thrown: set[int] = set()
    for index in within:
        word = tokens.word(index)
        if word == "throw" or (exception and word == exception and tokens.word(index + 1) == "("):
            site = _thrown(tokens, index, exception, message)
        elif tokens.word(index + 1) in ("(", "{") and tokens.word(index - 1) != "fun":
            site = _checked(tokens, index, word, message)
        else:
            continue
        if site is not None and site.first not in thrown:
            thrown.add(site.first)
            yield site


def _thrown(tokens: SourceTokens, index: int, exception: str, message: str | None) -> ThrowSite | None:
    start = index + 1 if tokens.word(index) == "throw" else index
    made = start + 1 if tokens.word(start) == "new" else start
    last = tokens.operand_end(start)
    while tokens.word(made + 1) == "." and tokens.word(made + 2)[:1].isupper():
        made += 2
    if exception and tokens.word(made) != exception:
        return None
    first = index
    if tokens.word(index) != "throw":
        first = index - 1 if tokens.word(index - 1) == "new" else index
        first = first - 1 if tokens.word(first - 1) == "throw" else first
    score = fit_of(tokens, made, last, message)
    if score is None:
        return None
    guard, reason = _guard(tokens, first)
    return ThrowSite(first, last, tokens.line_of(made), guard, reason, score)


def _checked(tokens: SourceTokens, index: int, word: str, message: str | None) -> ThrowSite | None:
    kind = (
        "check" if word in _CHECKS else "null" if word in _NULL_CHECKS else "fail" if word in _FAILING else ""
    )
    if not kind and not _ASSERTIONS.match(word):
        return None
    last = tokens.call_end(index)
    score = 0 if not kind else fit_of(tokens, index + 1, last, message)
    if score is None:
        return None
    first = tokens.operand_start(index)
    arguments = [*tokens.arguments(index + 1)] if tokens.word(index + 1) == "(" else []
    line = tokens.line_of(index)
    if kind == "fail":
        guard, reason = _guard(tokens, first)
        return ThrowSite(first, last, line, guard, reason, score)
    if kind == "null" and len(arguments) > 1 and tokens.is_string(arguments[0][0]):
        arguments = arguments[1:]  # JUnit 4 takes the message first
    guard = arguments[0] if arguments else None
    reason = {"check": "`{guard}` was false", "null": "`{guard}` was null"}.get(kind)
    return ThrowSite(first, last, line, guard, reason, score)


def _guard(tokens: SourceTokens, first: int) -> tuple[tuple[int, int] | None, str | None]:
    """Return the condition that leads to a statement, and in words what it was."""
    if tokens.word(first - 1) == "return":
        first -= 1
    led = _led_to(tokens, first - 1)
    if led is not None:
        return led
    opening = tokens.around(first)
    while opening >= 0 and tokens.word(opening) == "(":
        opening = tokens.around(opening)
    if opening < 0 or tokens.word(opening) != "{":
        return None, None
    before = opening - 1
    if tokens.word(before) in ("run", "also", "apply", "let"):
        before -= 1
    return _led_to(tokens, before) or (None, None)


def _led_to(tokens: SourceTokens, before: int) -> tuple[tuple[int, int] | None, str | None] | None:
    """Return what the token before a statement or block says of the way there."""
    word = tokens.word(before)
    if word == "?:":
        return _elvis(tokens, before)
    if word == ")":
        return _branch(tokens, before)
    return _case(tokens, before) if word == "->" else None


def _elvis(tokens: SourceTokens, sign: int) -> tuple[tuple[int, int] | None, str | None]:
    """Return what stands before `?:`; nothing where that is more than a value or a safe cast."""
    start = tokens.operand_start(sign - 1)
    if tokens.word(start - 1) == "?" and tokens.word(start - 2) == "as":
        start = tokens.operand_start(start - 3)
    begins_line = start == 0 or tokens.line_of(start - 1) < tokens.line_of(start)
    if not begins_line and tokens.word(start - 1) not in _BEFORE_VALUE:
        return None, None
    return (start, sign - 1), "`{guard}` was null"


def _branch(tokens: SourceTokens, closing: int) -> tuple[tuple[int, int] | None, str | None]:
    opening = tokens.pair(closing)
    if opening is not None and tokens.word(opening - 1) == "catch":
        return _caught_type(tokens, opening + 1, closing - 1), "`{guard}` was caught"
    if opening is None or tokens.word(opening - 1) != "if":
        return None, None
    return (opening + 1, closing - 1), "`{guard}` was true"


def _caught_type(tokens: SourceTokens, first: int, last: int) -> tuple[int, int]:
    """Return the type that `catch` declares: Kotlin's `e: E`, Java's `final E e`."""
    for index in range(first, last):
        if tokens.word(index) == ":":
            return index + 1, last
    if tokens.word(first) == "final":
        first += 1
    return first, max(first, last - 1)


def _case(tokens: SourceTokens, arrow: int) -> tuple[tuple[int, int] | None, str | None]:
    """Return what a `when` is about whose `else` branch leads here."""
    if tokens.word(arrow - 1) not in ("else", "default"):
        return None, None
    opening = tokens.around(arrow)
    if opening < 0 or tokens.word(opening - 1) != ")":
        return None, None
    head = tokens.pair(opening - 1)
    if head is None or tokens.word(head - 1) not in ("when", "switch"):
        return None, None
    return (head + 1, opening - 2), "No branch fits `{guard}`"


def fit_of(tokens: SourceTokens, first: int, last: int, message: str | None) -> int | None:
    """Return how many letters of a message the texts between two tokens give; None where they do not fit."""
    if not message:
        return 0
    fragments: list[str] = []
    for index in tokens.strings(first, last):
        fragments.extend(_fragments(tokens, index))
    fragments = [fragment for fragment in fragments if fragment.strip()][:_MOST_FRAGMENTS]
    if not fragments:
        return 0
    at = score = 0
    for fragment in fragments:
        found = message.find(fragment, at)
        if found < 0:
            return score if score > len("".join(fragments)) * 0.6 else None
        at, score = found + len(fragment), score + len(fragment)
    return score


def _fragments(tokens: SourceTokens, index: int) -> Iterator[str]:
    """Yield the fixed parts of a string, what is computed left out."""
    closing = tokens.pair(index)
    whole = tokens.range_text(index, index if closing is None else closing)
    raw = whole.startswith('"""')
    text = whole.strip('"')
    for part in _CODE_IN_TEXT.split(text):
        plain = part if raw else _ESCAPE.sub(_unescape, part)
        yield from (line.strip() for line in plain.splitlines() if line.strip())


def _unescape(match: re.Match[str]) -> str:
    if match[1]:
        return chr(int(match[1], 16))
    return _ESCAPED.get(match[2], match[2])
