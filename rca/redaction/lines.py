"""Costly patterns are tried only on the lines that hold one of their words."""

from __future__ import annotations

from collections.abc import Callable

MASK = "<redacted {}>"


def on_lines(text: str, words: tuple[str, ...], mask: Callable[[str], str]) -> str:
    """Mask each line that holds a word, in any case; `words` are in lower case."""
    lower_text = text.lower()
    if not any(word in lower_text for word in words):
        return text
    parts: list[str] = []
    for line in text.splitlines(keepends=True):
        lower = line.lower()
        parts.append(mask(line) if any(word in lower for word in words) else line)
    return "".join(parts)
