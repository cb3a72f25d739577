"""`rca index`: index the workspace and say what was found and how long each part took."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from lsp_server.cli.options import json_option, open_session, print_json, progress_bar, workspace_option
from lsp_server.environment import library_caches

if TYPE_CHECKING:
    from models.tools.index_stats import LinkStats
    from rca.workspace import Workspace


@click.command(name="index")
@workspace_option
@json_option
@click.option(
    "--links/--no-links",
    default=True,
    help="Also work out what every call site means, on all cores, so that questions about callers are "
    "answered at once; takes about ten times as long as the index. Interrupted, it goes on where it "
    "was the next time.",
)
def command(workspaces: tuple[Path, ...], as_json: bool, links: bool) -> None:
    """Bring the index of the workspace up to date. A second run only looks at what changed."""
    from models.tools.index_stats import LibraryStats
    from rca.cancellation import Watch

    with open_session(workspaces) as session:
        with progress_bar("Indexing Kotlin and Java") as report:
            stats = session.workspace.index(report, Watch())
        with progress_bar("Reading libraries") as report:
            libraries = session.workspace.read_libraries(library_caches(), report, Watch())
        known = LibraryStats(archives=len(libraries.archives), missing=libraries.missing)
        notes = (*stats.notes, *libraries.problems)
        stats = stats.model_copy(update={"libraries": known, "notes": notes})
        if links:
            stats = stats.model_copy(update={"links": _link(session.workspace)})
        data = stats.model_dump(mode="json")
    if as_json:
        print_json(data)
        return
    for name, value in data.items():
        seconds = name == "seconds"
        shown = (
            ", ".join(f"{key} {part:g} s" if seconds else f"{key} {part}" for key, part in value.items())
            if isinstance(value, dict)
            else value
        )
        click.echo(f"{name:20}{shown}")


def _link(workspace: Workspace) -> LinkStats:
    """Link call sites and say how far that came."""
    from models.tools.index_stats import LinkStats

    started = time.perf_counter()
    with progress_bar("Linking call sites") as report:
        complete = workspace.link(report)
    linked, files = workspace.linked or (0, 0)
    took = round(time.perf_counter() - started, 4)
    return LinkStats(linked=linked, files=files, seconds=took, complete=complete)
