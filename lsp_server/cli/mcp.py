"""`rca mcp`: serve the tools to an assistant, over the Model Context Protocol."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from lsp_server.cli.options import (
    limit_options,
    limits_of,
    open_session,
    toolset_option,
    workspace_option,
)
from lsp_server.environment_variables import start_log
from rca.toolkit.tool_catalog import select


@click.command(name="mcp")
@toolset_option
@click.option(
    "--text",
    type=click.Choice(["compact", "brief", "brief-only", "json"]),
    help="What models read: compact text (default; brief-only means the same), the same with the core of the "
    "answer as structured content (brief), or the whole answer as JSON.",
)
@click.option(
    "--output-schemas",
    is_flag=True,
    default=None,
    help="Announce the schemas of answers, for programs; many clients hand them to the model.",
)
@limit_options
@workspace_option
def command(
    toolset: str | None,
    text: str | None,
    output_schemas: bool | None,
    workspaces: tuple[Path, ...],
    **limits: Any,  # noqa: ANN401 - of several types
) -> None:
    """Serve the tools to an assistant on standard input and output, until it leaves.

    Fewer tools are easier for a small model.
    """
    start_log()
    chosen_form = {"assistantText": text, "outputSchemas": output_schemas}
    with open_session(workspaces, settings={**limits_of(**limits), **chosen_form}) as session:
        from lsp_server.mcp.stdio import serve_stdio

        chosen = toolset or session.settings.toolset
        try:
            select(chosen)
        except ValueError as problem:
            raise click.UsageError(f"the setting toolset is invalid: {problem}") from None
        session.start_indexing(linking=lambda _done, _total: None)
        serve_stdio(session, chosen)
