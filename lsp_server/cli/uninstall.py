"""`rca uninstall`: removes what the product has written on this machine."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from lsp_server.cli.options import TOOL_FAILED, json_option, print_json
from lsp_server.environment_variables import data_folder
from lsp_server.own_data import OwnData, find_data, remove_data

_PROGRAM = """\
To remove the program, use what installed it: `pipx uninstall kotlin-rca`, `uv tool uninstall kotlin-rca` or
`pip uninstall kotlin-rca`; in VS Code, Uninstall on the extension's page. `rca uninstall --data` removes the
data before."""


@click.command(name="uninstall")
@click.option("--data", "with_data", is_flag=True, help="Delete past solutions, indexes and all other data.")
@click.option("--yes", is_flag=True, help="Do not ask.")
@json_option
def command(*, with_data: bool, yes: bool, as_json: bool) -> None:
    """Delete all data that Kotlin RCA keeps on this machine; say how to remove the program.

    Shows first what is deleted, and asks. Refuses while a server or an editor uses the data. Exit code 1
    where something stays.
    """
    if not with_data:
        click.echo(_PROGRAM)
        return
    data = find_data(data_folder())
    if not as_json:
        _show(data)
    agreed = not data.in_use and (yes or (not as_json and _is_agreed(data)))
    left = remove_data(data) if agreed else []
    if as_json:
        print_json(_as_json(data, removed=agreed and not left, left=left))
    elif agreed:
        _tell(left)
    sys.exit(TOOL_FAILED if left or data.in_use else 0)


def _is_agreed(data: OwnData) -> bool:
    if not data.places:
        return False
    agreed = click.confirm("Delete all of this? Past solutions cannot be restored")
    if not agreed:
        click.echo("Nothing was deleted.")
    return agreed


def _tell(left: list[tuple[Path, str]]) -> None:
    if not left:
        click.echo(f"Deleted.\n{_PROGRAM}")
        return
    click.echo("These could not be deleted:", err=True)
    for path, reason in left:
        click.echo(f"  {path}: {reason}", err=True)


def _show(data: OwnData) -> None:
    if not data.places:
        click.echo("There is no data on this machine.")
    for place in data.places:
        click.echo(f"{place.size / 1e6:8.1f} MB  {place.path}  ({place.what})")
    for path in data.foreign:
        click.echo(f"Not ours, and left alone: {path}")
    for path in data.in_use:
        click.echo(f"In use by a running server: {path}", err=True)
    if data.in_use:
        click.echo(
            "Nothing was deleted. Close the editors and assistants that use it, then try again.", err=True
        )


def _as_json(data: OwnData, *, removed: bool, left: list[tuple[Path, str]]) -> dict[str, object]:
    return {
        "removed": removed,
        "places": [
            {"path": str(place.path), "what": place.what, "bytes": place.size} for place in data.places
        ],
        "inUse": [str(path) for path in data.in_use],
        "foreign": [str(path) for path in data.foreign],
        "left": [{"path": str(path), "reason": reason} for path, reason in left],
    }
