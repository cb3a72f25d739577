"""One class of a mapping file: its methods under their obfuscated names, by line range.

Format: the ProGuard manual's "ReTrace" chapter, and R8's `doc/retrace.md`. Which comment belongs to which
method follows R8's reader: `synthesized` and `outline` hold for the whole method, positions for one range.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from rca.error_text.retrace.mapping_comments import (
    OUTLINE,
    OUTLINE_CALLSITE,
    RESIDUAL_SIGNATURE,
    REWRITE_FRAME,
    SOURCE_FILE,
    SYNTHESIZED,
    FrameRewrite,
    Version,
    as_text,
    is_known,
    read_comment,
    read_positions,
    read_rewrite,
)
from rca.text.lazy_regex import lazy_regex

LAST_LINE = 65535
"""A range from 0 to this holds for every line of a method that has only one position."""

_JSON_COMMENT = lazy_regex(r"[ \t\ufeff#]+\{")
_MEMBER = lazy_regex(
    r"\s+(?:(?P<first>\d{1,9})\s*:\s*(?:(?P<last>\d{1,9})\s*:\s*)?)?"
    r"(?P<type>[^\s:(]+)\s+(?P<name>[^\s(:]+)\s*(?P<method>\((?P<arguments>[^)]*)\)\s*"
    r"(?::\s*(?P<original_first>\d{1,9})\s*(?::\s*(?P<original_last>\d{1,9})\s*)?)?)?"
    r"\s*->\s*(?P<renamed>\S+)"
)


class Signature(NamedTuple):
    """A method as the source has it; `name` starts with its class where that is another one."""

    name: str
    return_type: str
    arguments: str

    def renamed(self, name: str) -> ResidualSignature:
        """Return the signature that a method of these types has under a new name."""
        return ResidualSignature(name, self.return_type, self.arguments)


class LineRange(NamedTuple):
    """Lines from `first` to `last`; `is_single` where the file gives one number."""

    first: int
    last: int
    is_single: bool

    def holds(self, line: int) -> bool:
        """Return whether a line lies in the range."""
        return self.first <= line <= self.last

    @property
    def span(self) -> int:
        """Return how many lines the range has."""
        return self.last - self.first + 1


class ResidualSignature(NamedTuple):
    """A member as the renamed code has it; the types are those of the source where no comment says more."""

    renamed: str
    return_type: str
    arguments: str


@dataclass(slots=True)
class Member:
    """A member of the renamed code, with what the comments say of all of it."""

    signature: Signature
    residual: ResidualSignature
    is_synthesized: bool = False
    is_outline: bool = False

    @property
    def is_compilers(self) -> bool:
        """Return whether the method is not in the source."""
        return self.is_synthesized or self.is_outline

    def take(self, comment_ids: Iterable[str]) -> None:
        """Take what comments say of the member."""
        for comment_id in comment_ids:
            self.is_synthesized = self.is_synthesized or comment_id == SYNTHESIZED
            self.is_outline = self.is_outline or comment_id == OUTLINE


@dataclass(slots=True)
class MappedRange:
    """One line of the file: a method at a range of lines of the renamed code, or at all (`lines` is None).

    Consecutive ranges of the same lines are one position: the innermost inlined function first.
    """

    lines: LineRange | None
    signature: Signature
    original: LineRange | None
    new_name: str
    residual: ResidualSignature | None = None
    callsite: dict[int, int] | None = None
    rewrites: list[FrameRewrite] = field(default_factory=list)
    is_synthesized: bool = False
    is_outline: bool = False

    @property
    def residual_signature(self) -> ResidualSignature:
        """Return the method as the renamed code has it."""
        return self.residual or self.signature.renamed(self.new_name)

    @property
    def is_ambiguous(self) -> bool:
        """Return whether several lines of the source fit one line of the renamed code."""
        if self.original is None or self.original.span == 1:
            return False
        return self.lines is None or self.lines.span != self.original.span

    def original_line(self, line: int) -> int:
        """Return the line in the source of a line that `lines` holds."""
        if self.lines is None or self.original is None:
            return line
        if self.original.span == 1:
            return self.original.first
        return self.original.first + line - self.lines.first


@dataclass(frozen=True, slots=True)
class Overload:
    """The ranges of one of the methods that share a new name."""

    member: Member
    ranges: tuple[MappedRange, ...]

    def at_line(self, line: int, *, or_anywhere: bool = False) -> tuple[MappedRange, ...]:
        """Return the ranges of the position that holds a line, innermost first.

        Args:
            line: a line of the renamed code.
            or_anywhere: where none holds it, return the first range that has no lines.
        """
        anywhere: MappedRange | None = None
        for index, candidate in enumerate(self.ranges):
            if candidate.lines is None:
                anywhere = anywhere or candidate
            elif candidate.lines.holds(line):
                end = index + 1
                while end < len(self.ranges) and self.ranges[end].lines == candidate.lines:
                    end += 1
                return self.ranges[index:end]
        return (anywhere,) if anywhere is not None and or_anywhere else ()

    def without_lines(self) -> tuple[MappedRange, ...]:
        """Return the ranges that hold at any line."""
        return tuple(candidate for candidate in self.ranges if candidate.lines is None)

    @property
    def holds_everywhere(self) -> bool:
        """Return whether one range holds for every line."""
        lines = self.ranges[0].lines if len(self.ranges) == 1 else None
        return lines is not None and (lines.first, lines.last) == (0, LAST_LINE)


@dataclass(slots=True)
class MappedClass:
    """A class: its name in the source, its source file, and its methods by their new names."""

    original: str
    source_file: str | None = None
    methods: dict[str, tuple[Overload, ...]] = field(default_factory=dict)
    unread_lines: int = 0
    """Lines that are none of the format."""


def read_class(original: str, body: str, version: Version) -> MappedClass:
    """Read the lines below a class. Lines that are none of the format are skipped; never raises."""
    return _Reader(original, version).read(body.split("\n"))


class _Reader:
    """Reads the members of one class, and gives each comment to the member that it stands under.

    A member is complete when the next line is not its caller; it takes the comments read since the last one.
    """

    def __init__(self, original: str, version: Version) -> None:
        self._mapped = MappedClass(original)
        self._version = version
        self._ranges: dict[str, list[MappedRange]] = {}
        self._members: dict[ResidualSignature, Member] = {}
        self._completed: Member | None = None
        self._latest: MappedRange | None = None
        self._is_field = False
        self._comments: list[str] = []
        self._residual: ResidualSignature | None = None

    def read(self, lines: Iterable[str]) -> MappedClass:
        """Return the class with all members of the lines."""
        for line in lines:
            if "#" in line and line.lstrip(" \t\ufeff").startswith("#"):
                comment = read_comment(line)
                if comment is not None:
                    self._take_comment(comment)
                elif _JSON_COMMENT.match(line) is not None:
                    self._mapped.unread_lines += 1
            elif (found := _MEMBER.match(line)) is not None:
                self._take_member(_range(found), is_field=found["method"] is None)
            elif line.strip():
                self._mapped.unread_lines += 1
        self._complete()
        for renamed, ranges in self._ranges.items():
            self._mapped.methods[renamed] = tuple(
                Overload(self._member_of(part[-1]), tuple(part)) for part in _part_overloads(ranges)
            )
        return self._mapped

    def _member_of(self, outermost: MappedRange) -> Member:
        residual = outermost.residual_signature
        known = self._members.get(residual)
        if known is not None:
            return known
        return Member(outermost.signature, residual, outermost.is_synthesized, outermost.is_outline)

    def _take_comment(self, comment: dict[str, object]) -> None:
        name = as_text(comment.get("id"))
        if not is_known(name, self._version):
            return
        latest = self._latest
        if latest is None:
            if name == SOURCE_FILE and self._mapped.source_file is None:
                self._mapped.source_file = as_text(comment.get("fileName")) or None
        elif name in {SYNTHESIZED, OUTLINE}:
            latest.is_synthesized = latest.is_synthesized or name == SYNTHESIZED
            latest.is_outline = latest.is_outline or name == OUTLINE
            self._comments.append(name)
        elif name == OUTLINE_CALLSITE and latest.callsite is None:
            latest.callsite = read_positions(comment.get("positions"))
        elif name == REWRITE_FRAME and (rewrite := read_rewrite(comment)) is not None:
            latest.rewrites.append(rewrite)
        elif name == RESIDUAL_SIGNATURE and not self._is_field:
            residual = _read_descriptor(latest.new_name, as_text(comment.get("signature")))
            if residual is not None:
                self._residual = residual
                if self._completed is None or self._completed.signature != latest.signature:
                    latest.residual = residual

    def _take_member(self, found: MappedRange, *, is_field: bool) -> None:
        previous = self._latest
        if previous is not None:
            if previous.signature == found.signature and previous.new_name == found.new_name:
                found.residual = previous.residual_signature
            elif self._completed is not None and self._completed.signature == found.signature:
                found.residual = self._completed.residual
            if not _is_caller(found, previous):
                self._complete()
        if not is_field:
            self._ranges.setdefault(found.new_name, []).append(found)
        self._latest, self._is_field = found, is_field

    def _complete(self) -> None:
        """Give the comments read so far to the member whose lines have ended."""
        latest = self._latest
        if latest is None:
            return
        member = self._completed
        if (
            member is None
            or latest.lines is None
            or member.residual.renamed != latest.new_name
            or member.signature != latest.signature
        ):
            residual = self._residual or latest.signature.renamed(latest.new_name)
            member = self._members.setdefault(residual, Member(latest.signature, residual))
        member.take(self._comments)
        self._completed, self._comments, self._residual = member, [], None


def _is_caller(found: MappedRange, inlined: MappedRange) -> bool:
    """Return whether a line of the file says where the line before it was inlined."""
    return (
        found.new_name == inlined.new_name
        and inlined.lines is not None
        and inlined.lines == found.lines
        and found.original is not None
        and found.original.is_single
    )


def _part_overloads(ranges: Sequence[MappedRange]) -> Iterator[list[MappedRange]]:
    """Part the ranges of one new name by the method of the source that they belong to."""
    part: list[MappedRange] = []
    end = _end_of_position(ranges, 0)
    if ranges[end - 1].signature == ranges[-1].signature:
        yield list(ranges)
        return
    start = 0
    while start < len(ranges):
        end = _end_of_position(ranges, start)
        if part and part[-1].signature != ranges[end - 1].signature:
            yield part
            part = []
        part.extend(ranges[start:end])
        start = end
    yield part


def _end_of_position(ranges: Sequence[MappedRange], start: int) -> int:
    end = start + 1
    while (
        end < len(ranges) and ranges[end - 1].lines is not None and ranges[end].lines == ranges[end - 1].lines
    ):
        end += 1
    return end


def _range(found: re.Match[str]) -> MappedRange:
    lines = _line_range(found["first"], found["last"])
    return MappedRange(
        # R8 writes two numbers here; what stands alone is one line.
        lines=None if lines is None else lines._replace(is_single=False),
        signature=Signature(found["name"], found["type"], _arguments(found)),
        original=_line_range(found["original_first"], found["original_last"]),
        new_name=found["renamed"],
    )


def _arguments(found: re.Match[str]) -> str:
    """Return the types of the parameters; a field has none, and must not be taken for a method."""
    return "field" if found["method"] is None else re.sub(r"\s", "", found["arguments"])


def _line_range(first: str | None, last: str | None) -> LineRange | None:
    if first is None:
        return None
    start = int(first)
    if last is None:
        return LineRange(start, start, is_single=True)
    end = int(last)
    if start > end:
        # Older versions of R8 wrote 0 for the end of a single line, and some ranges the wrong way round.
        start, end = (start, start) if end == 0 else (end, start)
    return LineRange(start, end, is_single=False)


_DESCRIPTOR = lazy_regex(r"\((?P<arguments>.*)\)(?P<type>.+)")
_DESCRIPTOR_TYPE = lazy_regex(r"(?P<arrays>\[*)(?:(?P<primitive>[ZBCSIJFDV])|L(?P<name>[^;]+);)")
_PRIMITIVES = {
    "Z": "boolean", "B": "byte", "C": "char", "S": "short", "I": "int",
    "J": "long", "F": "float", "D": "double", "V": "void",
}  # fmt: skip


def _read_descriptor(renamed: str, text: str) -> ResidualSignature | None:
    """Return the signature that a descriptor of the JVM (JVMS 4.3.3) tells, or None where it is none."""
    found = _DESCRIPTOR.fullmatch(text)
    if found is None:
        return None
    arguments, result = ([_type(one) for one in _DESCRIPTOR_TYPE.finditer(found[part])] for part in (1, 2))
    return ResidualSignature(renamed, result[0], ",".join(arguments)) if len(result) == 1 else None


def _type(found: re.Match[str]) -> str:
    name = _PRIMITIVES[found["primitive"]] if found["primitive"] else found["name"].replace("/", ".")
    return name + "[]" * len(found["arrays"])
