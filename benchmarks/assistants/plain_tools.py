"""The file tools that every assistant has: search by regular expression, read lines, list files."""

from __future__ import annotations

import fnmatch
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import re2  # type: ignore[import-untyped]

from benchmarks.assistants.toolbox import ToolAnswer, ToolDescription, ToolListing

_MOST_LINES = 250
"""Lines of one answer of `grep`."""
_MOST_FILES = 200
_READ_LINES = 2_000
_LONGEST_LINE = 500

_PATH = {"type": "string", "description": "Folder or file, relative to the project. Default: the project."}
_TOOLS = (
    ToolDescription(
        "grep",
        "Search file contents with a regular expression (RE2). Answers path:line:text.",
        {
            "type": "object",
            "properties": {
                "pattern": {"type": "string"},
                "path": _PATH,
                "glob": {
                    "type": "string",
                    "description": "Only files whose name or path fits, as *.{kt,java}.",
                },
                "ignoreCase": {"type": "boolean"},
                "context": {"type": "integer", "description": "Lines shown before and after each match."},
                "limit": {
                    "type": "integer",
                    "description": f"Lines of the answer. Default and most: {_MOST_LINES}.",
                },
                "output": {"enum": ["lines", "files", "count"], "description": "Default: lines."},
            },
            "required": ["pattern"],
        },
    ),
    ToolDescription(
        "read",
        f"Read a file with line numbers, {_READ_LINES} lines at most.",
        {
            "type": "object",
            "properties": {
                "path": {"type": "string"},
                "offset": {"type": "integer", "description": "First line, from 1."},
                "limit": {"type": "integer", "description": "Number of lines."},
            },
            "required": ["path"],
        },
    ),
    ToolDescription(
        "list",
        "List files below a folder.",
        {
            "type": "object",
            "properties": {
                "path": _PATH,
                "glob": {"type": "string", "description": "Only files whose name or path fits."},
            },
        },
    ),
)


class WrongArgumentsError(Exception):
    """The arguments of a call cannot be used."""


class PlainTools:
    """The file tools on one tree."""

    def __init__(self, root: Path) -> None:
        self._root = root.resolve()
        self._runs = {"grep": self._grep, "read": self._read, "list": self._list}

    def listing(self) -> ToolListing:
        """Return the tools."""
        return ToolListing(_TOOLS)

    def call(self, tool: str, arguments: dict[str, Any]) -> ToolAnswer:
        """Run a tool."""
        run = self._runs.get(tool)
        if run is None:
            return ToolAnswer(f"There is no tool '{tool}'. The tools are: {', '.join(self._runs)}.", True)
        try:
            return ToolAnswer(run(arguments))
        except WrongArgumentsError as problem:
            return ToolAnswer(str(problem), True)
        except OSError as problem:
            return ToolAnswer(f"{problem.strerror}: {arguments.get('path')}", True)
        except (ValueError, TypeError) as problem:
            return ToolAnswer(f"Wrong arguments: {problem}", True)

    def _grep(self, arguments: dict[str, Any]) -> str:
        options = re2.Options()
        options.case_sensitive = not arguments.get("ignoreCase")
        options.log_errors = False
        try:
            pattern = re2.compile(_text(arguments, "pattern"), options)
        except re2.error as problem:
            raise WrongArgumentsError(f"Not a regular expression: {problem.args[0].decode()}") from None
        output = arguments.get("output", "lines")
        around = max(0, int(arguments.get("context", 0)))
        rows: list[str] = []
        for file in self._files(arguments):
            lines = _read_lines(file)
            found = [number for number, line in enumerate(lines) if pattern.search(line)]
            if not found:
                continue
            name = self._name(file)
            if output == "files":
                rows.append(name)
            elif output == "count":
                rows.append(f"{name}:{len(found)}")
            else:
                rows += _matches(name, lines, found, around)
        most = max(1, min(_MOST_LINES, int(arguments.get("limit", _MOST_LINES))))
        return _joined(rows, most, "No matches.")

    def _read(self, arguments: dict[str, Any]) -> str:
        file = self._place(_text(arguments, "path"))
        lines = _read_lines(file)
        first = max(1, int(arguments.get("offset", 1)))
        last = first - 1 + min(_READ_LINES, int(arguments.get("limit", _READ_LINES)))
        shown = [f"{first + at}\t{line[:_LONGEST_LINE]}" for at, line in enumerate(lines[first - 1 : last])]
        if last < len(lines):
            shown.append(f"({len(lines) - last} more lines)")
        return "\n".join(shown) or f"The file has {len(lines)} lines."

    def _list(self, arguments: dict[str, Any]) -> str:
        return _joined([self._name(file) for file in self._files(arguments)], _MOST_FILES, "No files.")

    def _files(self, arguments: dict[str, Any]) -> Iterator[Path]:
        start = self._place(str(arguments.get("path") or "."))
        wanted = _expand_braces(str(arguments.get("glob") or ""))
        if start.is_file():
            yield start
            return
        if not start.is_dir():
            raise WrongArgumentsError(f"There is no {arguments.get('path')}")
        for folder, folders, names in os.walk(start):
            folders[:] = sorted(name for name in folders if name != ".git")
            for name in sorted(names):
                file = Path(folder) / name
                path = self._name(file)
                if any(
                    not glob or fnmatch.fnmatch(name, glob) or fnmatch.fnmatch(path, glob) for glob in wanted
                ):
                    yield file

    def _place(self, path: str) -> Path:
        place = (self._root / path).resolve()
        if not place.is_relative_to(self._root) or ".git" in place.relative_to(self._root).parts:
            raise WrongArgumentsError(f"{path} is outside the project.")
        return place

    def _name(self, file: Path) -> str:
        return file.relative_to(self._root).as_posix()


def _expand_braces(glob: str) -> list[str]:
    """Return the globs that a glob with alternatives in braces stands for, as ripgrep reads them."""
    before, opening, rest = glob.partition("{")
    inner, closing, after = rest.partition("}")
    if not opening or not closing:
        return [glob]
    return [one for choice in inner.split(",") for one in _expand_braces(before + choice + after)]


def _text(arguments: dict[str, Any], name: str) -> str:
    value = arguments.get(name)
    if not isinstance(value, str) or not value:
        raise WrongArgumentsError(f"'{name}' must be a text.")
    return value


def _read_lines(file: Path) -> list[str]:
    content = file.read_bytes()
    return [] if b"\0" in content[:8_000] else content.decode("utf-8", "replace").splitlines()


def _matches(name: str, lines: list[str], found: list[int], around: int) -> list[str]:
    if not around:
        return [f"{name}:{number + 1}:{lines[number][:_LONGEST_LINE]}" for number in found]
    matched = set(found)
    shown = {at for number in found for at in range(number - around, number + around + 1)}
    return [
        f"{name}{mark}{at + 1}{mark}{lines[at][:_LONGEST_LINE]}"
        for at in sorted(shown)
        for mark in (":" if at in matched else "-",)
        if 0 <= at < len(lines)
    ]


def _joined(rows: list[str], most: int, none: str) -> str:
    more = [f"({len(rows) - most} more)"] if len(rows) > most else []
    return "\n".join([*rows[:most], *more]) or none
