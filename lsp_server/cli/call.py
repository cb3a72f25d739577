"""`rca call`: one tool call, or one a line from standard input; envelopes out."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from lsp_server.cli.approval import approval
from lsp_server.cli.egress import egress
from lsp_server.cli.options import (
    exit_code,
    open_session,
    prepare,
    print_json,
    workspace_option,
)

if TYPE_CHECKING:
    from lsp_server.session import Session


@click.command(name="call")
@click.argument("tool", required=False)
@click.option("--json", "parameters", default="{}", help="Parameters of the tool, a JSON object.")
@click.option("--stdin", "from_stdin", is_flag=True, help='Read {"tool", "parameters"} objects, one a line.')
@click.option("--wait", is_flag=True, help="First wait for index and embedding model; lifts the time limit.")
@click.option("--yes", is_flag=True, help="Approve tools that write or reach the network.")
@workspace_option
def command(
    tool: str | None,
    parameters: str,
    from_stdin: bool,
    wait: bool,
    yes: bool,
    workspaces: tuple[Path, ...],
) -> None:
    """Call TOOL and print the envelope of its answer.

    With --stdin, one process answers many calls: a JSON object a line in, an envelope a line out.
    """
    if from_stdin == (tool is not None):
        raise click.UsageError("give a TOOL, or --stdin")
    with open_session(
        workspaces,
        approve=approval(yes=yes, interactive=not from_stdin),
        ask_egress=egress(yes=yes, interactive=not from_stdin),
    ) as session:
        if wait:
            prepare(session, embeddings=True)
        else:
            session.start_indexing()
        if from_stdin:
            for line in sys.stdin.buffer:
                if line.strip():
                    print_json(_call_line(session, line, wait=wait), pretty=False)
                    sys.stdout.flush()
            return
        envelope = _call(session, str(tool), _decode(parameters), wait=wait)
    print_json(envelope)
    sys.exit(exit_code(envelope))


def _call(session: Session, tool: str, parameters: object, *, wait: bool) -> dict[str, Any]:
    from rca.cancellation import Watch

    return session.call(tool, parameters, Watch() if wait else None)


def _call_line(session: Session, line: bytes, *, wait: bool) -> dict[str, Any]:
    request = _decode(line)
    if not isinstance(request, dict) or not isinstance(request.get("tool"), str):
        return _call(session, "", {}, wait=wait)
    return _call(session, request["tool"], request.get("parameters", {}), wait=wait)


def _decode(text: str | bytes) -> object:
    """Give the JSON value; text that is none is passed on as it is, and fails the tool's validation."""
    try:
        value: object = json.loads(text)
    except ValueError:
        return text if isinstance(text, str) else text.decode("utf-8", "replace")
    return value
