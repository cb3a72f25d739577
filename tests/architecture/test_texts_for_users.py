"""Texts that users read use the words of the glossary, and none that it retired."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import pytest

from lsp_server.cli import cli
from models.settings import Settings
from rca.toolkit.tool_catalog import load_all

ROOT = Path(__file__).parents[2]
RETIRED = re.compile(
    r"\b(?:anew|courtesy|crowds?|deobfuscat\w*|errands?|incidents?|lately|likeness\w*|leftovers|upkeep|warming|"
    r"worked out|asked about|is told|are told|told of|beside it|gives? way)\b",
    re.IGNORECASE,
)
"""Words of the glossary's last column and others of earlier releases that no user has to learn."""
_SHOWN = ("title", "shortTitle", "description", "markdownDescription", "name", "label", "contents")


def _strings(value: Any, key: str = "") -> Iterator[str]:
    """Yield the texts of the extension's manifest that VS Code shows."""
    if isinstance(value, dict):
        for name, item in value.items():
            yield from _strings(item, name)
    elif isinstance(value, list):
        for item in value:
            yield from _strings(item, key)
    elif isinstance(value, str) and (key in _SHOWN or key.endswith("Descriptions")):
        yield value


def _help(command: click.Command) -> Iterator[str]:
    """Yield the help of a command, its options and its subcommands."""
    yield command.help or ""
    yield from (option.help or "" for option in command.params if isinstance(option, click.Option))
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            if (inner := command.get_command(context, name)) is not None:
                yield from _help(inner)


def _manifest() -> list[str]:
    manifest = json.loads((ROOT / "vscode-extension" / "package.json").read_text("utf-8"))
    return [manifest["description"], *_strings(manifest["contributes"])]


def _descriptions(schema: dict[str, Any]) -> list[str]:
    return re.findall(r'"description": "((?:[^"\\]|\\.)*)"', json.dumps(schema))


def _tools() -> list[str]:
    texts = []
    for tool in load_all():
        texts += [tool.description, *_descriptions(tool.params.model_json_schema())]
    return texts


TEXTS = {
    "the extension": _manifest,
    "the command line": lambda: list(_help(cli)),
    "the settings": lambda: _descriptions(Settings.model_json_schema()),
    "the tools": _tools,
}


@pytest.mark.parametrize("of", TEXTS)
def test_no_text_for_users_has_a_retired_word(of):
    texts = TEXTS[of]()
    assert len(texts) > 20
    assert [text for text in texts if RETIRED.search(text)] == []
