"""The configurations of other editors in docs/lsp.md: they can be read, and start the server as they say."""

import re
import sys
import tomllib
from pathlib import Path

import pytest
from lsprotocol import types

from rca.languages.grammars import parser_of
from tests.lsp_server.editors import editor

PAGE = (Path(__file__).parents[2] / "docs" / "lsp.md").read_text(encoding="utf-8")


def blocks(language):
    return re.findall(rf"^```{language}\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)


def neovim_command():
    (table,) = re.findall(r"cmd = \{(.*?)\}", blocks("lua")[0])
    return re.findall(r'"(.*?)"', table)


def helix_command():
    (text,) = blocks("toml")
    configuration = tomllib.loads(text)
    (language,) = configuration["language"]
    server = configuration["language-server"][language["language-servers"][0]]
    return [server["command"], *server["args"]]


def emacs_command():
    text = next(block for block in blocks("elisp") if "eglot-server-programs" in block)
    (words,) = re.findall(r"\. \((.*?)\)", text)
    return re.findall(r'"(.*?)"', words)


@pytest.mark.parametrize("text", blocks("elisp"))
def test_elisp_is_balanced(text):
    assert text.count("(") == text.count(")")


@pytest.mark.parametrize("text", blocks("lua"))
def test_lua_can_be_read(text):
    assert not parser_of("lua").parse(text.encode()).root_node.has_error


@pytest.mark.parametrize(
    "command", [neovim_command(), helix_command(), emacs_command()], ids=["neovim", "helix", "emacs"]
)
async def test_what_is_configured_starts_the_server(own_app, environment, command):
    assert command[0] == "rca"
    program = [sys.executable, "-m", "lsp_server", *command[1:]]
    async with editor(environment, [own_app], name="neovim", command=program) as made:
        assert made.capabilities.code_action_provider
        assert made.capabilities.code_lens_provider


def read(path):
    return Path(path).read_text(encoding="utf-8")


async def test_an_editor_that_opens_no_documents_is_told_where_the_answer_lies(own_app, environment):
    async with editor(environment, [own_app], name="emacs") as made:
        arguments = [{"filePath": "errors/01-crash.txt"}, {"show": True}]
        params = types.ExecuteCommandParams("rca.read_file", arguments)
        answer = await made.client.workspace_execute_command_async(params)
        assert answer["success"], answer["error"]
        message = made.client.messages[-1].message
        assert "beginning of main" in message
        assert "Sending signal" not in message
        assert "Sending signal" in read(re.search(r"the whole answer: (.+)\)$", message)[1])
