"""`rca index`: index the workspace; print what was found and how long each part took."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from lsp_server.cli.options import json_option, open_session, print_json, progress_bar, workspace_option
from lsp_server.environment_variables import library_caches

if TYPE_CHECKING:
    from models.tools.index_stats import IndexStats, LinkStats
    from rca.workspace import Workspace


@click.command(name="index")
@workspace_option
@json_option
@click.option("--missing", "show_missing", is_flag=True, help="Also list the libraries that were not found.")
@click.option(
    "--links/--no-links",
    default=True,
    help="Also resolve every call site, on all cores, so that callers are found at once; takes about ten "
    "times as long as indexing. If interrupted, the next run continues.",
)
def command(workspaces: tuple[Path, ...], as_json: bool, show_missing: bool, links: bool) -> None:
    """Index the workspace. A second run only reads what changed."""
    from models.tools.index_stats import LibraryStats
    from rca.scheduling.deadline import Deadline

    with open_session(workspaces) as session:
        with progress_bar("Indexing Kotlin and Java") as report:
            stats = session.workspace.index(report, Deadline())
        with progress_bar("Reading libraries") as report:
            libraries = session.workspace.read_libraries(library_caches(), report, Deadline())
        known = LibraryStats(archives=len(libraries.archives), missing=libraries.missing)
        notes = (*stats.notes, *libraries.problems)
        stats = stats.model_copy(update={"libraries": known, "notes": notes})
        if links:
            stats = stats.model_copy(update={"links": _link(session.workspace)})
    if as_json:
        print_json(stats.model_dump(mode="json"))
    else:
        _show(stats, show_missing=show_missing)


def _show(stats: IndexStats, *, show_missing: bool) -> None:
    seconds, libraries, links = stats.seconds, stats.libraries, stats.links
    rows = {
        "source files": f"{stats.files:,} ({_size(stats.bytes)}), {stats.parsed:,} parsed in this run",
        "declarations": f"{stats.symbols:,}",
        "call sites": f"{stats.call_sites:,}",
    }
    if links is not None:
        state = "" if links.complete else ": interrupted, the next run continues"
        rows["linked"] = f"{links.linked:,} of {links.files:,} files in {links.seconds:.1f} s{state}"
    if libraries is not None:
        hint = " (list them: --missing)" if libraries.missing and not show_missing else ""
        rows["libraries"] = (
            f"{libraries.archives:,} archives read, {len(libraries.missing):,} libraries not found{hint}"
        )
    rows["time"] = f"{seconds.total:.2f} s: listing {seconds.walk:.2f} s, parsing {seconds.parse:.2f} s"
    if stats.peak_memory_bytes:
        rows["peak memory"] = _size(stats.peak_memory_bytes)
    for name, value in rows.items():
        click.echo(f"{name:16}{value}")
    if show_missing and libraries is not None:
        click.echo("\nDeclared by the build, but not in any cache of this machine:")
        for name in libraries.missing:
            click.echo(f"  {name}")
    for note in stats.notes:
        click.echo(f"note: {note}")


def _size(count: float) -> str:
    for unit in ("bytes", "kB", "MB"):
        if count < 1000:
            return f"{count:,.0f} {unit}" if unit == "bytes" else f"{count:.1f} {unit}"
        count /= 1000
    return f"{count:.1f} GB"


def _link(workspace: Workspace) -> LinkStats:
    """Link call sites and print the result."""
    from models.tools.index_stats import LinkStats

    started = time.perf_counter()
    with progress_bar("Linking call sites") as report:
        complete = workspace.link(report)
    linked, files = workspace.linked or (0, 0)
    took = round(time.perf_counter() - started, 4)
    return LinkStats(linked=linked, files=files, seconds=took, complete=complete)
