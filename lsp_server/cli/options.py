"""Shared parts of the commands: workspace option, session, exit codes, progress."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from lsp_server.environment_variables import (
    data_folder,
    find_workspace,
    library_caches,
    merged,
    setting_named,
    settings_from_environment,
)
from rca.toolkit.tool_catalog import TOOLSETS, select

if TYPE_CHECKING:
    from lsp_server.user_session import Session
    from models.settings import Settings
    from rca.toolkit.tool import Approval, ApprovalRequest
    from rca.web.consent import AskEgress

TOOL_FAILED = 1
"""Exit code of a command whose tool answered with an error; 2 is click's for wrong usage."""

Command = TypeVar("Command", bound=Callable[..., Any])


def workspace_option(function: Command) -> Command:
    """Add `--workspace DIR`, which may be given several times."""
    return click.option(
        "--workspace",
        "-w",
        "workspaces",
        multiple=True,
        type=click.Path(exists=True, file_okay=False, path_type=Path),
        help="Project folder. Default: the nearest Gradle or Maven root of this folder, or of FILE.",
    )(function)


def json_option(function: Command) -> Command:
    """Add `--json`."""
    return click.option("--json", "as_json", is_flag=True, help="Print JSON instead of text.")(function)


def toolset_option(function: Command) -> Command:
    """Add `--toolset NAME[,NAME…]`; without it the command gets None, and the setting applies."""
    return click.option(
        "--toolset",
        callback=_checked_toolset,
        metavar="NAME[,NAME…]",
        help=f"Which tools: {', '.join(TOOLSETS)}. Default: the setting, else debugging.",
    )(function)


def _checked_toolset(_context: click.Context, _option: click.Parameter, value: str | None) -> str | None:
    try:
        select(value or "all")
    except ValueError as problem:
        raise click.BadParameter(str(problem)) from None
    return value


def limit_options(function: Command) -> Command:
    """Add the limits of a task; the command gets them as keywords, which `limits_of` converts to settings."""
    for option in (
        click.option("--budget/--no-budget", default=None, help="Limit what a task may read and list."),
        click.option("--max-turns", type=click.IntRange(1), help="Calls that a task may make."),
        click.option("--max-total-tokens", type=click.IntRange(1), help="Tokens of all answers of a task."),
        click.option(
            "--answer-tokens",
            type=click.IntRange(200),
            help="Tokens of an answer; a larger one is cut.",
        ),
    ):
        function = option(function)
    return function


def limits_of(
    *, budget: bool | None, max_turns: int | None, max_total_tokens: int | None, answer_tokens: int | None
) -> dict[str, Any]:
    """Return the settings of the options from `limit_options`."""
    task = {"enabled": budget, "maxTurns": max_turns, "maxTotalTokens": max_total_tokens}
    return {"budget": task, "answerTokens": answer_tokens}


@contextmanager
def open_session(
    workspaces: Sequence[Path],
    *,
    beside: Path | None = None,
    settings: dict[str, Any] | None = None,
    allowed_files: Sequence[Path] = (),
    approve: Callable[[ApprovalRequest], Approval] | None = None,
    ask_egress: AskEgress | None = None,
) -> Iterator[Session]:
    """Open a session for one command, and close it at the end."""
    from lsp_server.call_asker import ask_nobody
    from lsp_server.user_session import Session
    from rca.web.consent import ask_nobody as nobody_about_egress

    roots = [path.resolve() for path in workspaces] or [find_workspace(Path.cwd(), beside)]
    chosen = read_settings(merged(settings_from_environment(), settings or {}))
    session = Session(
        roots,
        data_folder(),
        chosen,
        allowed_files=allowed_files,
        caches=library_caches,
        approve=approve or ask_nobody,
        ask_egress=ask_egress or nobody_about_egress,
    )
    try:
        yield session
    finally:
        session.close()


def read_settings(values: dict[str, Any]) -> Settings:
    """Validate settings; an invalid one is a usage error that names it."""
    from pydantic import ValidationError

    from models.settings import Settings

    try:
        return Settings.model_validate(values)
    except ValidationError as problem:
        wrong = "; ".join(f"{setting_named(e['loc'])}: {e['msg']}" for e in problem.errors())
        raise click.UsageError(f"a setting is invalid: {wrong}") from None


def prepare(session: Session, *, embeddings: bool) -> None:
    """Bring index and knowledge up to date, with a progress bar if standard error is a terminal.

    `embeddings` also loads the model and waits for it, which takes seconds.
    """
    with progress_bar("Indexing Kotlin and Java") as report:
        session.start_indexing(report)
        session.wait_for_index()
    with progress_bar("Reading libraries"):
        session.wait_for_libraries()
    if embeddings:
        load_embeddings(session)


def load_embeddings(session: Session) -> None:
    """Load the model and embed missing records; a failure is printed, and search by words goes on."""
    from rca.tool_failure import Failure

    with progress_bar("Loading the embedding model") as report:
        session.on_knowledge_progress = lambda what, done, of: report(done, of) if what else None
        try:
            session.knowledge.prepare_dense()
        except Failure as failure:
            click.echo(f"Continuing without embeddings: {failure.error.message}", err=True)


@contextmanager
def progress_bar(title: str) -> Iterator[Callable[[int, int], None]]:
    """Show a progress bar on standard error during the work, if it is a terminal."""
    if not sys.stderr.isatty():
        yield lambda _done, _total: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(title, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total or None)


def print_json(data: object, *, pretty: bool | None = None) -> None:
    """Print JSON: indented on a terminal, on one line elsewhere."""
    import json

    readable = sys.stdout.isatty() if pretty is None else pretty
    text = json.dumps(data, ensure_ascii=False, indent=2 if readable else None)
    # A lone surrogate (from broken input) must not end the answer: it is escaped instead.
    click.echo(text.encode("utf-8", "backslashreplace"))


def print_error(envelope: dict[str, Any]) -> None:
    """Print the error of a failed call with its advice, on standard error."""
    error = envelope["error"]
    click.echo(f"{error['code']}: {error['message']}\n{error.get('suggestion') or ''}".rstrip(), err=True)


def given_parameters(**options: object) -> dict[str, object]:
    """Return the options that were given, as parameters of a tool: those that are not None."""
    return {name: value for name, value in options.items() if value is not None}


def shell_line(arguments: Sequence[str]) -> str | None:
    """Return the command line that the arguments stand for; one argument is a whole line, none is None."""
    import shlex

    return (arguments[0] if len(arguments) == 1 else shlex.join(arguments)) or None


def exit_code(envelope: dict[str, Any]) -> int:
    """Return the exit code for an envelope."""
    return 0 if envelope["success"] else TOOL_FAILED
