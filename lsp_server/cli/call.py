"""`rca call`: one tool call, or one per line of standard input; prints envelopes."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from lsp_server.cli.approval_prompt import approval
from lsp_server.cli.egress_prompt import egress
from lsp_server.cli.options import (
    exit_code,
    limit_options,
    limits_of,
    open_session,
    prepare,
    print_json,
    workspace_option,
)

if TYPE_CHECKING:
    from lsp_server.user_session import Session


@click.command(name="call")
@click.argument("tool", required=False)
@click.option("--json", "parameters", default="{}", help="Parameters of the tool, a JSON object.")
@click.option("--stdin", "from_stdin", is_flag=True, help='Read {"tool", "parameters"} objects, one a line.')
@click.option("--wait", is_flag=True, help="First wait for the index and the embedding model; no time limit.")
@click.option("--task", help="Task of the call, for budgets and metrics. Default: this process.")
@limit_options
@click.option("--yes", is_flag=True, help="Approve tools that write or reach the network.")
@workspace_option
def command(
    tool: str | None,
    parameters: str,
    from_stdin: bool,
    wait: bool,
    yes: bool,
    task: str | None,
    workspaces: tuple[Path, ...],
    **limits: Any,  # noqa: ANN401 - of several types, as the options give them
) -> None:
    """Call TOOL and print the envelope of its answer.

    With --stdin, one process answers many calls: each input line is a JSON object, each output line an
    envelope. A line may name its own "task".
    """
    if from_stdin == (tool is not None):
        raise click.UsageError("give a TOOL, or --stdin")
    with open_session(
        workspaces,
        settings=limits_of(**limits),
        approve=approval(yes=yes, interactive=not from_stdin),
        ask_egress=egress(yes=yes, interactive=not from_stdin),
    ) as session:
        if wait:
            prepare(session, embeddings=True)
        if from_stdin:
            for line in sys.stdin.buffer:
                if line.strip():
                    print_json(_call_line(session, line, task, wait=wait), pretty=False)
                    sys.stdout.flush()
            return
        envelope = _call(session, str(tool), _decode(parameters), task, wait=wait)
    print_json(envelope)
    sys.exit(exit_code(envelope))


def _call(session: Session, tool: str, parameters: object, task: str | None, *, wait: bool) -> dict[str, Any]:
    from rca.scheduling.deadline import Deadline
    from rca.toolkit import tool_catalog

    known = tool_catalog.load(tool)
    if known is not None and known.needs_index:
        session.start_indexing()
    return session.call(tool, parameters, Deadline() if wait else None, task=task)


def _call_line(session: Session, line: bytes, task: str | None, *, wait: bool) -> dict[str, Any]:
    request = _decode(line)
    if not isinstance(request, dict) or not isinstance(request.get("tool"), str):
        return _call(session, "", {}, task, wait=wait)
    named = request.get("task")
    task = named if isinstance(named, str) and named else task
    return _call(session, request["tool"], request.get("parameters", {}), task, wait=wait)


def _decode(text: str | bytes) -> object:
    """Return the JSON value; text that is none is passed on as it is, and fails the tool's validation."""
    try:
        value: object = json.loads(text)
    except (ValueError, RecursionError):
        return text if isinstance(text, str) else text.decode("utf-8", "replace")
    return value
