"""The identifier at a position, and the words that are none."""

from __future__ import annotations

import re

from rca.languages.facts import CallSite, Declaration
from rca.languages.word_scanner import words

_WORD = re.compile(r"[^\W\d][\w$]*")
_CHAIN_BEFORE = re.compile(r"(?:[^\W\d][\w$]*\s*\.\s*)+\Z")
_NOT_A_NAME = re.compile(r"(?:\b(?:return|break|continue)@|(?:(?<!\.)\.|::)\s*)\Z")
_BEFORE = 300
"""Characters before a name that are looked at for the qualifier it is written with."""
_KEYWORDS = words(
    "as break class continue do else false for fun if in interface is null object package return super this"
    " throw true try typealias typeof val var when while"
)
_JAVA_KEYWORDS = words(
    "abstract assert boolean break byte case catch char class const continue default do double else"
    " enum extends false final finally float for goto if implements import instanceof int interface long"
    " native new null package private protected public return short static strictfp super switch"
    " synchronized this throw throws transient true try void volatile while"
)


def is_keyword(name: str, language: str) -> bool:
    """Return whether a word is a hard keyword of a language, which names nothing without backticks."""
    return name in (_JAVA_KEYWORDS if language == "java" else _KEYWORDS)


def identifier_at(text: str, offset: int) -> tuple[str, int] | None:
    """Return the identifier that covers an offset, or ends there, and where it starts."""
    start = offset
    while start > 0 and (text[start - 1].isalnum() or text[start - 1] in "_$"):
        start -= 1
    while start < len(text) and text[start] == "$":  # the sign of a template
        start += 1
    match = _WORD.match(text, start)
    if match is None or match.end() < offset:
        return _ticked_at(text, offset)
    opening = text.rfind("`", text.rfind("\n", 0, start) + 1, start)
    if opening >= 0:
        return _ticked_at(text, offset) or (match.group(), start)
    return match.group(), start


def _ticked_at(text: str, offset: int) -> tuple[str, int] | None:
    first = text.rfind("\n", 0, offset) + 1
    for match in re.compile(r"`([^`\n]+)`").finditer(text, first):
        if match.start() > offset:
            return None
        if offset <= match.end():
            return match.group(1), match.start(1)
    return None


def dotted_until(line: str, at: int, name: str) -> str:
    """Return the dotted text before a place of a line, with the name there."""
    before = re.search(r"[\w$`.\s]*\Z", line[:at])
    words = (before.group() if before else "").split()
    head = "".join(words[1:]) if words and words[0] in ("import", "package", "static") else "".join(words)
    head = head.removeprefix("static") if line.lstrip().startswith("import static") else head
    return f"{head}{name}".replace("`", "") if head.endswith(".") else name


def is_named(row: Declaration, name: str) -> bool:
    """Return whether a declaration is written with a name; Kotlin's constructors are with a keyword."""
    return row.name == name or (row.kind == "constructor" and name == "constructor")


def is_written(site: CallSite, name: str) -> bool:
    """Return whether a call site may be written with a word: its name, or `this(…)` and `super(…)`."""
    if name in ("this", "super"):
        return site.form == "new"
    return site.name == name or (site.name == "invoke" and site.form == "operator")


def qualifier_before(text: str, name: str, start: int, language: str) -> str | None:
    """Return what a name is qualified with (`a.b.`), None where it is a keyword, a label or a member."""
    if is_keyword(name, language) and not text.startswith("`", start - 1):
        return None
    before = text[max(0, start - _BEFORE) : start]
    chain = _CHAIN_BEFORE.search(before) if before.rstrip().endswith(".") else None
    plain = before[: chain.start()] if chain is not None else before
    if _NOT_A_NAME.search(plain):
        return None
    return re.sub(r"\s", "", chain.group()) if chain is not None else ""
