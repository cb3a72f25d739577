"""Development queries of knowledge search, as a person would paste them.

`evaluation/knowledge/dev_queries.jsonl` keeps what differs between them. A line `@name` of a query stands
for the frames that every crash from that place has below the app's own (`evaluation/knowledge/stacks.json`),
and `dress` for the log that it came through.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).parent


@dataclass(frozen=True)
class Query:
    """A query with the record that is right for it; None where the starter has none."""

    form: str
    text: str
    id: str | None


def queries() -> list[Query]:
    """Read all of them."""
    stacks: dict[str, list[str]] = json.loads((FOLDER / "stacks.json").read_text("utf-8"))
    rows = [json.loads(line) for line in (FOLDER / "dev_queries.jsonl").read_text("utf-8").splitlines()]
    return [Query(row["form"], text_of(row, stacks), row["id"]) for row in rows]


def text_of(row: dict[str, str], stacks: dict[str, list[str]]) -> str:
    """Put the common frames in and dress the text as its log prints it."""
    lines: list[str] = []
    for line in row["query"].split("\n"):
        below = line.startswith("@") and line[1:] in stacks
        parts = stacks[line[1:]] if below else [line]
        lines += [f"\t{part}" if part.startswith("at ") else part for part in parts]
    return dressed(lines, row.get("dress"), row.get("process", ""))


def dressed(lines: list[str], dress: str | None, process: str) -> str:
    """Return the lines of a crash as a log prints them; None leaves them bare."""
    if dress is None:
        return "\n".join(lines)
    if dress == "crashlytics":
        return "\n".join((f"Fatal Exception: {lines[0]}", *lines[1:])).replace("\t", "       ")
    lines = ["FATAL EXCEPTION: main", f"Process: {process}, PID: 9214", *lines]
    if dress == "studio":
        start = f"2026-03-11 10:11:12.345  9214-9214  AndroidRuntime          {process}  E  "
        return start + ("\n" + " " * len(start)).join(lines)
    start = {
        "threadtime": "11-18 09:41:07.921  9214  9214 E AndroidRuntime: ",
        "brief": "E/AndroidRuntime( 9214): ",
    }[dress]
    return "\n".join(start + line for part in lines for line in part.split("\n"))
