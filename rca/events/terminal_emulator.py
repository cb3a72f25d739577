"""Terminal output with escape sequences → the text that a terminal shows."""

from __future__ import annotations

import re
from dataclasses import dataclass

from rca.text.ansi import strip_escapes

NEW_PAGE = "\f"
"""Stands where the screen was cleared: what was on it before is past."""

_OWN_SCREEN = re.compile(r"\x1b\[\?(?:1049|1047|47)(?P<to>[hl])")
_SHOWS_OTHERS = re.compile(r"(?:\A|[\s/\\])(?:tmux|byobu|zellij|screen|mosh|ssh|watch)(?:\.exe)?(?:\s|\Z)")
"""Programs that draw what other programs print."""

_CLEARED = re.compile(r"\x1b\[2J|\x1bc|\x1b\[(?:1;1)?H\x1b\[0?J")
_MOVED = re.compile(r"\x1b\[(?:\d{0,4}[ABEF]|\d{0,4}(?:;\d{0,4})?[Hf]|1?G)")
"""To another line, or to the start of this one: what follows is another text."""

_SKIPPED = re.compile(r"\x1b\[(\d{0,3})C")
"""Blanks, as Windows' console writes them."""

_UNFINISHED = re.compile(
    r"\x1b(?:\[(?:1;1)?H\x1b?\[?0?|\[[0-?]{0,64}[ -/]{0,4}|\][^\x07\x1b\n]{0,4096}\x1b?|[ -/]{0,4})?\Z"
    r"|[\ud800-\udbff]\Z"
)
_LONGEST = 4200
_HALF = re.compile(r"[\ud800-\udfff]")


@dataclass(slots=True)
class Screen:
    """Reads a program's terminal output, in pieces that may be cut anywhere.

    Escape sequences are removed; cursor movement to another line moves the text. What editors and pagers draw
    on the alternate screen is dropped: an error in a viewed file did not occur now. The screens of terminal
    multiplexers and similar programs are kept, recognised by their command line.
    """

    name: str
    _is_own: bool = False
    _unfinished: str = ""

    def printed(self, text: str) -> str:
        """Take new output; return the text printed by it."""
        text, self._unfinished = self._unfinished + text, ""
        unfinished = _UNFINISHED.search(text, max(0, len(text) - _LONGEST))
        if unfinished:
            self._unfinished = unfinished[0]
            text = text[: unfinished.start()]
        if not text.isascii() and _HALF.search(text):
            text = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
        if self._is_own or "\x1b" in text:
            text = self._without_own(text)
        return _plain(text) if "\x1b" in text else text

    def _without_own(self, text: str) -> str:
        if _SHOWS_OTHERS.search(self.name):
            return text
        kept, at = [], 0
        for found in _OWN_SCREEN.finditer(text):
            if not self._is_own:
                kept.append(text[at : found.start()])
            self._is_own, at = found["to"] == "h", found.end()
        if not self._is_own:
            kept.append(text[at:])
        return "".join(kept)


def _plain(text: str) -> str:
    text = _MOVED.sub("\n", _CLEARED.sub(NEW_PAGE, text))
    text = _SKIPPED.sub(lambda found: " " * int(found[1] or 1), text)
    return strip_escapes(text)
