"""`rca capture`: run what fails under a debugger, and show the values at the throw."""

from __future__ import annotations

import sys
from collections.abc import Iterator
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
from models.wait_graph import WaitGraph
from rca.analysis.rendering.wait_graph_lines import cycle_lines, outer_lines, wait_arrows

_MOST_WAITS = 6


@click.command(name="capture", context_settings={"ignore_unknown_options": True})
@click.argument("command_line", nargs=-1, type=click.UNPROCESSED, metavar="[COMMAND…]")
@click.option("--task", help="Gradle task path or Maven phase that fails, in place of a command.")
@click.option("--test", "tests", multiple=True, help="With --task: test to run; may be repeated.")
@click.option("--attach", metavar="HOST:PORT", help="Attach to a JVM that listens for a debugger.")
@click.option("--exception", help="Class of the exception, or one above it. Default: any.")
@click.option("--caught", is_flag=True, help="Also stop where the app itself catches it.")
@click.option("--directory", help="Folder to run in, relative to the workspace.")
@click.option("--timeout", default=300, show_default=True, type=click.IntRange(1, 1500), help="Seconds.")
@click.option("--yes", is_flag=True, help="Run without asking.")
@workspace_option
@json_option
def command(
    command_line: tuple[str, ...],
    task: str | None,
    tests: tuple[str, ...],
    attach: str | None,
    exception: str | None,
    caught: bool,
    directory: str | None,
    timeout: int,
    yes: bool,
    workspaces: tuple[Path, ...],
    as_json: bool,
) -> None:
    """See the values at a crash.

    Runs COMMAND, or the task of --task, under a debugger, or attaches to a JVM, and shows local variables,
    `this` and threads at the throw that leaves the app's code. Put `--` before a COMMAND with options of
    its own. The exit code is 0 only where a throw was captured.
    """
    parameters = {"timeoutSeconds": timeout} | given_parameters(
        command=shell_line(command_line),
        task=task,
        tests=list(tests) or None,
        attach=attach,
        exception=exception,
        caught=caught or None,
        directory=directory,
    )
    with open_session(workspaces, approve=approval(yes=yes, interactive=True)) as session:
        session.start_indexing()
        envelope = session.call(
            "capture_crash_state", parameters, progress=lambda text: click.echo(text, err=True)
        )
    if as_json:
        print_json(envelope)
    elif envelope["success"]:
        for text in _lines(envelope["data"], envelope["meta"].get("provenance") or ()):
            click.echo(text)
    else:
        print_error(envelope)
    captured = envelope["success"] and envelope["data"]["outcome"] == "captured"
    sys.exit(exit_code(envelope) or int(not captured))


def _lines(data: dict[str, Any], notes: tuple[str, ...]) -> Iterator[str]:
    state = data.get("state")
    if state is None:
        yield from filter(None, [data.get("output")])
        yield from _wait_lines(data.get("waitGraph"))
    else:
        message = f": {state['message']}" if state["message"] else ""
        yield f"{state['exception']}{message}  [thread {state['thread']}]"
        for frame in state["frames"]:
            yield f"  at {frame['className']}.{frame['method']} ({frame['file']}:{frame['line']})"
            receiver = frame.get("receiver")
            for value in (*([receiver] if receiver else ()), *frame["locals"]):
                yield from _value_lines(value, "      ")
        for thread in state.get("threads", ()):
            if thread.get("contended"):
                yield f"  thread {thread['name']} waits for {thread['contended']}"
            for monitor in thread.get("owns", ()):
                yield f"  thread {thread['name']} holds {monitor}"
        yield f"The program was suspended for {state['stoodStillMs']:.0f} ms. Kept as {data['captureId']}."
    for note in notes:
        yield f"note: {note}"
    yield data["explanation"]


def _wait_lines(data: dict[str, Any] | None) -> Iterator[str]:
    """Yield who waits for whom in a program that hangs."""
    graph = WaitGraph.model_validate(data) if data is not None else None
    if graph is None or not graph.edges:
        return
    for cycle in graph.cycles:
        yield wait_arrows(cycle, graph)
        yield from (f"  {line}".replace("`", "") for line in cycle_lines(cycle, graph))
        yield f"  To end it: {cycle.release}".replace("`", "")
    yield from (line.replace("`", "") for line in outer_lines(graph, _MOST_WAITS))


def _value_lines(value: dict[str, Any], indent: str) -> Iterator[str]:
    size = f"  size {value['size']}" if value.get("size") is not None else ""
    note = f"  ({value['note']})" if value.get("note") else ""
    yield f"{indent}{value['name']} = {value['text']}{size}{note}"
    for child in value.get("fields", ()):
        yield from _value_lines(child, indent + "  ")
