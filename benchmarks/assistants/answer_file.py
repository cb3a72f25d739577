"""Reader of answers: a list of places, in the file or anywhere in a text, in the forms that models write."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks.fixed_bugs.score import Place
from rca.text.embedded_json import json_values

MOST_PLACES = 5


def read_places(text: str, tree: Path) -> list[Place]:
    """Return the places of an answer, at most five; empty where there is none that can be read.

    Of several lists the last one counts: models think aloud before they answer. Without a list, the objects
    are one, in their order.
    """
    values = list(json_values(text))
    read = [list(_places(value, tree)) for value in values]
    with_list = [
        places for value, places in zip(values, read, strict=True) if places and not _is_place(value)
    ]
    places = with_list[-1] if with_list else [place for each in read for place in each]
    return list(dict.fromkeys(places))[:MOST_PLACES]


def _is_place(value: object) -> bool:
    return isinstance(value, dict) and _file(value) is not None


def _places(value: object, tree: Path) -> Iterator[Place]:
    if isinstance(value, list):
        for one in value:
            yield from _places(one, tree)
    elif isinstance(value, dict):
        file = _file(value)
        if file is not None:
            yield _place(file, value, tree)
        else:
            for inner in value.values():
                if isinstance(inner, list):
                    yield from _places(inner, tree)


def _file(value: dict[str, Any]) -> str | None:
    named = (value.get(key) for key in ("file", "filePath", "path"))
    return next((name for name in named if isinstance(name, str) and name), None)


def _place(file: str, value: dict[str, Any], tree: Path) -> Place:
    path = file.replace("\\", "/")
    prefix = f"{tree.as_posix()}/"
    path = path.removeprefix(prefix).removeprefix("./").lstrip("/")
    path, _, behind = path.partition(":")
    line = _number(value.get("line")) or _number(behind)
    function = next((value[key] for key in ("function", "name", "method") if value.get(key)), None)
    names = (str(function).strip().removesuffix("()"),) if function else ()
    return Place(path, line, _number(value.get("endLine")) if line else None, names)


def _number(value: object) -> int | None:
    text = str(value).partition("-")[0].strip() if isinstance(value, (int, str)) else ""
    return int(text) if text.isdigit() and int(text) > 0 else None
