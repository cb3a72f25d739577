"""Turning code navigation off and on."""

import asyncio

import pytest
from lsprotocol import types

from tests.lsp_server.code_navigation.shop import definition
from tests.lsp_server.editors import editor

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_off_announces_nothing(shop, environment):
    for name in ("emacs", "visual-studio-code"):
        async with editor(environment, [shop], name, {"codeNavigation": "off"}) as made:
            assert not made.capabilities.definition_provider
            assert not made.capabilities.hover_provider
            assert "textDocument/definition" not in made.client.registered


async def test_turning_it_off_takes_it_back_and_on_brings_it_again(vscode):
    def configure(mode):
        vscode.client.workspace_did_change_configuration(
            types.DidChangeConfigurationParams(settings={"rca": {"codeNavigation": mode}})
        )

    async def until(registered):
        for _ in range(1500):
            if ("textDocument/definition" in vscode.client.registered) == registered:
                return
            await asyncio.sleep(0.02)
        raise AssertionError(vscode.client.registered)

    configure("off")
    await until(registered=False)
    assert await definition(vscode, "use/Till.kt", ".emp<|>ty()") == []
    configure("on")
    await until(registered=True)
    assert await definition(vscode, "use/Till.kt", ".emp<|>ty()") == ["Store.kt:24 empty"]


async def test_turned_off_where_it_cannot_be_taken_back_it_answers_nothing(shop, environment):
    async with editor(environment, [shop], "emacs") as made:
        made.client.workspace_did_change_configuration(
            types.DidChangeConfigurationParams(settings={"rca": {"codeNavigation": "off"}})
        )
        assert await definition(made, "use/Till.kt", ".emp<|>ty()") == []
