"""What a program printed, without what it drew on a screen of its own."""

from __future__ import annotations

import re
from dataclasses import dataclass

_OWN_SCREEN = re.compile(r"\x1b\[\?(?:1049|1047|47)(?P<to>[hl])")
_UNFINISHED = re.compile(r"\x1b(?:\[(?:\?\d{0,4})?)?\Z")
_SHOWS_OTHERS = re.compile(r"(?:\A|[\s/\\])(?:tmux|byobu|zellij|screen|mosh|ssh|watch)(?:\.exe)?(?:\s|\Z)")
"""Programs that draw what other programs print."""


@dataclass(slots=True)
class Screen:
    """Leaves out what an editor or a pager shows: a file that is looked at is no error that came up.

    Kept is what is drawn by programs that show others, told by their command line.
    """

    name: str
    _is_own: bool = False
    _unfinished: str = ""

    def printed(self, text: str) -> str:
        """Take what came since; give what of it was printed."""
        if self._unfinished:
            text, self._unfinished = self._unfinished + text, ""
        if not self._is_own and "\x1b" not in text:
            return text
        if _SHOWS_OTHERS.search(self.name):
            return text
        unfinished = _UNFINISHED.search(text[-8:])
        if unfinished:
            self._unfinished = unfinished[0]
            text = text[: -len(self._unfinished)]
        kept, at = [], 0
        for found in _OWN_SCREEN.finditer(text):
            if not self._is_own:
                kept.append(text[at : found.start()])
            self._is_own, at = found["to"] == "h", found.end()
        if not self._is_own:
            kept.append(text[at:])
        return "".join(kept)
