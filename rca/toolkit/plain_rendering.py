"""Text of any tool's data: without quotes, braces and empty fields; what all rows share is stated once."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

_PATHS = ("filePath", "path", "file")
_LINES = ("line", "lineStart", "startLine")
_ENDS = ("endLine", "lineEnd")
_BARE = ("kind", "type", "name", "qualifiedName", "title", "id")
"""Fields of a row that need no name before them."""
_IN_LINE = 160
"""Characters up to which a list or object stands on the line of its name."""
_FEWEST_SHARED = 3
"""Rows from which on a value that all have is said at the head of the list."""

Row = Mapping[str, Any]


def render_data(data: Row) -> str:
    """Return the data as text: short values on the first line, then each list and text below its name.

    Rows of one file stand below its path, and a path stands whole where it is first the place of a row.
    """
    return "\n".join(_Renderer(data).object(data))


class _Renderer:
    """Renders one answer; knows which paths were said."""

    def __init__(self, data: Row) -> None:
        self._said: set[str] = set()
        files: dict[str, set[str]] = defaultdict(set)
        for path in _paths_in(data):
            files[_name(path)].add(path)
        self._own = {name for name, paths in files.items() if len(paths) == 1}

    def object(self, data: Row) -> Iterator[str]:
        """Yield the short values on one line, then the others."""
        parts = {name: value for name, value in data.items() if not _is_empty(value)}
        short = [f"{name}: {_scalar(value)}" for name, value in parts.items() if _is_short(value)]
        if short:
            yield "; ".join(short)
        for name, value in parts.items():
            if not _is_short(value):
                yield from self._block(name, value)

    def _block(self, name: str, value: Any) -> Iterator[str]:  # noqa: ANN401 - a JSON value
        """Yield a text, list or object below its name, or beside it where it is short."""
        head = f"{name}:"
        if isinstance(value, str):
            yield head
            yield value.rstrip("\n")
            return
        if isinstance(value, dict):
            lines = [*self.object(value)]
        elif all(isinstance(one, dict) for one in value):
            shared = _shared(value)
            told = "".join(f", {key}={_scalar(one)}" for key, one in shared.items())
            head = f"{name} ({len(value)}{told}):"
            lines = [*self._rows([{key: one[key] for key in one if key not in shared} for one in value])]
        else:
            lines = [_inline(one) for one in value]
        separator = ", " if isinstance(value, list) and not isinstance(value[0], dict) else "; "
        if sum(map(len, lines)) <= _IN_LINE and not any(line.startswith(" ") for line in lines):
            yield f"{head} {separator.join(lines)}"
        else:
            yield head
            yield from (f"  {line}" for line in lines)

    def _rows(self, rows: Sequence[Row]) -> Iterator[str]:
        """Yield a line for each row; several in a row of one file stand below its path."""
        for path, group in groupby(rows, key=_path):
            several = list(group)
            if path is None or len(several) == 1:
                for row in several:
                    yield from self._row(row, path)
                continue
            yield self._shown(path)
            for row in several:
                yield from (f"  {line}" for line in self._row(row, None))

    def _row(self, row: Row, path: str | None) -> Iterator[str]:
        """Yield a row: its place, what it is, its other short values, then what has lines."""
        used = {name for name in _PATHS if name in row and row[name] == _path(row)}
        place = self._place(row, path, used)
        bare = {name: row[name] for name in _BARE if _is_word(row.get(name))}
        used |= bare.keys()
        whole = bare.get("qualifiedName", place)
        if "name" in bare and whole.endswith(bare["name"]):
            del bare["name"]
        rest = {name: value for name, value in row.items() if name not in used and not _is_empty(value)}
        named = [f"{name}={_scalar(value)}" for name, value in rest.items() if _is_short(value)]
        yield " ".join((*([place] if place else []), *bare.values(), *named)) or "-"
        for name, value in rest.items():
            if not _is_short(value):
                yield from (f"  {line}" for line in self._block(name, value))

    def _place(self, row: Row, path: str | None, used: set[str]) -> str:
        """Return path and lines of a row, and add the fields that say so to `used`."""
        shown = self._shown(path) if path else ""
        line = next((name for name in _LINES if _is_number(row.get(name))), None)
        if line is None:
            return shown
        end = next((name for name in _ENDS if _is_number(row.get(name))), None)
        used |= {line} | ({end} if end is not None else set())
        lines = str(row[line]) if end is None or row[end] == row[line] else f"{row[line]}-{row[end]}"
        return f"{shown}:{lines}" if shown else lines

    def _shown(self, path: str) -> str:
        if path in self._said and _name(path) in self._own:
            return _name(path)
        self._said.add(path)
        return path


def _shared(rows: Sequence[Row]) -> dict[str, Any]:
    """Return the short values that all of many rows have; places stay in their rows."""
    if len(rows) < _FEWEST_SHARED:
        return {}
    first, *others = rows
    return {
        name: value
        for name, value in first.items()
        if name not in (*_PATHS, *_LINES, *_ENDS)
        and _is_short(value)
        and not _is_empty(value)
        and all(name in one and one[name] == value for one in others)
    }


def _paths_in(value: object) -> Iterator[str]:
    if isinstance(value, dict):
        path = _path(value)
        if path is not None:
            yield path
        for part in value.values():
            yield from _paths_in(part)
    elif isinstance(value, list):
        for part in value:
            yield from _paths_in(part)


def _path(row: Row) -> str | None:
    return next((row[name] for name in _PATHS if _is_word(row.get(name))), None)


def _name(path: str) -> str:
    return path.rpartition("/")[2] or path


def _is_empty(value: object) -> bool:
    return value is None or value in ("", [], {}, ())


def _is_word(value: object) -> bool:
    return isinstance(value, str) and value != "" and "\n" not in value


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_short(value: object) -> bool:
    return not isinstance(value, (dict, list)) and "\n" not in str(value)


def _scalar(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def _inline(value: object) -> str:
    return json.dumps(value, ensure_ascii=False) if isinstance(value, (dict, list)) else _scalar(value)
