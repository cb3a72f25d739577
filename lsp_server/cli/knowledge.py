"""`rca knowledge`: search, import, export, back up, merge and count past solutions."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

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
    from lsp_server.user_session import Session
    from rca.knowledge.knowledge_store import KnowledgeStore


@click.group(name="knowledge")
def command() -> None:
    """Search, import, export, back up, restore and merge past solutions."""


command.add_command(verify)


@command.command()
@click.argument("query")
@click.option(
    "--limit", default=5, show_default=True, type=click.IntRange(1, 10), help="Maximum number of solutions."
)
@click.option(
    "--min-confidence",
    type=click.FloatRange(0, 1),
    help="Only solutions with at least this probability of being right; 0 shows all. Default: those that "
    "are the same or similar.",
)
@click.option("--language", help="Only solutions for this language.")
@click.option("--error-type", help="Only solutions of this error type.")
@click.option(
    "--dense/--no-dense",
    default=None,
    help="Also search by meaning. Default: if the model is exported and every solution embedded.",
)
@workspace_option
@json_option
def search(
    query: str,
    limit: int,
    min_confidence: float | None,
    language: str | None,
    error_type: str | None,
    dense: bool | None,
    workspaces: tuple[Path, ...],
    as_json: bool,
) -> None:
    """Find past solutions for QUERY.

    QUERY is an error text or a description of the problem; - reads standard input.
    """
    text = sys.stdin.read() if query == "-" else query
    parameters = {"query": text, "limit": limit, "minConfidence": min_confidence or 0.0}
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

        show_search(envelope, unlikely=min_confidence is not None)
    sys.exit(exit_code(envelope))


@command.command(name="import")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@json_option
def import_(file: Path, as_json: bool) -> None:
    """Add the solutions in FILE (JSON, one object per line). A known id is updated, never duplicated."""
    with _store(as_json=as_json) as knowledge, progress_bar("Importing") as report:
        counts = knowledge.import_jsonl(file, lambda lines: report(lines, 0))
    _say(counts.model_dump(mode="json"), as_json=as_json)


@command.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@json_option
def export(file: Path, as_json: bool) -> None:
    """Write all solutions to FILE (JSON, one object per line)."""
    with _store(as_json=as_json) as knowledge:
        count = knowledge.export_jsonl(file)
    _say({"exported": count}, f"{count} solutions written to {file}", as_json=as_json)


@command.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@json_option
def backup(file: Path, as_json: bool) -> None:
    """Copy all solutions with their reports and history to FILE.

    Other processes may write meanwhile.
    """
    with _store(as_json=as_json) as knowledge:
        knowledge.backup(file)
    _say({"backup": str(file), "bytes": file.stat().st_size}, f"written to {file}", as_json=as_json)


@command.command()
@click.argument("file", required=False, type=click.Path(dir_okay=False, path_type=Path))
@json_option
def restore(file: Path | None, as_json: bool) -> None:
    """Restore FILE, or the newest daily copy.

    The current solutions are saved to a file in the same folder first.
    """
    with _store(as_json=as_json) as knowledge:
        source, aside = knowledge.restore(file)
    told = f"restored from {source}" + (f"; the previous solutions are in {aside}" if aside else "")
    _say({"restored": str(source), "before": aside and str(aside)}, told, as_json=as_json)


@command.command()
@click.argument("other", type=click.Path(dir_okay=False, path_type=Path))
@json_option
def merge(other: Path, as_json: bool) -> None:
    """Add the solutions in OTHER, a ledger or a backup of one. Merging twice changes nothing more."""
    with _store(as_json=as_json) as knowledge, progress_bar("Merging") as report:
        counts = knowledge.merge(other, lambda done: report(done, 0))
    _say(counts.model_dump(mode="json"), as_json=as_json)


@command.command()
@json_option
def sync(as_json: bool) -> None:
    """Exchange solutions with the team's server (knowledge.url) once.

    A running language server does so by itself.
    """
    with _told(as_json=as_json), open_session(()) as session:
        load_embeddings(session)
        state = session.knowledge.sync()
    if state is None:
        raise click.UsageError("there is no server: set knowledge.url or RCA_KNOWLEDGE_URL")
    told = f"{state.state}: {state.pushed} sent, {state.pulled} received, {state.members} other members"
    _say(state.model_dump(mode="json"), told, as_json=as_json)
    if state.note and not as_json:
        click.echo(state.note, err=True)
    sys.exit(0 if state.state in {"synced", "partly"} else TOOL_FAILED)


@command.command()
@json_option
def stats(as_json: bool) -> None:
    """Show how many solutions there are, and the state of the store."""
    with _store(as_json=as_json) as knowledge:
        data = knowledge.stats().model_dump(mode="json")
    _say(data, as_json=as_json)


def _dense_is_quick(session: Session) -> bool:
    from rca.tool_failure import Failure

    try:
        return session.settings.knowledge.dense and session.knowledge.dense_is_quick
    except Failure:
        # The search itself says what is wrong.
        return False


@contextmanager
def _store(*, as_json: bool) -> Iterator[KnowledgeStore]:
    """Open the store for one command; a failure is printed and ends the command."""
    with _told(as_json=as_json), open_session(()) as session:
        yield session.knowledge


@contextmanager
def _told(*, as_json: bool) -> Iterator[None]:
    """Print a failure, and exit with its code."""
    from rca.tool_failure import Failure

    try:
        yield
    except Failure as failure:
        error = failure.error
        if as_json:
            print_json({"success": False, "error": error.model_dump(mode="json")})
        else:
            click.echo(f"{error.code}: {error.message}", err=True)
            if error.suggestion:
                click.echo(error.suggestion, err=True)
        sys.exit(TOOL_FAILED)


def _say(data: dict[str, Any], text: str | None = None, *, as_json: bool) -> None:
    """Print a result: as JSON, as a sentence, or as a line per part."""
    if as_json:
        print_json(data)
    elif text is not None:
        click.echo(text)
    else:
        from lsp_server.enum_labels import in_words

        for name, value in data.items():
            click.echo(f"{in_words(name):20}{_in_words(value)}")


def _in_words(value: object) -> object:
    if isinstance(value, dict):
        return ", ".join(f"{key} {part}" for key, part in value.items()) or "none"
    if isinstance(value, list):
        return ", ".join(map(str, value)) or "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None else value
