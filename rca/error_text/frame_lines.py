"""Puts each frame on a line of its own: joins wrapped frames, splits lines with several.

Commit messages and mails wrap at 72 columns, log layouts and chats put a whole trace into one line.
"""

from __future__ import annotations

from rca.error_text.informal_frame import CALL, SOURCE, loose_spans
from rca.text.lazy_regex import lazy_regex

_PLACE = (
    rf"\((?:{SOURCE}(?:: ?\d{{1,7}})?|[Uu]nknown [Ss]ource(?::\d{{1,7}})?|[Nn]ative [Mm]ethod"
    r"|SourceFile:\d{1,7})\)"
)
_WHOLE = lazy_regex(rf"at (?:[\w.\-@]{{0,80}}/{{1,2}}){{0,2}}{CALL}\s?{_PLACE}(?:\W.{{0,300}})?$")
_BROKEN = lazy_regex(
    r"^[ \t]*(?:at(?:[ \t]+[\w$.<>/@*+ \-]{0,300}(?:\([^()\n]{0,200})?)?"
    r"|(?:[\w$\-]{1,200}\.){2,20}[\w$<>\-]{1,200})[ \t]*$",
)
"""A line that may be the beginning of a frame: `at` alone, a name, a name with an open bracket."""

_LONE_PLACE = lazy_regex(rf"{_PLACE}(?:\W.{{0,300}})?$")
_SPLIT_WORD = lazy_regex(r"(?:[Uu]nknown|[Nn]ative|\+|at)$")
_STARTS = ("at ", "at\t", "Caused by", "Suppressed", "... ")
_MOST_PIECES = 5

_SHARED = lazy_regex(_PLACE)
_THROWN = lazy_regex(r"\b[\w.$]*[a-z]\w*(?:Exception|Error|Throwable)\b")
_OWN_FRAME = lazy_regex(r"\s*at\s")
_LEAD = lazy_regex(r"[\s\W]*(?:\b(?:at|in|from|by)\s+)?$")
_BELOW_ITS_FILE = lazy_regex(
    rf"(?m)^[ \t]*(?P<file>{SOURCE}) line (?P<line>\d{{1,7}})[ \t]*\n"
    r"[ \t]*(?P<call>(?:[\w$\-]+\.){1,20}[\w$<>\-]+)[ \t]*$"
)
"""A frame of Fabric's console: the file and its line above the call."""


def with_frames_joined(text: str) -> str:
    """Join frames that were wrapped over several lines; a join that yields no whole frame is not made."""
    lines = text.split("\n")
    if not any(_may_be_broken(line) for line in lines):
        return text
    joined: list[str] = []
    at = 0
    while at < len(lines):
        whole, used = _whole(lines, at) if _may_be_broken(lines[at]) else (lines[at], 1)
        joined.append(whole)
        at += used
    return "\n".join(joined)


def _may_be_broken(line: str) -> bool:
    return len(line) < 600 and (" at" in f" {line}" or "." in line) and _BROKEN.match(line) is not None


def _whole(lines: list[str], at: int) -> tuple[str, int]:
    """Return the frame that begins on a line and the lines that it took, or the line itself."""
    indent = lines[at][: len(lines[at]) - len(lines[at].lstrip())]
    piece = lines[at].strip()
    marked = piece.startswith("at")
    for used in range(2, _MOST_PIECES + 1):
        if at + used > len(lines):
            break
        following = lines[at + used - 1].strip()
        if not following or following.startswith(_STARTS) or (not marked and used > 2):
            break
        if not marked and _LONE_PLACE.match(following) is None:
            break
        piece += (" " if _SPLIT_WORD.search(piece) else "") + following
        if _WHOLE.match(piece if marked else f"at {piece}"):
            return f"{indent}{piece}", used
    return lines[at], 1


def with_frames_apart(text: str) -> str:
    """Split a line that holds several frames, or an exception and its first frame."""
    if " line " in text:
        text = _BELOW_ITS_FILE.sub(r"\g<call>(\g<file>:\g<line>)", text)
    if not _SHARED.search(text):
        return text
    lines = text.split("\n")
    below = [*lines[1:], ""]
    return "\n".join(
        _apart(line, following) if _SHARED.search(line) else line
        for line, following in zip(lines, below, strict=True)
    )


def _apart(line: str, following: str) -> str:
    spans = loose_spans(line)
    if not spans:
        return line
    head = line[: spans[0][0]]
    before = _without_lead(head)
    if not before.strip() and len(spans) == 1:
        return line
    if len(spans) == 1 and (not _THROWN.search(before) or _OWN_FRAME.match(following)):
        return line  # a message may name a place: the trace's own frames stand below
    pieces = [before.rstrip(" \t([{<-")]
    for number, (start, end) in enumerate(spans):
        next_start = spans[number + 1][0] if number + 1 < len(spans) else len(line)
        between = line[end:next_start]
        section = between.find("Caused by")
        pieces.append("\t" + line[start:end])
        if section >= 0:
            pieces.append(_without_lead(between[section:]))
        elif number + 1 == len(spans) and between.startswith((" [", " ~", "[", "~")):
            pieces[-1] += between
    return "\n".join(piece for piece in pieces if piece.strip())


def _without_lead(text: str) -> str:
    lead = _LEAD.search(text)
    return text[: lead.start()] if lead is not None else text
