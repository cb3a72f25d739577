"""What docs/mcp.md tells people to put into their clients starts the server."""

import json
import re
import sys
import tomllib
from pathlib import Path

import pytest
import yaml
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client

from rca.toolkit import tool_catalog

PAGE = (Path(__file__).parents[2] / "docs" / "mcp.md").read_text(encoding="utf-8")
SECTION = PAGE[PAGE.index("## Set up a client") : PAGE.index("## Approval")]
BLOCKS = re.findall(r"```(json|yaml)\n(.*?)```", SECTION, re.DOTALL)
SCRIPTS = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text("utf-8"))["project"][
    "scripts"
]
CLIENTS = (
    "Claude Code",
    "Claude Desktop",
    "VS Code",
    "Cursor",
    "Continue",
    "Zed",
    "LM Studio",
    "Cline",
    "Goose",
    "JetBrains",
)


def servers(form, text):
    """Return each configured server's command, arguments and environment."""
    value = json.loads(text) if form == "json" else yaml.safe_load(text)
    (group,) = value.values()
    for name, one in group.items():
        assert name == "kotlin-rca"
        yield one.get("command") or one["cmd"], tuple(one["args"]), one.get("env") or one.get("envs") or {}


def test_every_client_is_named():
    assert [client for client in CLIENTS if f"**{client}**" not in SECTION] == []
    assert len(BLOCKS) >= 7


@pytest.mark.parametrize("block", BLOCKS, ids=range(len(BLOCKS)))
def test_a_configuration_names_the_command(block):
    for command, arguments, environment in servers(*block):
        assert (command, *arguments)[:2] in {("rca", "mcp"), ("uvx", "kotlin-rca")}
        assert isinstance(environment, dict)


async def test_what_is_configured_starts_and_offers_the_debugging_tools(app, environment, tmp_path):
    bin_folder = str(Path(sys.executable).parent)
    started = set()
    for block in BLOCKS:
        for command, arguments, more in servers(*block):
            real = tuple(
                re.sub(r"\$\{workspaceFolder\}|/path/to/project", str(app), one) for one in arguments
            )
            if command == "uvx":  # which runs the command that has the package's name
                assert SCRIPTS[real[0]] == SCRIPTS["rca"]
                real = real[1:]
            if real in started:
                continue
            started.add(real)
            server = StdioServerParameters(
                command=f"{bin_folder}/rca", args=list(real), env={**environment, **more}, cwd=str(app)
            )
            async with Client(stdio_client(server)) as client:
                tools = (await client.list_tools()).tools
            assert tuple(tool.name for tool in tools) == tool_catalog.DEBUGGING
    assert len(started) == 2
