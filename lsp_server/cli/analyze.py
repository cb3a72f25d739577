"""`rca analyze`: the main job in the terminal."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from lsp_server.cli.egress_prompt import egress
from lsp_server.cli.error_input import read_error
from lsp_server.cli.options import exit_code, json_option, open_session, prepare, print_json, workspace_option


@click.command(name="analyze")
@click.argument("file", default="-", type=click.Path(dir_okay=False, allow_dash=True, path_type=Path))
@click.option("--app-package", "app_packages", multiple=True, help="A package of the app; may be repeated.")
@click.option(
    "--mapping", type=click.Path(exists=True, dir_okay=False, path_type=Path), help="R8 mapping.txt."
)
@click.option(
    "--symbols",
    multiple=True,
    type=click.Path(exists=True, path_type=Path),
    help="Folder or file with symbols of native code; may be repeated.",
)
@click.option("--token-budget", default=4000, show_default=True, type=click.IntRange(300, 200_000))
@click.option("--web", is_flag=True, help="Also search the web; what would be sent is shown first.")
@click.option("--yes", is_flag=True, help="With --web: send without asking.")
@click.option("--brief", is_flag=True, help="Print only the brief for a local model, as Markdown.")
@click.option("--dense", is_flag=True, help="Load the embedding model (seconds), to find similar solutions.")
@workspace_option
@json_option
def command(
    file: Path,
    app_packages: tuple[str, ...],
    mapping: Path | None,
    symbols: tuple[Path, ...],
    token_budget: int,
    web: bool,
    yes: bool,
    brief: bool,
    dense: bool,
    workspaces: tuple[Path, ...],
    as_json: bool,
) -> None:
    """Find the root cause of the error in FILE or on standard input."""
    from rca.scheduling.deadline import Deadline

    text, beside = read_error(file)
    parameters: dict[str, object] = {"errorText": text, "tokenBudget": token_budget, "includeWeb": web}
    if app_packages:
        parameters["appPackages"] = list(app_packages)
    if mapping is not None:
        parameters["mappingFile"] = str(mapping.resolve())
    allowed = [mapping.resolve()] if mapping is not None else []
    # What was piped in leaves no terminal to ask on.
    ask = egress(yes=yes, interactive=str(file) != "-")
    settings = {"symbolFolders": [str(path.resolve()) for path in symbols]} if symbols else None
    with open_session(
        workspaces, beside=beside, settings=settings, allowed_files=allowed, ask_egress=ask
    ) as session:
        prepare(session, embeddings=dense)
        envelope = session.call("analyze_error", parameters, Deadline())
        locate = session.workspace.snapshot.address
    if as_json:
        print_json(envelope)
    elif brief and envelope["success"]:
        click.echo(envelope["data"]["brief"], nl=False)
    else:
        from lsp_server.cli.render import show_analysis

        show_analysis(envelope, locate)
    sys.exit(exit_code(envelope))
