"""`textDocument/semanticTokens`: full, delta and range, over the protocol."""

import asyncio

import pytest
from lsprotocol import types

from lsp_server.semantic_token_encoding import edits_between
from tests.lsp_server.editors import editor

pytestmark = pytest.mark.asyncio(loop_scope="session")

METHOD = "textDocument/semanticTokens"


def legend(made):
    """Return the names of the kinds and of the modifiers, by their numbers."""
    registered = made.client.registered.get(METHOD)
    if registered is not None:
        told = registered.register_options["legend"]
        return told["tokenTypes"], told["tokenModifiers"]
    told = made.capabilities.semantic_tokens_provider.legend
    return told.token_types, told.token_modifiers


def decoded(made, path, data):
    """Return each token as `line text kind modifiers`."""
    (kinds, names), found = legend(made), []
    lines = made.text(path).split("\n")
    line = column = 0
    for at in range(0, len(data), 5):
        down, right, length, kind, bits = data[at : at + 5]
        column = right + (0 if down else column)
        line += down
        text = made.shown(made.uri(path), token_range(line, column, length))
        modifiers = [name for number, name in enumerate(names) if bits >> number & 1]
        assert line < len(lines)
        found.append(" ".join((str(line + 1), text.split(" ", 1)[1], kinds[kind], *modifiers)))
    return found


def token_range(line, column, length):
    return types.Range(types.Position(line, column), types.Position(line, column + length))


async def full(made, path):
    document = types.TextDocumentIdentifier(made.uri(path))
    return await made.client.text_document_semantic_tokens_full_async(types.SemanticTokensParams(document))


async def tokens(made, path):
    return decoded(made, path, (await full(made, path)).data)


async def test_names_have_the_kind_of_what_they_stand_for(vscode):
    found = await tokens(vscode, "store/Store.kt")
    assert "1 store namespace" in found
    assert "11 Receipt class declaration" in found
    assert "11 name property declaration readonly" in found
    assert "11 Printable interface" in found
    assert "15 add method declaration" in found
    assert "15 times parameter declaration" in found
    assert "16 it parameter" not in found
    assert "20 it parameter" in found
    assert "20 label function" in found
    assert "23 LIMIT property declaration readonly static" in found
    assert "24 empty method declaration static" in found
    assert "30 SMALL enumMember declaration readonly" in found
    assert "31 Receipts type declaration" in found
    assert not [one for one in found if one.split()[1] in ("class", "val", "override", "return", "companion")]


async def test_uses_in_another_file_know_what_they_mean(vscode):
    found = await tokens(vscode, "use/Till.kt")
    assert "3 store namespace" in found
    assert "3 Line class" in found
    assert "9 line variable declaration readonly" in found
    assert "10 line variable" in [one.removesuffix(" readonly") for one in found]
    assert "10 label function" in found
    assert "11 empty method static" in found
    assert "11 times parameter" in found
    assert "13 sell method" in found


async def test_other_places_and_modifiers(vscode):
    text = (
        "package use\nimport java.util.Date\n"
        "annotation class Mark\n"
        '@Deprecated("x") fun old() = 1\n'
        "abstract class Shape<T : Any> { abstract fun area(): T; var size = 1 }\n"
        "@Mark class Round : Shape<Int>() { override fun area() = size }\n"
        'fun `is odd`(value: Int) = run here@{ val text = "$value ${value + 1}"; return@here old() }\n'
        "fun main() { `is odd`(1); Date() }\n"
    )
    vscode.open("use/Odd.kt", text)
    found = await tokens(vscode, "use/Odd.kt")
    assert "4 old function declaration deprecated" in found
    assert "7 old function deprecated" in found
    assert "5 Shape class declaration abstract" in found
    assert "5 T typeParameter declaration" in found
    assert "5 area method declaration abstract" in found
    assert "5 size property declaration" in found
    assert "6 Mark decorator" in found
    assert "7 is odd function declaration" in found
    assert found.count("7 value parameter") == 2
    assert "8 is odd function" in found
    assert not [one for one in found if " here " in one]


async def test_unsaved_and_broken_code_has_tokens(vscode):
    vscode.open("use/More.kt", "package use\nfun more() { val a = 1\n  a.\n")
    assert "2 more function declaration" in await tokens(vscode, "use/More.kt")
    vscode.replace("use/More.kt", 2, 'package use\nfun more( { val abc = "${"\n/* open\nval gone')
    found = await tokens(vscode, "use/More.kt")
    assert "2 more function declaration" in found
    assert not [one for one in found if "gone" in one]


