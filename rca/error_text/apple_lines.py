"""Backtraces of Apple's systems as pages and the console of Crashlytics give them → one frame a line."""

from __future__ import annotations

from rca.text.lazy_regex import lazy_regex

_MARKS = ("Crashed: ", "Fatal Exception: ", " Crashed:")
_NEXT = lazy_regex(r"(?<=\S)[ \t]+(?=\d{1,3}[ \t]+\S{1,200}[ \t]+0x[0-9a-fA-F]{3,16}[ \t])")
_OPENING = lazy_regex(
    r"(?<=\S)[ \t]+(?=(?:Crashed|Fatal Exception): [A-Za-z][\w.\-]{1,200}[ \t]+\d{1,3}[ \t]+\S+[ \t]+0x)"
)
_FOLDED = lazy_regex(
    r"(?:Crashed|Fatal Exception): [^\n]{1,200}?[ \t]0[ \t]+\S{1,200}[ \t]+0x[0-9a-fA-F]{3,16}[ \t]"
)
_FENCE = lazy_regex(r"[ \t]*`{3,}[ \t]*")
_INDEX = lazy_regex(r"\s*\d{1,3}\s*$")
_PLACE = lazy_regex(r"(?P<file>\S.*?) - Line (?P<line>\d{1,12})$")
_CELLS = 3
"""Lines below its number that a frame has in the console: library, place, symbol."""

_FRAME = lazy_regex(r"\s*\d{1,3}\s+\S{1,200}\s+0x[0-9a-fA-F]{3,16}\s")
_QUOTED = lazy_regex(
    r"\s*([\"'])(?P<line>\s*"
    r"(?:\d{1,3}\s+\S{1,200}\s+0x[0-9a-fA-F]{3,16}\s|Crashed: |\w+ Exception: ).*)\1,?\s*$"
)
_MARKDOWN = lazy_regex(r"\\(?=[_*+\[\]()<>#~`|.!\-])")


def with_apple_frames_apart(text: str) -> str:
    """Return text with a line for each frame that was folded into one line, or split over several."""
    if not any(mark in text for mark in _MARKS):
        return text
    if _FOLDED.search(text) is not None:
        if "```" in text:
            text = "\n".join(
                _FENCE.sub("\n", line) if _FOLDED.search(line) else line for line in text.split("\n")
            )
        text = "\n".join(
            _NEXT.sub("\n", _OPENING.sub("\n", line.rstrip(" `"))) if _FOLDED.search(line) else line
            for line in text.split("\n")
        )
    lines = [found["line"] if (found := _QUOTED.match(line)) else line for line in text.split("\n")]
    if "\\" in text:
        lines = [_MARKDOWN.sub("", line) if "\\" in line and _FRAME.match(line) else line for line in lines]
    return "\n".join(_joined(lines))


def _joined(lines: list[str]) -> list[str]:
    """Join the cells of frames below an index that stands alone."""
    opening = next((at for at, line in enumerate(lines) if any(mark in line for mark in _MARKS)), len(lines))
    numbers = [at for at in range(opening, len(lines)) if _INDEX.match(lines[at])]
    if len(numbers) < 2:
        return lines
    joined = lines[: numbers[0]]
    for at, end in zip(numbers, (*numbers[1:], len(lines)), strict=True):
        cells = [line.strip() for line in lines[at + 1 : min(end, at + 1 + _CELLS)]]
        cells = cells[: next((place for place, cell in enumerate(cells) if not cell), len(cells))]
        place = _PLACE.match(cells[1]) if len(cells) == _CELLS else None
        used = _CELLS if place is not None else 2
        if len(cells) < used:
            joined += lines[at:end]
            continue
        where = f" ({place['file']}:{place['line']})" if place is not None else ""
        joined.append(f"{lines[at].strip()}  {cells[0]}  {cells[used - 1]}{where}")
        joined += lines[at + 1 + used : end]
    return joined
