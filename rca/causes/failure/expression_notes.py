"""Words in the notes of failing expressions by which others know how an expression was found."""

from __future__ import annotations

from typing import Final

MAY_HAVE_MOVED: Final = "it may have moved"
"""End of the note of an expression that was found on another line than the trace tells."""
CAN_THROW: Final = "the text names this class and no line"
"""Beginning of the note of an expression that was found by its class alone."""
