"""What a fix changed in configuration files: its lines, and the element that they belong to."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from benchmarks.fixed_bugs.cases import FixPlace
from benchmarks.fixed_bugs.materialize import git
from rca.causes.configuration.gradle_script import blocks
from rca.languages.android.xml import Element, read_xml
from rca.text.line_index import Lines

_HUNK = re.compile(r"^@@ -(\d+)(?:,(\d+))? \+\d+(?:,\d+)? @@")
_EMPTY = re.compile(r"^\s*(?:$|//|/?\*|#|<!--.*-->\s*$)")
_TABLE = re.compile(r"(?m)^\[[^\]\n]+\]")
_INSERTED_TAG = re.compile(r"<([\w.:-]+)")


@dataclass(frozen=True, slots=True)
class ConfigurationChange:
    """Lines that a fix replaced, or the line after which it added some, and the element around them."""

    lines: FixPlace
    element: FixPlace
    size: int


def changed_elements(
    directory: Path, buggy: str, fix: str, wanted: re.Pattern[str]
) -> list[ConfigurationChange]:
    """Return the changes of a fix in files that exist before it, the largest first.

    An element is the block of a script, the XML element (of an insertion those with the inserted tag, or
    else the one around it), the table of a catalog, or the whole file of rules and keys, whose order means
    nothing.
    """
    diff = git(directory, "diff", "-U0", "-w", "--diff-filter=M", "--no-color", buggy, fix)
    changes = []
    for file, start, replaced, signed in _hunks(diff.decode("utf-8", "replace")):
        added = {line[1:].strip() for line in signed if line[0] == "+"}
        removed = {line[1:].strip() for line in signed if line[0] == "-"} - {""}
        kept = removed & added
        # Of an empty line, or a last line that had no line break, nothing changed.
        count = 0 if removed == kept else replaced
        lines = [line[1:] for line in signed if line[1:].strip() not in kept]
        if wanted.search(file) and not all(_EMPTY.match(line) for line in lines):
            text = git(directory, "show", f"{buggy}:{file}").decode("utf-8", "replace")
            first, last = max(start, 1), max(start + max(count, 1) - 1, 1)
            element = _element(file, Lines(text), first, last, None if count else lines)
            changes.append(ConfigurationChange(_place(file, first, last), _place(file, *element), len(lines)))
    return sorted(changes, key=lambda change: -change.size)


def _place(file: str, first: int, last: int) -> FixPlace:
    return FixPlace(file, "", None, first, last)


def _hunks(diff: str) -> Iterator[tuple[str, int, int, list[str]]]:
    """Yield file, first line, number of lines (0 for an insertion), removed and added lines with signs."""
    file = ""
    current: tuple[str, int, int, list[str]] | None = None
    for line in diff.split("\n"):
        if line.startswith("--- "):
            file = line[6:] if line.startswith("--- a/") else ""
        elif match := _HUNK.match(line):
            if current is not None:
                yield current
            current = (file, int(match[1]), int(match[2] or 1), [])
        elif line.startswith("diff --git") and current is not None:
            yield current
            current = None
        elif current is not None and line.startswith(("-", "+")) and not line.startswith("+++ "):
            current[3].append(line)
    if current is not None:
        yield current


def _element(file: str, text: Lines, first: int, last: int, inserted: list[str] | None) -> tuple[int, int]:
    whole = (1, max(text.count, 1))
    if file.endswith(".xml"):
        return _xml_element(text, first, last, inserted) or whole
    if inserted is None:
        return first, last
    if file.endswith((".gradle", ".kts", ".kt", ".groovy", ".java")):
        around = [block for block in blocks(text) if block.line <= first < block.end_line]
        inner = max(around, key=lambda block: block.start, default=None)
        return (inner.line, inner.end_line) if inner else whole
    if file.endswith(".toml"):
        tables = [text.line_of(match.start()) for match in _TABLE.finditer(text.text)]
        begin = max((line for line in tables if line <= first), default=1)
        return begin, min((line - 1 for line in tables if line > first), default=whole[1])
    return whole


def _xml_element(text: Lines, first: int, last: int, inserted: list[str] | None) -> tuple[int, int] | None:
    elements = read_xml(text.text).elements
    if inserted is None:
        heads = [
            (text.line_of(one.start), text.line_of(max(one.start, one.header_end - 1))) for one in elements
        ]
        touched = [head for head in heads if head[0] <= last and head[1] >= first]
        return (min(one[0] for one in touched), max(one[1] for one in touched)) if touched else (first, last)
    around = [
        index for index, one in enumerate(elements) if text.line_of(one.start) <= first < _end(text, one)
    ]
    if not around:
        return None
    parent = elements[around[-1]]
    tag = next((match[1] for line in inserted if (match := _INSERTED_TAG.search(line))), None)
    if tag is None:  # attributes, added to a start tag
        return text.line_of(parent.start), text.line_of(parent.header_end - 1)
    siblings = [one for one in elements if one.tag == tag and one.parent == around[-1]]
    if siblings:
        return text.line_of(siblings[0].start), _end(text, siblings[-1])
    return text.line_of(parent.start), _end(text, parent)


def _end(text: Lines, element: Element) -> int:
    # The reader puts the end of an empty element behind the tag that follows it.
    is_empty = text.text[: element.header_end].endswith("/>")
    return text.line_of(max(element.start, (element.header_end if is_empty else element.end) - 1))
