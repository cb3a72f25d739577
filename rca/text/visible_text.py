"""Escapes invisible and reordering characters in text that a person approves."""

from __future__ import annotations


def escape_invisible(text: str) -> str:
    """Escape invisible characters except line ends, so that nothing is hidden from the reader.

    Escape sequences, carriage returns, zero-width characters and bidirectional controls could otherwise make
    a command look like another.
    """
    if text.isprintable():
        return text
    return "".join(
        one if one.isprintable() or one == "\n" else one.encode("unicode_escape").decode() for one in text
    )
