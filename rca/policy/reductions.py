"""Reductions: the single steps that shrink an answer.

A path names fields by dots and each item of a list by `*`: `files.*.exports`. A move takes from the end, and
never a field that the tool's schema requires, so that what is left keeps to it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

Answer = dict[str, Any]
Move = Callable[[Answer], Answer]


@dataclass(frozen=True, slots=True)
class Rows:
    """Keep the first `count` items of a list."""

    path: str
    count: int

    def __call__(self, data: Answer) -> Answer:
        """Return the data with the shorter list."""
        return _changed(
            data, self.path, lambda value: value[: self.count] if isinstance(value, list) else value
        )


@dataclass(frozen=True, slots=True)
class Text:
    """Keep the first `characters` of a text."""

    path: str
    characters: int

    def __call__(self, data: Answer) -> Answer:
        """Return the data with the shorter text."""
        return _changed(data, self.path, lambda value: cut_text(value, self.characters))


@dataclass(frozen=True, slots=True)
class DropField:
    """Drop an optional field of a list's items, except the first `kept` items."""

    path: str
    field: str
    kept: int = 0

    def __call__(self, data: Answer) -> Answer:
        """Return the data without the field."""

        def leave_out(value: Any) -> Any:  # noqa: ANN401 - a JSON value
            if not isinstance(value, list):
                return value
            return [
                {key: part for key, part in item.items() if key != self.field}
                if place >= self.kept and isinstance(item, dict)
                else item
                for place, item in enumerate(value)
            ]

        return _changed(data, self.path, leave_out)


@dataclass(frozen=True, slots=True)
class Window:
    """Keep so many lines before and after the target line of code."""

    path: str
    lines: int

    def __call__(self, data: Answer) -> Answer:
        """Return the data with the smaller window and its new first and last line."""
        return _changed(data, self.path, self._narrowed)

    def _narrowed(self, value: Any) -> Any:  # noqa: ANN401 - a JSON value
        if not isinstance(value, dict):
            return value
        around = value["context"]
        before = around["before"].splitlines(keepends=True)
        after = around["after"].splitlines(keepends=True)
        if max(len(before), len(after)) <= self.lines:
            return value
        kept_before = before[len(before) - min(len(before), self.lines) :]
        kept_after = after[: self.lines]
        return {
            **value,
            "startLine": value["startLine"] + len(before) - len(kept_before),
            "endLine": value["endLine"] - len(after) + len(kept_after),
            "context": {**around, "before": "".join(kept_before), "after": "".join(kept_after)},
        }


@dataclass(frozen=True, slots=True)
class CutEvenly:
    """Cut every text and list, except below the paths in `but`."""

    characters: int
    items: int
    but: tuple[str, ...] = ()

    def __call__(self, data: Answer) -> Answer:
        """Return the data with shorter texts and lists."""
        return {key: self._cut(value, key) for key, value in data.items()}

    def _cut(self, value: Any, path: str) -> Any:  # noqa: ANN401 - a JSON value
        if path in self.but:
            return value
        if isinstance(value, dict):
            return {key: self._cut(part, f"{path}.{key}") for key, part in value.items()}
        if isinstance(value, list):
            return [self._cut(part, f"{path}.*") for part in value[: self.items]]
        return cut_text(value, self.characters)


def cut_text(value: Any, characters: int) -> Any:  # noqa: ANN401 - a JSON value
    """Truncate a text, with a mark; other values stay."""
    if not isinstance(value, str) or len(value) <= characters:
        return value
    return value[: characters - 1] + "…" if characters else ""


def values_at(value: Any, path: str) -> Iterator[Any]:  # noqa: ANN401 - a JSON value
    """Return every value that exists at a path."""
    key, _, below = path.partition(".")
    parts: list[Any] = []
    if key == "*" and isinstance(value, list):
        parts = value
    elif isinstance(value, dict) and key in value:
        parts = [value[key]]
    for part in parts:
        if below:
            yield from values_at(part, below)
        else:
            yield part


def _changed(data: Answer, path: str, change: Callable[[Any], Any]) -> Answer:
    changed = _at(data, path, change)
    assert isinstance(changed, dict)
    return changed


def _at(value: Any, path: str, change: Callable[[Any], Any]) -> Any:  # noqa: ANN401 - a JSON value
    if not path:
        return change(value)
    key, _, below = path.partition(".")
    if key == "*" and isinstance(value, list):
        return [_at(part, below, change) for part in value]
    if isinstance(value, dict) and key in value:
        return {**value, key: _at(value[key], below, change)}
    return value
