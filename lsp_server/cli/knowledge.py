"""`rca knowledge`: search, import, export, copies, merging and stats of past solutions."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from lsp_server.cli.options import (
    TOOL_FAILED,
    exit_code,
    json_option,
    load_embeddings,
    open_session,
    print_json,
    progress_bar,
    workspace_option,
)
from lsp_server.cli.verify import verify

if TYPE_CHECKING:
    from lsp_server.session import Session


@click.group(name="knowledge")
def command() -> None:
    """Past solutions: search, import, export, backup, restore, merge, stats."""


command.add_command(verify)


@command.command()
@click.argument("query")
@click.option("--limit", default=5, show_default=True, type=click.IntRange(1, 10))
@click.option("--min-confidence", default=0.0, show_default=True, type=click.FloatRange(0, 1))
@click.option("--language", help="Only solutions for this language.")
@click.option("--error-type", help="Only solutions of this error type.")
@click.option(
    "--dense/--no-dense",
    default=None,
    help="Search by meaning, too. Default: where the model is exported and every solution embedded.",
)
@workspace_option
@json_option
def search(
    query: str,
    limit: int,
    min_confidence: float,
    language: str | None,
    error_type: str | None,
    dense: bool | None,
    workspaces: tuple[Path, ...],
    as_json: bool,
) -> None:
    """Find past solutions for QUERY: an error text or a problem in words; - reads standard input."""
    text = sys.stdin.read() if query == "-" else query
    parameters = {"query": text, "limit": limit, "minConfidence": min_confidence}
    parameters |= {"language": language} if language else {}
    parameters |= {"errorType": error_type} if error_type else {}
    with open_session(workspaces) as session:
        if dense or (dense is None and _dense_is_quick(session)):
            load_embeddings(session)
        envelope = session.call("vector_search_db", parameters)
    if as_json:
        print_json(envelope)
    else:
        from lsp_server.cli.render import show_search

        show_search(envelope)
    sys.exit(exit_code(envelope))


@command.command(name="import")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@json_option
def import_(file: Path, as_json: bool) -> None:
    """Add the solutions of FILE (JSON, one object a line). A known id is updated, never doubled."""
    from rca.failure import Failure

    try:
        with open_session(()) as session, progress_bar("Importing") as report:
            counts = session.knowledge.import_jsonl(file, lambda lines: report(lines, 0))
            outcome = counts.model_dump(mode="json")
    except Failure as failure:
        _fail(failure, as_json=as_json)
    if as_json:
        print_json(outcome)
        return
    for name, value in outcome.items():
        click.echo(f"{name:12}{value}")


@command.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@json_option
def export(file: Path, as_json: bool) -> None:
    """Write all solutions to FILE (JSON, one object a line)."""
    from rca.failure import Failure

    try:
        with open_session(()) as session:
            count = session.knowledge.export_jsonl(file)
    except Failure as failure:
        _fail(failure, as_json=as_json)
    if as_json:
        print_json({"exported": count})
    else:
        click.echo(f"{count} solutions written to {file}")


@command.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@json_option
def backup(file: Path, as_json: bool) -> None:
    """Copy everything that is known to FILE, reports and history included, while others go on writing."""
    from rca.failure import Failure

    try:
        with open_session(()) as session:
            session.knowledge.backup(file)
    except Failure as failure:
        _fail(failure, as_json=as_json)
    if as_json:
        print_json({"backup": str(file), "bytes": file.stat().st_size})
    else:
        click.echo(f"written to {file}")


@command.command()
@click.argument("file", required=False, type=click.Path(dir_okay=False, path_type=Path))
@json_option
def restore(file: Path | None, as_json: bool) -> None:
    """Put FILE, or the newest daily copy, in place of what is known; that is kept beside it."""
    from rca.failure import Failure

    try:
        with open_session(()) as session:
            source, aside = session.knowledge.restore(file)
    except Failure as failure:
        _fail(failure, as_json=as_json)
    if as_json:
        print_json({"restored": str(source), "before": None if aside is None else str(aside)})
    else:
        click.echo(f"restored from {source}" + (f"; what was there is in {aside}" if aside else ""))


@command.command()
@click.argument("other", type=click.Path(dir_okay=False, path_type=Path))
@json_option
def merge(other: Path, as_json: bool) -> None:
    """Take over what OTHER knows, a ledger or a backup of one. Twice is once."""
    from rca.failure import Failure

    try:
        with open_session(()) as session, progress_bar("Merging") as report:
            counts = session.knowledge.merge(other, lambda done: report(done, 0)).model_dump(mode="json")
    except Failure as failure:
        _fail(failure, as_json=as_json)
    if as_json:
        print_json(counts)
        return
    for name, value in counts.items():
        click.echo(f"{name:12}{value}")


@command.command()
@json_option
def sync(as_json: bool) -> None:
    """Exchange with the team's server (knowledge.url) once. A running language server does it by itself."""
    from rca.failure import Failure

    try:
        with open_session(()) as session:
            load_embeddings(session)
            state = session.knowledge.sync()
    except Failure as failure:
        _fail(failure, as_json=as_json)
    if state is None:
        raise click.UsageError("no server is set: set knowledge.url or RCA_KNOWLEDGE_URL")
    if as_json:
        print_json(state.model_dump(mode="json"))
    else:
        click.echo(f"{state.state}: {state.pushed} sent, {state.pulled} taken over, {state.members} others")
        if state.note:
            click.echo(state.note, err=True)
    sys.exit(0 if state.state in {"synced", "partly"} else TOOL_FAILED)


@command.command()
@json_option
def stats(as_json: bool) -> None:
    """Say what the store holds and how its parts are."""
    from rca.failure import Failure

    try:
        with open_session(()) as session:
            data = session.knowledge.stats().model_dump(mode="json")
    except Failure as failure:
        _fail(failure, as_json=as_json)
    if as_json:
        print_json(data)
        return
    for name, value in data.items():
        shown = (
            ", ".join(f"{key} {part}" for key, part in value.items()) if isinstance(value, dict) else value
        )
        click.echo(f"{name:20}{shown}")


def _dense_is_quick(session: Session) -> bool:
    from rca.failure import Failure

    try:
        return session.settings.knowledge.dense and session.knowledge.dense_is_quick
    except Failure:
        # The search itself says what is wrong.
        return False


def _fail(failure: object, *, as_json: bool) -> None:
    from rca.failure import Failure

    assert isinstance(failure, Failure)
    error = failure.error
    if as_json:
        print_json({"success": False, "error": error.model_dump(mode="json")})
    else:
        click.echo(
            f"{error.code}: {error.message}" + (f"\n{error.suggestion}" if error.suggestion else ""), err=True
        )
    sys.exit(TOOL_FAILED)
