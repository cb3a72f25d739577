"""`rca index`: index the workspace and say what was found and how long each part took."""

from __future__ import annotations

from pathlib import Path

import click

from lsp_server.cli.options import json_option, open_session, print_json, progress_bar, workspace_option
from lsp_server.environment import library_caches


@click.command(name="index")
@workspace_option
@json_option
def command(workspaces: tuple[Path, ...], as_json: bool) -> None:
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
        data = stats.model_dump(mode="json")
    if as_json:
        print_json(data)
        return
    for name, value in data.items():
        shown = (
            ", ".join(f"{key} {part:g} s" for key, part in value.items())
            if isinstance(value, dict)
            else value
        )
        click.echo(f"{name:20}{shown}")
