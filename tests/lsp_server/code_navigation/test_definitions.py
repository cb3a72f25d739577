"""`textDocument/definition`, `typeDefinition`, `implementation`."""

import pytest
from lsprotocol import types

from evaluation.project_text import project_files
from tests.lsp_server.code_navigation.shop import definition, references
from tests.lsp_server.editors import editor, write

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest.mark.parametrize(
    ("path", "marked", "expected"),
    [
        ("use/Till.kt", "return Rec<|>eipt.empty", "Store.kt:11 Receipt"),
        ("use/Till.kt", ".emp<|>ty()", "Store.kt:24 empty"),
        ("use/Till.kt", "val line = Li<|>ne(text)", "Store.kt:29 Line"),
        ("use/Till.kt", "ti<|>mes = 2", "Store.kt:15 times"),
        ("use/Till.kt", "add(li<|>ne,", "Till.kt:9 line"),
        ("use/Till.kt", "import store.la<|>bel", "Store.kt:32 label"),
        ("use/Desk.java", ".a<|>dd(new", "Store.kt:15 add"),
        ("use/Desk.java", "new Rec<|>eipt(text)", "Store.kt:11 Receipt"),
    ],
)
async def test_definition(vscode, path, marked, expected):
    assert await definition(vscode, path, marked) == [expected]


async def test_definition_of_what_is_no_name_is_none(vscode):
    assert await definition(vscode, "use/Till.kt", "cl<|>ass Till") == []
    assert await definition(vscode, "use/Till.kt", 'sell("<|>x")') == []
    assert await definition(vscode, "use/Till.kt", "import store.Line\n<|>") == []


async def test_type_definition_and_implementation(vscode):
    params = types.TypeDefinitionParams(**vscode.at("use/Till.kt", ".emp<|>ty()"))
    assert vscode.places(await vscode.client.text_document_type_definition_async(params)) == [
        "Store.kt:11 Receipt"
    ]
    for marked, expected in (
        ("interface Print<|>able", "Store.kt:11 Receipt"),
        ("fun pri<|>nt(): String }", "Store.kt:20 print"),
    ):
        params = types.ImplementationParams(**vscode.at("store/Store.kt", marked))
        assert vscode.places(await vscode.client.text_document_implementation_async(params)) == [expected]


async def test_android_resources_and_classes_of_xml(tmp_path, environment):
    files = project_files("""
        // file: AndroidManifest.xml
        <manifest package="shop"><activity android:name=".Home"/></manifest>
        // file: res/values/texts.xml
        <resources><string name="title">T</string></resources>
        // file: Home.kt
        package shop
        class Home { val title = R.string.title }
        """)
    async with editor(environment, [write(tmp_path / "app", files)]) as made:
        assert await definition(made, "Home.kt", "R.string.tit<|>le") == ["texts.xml:1 title"]
        assert await definition(made, "AndroidManifest.xml", '".Ho<|>me"') == ["Home.kt:2 Home"]
        assert await references(made, "res/values/texts.xml", 'name="tit<|>le"') == ["Home.kt:2 title"]
        assert await references(made, "Home.kt", "class Ho<|>me") == ["AndroidManifest.xml:1 Home"]
        options = made.client.registered["textDocument/definition"].register_options
        assert any(one["pattern"] == "**/AndroidManifest.xml" for one in options["documentSelector"])
        assert "xml" not in str(made.client.registered["textDocument/hover"].register_options)
