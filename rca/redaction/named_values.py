"""Masks values of variables: by what they look like, and by what the variable's name says of them."""

from __future__ import annotations

from rca.redaction import redact

_QUOTES = ('"', "'", "`")


def mask_value(name: str, text: str) -> str:
    """Return the text of a variable's value with its secrets masked.

    Args:
        name: of the variable or field: `apiKey` makes a secret of what looks like none.
        text: the value as a debugger shows it; a name counts for quoted texts alone.
    """
    plain = redact(text).text
    if plain != text or not text.startswith(_QUOTES):
        return plain
    prefix = f"{name.removeprefix('this@')} = "
    named = redact(prefix + text).text
    return named.removeprefix(prefix) if named.startswith(prefix) else plain
