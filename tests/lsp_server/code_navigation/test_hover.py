"""`textDocument/hover`."""

import pytest
from lsprotocol import types

from tests.lsp_server.code_navigation.shop import hover

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_hover_shows_header_owner_and_two_paragraphs(vscode):
    found = await hover(vscode, "use/Till.kt", "return Rec<|>eipt.empty")
    assert found.contents.kind == types.MarkupKind.Markdown
    assert found.contents.value == (
        "```kotlin\nclass Receipt(val name: String) : Printable\n```\n\nin `store`\n\n"
        "Keeps what was bought, see [Line].\n\nA second paragraph with `code`."
    )
    assert vscode.shown(vscode.uri("use/Till.kt"), found.range) == "Till.kt:11 Receipt"


async def test_hover_of_java_of_a_local_and_of_nothing(vscode):
    value = (await hover(vscode, "use/Desk.java", "Receipt se<|>ll(String")).contents.value
    assert value == (
        "```java\nReceipt sell(String text)\n```\n\nin `use.Desk`\n\nSells at the `Till`.\n\nSecond."
    )
    value = (await hover(vscode, "use/Till.kt", "add(li<|>ne,")).contents.value
    assert "(local) line" in value
    assert "val line = Line(text)" in value
    assert await hover(vscode, "use/Till.kt", "cl<|>ass Till") is None


async def test_hover_says_when_it_is_unsure(vscode):
    vscode.open("use/More.kt", "package use\nfun show(it: Unknown) = it.thing().label()\n")
    vscode.open("use/Odd.kt", "package use\nclass Odd { fun label() = 1 }\n")
    found = await hover(vscode, "use/More.kt", "thing().lab<|>el()")
    assert found is None or "receiver's type is unknown" in found.contents.value
