"""`rca mcp`: the tools for an assistant, over the Model Context Protocol."""

from __future__ import annotations

import logging
import os
import sys
from pathlib import Path

import click

from lsp_server.cli.options import open_session, workspace_option
from rca.catalog import TOOLSETS


@click.command(name="mcp")
@click.option(
    "--toolset",
    type=click.Choice(sorted(TOOLSETS)),
    default="debugging",
    show_default=True,
    help="Which tools are offered: fewer are easier for a small model.",
)
@workspace_option
def command(toolset: str, workspaces: tuple[Path, ...]) -> None:
    """Serve the tools to an assistant on standard input and output, until it leaves."""
    logging.basicConfig(stream=sys.stderr, level=os.environ.get("RCA_LOG", "WARNING").upper())
    with open_session(workspaces) as session:
        from lsp_server.mcp.stdio import serve_stdio

        session.start_indexing()
        serve_stdio(session, toolset)
