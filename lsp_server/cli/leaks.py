"""`rca leaks`: the memory leaks of a heap dump."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from lsp_server.cli.options import (
    exit_code,
    json_option,
    open_session,
    prepare,
    print_error,
    print_json,
    workspace_option,
)


@click.command(name="leaks")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--most", default=10, show_default=True, type=click.IntRange(1, 100), help="Leaks to show.")
@click.option("--timeout", type=click.IntRange(1), help="Seconds after which the analysis is stopped.")
@workspace_option
@json_option
def command(file: Path, most: int, timeout: int | None, workspaces: tuple[Path, ...], as_json: bool) -> None:
    """Find the leaks of the heap dump FILE, an .hprof of Android or of the JVM.

    Shows what holds each leaking object, which code of the project let it, and what retains most memory. FILE
    may lie anywhere.
    """
    show_dump(analyze_dump_file(file.resolve(), most, timeout, workspaces), as_json=as_json)


def show_dump(envelope: dict[str, Any], *, as_json: bool) -> None:
    """Print the answer about a heap dump, and end with its exit code."""
    if as_json:
        print_json(envelope)
    elif not envelope["success"]:
        print_error(envelope)
    else:
        from models.tools.analyze_heap_dump import AnalyzeHeapDumpResult
        from rca.analysis.rendering.heap_dump_markdown import render_heap_dump

        click.echo(render_heap_dump(AnalyzeHeapDumpResult.model_validate(envelope["data"])))
        for note in envelope["meta"].get("provenance", ()):
            click.echo(f"note: {note}")
    sys.exit(exit_code(envelope))


def analyze_dump_file(
    dump: Path, most: int, timeout: int | None, workspaces: tuple[Path, ...]
) -> dict[str, Any]:
    """Call the tool on a file that may lie anywhere; return its envelope."""
    from rca.scheduling.deadline import Deadline

    with open_session(workspaces, beside=dump.parent, allowed_files=[dump]) as session:
        prepare(session, embeddings=False)
        parameters = {"filePath": str(dump), "limit": most}
        return session.call("analyze_heap_dump", parameters, Deadline(timeout))
