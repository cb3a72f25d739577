"""The mapping file of R8 and ProGuard: what each class and method was called, and where its lines were.

Format: the ProGuard manual's "ReTrace" chapter, and R8's `doc/retrace.md` for the JSON comments.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from rca.error_text.json_value import as_object, load_json
from rca.text.expression import expression

_CLASS = expression(r"^(?P<original>[^\s#][^\n]*?) -> (?P<renamed>[^\s:]+):[ \t]*(?:#[^\n]*)?$", re.MULTILINE)
_HEADER = expression(r"^# *(?P<key>pg_map_id|pg_map_hash): *(?:SHA-256 )?(?P<value>\w+)", re.MULTILINE)
_MEMBER = expression(
    r"\s+(?:(?P<first>\d{1,9}):(?:(?P<last>\d{1,9}):)?)?\S+ (?P<name>[^\s(]+)\([^)]*\)"
    r"(?::(?P<original_first>\d{1,9})(?::(?P<original_last>\d{1,9}))?)? -> (?P<renamed>\S+)"
)
_R8 = "com.android.tools.r8."


@dataclass(slots=True)
class Position:
    """One method at a range of lines of the renamed code (any line where `first` is None).

    `class_name` is the class that declares the method. `remove_inner` counts the frames, from the
    innermost on, that R8 added before a throw of one of `thrown`.
    """

    class_name: str
    method: str
    first: int | None
    last: int | None
    original_first: int | None
    original_last: int | None
    is_synthesized: bool = False
    is_outline: bool = False
    outline_callsite: dict[int, int] = field(default_factory=dict)
    remove_inner: int = 0
    thrown: tuple[str, ...] = ()

    def holds(self, line: int) -> bool:
        """Tell whether a line of the renamed code lies in the range."""
        return self.first is not None and self.first <= line <= (
            self.first if self.last is None else self.last
        )

    def original_line(self, line: int | None) -> int | None:
        """Give the line in the source of a line of the renamed code, or None where the map lacks it."""
        if self.original_first is None:
            return line if self.first is not None else None
        if self.first is None or self.original_last is None:
            return self.original_first if line is not None or self.first is None else None
        if line is None:
            return None
        moved = self.original_first + line - self.first
        return min(moved, self.original_last)


@dataclass(slots=True)
class MappedClass:
    """A class: its name in the source, its source file, and its methods by their new names."""

    original: str
    source_file: str | None = None
    methods: dict[str, list[list[Position]]] = field(default_factory=dict)
    """New name → groups; the positions of a group share a range: innermost inlined frame first."""


class Mapping:
    """A mapping file, its classes read when they are asked for.

    Args:
        text: the whole file.
    """

    def __init__(self, text: str) -> None:
        self._text = text
        self._spans: dict[str, tuple[str, int, int]] = {}
        self._renamed: dict[str, str] = {}
        self._classes: dict[str, MappedClass] = {}
        before: tuple[str, str, int] | None = None
        head = len(text)
        for found in _CLASS.finditer(text):
            if before is None:
                head = found.start()
            else:
                self._add(*before, found.start())
            before = (found["renamed"], found["original"], found.end())
        if before is not None:
            self._add(*before, len(text))
        self.ids = tuple(match["value"] for match in _HEADER.finditer(text[:head]))
        """The map's id and hash, as its head gives them."""

    def __len__(self) -> int:
        """Count the classes."""
        return len(self._spans)

    def of_renamed(self, name: str) -> MappedClass | None:
        """Give the class that is called so in the renamed code, or None."""
        if name not in self._spans:
            return None
        if name not in self._classes:
            original, start, end = self._spans[name]
            self._classes[name] = _read_class(original, self._text[start:end])
        return self._classes[name]

    def of_original(self, name: str) -> MappedClass | None:
        """Give the class that is called so in the source, or None."""
        renamed = self._renamed.get(name)
        return None if renamed is None else self.of_renamed(renamed)

    def _add(self, renamed: str, original: str, start: int, end: int) -> None:
        self._spans[renamed] = (original, start, end)
        self._renamed[original] = renamed


def read_mapping(text: str) -> Mapping:
    """Read a `mapping.txt`. Lines that are none of the format are skipped; never raises."""
    return Mapping(text.replace("\r\n", "\n") if "\r" in text else text)


def _read_class(original: str, body: str) -> MappedClass:
    mapped = MappedClass(original)
    latest: Position | None = None
    in_head = True
    for line in body.split("\n"):
        text = line.lstrip()
        if text.startswith("#"):
            fact = _fact(text[1:])
            if in_head and fact.get("id") == "sourceFile":
                mapped.source_file = str(fact.get("fileName"))
            elif latest is not None:
                _note(latest, fact)
            continue
        member = _MEMBER.match(line)
        in_head = in_head and not text
        if member is None:
            latest = None
            continue
        latest = _position(member, original)
        groups = mapped.methods.setdefault(member["renamed"], [])
        if groups and _is_inlined_into(groups[-1][-1], latest):
            groups[-1].append(latest)
        else:
            groups.append([latest])
    return mapped


def _position(member: re.Match[str], original: str) -> Position:
    owner, _, method = member["name"].rpartition(".")
    return Position(
        class_name=owner or original,
        method=method,
        first=_number(member["first"]),
        last=_number(member["last"]),
        original_first=_number(member["original_first"]),
        original_last=_number(member["original_last"]),
    )


def _number(digits: str | None) -> int | None:
    return None if digits is None else int(digits)


def _is_inlined_into(inner: Position, outer: Position) -> bool:
    """Tell whether two lines of the file, one after the other, are one frame and its caller."""
    return outer.first is not None and (inner.first, inner.last) == (outer.first, outer.last)


def _fact(comment: str) -> dict[str, object]:
    """Read a comment's JSON; empty where it is none."""
    # A mapping's comments hold what each tool likes: readers skip those that they do not know.
    return as_object(load_json(comment))


def _note(position: Position, fact: dict[str, object]) -> None:
    name = str(fact.get("id", "")).removeprefix(_R8)
    if name == "synthesized":
        position.is_synthesized = True
    elif name == "outline":
        position.is_outline = True
    elif name == "outlineCallsite":
        position.outline_callsite = _numbers(fact.get("positions"))
    elif name == "rewriteFrame":
        position.thrown = tuple(_thrown(fact.get("conditions")))
        position.remove_inner = _removed(fact.get("actions"))


def _numbers(raw: object) -> dict[int, int]:
    if not isinstance(raw, dict):
        return {}
    return {int(key): value for key, value in raw.items() if str(key).isdecimal() and isinstance(value, int)}


def _thrown(raw: object) -> list[str]:
    conditions = raw if isinstance(raw, list) else []
    return [
        found[1].replace("/", ".")
        for condition in conditions
        if (found := re.fullmatch(r"throws\(L([^;]+);\)", str(condition)))
    ]


def _removed(raw: object) -> int:
    actions = raw if isinstance(raw, list) else []
    return sum(
        int(found[1])
        for action in actions
        if (found := re.fullmatch(r"removeInnerFrames\((\d{1,4})\)", str(action)))
    )
