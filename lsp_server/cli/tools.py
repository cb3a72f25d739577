"""`rca tools`: the catalogue in the formats that models and programs read."""

from __future__ import annotations

import click

from lsp_server.cli.options import json_option, print_json, toolset_option

FORMATS = ("text", "openai", "mcp", "prompt", "markdown", "schema")


@click.command(name="tools")
@click.option("--format", "form", type=click.Choice(FORMATS), default="text", show_default=True)
@toolset_option
@json_option
def command(form: str, toolset: str | None, as_json: bool) -> None:
    """List the tools. --json is the same as --format schema."""
    from rca.toolkit import tool_catalog, tool_schemas

    tools = tool_catalog.load_all(toolset or "debugging")
    match "schema" if as_json and form == "text" else form:
        case "openai":
            print_json(tool_schemas.as_openai(tools), pretty=True)
        case "mcp":
            print_json(tool_schemas.as_mcp(tools), pretty=True)
        case "schema":
            print_json(tool_schemas.as_json_schema(tools), pretty=True)
        case "prompt":
            click.echo(tool_schemas.as_prompt(tools), nl=False)
        case "markdown":
            click.echo(tool_schemas.as_markdown(tools), nl=False)
        case _:
            for tool in tools:
                click.echo(f"{tool.name:26}{tool.description.split('. ')[0]}")
