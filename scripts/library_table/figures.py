"""Size of a table by origin of its entries."""

from __future__ import annotations

import zlib
from collections import defaultdict
from collections.abc import Iterable

from msgspec.msgpack import Encoder

from scripts.library_table.pack import Source


def figures(sources: Iterable[Source], size: int) -> str:
    """Return a Markdown table: for each origin its classes, functions and properties, and packed bytes."""
    groups: dict[str, list[Source]] = defaultdict(list)
    for one in sources:
        groups[_group(one.origin)].append(one)
    lines = ["| origin | classes | functions | properties | kB |", "|---|---|---|---|---|"]
    lines += [_line(name, groups[name]) for name in sorted(groups)]
    lines.append(_line("all", [one for group in groups.values() for one in group]))
    return "\n".join(lines) + f"\n\n{size:,} bytes\n"


def _group(origin: str) -> str:
    """Return the library's group, AndroidX as one."""
    group = origin.partition(":")[0]
    return "androidx" if group.startswith("androidx.") and ":" in origin else group


def _line(name: str, group: list[Source]) -> str:
    rows = [row for one in group for row in one.facts.declarations]
    classes = sum(row.is_class and row.kind != "enum_entry" for row in rows)
    functions = sum(row.kind in ("function", "constructor") for row in rows)
    properties = sum(row.kind == "property" for row in rows)
    packed = len(zlib.compress(Encoder().encode([(one.name, one.facts.declarations) for one in group]), 9))
    return f"| {name} | {classes:,} | {functions:,} | {properties:,} | {packed // 1000:,} |"
