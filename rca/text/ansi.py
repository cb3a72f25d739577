r"""Text as a terminal shows it: without escape sequences (ECMA-48)."""

from __future__ import annotations

from rca.text.lazy_regex import lazy_regex

_ESCAPE = lazy_regex(
    r"\x1b(?:"
    r"\[[0-?]*[ -/]*[@-~]"  # control sequences: colours, moves
    r"|\][^\x07\x1b\n]*(?:\x07|\x1b\\)?"  # operating system commands: titles, links; one may lack its end
    r"|[PX^_][^\x1b\n]*\x1b\\"  # other strings for the terminal
    r"|[ -/]+[0-~]"  # character sets
    r"|[0-~]"  # all others: save, restore, reset, keypad
    r")?"  # cut off, it says nothing
    r"|\x9b[0-?]*[ -/]*[@-~]"
)


def strip_escapes(text: str) -> str:
    """Return a text without its escape sequences; what they say of colour, place and title is lost."""
    return _ESCAPE.sub("", text) if "\x1b" in text or "\x9b" in text else text