async def test_a_range_has_the_tokens_of_its_lines(vscode):
    whole = await tokens(vscode, "use/Till.kt")
    params = types.SemanticTokensRangeParams(
        text_document=types.TextDocumentIdentifier(vscode.uri("use/Till.kt")),
        range=types.Range(types.Position(8, 0), types.Position(10, 0)),
    )
    part = await vscode.client.text_document_semantic_tokens_range_async(params)
    assert decoded(vscode, "use/Till.kt", part.data) == [
        one for one in whole if one.startswith(("9 ", "10 "))
    ]


async def test_a_delta_makes_the_new_tokens_of_the_old_ones(vscode):
    vscode.open("use/More.kt", "package use\nfun a() = 1\nfun b() = a()\nfun c() = b()\n")
    before = await full(vscode, "use/More.kt")
    vscode.replace(
        "use/More.kt", 2, "package use\nfun a() = 1\nfun d() = a()\nfun b() = a()\nfun c() = b()\n"
    )
    params = types.SemanticTokensDeltaParams(
        types.TextDocumentIdentifier(vscode.uri("use/More.kt")), before.result_id
    )
    changed = await vscode.client.text_document_semantic_tokens_full_delta_async(params)
    assert isinstance(changed, types.SemanticTokensDelta)
    data = list(before.data)
    for edit in changed.edits:
        assert len(edit.data) < len(before.data)
        data[edit.start : edit.start + edit.delete_count] = edit.data
    assert decoded(vscode, "use/More.kt", data) == await tokens(vscode, "use/More.kt")
    unknown = types.SemanticTokensDeltaParams(params.text_document, "no such answer")
    again = await vscode.client.text_document_semantic_tokens_full_delta_async(unknown)
    assert isinstance(again, types.SemanticTokens)
    assert list(again.data) == data


async def test_edits_are_whole_tokens_and_nothing_where_nothing_changed():
    old = [0, 0, 1, 1, 0, 1, 0, 1, 1, 0]
    assert edits_between(old, old) == []
    for new in ([], old[:5], [*old, 0, 2, 1, 1, 0], [1, *old[1:]], [*old[:9], 7], old[5:]):
        data = list(old)
        for edit in edits_between(old, new):
            assert edit.start % 5 == edit.delete_count % 5 == len(edit.data) % 5 == 0
            data[edit.start : edit.start + edit.delete_count] = edit.data
        assert data == new


async def test_columns_are_those_of_each_editor(shop, environment):
    text = "package use\n/* \U0001f600\u00e9 */ fun `\U0001f600 c`() = 1 /* \u00e9 */ + late\nval late = 1\n"
    for name in ("neovim", "visual-studio-code"):
        async with editor(environment, [shop], name) as made:
            made.open("use/More.kt", text)
            found = await tokens(made, "use/More.kt")
            assert "2 \U0001f600 c function declaration" in found
            assert "2 late property readonly" in found


async def test_other_documents_have_none(vscode):
    assert await full(vscode, "use/Desk.java") is None


async def test_it_can_be_turned_off_and_on(shop, environment):
    async with editor(environment, [shop], "visual-studio-code", {"semanticHighlighting": "off"}) as made:
        assert METHOD not in made.client.registered
        assert not made.capabilities.semantic_tokens_provider
        made.client.workspace_did_change_configuration(
            types.DidChangeConfigurationParams(settings={"rca": {"semanticHighlighting": "on"}})
        )
        for _ in range(1500):
            if METHOD in made.client.registered:
                break
            await asyncio.sleep(0.02)
        assert "7 Till class declaration" in await tokens(made, "use/Till.kt")
    async with editor(environment, [shop], "neovim", {"semanticHighlighting": "off"}) as made:
        assert not made.capabilities.semantic_tokens_provider


async def test_while_the_index_is_made_the_editor_is_told_to_ask_again(shop, environment):
    async with editor(environment, [shop], indexed=False) as made:
        for _ in range(3000):
            if METHOD in made.client.registered:
                break
            await asyncio.sleep(0.02)
        if await full(made, "use/Till.kt") is None:
            for _ in range(3000):
                if made.client.refreshes:
                    break
                await asyncio.sleep(0.02)
            assert made.client.refreshes
        assert "9 line variable declaration readonly" in await tokens(made, "use/Till.kt")
