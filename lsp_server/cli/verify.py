"""`rca knowledge verify`: rerun what failed, and see whether a solution works."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from lsp_server.cli.approval_prompt import approval
from lsp_server.cli.options import (
    exit_code,
    given_parameters,
    json_option,
    open_session,
    print_error,
    print_json,
    workspace_option,
)
from lsp_server.enum_labels import STATES, label


@click.command()
@click.argument("solution_id")
@click.option("--task", help="Gradle task path or Maven phase. Default: what failed.")
@click.option("--test", "tests", multiple=True, help="Test to run (package.Class.method); may be repeated.")
@click.option("--directory", help="Folder of the build, relative to the workspace.")
@click.option("--timeout", default=600, show_default=True, type=click.IntRange(1, 1500), help="Seconds.")
@click.option("--yes", is_flag=True, help="Run the command without asking.")
@workspace_option
@json_option
def verify(
    solution_id: str,
    task: str | None,
    tests: tuple[str, ...],
    directory: str | None,
    timeout: int,
    yes: bool,
    workspaces: tuple[Path, ...],
    as_json: bool,
) -> None:
    """Run again what failed, to see a solution work.

    Keeps a receipt if the error of SOLUTION_ID is gone. The exit code is 0 only where the run shows that
    the solution works.
    """
    parameters = {"id": solution_id, "timeoutSeconds": timeout} | given_parameters(
        task=task, tests=list(tests) or None, directory=directory
    )
    tell = (lambda line: click.echo(line, err=True)) if sys.stderr.isatty() else (lambda _line: None)
    with open_session(workspaces, approve=approval(yes=yes, interactive=True)) as session:
        session.start_indexing()
        envelope = session.call("verify_solution", parameters, progress=tell)
    if as_json:
        print_json(envelope)
    elif envelope["success"]:
        _show(envelope["data"])
    else:
        print_error(envelope)
    passed = envelope["success"] and envelope["data"]["receipt"]["validates"]
    sys.exit(exit_code(envelope) or int(not passed))


def _show(data: dict[str, object]) -> None:
    receipt = data["receipt"]
    assert isinstance(receipt, dict)
    if data.get("output"):
        click.echo(data["output"])
    click.echo(data["explanation"])
    tools = ", ".join(f"{name} {version}" for name, version in receipt["tools"].items())
    changes = f" with changes {receipt['diffHash'][:12]}" if receipt["diffHash"] else ""
    code = f"{receipt['commit'][:12]}{changes}" if receipt["commit"] else "no git"
    click.echo(f"command    {' '.join(receipt['command'])}")
    click.echo(f"exit code  {receipt['exitCode']} after {receipt['seconds']} s, {receipt['startedAt']}")
    click.echo(f"code       {code}")
    click.echo(f"tools      {tools}")
    click.echo(f"solution   {data['id']}: {label(STATES, str(data['state']))}")
