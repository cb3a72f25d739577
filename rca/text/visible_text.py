"""Escapes invisible and reordering characters in text that a person approves."""

from __future__ import annotations


def escape_invisible(text: str) -> str:
    """Write what cannot be seen as escapes, line ends excepted, so that nothing hides from who reads it.

    Escape sequences, carriage returns, letters without width and those that turn the direction of writing
    could otherwise make a command look like another.
    """
    if text.isprintable():
        return text
    return "".join(
        one if one.isprintable() or one == "\n" else one.encode("unicode_escape").decode() for one in text
    )
