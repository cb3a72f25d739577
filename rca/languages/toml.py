"""TOML read line by line: tables and keys with positions; tolerates unfinished files."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass

_TABLE = re.compile(r"^\s*\[{1,2}\s*([\w.\-\"' ]+?)\s*\]{1,2}\s*$")
_PART = r"""(?:[\w-]+|"[^"]*"|'[^']*')"""
_KEY = re.compile(rf"^\s*({_PART}(?:\s*\.\s*{_PART})*)\s*=\s*(.*)$")
_COMMENT = re.compile(r"""("(?:[^"\\]|\\.)*"|'[^']*')|#.*""")
_QUOTED = re.compile(r"""["'][^"']*["']""")
_AT_LINE = re.compile(r"\(at line (\d+), column \d+\)$")
_DOT = re.compile(r"\s*\.\s*")


@dataclass(frozen=True, slots=True)
class TomlEntry:
    """A key of a table, or with neither key nor value the head of a table; `value` is as it is written.

    Attributes:
        table: its table's name, empty at the top.
        key: its name without quotes, None for the head of a table.
        value: of several lines joined by a space, without comments.
        line: 1-based.
        start: offset of the line's first character that is no space.
        at: offset of the name.
        end: offset behind the last character of the value.
    """

    table: str
    key: str | None
    value: str
    line: int
    start: int
    at: int
    end: int


def toml_problems(text: str) -> list[str]:
    """Return why a text is no TOML, with the line; empty where it is."""
    try:
        tomllib.loads(text.replace("\r\n", "\n"))
    except (tomllib.TOMLDecodeError, RecursionError) as problem:
        said = str(problem)
        place = _AT_LINE.search(said)
        line = place[1] if place else str(text.count("\n") + 1)
        return [f"line {line}: {said.partition(' (at ')[0]}"]
    return []


def read_toml(text: str) -> Iterator[TomlEntry]:
    """Return tables and keys in their order. Never fails."""
    table, offset = "", 0
    lines = text.splitlines(keepends=True)
    number = 0
    while number < len(lines):
        line = lines[number]
        plain = _plain(line)
        start, end = offset + len(line) - len(line.lstrip()), offset + len(line.rstrip())
        head, entry, first = _TABLE.match(plain), _KEY.match(plain), number + 1
        number += 1
        here, offset = offset, offset + len(line)
        if head is not None:
            table = _name(head[1])
            yield TomlEntry(table, None, "", first, start, here + head.start(1), end)
        elif entry is not None:
            value = [entry[2].strip()]
            while number < len(lines) and _is_open(" ".join(value)):
                following = lines[number]
                # A list that was never closed ends where something else begins.
                if _TABLE.match(_plain(following)) or _KEY.match(_plain(following)):
                    break
                value.append(_plain(following).strip())
                end = offset + len(following.rstrip())
                offset += len(following)
                number += 1
            written = entry[1]
            at = here + entry.start(1) + (written[0] in "\"'")
            yield TomlEntry(table, _name(written), " ".join(filter(None, value)), first, start, at, end)


def _plain(line: str) -> str:
    return _COMMENT.sub(lambda match: match[1] or "", line).rstrip()


def _is_open(value: str) -> bool:
    code = _QUOTED.sub("", value)
    return code.count("[") > code.count("]")


def _name(written: str) -> str:
    return _DOT.sub(".", written.replace('"', "").replace("'", "")).strip()
