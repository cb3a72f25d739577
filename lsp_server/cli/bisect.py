"""`rca bisect`: find the commit that introduced a failure, by running what fails on other commits."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from lsp_server.cli.approval_prompt import approval
from lsp_server.cli.options import (
    exit_code,
    given_parameters,
    json_option,
    open_session,
    print_error,
    print_json,
    shell_line,
    workspace_option,
)


@click.command(name="bisect", context_settings={"ignore_unknown_options": True})
@click.argument("command_line", nargs=-1, type=click.UNPROCESSED, metavar="[COMMAND…]")
@click.option("--task", help="Gradle task path or Maven phase that fails, in place of a command.")
@click.option("--test", "tests", multiple=True, help="With --task: test to run; may be repeated.")
@click.option("--good", help="A commit, tag or branch that did not fail. Default: unknown.")
@click.option("--bad", default="HEAD", show_default=True, help="A commit that fails.")
@click.option(
    "--error",
    "error_file",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="File with the error. Default: what the bad commit's run prints.",
)
@click.option("--flaky", is_flag=True, help="The failure does not show each time: run twice before a pass.")
@click.option("--directory", help="Folder to run in, relative to the workspace.")
@click.option(
    "--timeout", default=600, show_default=True, type=click.IntRange(1, 1500), help="Seconds a run."
)
@click.option("--max-runs", default=20, show_default=True, type=click.IntRange(1, 200))
@click.option("--max-commits", default=200, show_default=True, type=click.IntRange(1, 2000))
@click.option("--yes", is_flag=True, help="Run without asking.")
@workspace_option
@json_option
def command(
    command_line: tuple[str, ...],
    task: str | None,
    tests: tuple[str, ...],
    good: str | None,
    bad: str,
    error_file: Path | None,
    flaky: bool,
    directory: str | None,
    timeout: int,
    max_runs: int,
    max_commits: int,
    yes: bool,
    workspaces: tuple[Path, ...],
    as_json: bool,
) -> None:
    """Find the commit that introduced a failure.

    Runs COMMAND, or the task of --task, on other commits in a throw-away git worktree, the likeliest
    first. Put `--` before a COMMAND with options of its own. The exit code is 0 only where one commit was
    found.
    """
    parameters = {
        "bad": bad,
        "timeoutSeconds": timeout,
        "maxRuns": max_runs,
        "maxCommits": max_commits,
    } | given_parameters(
        command=shell_line(command_line),
        task=task,
        tests=list(tests) or None,
        good=good,
        flaky=flaky or None,
        directory=directory,
        errorText=error_file.read_text("utf-8", "replace") if error_file else None,
    )
    with open_session(workspaces, approve=approval(yes=yes, interactive=True)) as session:
        session.start_indexing()
        envelope = session.call("bisect", parameters, progress=lambda text: click.echo(text, err=True))
    if as_json:
        print_json(envelope)
    elif envelope["success"]:
        _show(envelope["data"], envelope["meta"].get("provenance") or ())
    else:
        print_error(envelope)
    found = envelope["success"] and envelope["data"]["outcome"] == "found"
    sys.exit(exit_code(envelope) or int(not found))


def _show(data: dict[str, Any], notes: tuple[str, ...]) -> None:
    if data.get("output"):
        click.echo(data["output"])
    receipt = data["receipt"]
    for run in receipt["runs"]:
        reason = f"  {run['reason']}" if run.get("reason") else ""
        told = f"{run['verdict']:8}{run['suspicion']:>6.0%}{run['seconds']:>8} s"
        click.echo(f"{run['commit'][:10]}  {told}  {run['summary']}{reason}")
    for candidate in data.get("candidates", ()):
        click.echo(f"left: {candidate['commit'][:10]} {candidate['probability']:.0%}  {candidate['summary']}")
    for note in notes:
        click.echo(f"note: {note}")
    click.echo(data["explanation"])
