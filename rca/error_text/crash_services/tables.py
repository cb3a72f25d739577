"""Rows of tables and linked answers → objects: tables of `bq query`, CSV, answers of BigQuery, JSON:API."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Mapping

from rca.error_text.crash_services.json_fields import Json, words
from rca.error_text.typed_json import as_list, as_object
from rca.text.lazy_regex import lazy_regex

_LONGEST = 1024 * 1024
_LONGEST_COLUMN = 256 * 1024
_MOST_ROWS = 200
_DEEPEST = 12
_WRAPPED = 60
"""Characters from which on lines of one length may have been cut by a terminal."""

_KNOWN = frozenset(
    words(
        "issue_id issue_title issue_subtitle event_id event_timestamp exceptions blame_frame threads "
        "is_fatal error_type bundle_identifier installation_uuid platform custom_keys"
    )
)
"""Columns of Crashlytics' export; `_ENOUGH` of them make a table of it."""

_ENOUGH = 2
_CELLS = lazy_regex(r"^[ \t]*\|(?P<cells>.*\|.*)\|[ \t]*$")
_RULE = lazy_regex(r"^[ \t|+:\-]*$")
_HEAD = lazy_regex(r"\b(?:issue_id|issue_title|issue_subtitle|event_id|blame_frame)\b")


def read_table(text: str) -> list[Json]:
    """Return the rows of a table or of CSV whose columns are those of Crashlytics' export."""
    if len(text) > _LONGEST or _HEAD.search(text) is None:
        return []
    lines = text.split("\n")
    for at, line in enumerate(lines):
        if _HEAD.search(line) is None:
            continue
        cells = _cells(line)
        names = cells if cells is not None else _split(line)
        if len(_KNOWN.intersection(names)) < _ENOUGH or not all(_is_name(one) for one in names):
            continue
        rows = _grid(lines[at + 1 :]) if cells is not None else _csv("\n".join(lines[at + 1 :]), line)
        objects = [
            {
                name: decode(value)
                for name, value in zip(names, row, strict=False)
                if value not in ("", "NULL", "null")
            }
            for row in rows
            if len(row) == len(names)
        ]
        return [one for one in objects if one][:_MOST_ROWS]
    return []


def _is_name(text: str) -> bool:
    return text != "" and all(one.isalnum() or one in "_." for one in text)


def _cells(line: str) -> list[str] | None:
    found = _CELLS.match(line)
    return [one.strip() for one in found["cells"].split("|")] if found is not None else None


def _grid(lines: list[str]) -> Iterator[list[str]]:
    for line in lines:
        cells = _cells(line)
        if cells is not None:
            yield cells
        elif _RULE.match(line) is None:
            return


def _split(line: str) -> list[str]:
    sign = "\t" if "\t" in line else ","
    return [one.strip().strip('"') for one in line.split(sign)]


def _csv(text: str, head: str) -> Iterator[list[str]]:
    try:
        yield from csv.reader(io.StringIO(text), delimiter="\t" if "\t" in head else ",")
    except csv.Error:
        return


def decode(value: object) -> object:
    """Return what a column of text holds as JSON, or the text itself."""
    if not isinstance(value, str) or value[:1] not in ("[", "{") or len(value) > _LONGEST_COLUMN:
        return value
    try:
        held = json.loads(value)
    except (ValueError, RecursionError):
        return value
    return held if isinstance(held, (dict, list)) else value


def read_answer(value: object) -> object:
    """Return the rows of an answer of BigQuery's API (`rows: [{f: [{v: …}]}]`) as objects, else the value."""
    answer = as_object(value)
    fields = as_list(as_object(answer.get("schema")).get("fields"))
    if not fields or not isinstance(answer.get("rows"), list):
        return value
    return {"rows": [_row(as_object(row), fields, 0) for row in as_list(answer["rows"])[:_MOST_ROWS]]}


def _row(row: Json, fields: list[object], depth: int) -> Json:
    cells = [as_object(one).get("v") for one in as_list(row.get("f"))]
    named = [as_object(one) for one in fields]
    return {
        str(field.get("name")): _cell(cell, field, depth)
        for field, cell in zip(named, cells, strict=False)
        if cell is not None
    }


def _cell(cell: object, field: Json, depth: int) -> object:
    inner = as_list(field.get("fields"))
    if depth > _DEEPEST:
        return None
    if field.get("mode") == "REPEATED":
        return [_cell(as_object(one).get("v"), {**field, "mode": None}, depth + 1) for one in as_list(cell)]
    return _row(as_object(cell), inner, depth + 1) if inner else cell


def link_included(record: Json) -> Json:
    """Return an answer of JSON:API whose results hold the attributes of what they refer to."""
    included = [as_object(one) for one in as_list(record.get("included"))]
    if not included or not isinstance(record.get("data"), list):
        return record
    by_id: Mapping[object, Json] = {one["id"]: one for one in included if isinstance(one.get("id"), str)}
    linked = [as_object(one) for one in as_list(record["data"])]
    joined = [
        {
            **by_id[one["id"]],
            "attributes": {
                **as_object(one.get("attributes")),
                **as_object(by_id[one["id"]].get("attributes")),
            },
        }
        for one in linked
        if isinstance(one.get("id"), str) and one["id"] in by_id
    ]
    return (
        {name: value for name, value in record.items() if name != "included"} | {"data": joined}
        if joined
        else record
    )


def unwrap(text: str) -> str:
    """Return a text whose lines a terminal cut at one width as it was before; any other unchanged."""
    lines = text.split("\n")
    kept: list[str] = []
    at = 0
    while at < len(lines):
        width, end = len(lines[at]), at
        while width >= _WRAPPED and end + 1 < len(lines) and len(lines[end + 1]) == width:
            end += 1
        if end - at >= 2 and end + 1 < len(lines) and len(lines[end + 1]) < width:
            end += 1
            kept.append("".join(lines[at : end + 1]))
        else:
            kept += lines[at : end + 1]
        at = end + 1
    return "\n".join(kept)
