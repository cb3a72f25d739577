"""`rca web`: web search, allowed hosts, and documentation folders."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from lsp_server.cli.egress_prompt import egress
from lsp_server.cli.options import (
    exit_code,
    json_option,
    open_session,
    print_json,
    progress_bar,
    workspace_option,
)
from lsp_server.environment_variables import data_folder

if TYPE_CHECKING:
    from rca.web.consent import Consents
    from rca.web.doc_folders import Folder, Folders
    from rca.web.docs_index import DocsIndex

_SOURCES = ("stackoverflow", "github", "docs", "mdn", "searxng")


@click.group(name="web")
def command() -> None:
    """Search the web with your consent, and local documentation without."""


@command.command()
@click.argument("query")
@click.option(
    "--source", "-s", "sources", multiple=True, type=click.Choice(_SOURCES), help="May be repeated."
)
@click.option(
    "--limit", default=5, show_default=True, type=click.IntRange(1, 10), help="Maximum number of results."
)
@click.option("--yes", is_flag=True, help="Send the query without asking, this once.")
@workspace_option
@json_option
def search(
    query: str, sources: tuple[str, ...], limit: int, yes: bool, workspaces: tuple[Path, ...], as_json: bool
) -> None:
    """Search the web for QUERY.

    What would be sent is shown first, without secrets and names of the project.
    """
    parameters: dict[str, object] = {"query": query, "maxResults": limit}
    if sources:
        parameters["sources"] = list(sources)
    with open_session(workspaces, ask_egress=egress(yes=yes, interactive=True)) as session:
        session.start_indexing()
        envelope = session.call("web_search_wiki", parameters)
    if as_json:
        print_json(envelope)
    else:
        _show(envelope)
    sys.exit(exit_code(envelope))


@command.command()
@json_option
def hosts(as_json: bool) -> None:
    """List allowed and forbidden hosts, and their file."""
    consents, file = _consents()
    said = consents.all()
    if as_json:
        print_json({"file": str(file), "hosts": {one.host: one.decision for one in said}})
        return
    for one in said:
        click.echo(f"{one.decision:8}{one.host}  {one.day}")
    click.echo(f"{'No host is allowed yet. ' if not said else ''}Stored in {file}", err=True)


@command.command()
@click.argument("host")
def allow(host: str) -> None:
    """Allow requests to HOST (such as `api.github.com`), without asking."""
    _remember(host, "always")


@command.command()
@click.argument("host")
def never(host: str) -> None:
    """Forbid requests to HOST, without asking."""
    _remember(host, "never")


@command.command()
@click.argument("host")
def forget(host: str) -> None:
    """Forget the decision about HOST; you are asked again."""
    consents, _ = _consents()
    if not consents.forget(_host(host)):
        raise click.UsageError(f"there is no decision about {host}")


@command.group()
def docs() -> None:
    """Manage local documentation.

    The source `docs` searches it without a network.
    """


@docs.command(name="add")
@click.argument("place", type=click.Path(exists=True, path_type=Path))
@click.option("--name", help="Name of the documentation. Default: the folder's name.")
@click.option("--url", help="Web address of the same pages, for links.")
@click.option("--licence", help="Licence of the texts. Default: that of the LICENSE file beside them.")
def add_docs(place: Path, name: str | None, url: str | None, licence: str | None) -> None:
    """Add and index the documentation in PLACE.

    PLACE is a folder of HTML or Markdown pages, or a .zip or .jar of them.
    """
    from rca.tool_failure import Failure

    folders, index = _docs()
    try:
        folder = folders.add(place, name, url, licence)
    except Failure as failure:
        raise click.UsageError(failure.error.message) from None
    _update(index, folder)


@docs.command(name="update")
def update_docs() -> None:
    """Index again what changed in every folder."""
    folders, index = _docs()
    for folder in folders.all():
        _update(index, folder)


@docs.command(name="list")
@json_option
def list_docs(as_json: bool) -> None:
    """List the folders, and how many pages of each are indexed."""
    folders, index = _docs()
    listed = [
        {"name": one.name, "path": one.path, "url": one.url, "licence": one.licence, "pages": index.size(one)}
        for one in folders.all()
    ]
    if as_json:
        print_json(listed)
        return
    for one in listed:
        parts = (one["name"], f"{one['pages']} pages", one["path"], one["url"], one["licence"])
        click.echo("  ".join(str(part) for part in parts if part))
    if not listed:
        click.echo("There is no documentation yet: add some with `rca web docs add FOLDER`", err=True)


@docs.command(name="remove")
@click.argument("wanted")
def remove_docs(wanted: str) -> None:
    """Remove a folder from the list, by name or path; its files stay."""
    folders, index = _docs()
    gone = folders.remove(wanted)
    if gone is None:
        raise click.UsageError(f"there is no documentation '{wanted}'")
    index.forget(gone)


def _update(index: DocsIndex, folder: Folder) -> None:
    from rca.scheduling.deadline import Deadline

    with progress_bar(f"Reading {folder.name}"):
        updated = index.update(folder, Deadline())
    click.echo(f"{folder.name}: {updated.files} pages, {updated.read} indexed again, {updated.gone} removed")
    for problem in updated.problems[:20]:
        click.echo(f"  {problem}", err=True)


def _consents() -> tuple[Consents, Path]:
    from rca.web.consent import FILE_NAME, Consents

    file = data_folder() / FILE_NAME
    return Consents(file), file


def _remember(host: str, decision: Any) -> None:  # noqa: ANN401 - a literal of a lazily imported type
    consents, file = _consents()
    consents.remember(_host(host), decision)
    click.echo(f"{decision}: {_host(host)} (stored in {file})")


def _host(given: str) -> str:
    """Accept a whole address as well."""
    from rca.web.search_source import host_of

    host = host_of(given if "://" in given else f"https://{given}")
    if not host:
        raise click.UsageError(f"'{given}' is not a host")
    return host


def _docs() -> tuple[Folders, DocsIndex]:
    from rca.web.doc_folders import FILE_NAME as FOLDERS
    from rca.web.doc_folders import Folders
    from rca.web.docs_index import FILE_NAME, DocsIndex

    folder = data_folder() / "web"
    return Folders(folder / FOLDERS), DocsIndex(folder / FILE_NAME)


def _show(envelope: dict[str, Any]) -> None:
    if not envelope["success"]:
        error = envelope["error"]
        click.echo(f"{error['code']}: {error['message']}", err=True)
        if error.get("suggestion"):
            click.echo(error["suggestion"], err=True)
        return
    data = envelope["data"]
    for result in data["results"]:
        signs = [
            result["source"],
            f"{result['relevanceScore']:.0%} relevant",
            "solved" if result.get("solved") else "",
        ]
        rights = [result.get("date", ""), result.get("author", ""), result.get("licence", "")]
        click.echo(click.style(result["title"], bold=True))
        click.echo(f"  {result['url']}")
        click.echo(f"  {result['snippet']}")
        click.echo(click.style(f"  {' · '.join(part for part in (*signs, *rights) if part)}", dim=True))
    for note in envelope["meta"].get("provenance", ()):
        click.echo(click.style(note, dim=True), err=True)
