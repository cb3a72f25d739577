"""The mapping file of R8 and ProGuard; a class's members are parsed on first use."""

from __future__ import annotations

import re
from bisect import bisect_right

from rca.error_text.retrace.mapped_class import MappedClass, read_class
from rca.error_text.retrace.mapping_comments import (
    NEWEST_KNOWN,
    NO_VERSION,
    VERSION,
    Version,
    find_map_ids,
    read_comment,
    read_version,
)
from rca.text.lazy_regex import lazy_regex

_CLASS_TEXT = r"(?P<original>[^\s#]\S*?)[ \t]*->[ \t]*(?P<renamed>[^\s:]+)[ \t]*:[ \t]*(?:#[^\n]*)?$"
_CLASS = lazy_regex(rf"^(?:{_CLASS_TEXT}|(?P<unread>[^\s#][^\n]*)$)", re.MULTILINE)
"""A line that begins a class, or would if it could be read: it ends the class before it in any case."""
_FIRST_CLASS = lazy_regex(rf"(?:[ \t]*(?:#[^\n]*)?\n)*[ \t]+{_CLASS_TEXT}", re.MULTILINE)


class Mapping:
    """A mapping file, its classes read when they are asked for.

    Args:
        text: the whole file, with line feeds alone.
    """

    def __init__(self, text: str) -> None:
        self._text = text
        self._spans: dict[str, tuple[str, int, int]] = {}
        self._renamed: dict[str, str] = {}
        self._classes: dict[str, MappedClass] = {}
        self.unread_classes = 0
        """Lines that begin no class and stand where only a class can begin."""
        first = _FIRST_CLASS.match(text)
        before = None if first is None else (first["renamed"], first["original"], first.end())
        head: int | None = None if first is None else first.start("original")
        for found in _CLASS.finditer(text, 0 if first is None else first.end()):
            head = found.start() if head is None else head
            if before is not None:
                self._add(*before, found.start())
            before = (found["renamed"], found["original"], found.end())
            if found["unread"] is not None:
                self.unread_classes += 1
                before = None
        if before is not None:
            self._add(*before, len(text))
        self.ids = find_map_ids(text[:head])
        """The map's id and hash, as its head gives them."""
        self._versions = _find_versions(text)

    def __len__(self) -> int:
        """Count the classes."""
        return len(self._spans)

    @property
    def newer_version(self) -> str | None:
        """Return the format's version if it is newer than supported, else None."""
        newest = max((version for _offset, version in self._versions), default=NO_VERSION)
        return f"{newest[0]}.{newest[1]}" if newest > NEWEST_KNOWN else None

    @property
    def unread_lines(self) -> int:
        """Count invalid lines in the classes that were read."""
        return sum(mapped.unread_lines for mapped in self._classes.values())

    def of_renamed(self, name: str) -> MappedClass | None:
        """Return the class with an obfuscated name, or None."""
        if name not in self._spans:
            return None
        if name not in self._classes:
            original, start, end = self._spans[name]
            self._classes[name] = read_class(original, self._text[start:end], self._version_at(start))
        return self._classes[name]

    def of_original(self, name: str) -> MappedClass | None:
        """Return the class with a source name, or None."""
        renamed = self._renamed.get(name)
        return None if renamed is None else self.of_renamed(renamed)

    def _add(self, renamed: str, original: str, start: int, end: int) -> None:
        self._spans[renamed] = (original, start, end)
        self._renamed[original] = renamed

    def _version_at(self, offset: int) -> Version:
        index = bisect_right(self._versions, offset, key=lambda found: found[0])
        return self._versions[index - 1][1] if index else NO_VERSION


def read_mapping(text: str) -> Mapping:
    """Parse a `mapping.txt`. Invalid lines are skipped; never raises."""
    text = text.removeprefix("\ufeff")
    return Mapping(text.replace("\r\n", "\n") if "\r" in text else text)


def _find_versions(text: str) -> list[tuple[int, Version]]:
    """Return the positions and values of version comments; each holds until the next."""
    found: list[tuple[int, Version]] = []
    offset = text.find(VERSION)
    while offset >= 0:
        start = text.rfind("\n", 0, offset) + 1
        end = text.find("\n", offset)
        comment = read_comment(text[start : end if end >= 0 else len(text)])
        if comment is not None and comment.get("id") == VERSION:
            found.append((start, read_version(comment.get("version"))))
        offset = text.find(VERSION, max(offset + 1, end)) if end >= 0 else -1
    return found
