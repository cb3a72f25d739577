"""Undoes what consoles and CI do to build output: markers, folded lines, PowerShell's error records."""

from __future__ import annotations

import re

from rca.text.lazy_regex import lazy_regex

# `flutter -v` puts the time since the line before, a build service the name of its phase, Ant the task's.
_MARK = lazy_regex(
    r"^((?:> ?)?)(?:\[(?: {8}| {0,5}\+\d{1,7} ms)\](?: |$)|\[[A-Z]{2,20}(?:_[A-Z]{2,20}){1,4}\](?: |$)"
    r"| {2,9}\[(?:exec|java|javac|kotlinc|junit)\](?: |$))",
    re.MULTILINE,
)
_SAID_AS_EXCEPTION = lazy_regex(
    r"^exception: (?= {2}|(?:info|warning): |[^\s:](?::[\\/])?[^:\n]{0,400}\.(?:kts?|java):\d+:)",
    re.MULTILINE,
)
_NUMBERED = lazy_regex(r"^\[\d{1,2}\](?: |$)", re.MULTILINE)
"""What `concurrently` and its kin put before the lines of each of their commands."""

_GREP = lazy_regex(r"^\d{1,7}[:-](?=[ew]: (?:file:)?/|[ew]: [A-Za-z]:[\\/])", re.MULTILINE)
"""The number that `grep -n` puts before a line."""

_LISTED = lazy_regex(r"^[-•] (?=(?:What went wrong|Where|Try|Exception is):)", re.MULTILINE)
_STUDIO_ERROR = lazy_regex(
    r"^Error:(?=[ \t]+at [\w$.]|(?:[a-z]\w*\.){1,12}[A-Z]\w*(?:Exception|Error)\b)", re.MULTILINE
)
"""What Android Studio put before each line of a build's error stream, until 2018."""

_LONE_AT = lazy_regex(r"([ \t]at)\n(?=[\w$.<>]{3,400}\([^()\n]{0,200}\))")
_ENOUGH = 2
"""Lines with a mark that show it to be one."""

_GLUED_CARET = lazy_regex(
    r"^([ \t]*\^)(?=[^\s^~][^\n]{0,400}\.(?:java|kt):\d+: (?:error|warning):)", re.MULTILINE
)
_WRONG = "* What went wrong:"
_PARTS = lazy_regex(
    r"(?<![ \t])[ \t]+(?=\* (?:What went wrong|Where|Try|Exception is|Get more help)\b|FAILURE: Build "
    r"|BUILD FAILED|[ew]: (?:file:)?/|> (?!=))"
)

_RECORD = lazy_regex(r"^ {4}\+ CategoryInfo\b", re.MULTILINE)
_PLACE = lazy_regex(r"\S.{0,40}\d.{0,30}:\d+\s*")
"""`At line:1 char:1`, in whatever language."""
_FRESH = lazy_regex(r"[ew]: |\s*> |\* |\+ |FAILURE: |BUILD ")
"""What begins a line of its own, though the line above is as wide as the console."""

_COMMAND = lazy_regex(r"\S{1,200} : ?")
_NARROWEST = 20
_TALLEST = 25  # lines of a record above and below the one that names its category


def without_console(text: str) -> str:
    """Undo what consoles add around and inside build output; other text stays unchanged."""
    if "] " in text and sum(1 for _, _ in zip(range(_ENOUGH), _MARK.finditer(text), strict=False)) == _ENOUGH:
        text = _MARK.sub(r"\1", text)
    if text.startswith("["):
        numbered = len(_NUMBERED.findall(text))
        if numbered > _ENOUGH and numbered * 10 >= 8 * (text.strip().count("\n") + 1):
            text = _NUMBERED.sub("", text)
    if ":e: " in text or ":w: " in text:
        text = _GREP.sub("", text)
    if "\nexception: " in text:
        text = _SAID_AS_EXCEPTION.sub("", text)
    if "- What went wrong:" in text or "• What went wrong:" in text:
        text = _LISTED.sub("* ", text)
    if "Error:" in text:
        text = _STUDIO_ERROR.sub("", text)
    if " at\n" in text or "\tat\n" in text:
        text = _LONE_AT.sub(r"\1 ", text)
    if ": error: " in text:
        text = _GLUED_CARET.sub(r"\1\n", text)
    if f" {_WRONG}" in text:
        text = "\n".join(_unfolded(line) for line in text.split("\n"))
    if "+ CategoryInfo" in text and _RECORD.search(text):
        text = "\n".join(_without_records(_unwrapped(text.split("\n"))))
    return text


def _unfolded(line: str) -> str:
    return _PARTS.sub("\n", line) if line.partition(_WRONG)[0].strip("> \t") and _WRONG in line else line


def _unwrapped(lines: list[str]) -> list[str]:
    """Join the lines that PowerShell wrapped at the console's width.

    It wraps after a blank, which stays at the end of the line, or inside a word longer than the line; so the
    widest line of an error record is the width.
    """
    width = max((_width(lines, at) for at, line in enumerate(lines) if _RECORD.match(line)), default=0)
    if width < _NARROWEST:
        return lines
    joined: list[str] = []
    open_line = False
    for at, line in enumerate(lines):
        if open_line:
            joined[-1] += line
        else:
            joined.append(line)
        following = lines[at + 1] if at + 1 < len(lines) else ""
        word = len(following.partition(" ")[0])
        full = len(line) == width or (line.endswith(" ") and width >= len(line) >= width - word)
        fresh = _FRESH.match(following) or _PLACE.fullmatch(following)
        open_line = full and bool(following.strip()) and not fresh
    return joined


def _width(lines: list[str], at: int) -> int:
    """Measure the record around line `at`, from the command's name to the blank line after it."""
    first = last = at
    while first > 0 and at - first < _TALLEST:
        first -= 1
        if _COMMAND.match(lines[first]):
            break
    while last + 1 < len(lines) and lines[last + 1].strip() and last - at < _TALLEST:
        last += 1
    return max(len(line) for line in lines[first : last + 1])


def _without_records(lines: list[str]) -> list[str]:
    """Drop what PowerShell says of an error record, and the command's name before its first line."""
    kept: list[str] = []
    skipping = False
    for line in lines:
        if _RECORD.match(line):
            skipping = True
            while kept and (kept[-1].startswith("+ ") or not kept[-1].strip("~ ")):
                kept.pop()
            if kept and _PLACE.fullmatch(kept[-1]):
                kept.pop()
            for above in range(len(kept) - 1, max(-1, len(kept) - 5), -1):
                if _COMMAND.match(kept[above]):
                    kept[above] = _COMMAND.sub("", kept[above], count=1)
                    break
        elif skipping:
            skipping = bool(line.strip())
        if not skipping:
            kept.append(line)
    return kept
