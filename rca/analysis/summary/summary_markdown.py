"""Markdown of summaries inside a token budget; each section has a long and a short form."""

from __future__ import annotations

from collections.abc import Sequence

from models.summaries import Count, Library, Used
from rca.analysis.rendering.token_budget import Section


def listing(rank: int, title: str, lines: Sequence[str], short: int = 4) -> Section:
    """Return a section for a list: complete, its first lines, or nothing. A lower `rank` stays longer."""
    if not lines:
        return Section(rank, ("",))
    few = lines[:short]
    more = [f"- … {len(lines) - short} more"] if len(lines) > short else []
    return Section(rank, (_titled(title, lines), _titled(title, [*few, *more]), ""))


def head(title: str, *lines: str) -> Section:
    """Return the section that is always shown."""
    return Section(0, ("\n".join((f"# {title}", "", *(line for line in lines if line))).rstrip(),))


def counted(counts: Sequence[Count], most: int = 12) -> str:
    """Format counts on one line: `kotlin 30, java 2`."""
    return ", ".join(f"{one.name} {one.count}" for one in counts[:most])


def libraries(found: Sequence[Library]) -> list[str]:
    """Return libraries, one per line."""
    return [
        f"- {one.name}{f' {one.version}' if one.version else ''} ({', '.join(one.configurations)}"
        f"{f'; {one.modules} modules' if one.modules > 1 else ''})"
        for one in found
    ]


def used(found: Sequence[Used]) -> list[str]:
    """Return classes, one per line."""
    return [
        f"- {one.qualified_name} ({one.kind}, imported by {one.imported_by})"
        f"{f': {one.summary}' if one.summary else ''}"
        for one in found
    ]


def _titled(title: str, lines: Sequence[str]) -> str:
    return "\n".join((f"## {title}", *lines))
