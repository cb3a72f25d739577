"""Wraps a report for standard output between words only, so that paths and URLs stay whole.

A terminal gets lines of its width, and links where it knows OSC 8; a pipe or a file gets one line for each
entry unless `COLUMNS` says how wide a line is.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from rich.cells import cell_len
from rich.console import Console
from rich.style import Style
from rich.text import Text

if TYPE_CHECKING:
    from rich.syntax import Syntax

_WORD = re.compile(r"\s*\S+")
_UNBOUNDED = 1_000_000
_JOINED = "\ue000"
"""Stands for a space that is no place to break a line, as in a file's name; of the private use area."""

_LINKING_PROGRAMS = ("iTerm.app", "WezTerm", "vscode", "ghostty", "Hyper", "mintty", "rio", "Tabby")
_LINKING_TERMINALS = ("xterm-kitty", "alacritty", "foot", "xterm-ghostty", "wezterm", "contour")
_LINKING_VARIABLES = ("WT_SESSION", "KONSOLE_VERSION", "DOMTERM", "KITTY_WINDOW_ID", "TERMINUS_SUBLIME")
_FIRST_LINKING_VTE = 5000
"""GNOME Terminal and its relatives from VTE 0.50 on."""


def shows_links(environment: Mapping[str, str], *, is_terminal: bool) -> bool:
    """Return whether a terminal supports OSC 8 links; `FORCE_HYPERLINK=1` or `0` overrides the detection."""
    forced = environment.get("FORCE_HYPERLINK")
    if forced is not None:
        return forced not in ("", "0", "false", "no")
    if not is_terminal or environment.get("TERM") == "dumb":
        return False
    version = environment.get("VTE_VERSION", "")
    return (
        (version.isdigit() and int(version) >= _FIRST_LINKING_VTE)
        or environment.get("TERM_PROGRAM") in _LINKING_PROGRAMS
        or environment.get("TERM", "").startswith(_LINKING_TERMINALS)
        or any(name in environment for name in _LINKING_VARIABLES)
    )


class Page:
    """Prints a report. `locate` returns the `file:` URI of a wire path, None if it has none."""

    def __init__(self, locate: Callable[[str], str | None] = lambda _path: None) -> None:
        self.console = Console()
        bounded = self.console.is_terminal or "COLUMNS" in os.environ
        self._width = self.console.width if bounded else _UNBOUNDED
        is_tty = self.console.file.isatty()
        self._locate = locate if shows_links(os.environ, is_terminal=is_tty) else lambda _path: None

    def line(self, text: Text | str, indent: int = 0) -> None:
        """Print an entry; continuation lines are indented by `indent` columns."""
        whole = Text(text) if isinstance(text, str) else text
        for line in whole.split("\n", allow_blank=True):
            self._wrapped(line, indent)

    def code(self, syntax: Syntax) -> None:
        """Print code, wrapped at the edge of a terminal."""
        if not self.console.is_terminal:
            syntax.code_width = max(map(len, syntax.code.expandtabs(4).splitlines()), default=0)
        with self.console.capture() as capture:
            self.console.print(syntax, crop=self.console.is_terminal)
        shown = capture.get()
        if not self.console.is_terminal:
            shown = "".join(f"{line.rstrip()}\n" for line in shown.splitlines())
        self.console.file.write(shown)

    def blank(self) -> None:
        """Print an empty line."""
        self.console.print()

    def title(self, text: str) -> None:
        """Print the heading of a part."""
        self.line(Text(text, style="bold underline"))

    def place(self, path: str, line: int | None, style: str = "cyan") -> Text:
        """Return `path:line` as one piece, linked to the file if the terminal supports links."""
        shown = (f"{path}:{line}" if line else path).replace(" ", _JOINED)
        address = self._locate(path)
        link = None if address is None else f"{address}#{line}" if line else address
        return Text(shown, style=Style.parse(style) + Style(link=link))

    def _wrapped(self, line: Text, indent: int) -> None:
        rest, lead = line, ""
        while True:
            end = _end_of_line(rest.plain, self._width - len(lead))
            part, rest = rest[:end], _without_leading_space(rest[end:])
            part.plain = part.plain.replace(_JOINED, " ")
            self.console.print(Text.assemble(lead, part), soft_wrap=True)
            if not rest.plain:
                return
            lead = " " * indent


def _end_of_line(text: str, width: int) -> int:
    """Return the end of a line of at most `width` columns; a wider first word stays whole."""
    end = taken = 0
    for word in _WORD.finditer(text):
        taken += cell_len(word.group())
        if end and taken > width:
            break
        end = word.end()
    return end


def _without_leading_space(text: Text) -> Text:
    spaces = len(text.plain) - len(text.plain.lstrip())
    return text[spaces:] if spaces < len(text) else Text()
