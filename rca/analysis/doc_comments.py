"""KDoc and Javadoc: the documentation comment above a declaration."""

from __future__ import annotations

import re

_LINE_COMMENT = re.compile(r"(?:^[ \t]*//[^\n]*\n?)+\Z", re.MULTILINE)
_EDGES = re.compile(r"^\s*(?:/\*+|\*+/|\*|//+)?[ \t]?|\s*\*+/\s*$", re.MULTILINE)
_TAG = re.compile(r"^\s*@\w+", re.MULTILINE)
_MARKUP = re.compile(r"<[^>\n]*>|\{@\w+\s+([^}]*)\}|[`*\[\]]")
_END = re.compile(r"(?<=[.!?])\s+(?=[^\W\d_a-z]|\Z)|\n\s*\n")
_LONGEST = 240
_FARTHEST = 6_000


def comment_start(text: str, start: int) -> int:
    """Return the start of the comment right above an offset; the offset itself if there is none."""
    lower = max(0, start - _FARTHEST)
    end = start  # most declarations have none, and a copy of what is above takes longer than to see that
    while end > lower and text[end - 1].isspace():
        end -= 1
    if text.endswith("*/", lower, end):
        opened = text.rfind("/*", lower, end)
        return start if opened < 0 else opened
    line = text.rfind("\n", lower, end) + 1 or lower
    found = _LINE_COMMENT.search(f"{text[lower:end]}\n") if text.find("//", line, end) >= 0 else None
    return start if found is None else lower + found.start()


def first_sentence(text: str, start: int) -> str | None:
    """Return the first sentence of the comment above an offset, without markup."""
    begins = comment_start(text, start)
    if begins == start:
        return None
    plain = _EDGES.sub("", text[begins:start])
    tag = _TAG.search(plain)
    said = plain[: tag.start()] if tag else plain
    sentence = _END.split(_MARKUP.sub(lambda match: match[1] or "", said).strip(), maxsplit=1)[0]
    joined = " ".join(sentence.split())
    return joined[:_LONGEST] or None
