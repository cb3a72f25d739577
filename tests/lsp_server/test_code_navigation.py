"""The editor's own questions about code, as recorded editors ask them."""

import asyncio
import contextlib

import pytest
import pytest_asyncio
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from tests.lsp_server.editors import ENCODINGS, editor, write

STORE = """package store

/**
 * Keeps what was bought, see [Line].
 *
 * A second paragraph with `code`.
 *
 * And a third.
 * @param name who bought
 */
class Receipt(val name: String) : Printable {
    private val lines: MutableList<Line> = mutableListOf()

    /** Adds a line. */
    fun add(line: Line, times: Int = 1): Receipt {
        repeat(times) { lines += line }
        return this
    }

    override fun print(): String = lines.joinToString { it.label() }

    companion object {
        const val LIMIT = 10
        fun empty() = Receipt("nobody")
    }
}

interface Printable { fun print(): String }
data class Line(val text: String)
enum class Size { SMALL, LARGE }
typealias Receipts = List<Receipt>
fun Line.label() = text
"""
USE = """package use

import store.Line
import store.Receipt
import store.label

class Till {
    fun sell(text: String): Receipt {
        val line = Line(text)
        line.label(); line.label()
        return Receipt.empty().add(line, times = 2)
    }
    fun all() = listOf("a", "b").map(::sell)
}
fun main() { Till().sell("x").print() }
"""
JAVA = """package use;

import store.Line;
import store.Receipt;

public class Desk {
    /** Sells at the {@link Till}. <p>Second.</p> @return it */
    Receipt sell(String text) {
        return new Receipt(text).add(new Line(text), 1);
    }
}
"""
FILES = {"store/Store.kt": STORE, "use/Till.kt": USE, "use/Desk.java": JAVA}


pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest.fixture
def shop(tmp_path):
    return write(tmp_path / "shop", FILES)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def shared(tmp_path_factory, environment):
    """One server for all tests that leave the disk as it is."""
    async with editor(environment, [write(tmp_path_factory.mktemp("shared") / "shop", FILES)]) as made:
        yield made


@pytest_asyncio.fixture(loop_scope="module")
async def vscode(shared):
    yield shared
    shared.close_all()


async def definition(made, path, marked):
    return made.places(
        await made.client.text_document_definition_async(types.DefinitionParams(**made.at(path, marked)))
    )


async def references(made, path, marked, declaration=False, **more):
    params = types.ReferenceParams(
        context=types.ReferenceContext(include_declaration=declaration), **made.at(path, marked), **more
    )
    return made.places(await made.client.text_document_references_async(params))


async def hover(made, path, marked):
    return await made.client.text_document_hover_async(types.HoverParams(**made.at(path, marked)))


async def incoming(made, path, marked):
    """Give `caller [detail]: ranges` of each row."""
    items = await made.client.text_document_prepare_call_hierarchy_async(
        types.CallHierarchyPrepareParams(**made.at(path, marked))
    )
    rows = await made.client.call_hierarchy_incoming_calls_async(
        types.CallHierarchyIncomingCallsParams(items[0])
    )
    return [
        (row.from_.name, [made.shown(row.from_.uri, span) for span in row.from_ranges], row.from_.detail)
        for row in rows
    ]


async def symbols(made, path):
    document = types.TextDocumentIdentifier(made.uri(path))
    return await made.client.text_document_document_symbol_async(types.DocumentSymbolParams(document))


def outline(rows, depth=0):
    lines = []
    for row in rows or []:
        lines.append(f"{'  ' * depth}{row.kind.name} {row.name}")
        lines.extend(outline(row.children, depth + 1))
    return lines


# --- document symbols


async def test_an_outline_is_nested(vscode):
    assert outline(await symbols(vscode, "store/Store.kt")) == [
        "Class Receipt",
        "  Constructor constructor",
        "  Property name",
        "  Property lines",
        "  Method add",
        "  Method print",
        "  Object Companion",
        "    Constant LIMIT",
        "    Method empty",
        "Interface Printable",
        "  Method print",
        "Class Line",
        "  Constructor constructor",
        "  Property text",
        "Enum Size",
        "  EnumMember SMALL",
        "  EnumMember LARGE",
        "Class Receipts",
        "Function label",
    ]


async def test_each_name_lies_inside_its_declaration(vscode):
    for path in FILES:
        waiting = list(await symbols(vscode, path))
        assert waiting
        while waiting:
            row = waiting.pop()
            waiting.extend(row.children or [])
            around, name = row.range, row.selection_range
            assert (around.start.line, around.start.character) <= (name.start.line, name.start.character)
            assert (name.end.line, name.end.character) <= (around.end.line, around.end.character)
            shown = vscode.shown(vscode.uri(path), name).partition(" ")[2]
            assert shown == row.name or shown.startswith("(") or row.name in ("Companion", "constructor")


async def test_an_outline_follows_what_is_typed_and_broken_code_keeps_its_rest(vscode):
    vscode.open("store/Store.kt")
    vscode.replace("store/Store.kt", 2, STORE + "\nfun late() = 1\nclass Broken { fun inner( {\n")
    rows = outline(await symbols(vscode, "store/Store.kt"))
    assert "Function late" in rows
    assert "  Method add" in rows


async def test_what_is_no_code_of_the_workspace_has_no_outline(vscode, tmp_path):
    (tmp_path / "Out.kt").write_text("class Out")
    for uri in ("untitled:Untitled-1", vscode.uri("gone/Gone.kt"), (tmp_path / "Out.kt").as_uri()):
        document = types.TextDocumentIdentifier(uri)
        answer = await vscode.client.text_document_document_symbol_async(types.DocumentSymbolParams(document))
        assert not answer


# --- workspace symbols


async def find(made, query, **more):
    params = types.WorkspaceSymbolParams(query=query, **more)
    return [one.name for one in await made.client.workspace_symbol_async(params)]


async def test_symbols_are_found_by_humps_prefix_and_part(vscode):
    assert (await find(vscode, "Receipt"))[:2] == ["Receipt", "Receipts"]
    assert await find(vscode, "rec") == ["Receipt", "Receipts"]
    assert "label" in await find(vscode, "abe")
    assert await find(vscode, "nothingLikeIt") == []


async def test_a_symbol_is_asked_for_inside_another(vscode):
    assert await find(vscode, "Receipt.add") == ["add"]
    assert await find(vscode, "Till.sell") == ["sell"]
    assert sorted(await find(vscode, "sell")) == ["sell", "sell"]


async def test_symbols_come_in_parts_where_a_token_is_given(vscode):
    assert await find(vscode, "Receipt", partial_result_token="symbols") == []
    assert [one["name"] for one in vscode.client.parts["symbols"]][:2] == ["Receipt", "Receipts"]


async def test_unsaved_symbols_are_found(vscode):
    vscode.open("use/Till.kt", USE + "class BrandNewThing\n")
    assert await find(vscode, "bnt") == ["BrandNewThing"]


# --- definition


@pytest.mark.parametrize(
    ("path", "marked", "expected"),
    [
        ("use/Till.kt", "return Rec‸eipt.empty", "Store.kt:11 Receipt"),
        ("use/Till.kt", ".emp‸ty()", "Store.kt:24 empty"),
        ("use/Till.kt", "val line = Li‸ne(text)", "Store.kt:29 Line"),
        ("use/Till.kt", "ti‸mes = 2", "Store.kt:15 times"),
        ("use/Till.kt", "add(li‸ne,", "Till.kt:9 line"),
        ("use/Till.kt", "import store.la‸bel", "Store.kt:32 label"),
        ("use/Desk.java", ".a‸dd(new", "Store.kt:15 add"),
        ("use/Desk.java", "new Rec‸eipt(text)", "Store.kt:11 Receipt"),
    ],
)
async def test_definition(vscode, path, marked, expected):
    assert await definition(vscode, path, marked) == [expected]


async def test_definition_of_what_is_no_name_is_none(vscode):
    assert await definition(vscode, "use/Till.kt", "cl‸ass Till") == []
    assert await definition(vscode, "use/Till.kt", 'sell("‸x")') == []
    assert await definition(vscode, "use/Till.kt", "import store.Line\n‸") == []


async def test_type_definition_and_implementation(vscode):
    params = types.TypeDefinitionParams(**vscode.at("use/Till.kt", ".emp‸ty()"))
    assert vscode.places(await vscode.client.text_document_type_definition_async(params)) == [
        "Store.kt:11 Receipt"
    ]
    for marked, expected in (
        ("interface Print‸able", "Store.kt:11 Receipt"),
        ("fun pri‸nt(): String }", "Store.kt:20 print"),
    ):
        params = types.ImplementationParams(**vscode.at("store/Store.kt", marked))
        assert vscode.places(await vscode.client.text_document_implementation_async(params)) == [expected]


# --- references


async def test_references_of_a_class_in_both_languages(vscode):
    assert await references(vscode, "store/Store.kt", "class Rec‸eipt(val", declaration=True) == [
        "Store.kt:11 Receipt",
        "Store.kt:15 Receipt",
        "Store.kt:24 Receipt",
        "Store.kt:31 Receipt",
        "Desk.java:4 Receipt",
        "Desk.java:8 Receipt",
        "Desk.java:9 Receipt",
        "Till.kt:4 Receipt",
        "Till.kt:8 Receipt",
        "Till.kt:11 Receipt",
    ]


async def test_references_of_a_function_with_and_without_its_declaration(vscode):
    uses = ["Desk.java:9 add", "Till.kt:11 add"]
    assert await references(vscode, "store/Store.kt", "fun ad‸d(line") == uses
    assert await references(vscode, "use/Till.kt", ".ad‸d(line", declaration=True) == [
        "Store.kt:15 add",
        *uses,
    ]


async def test_references_of_a_local_stay_in_its_function(vscode):
    assert await references(vscode, "use/Till.kt", "val li‸ne = Line") == [
        "Till.kt:10 line",
        "Till.kt:10 line",
        "Till.kt:11 line",
    ]
    assert await references(vscode, "store/Store.kt", "add(line: Line, ti‸mes") == ["Store.kt:16 times"]


async def test_references_show_progress_and_come_in_parts(vscode):
    reports = vscode.client.progress_reports
    answer = await references(
        vscode, "store/Store.kt", "fun ad‸d(line", partial_result_token="parts", work_done_token="work"
    )
    assert answer == []
    assert len(vscode.client.parts["parts"]) == 2
    begin, end = reports["work"]
    assert isinstance(begin, types.WorkDoneProgressBegin)
    assert isinstance(end, types.WorkDoneProgressEnd)


# --- call hierarchy


async def test_incoming_calls_have_all_their_places(vscode):
    assert await incoming(vscode, "store/Store.kt", "fun Line.la‸bel") == [
        ("print", ["Store.kt:20 label"], "store.Receipt"),
        ("sell", ["Till.kt:10 label", "Till.kt:10 label"], "use.Till"),
    ]


async def test_incoming_calls_of_a_constructor_and_by_reference(vscode):
    names = [name for name, _, _ in await incoming(vscode, "store/Store.kt", "data class Li‸ne(val")]
    assert names == ["sell", "sell"]
    rows = await incoming(vscode, "use/Till.kt", "fun se‸ll")
    assert [(name, places) for name, places, _ in rows] == [
        ("all", ["Till.kt:13 sell"]),
        ("main", ["Till.kt:15 sell"]),
    ]


async def test_a_call_through_a_supertype_says_so(vscode):
    vscode.open("use/More.kt", "package use\nfun show(it: store.Printable) = it.print()\n")
    rows = await incoming(vscode, "store/Store.kt", "override fun pri‸nt")
    assert ("show", ["More.kt:2 print"], "use · through a supertype") in rows


async def test_outgoing_calls(vscode):
    items = await vscode.client.text_document_prepare_call_hierarchy_async(
        types.CallHierarchyPrepareParams(**vscode.at("use/Till.kt", "fun se‸ll"))
    )
    rows = await vscode.client.call_hierarchy_outgoing_calls_async(
        types.CallHierarchyOutgoingCallsParams(items[0])
    )
    assert [(row.to.name, [vscode.shown(items[0].uri, one) for one in row.from_ranges]) for row in rows] == [
        ("Line", ["Till.kt:9 Line"]),
        ("label", ["Till.kt:10 label", "Till.kt:10 label"]),
        ("empty", ["Till.kt:11 empty"]),
        ("add", ["Till.kt:11 add"]),
    ]


async def test_an_item_is_found_again_after_an_edit_above_it(vscode):
    items = await vscode.client.text_document_prepare_call_hierarchy_async(
        types.CallHierarchyPrepareParams(**vscode.at("store/Store.kt", "fun ad‸d("))
    )
    vscode.open("store/Store.kt", "// above\n" + STORE)
    rows = await vscode.client.call_hierarchy_incoming_calls_async(
        types.CallHierarchyIncomingCallsParams(items[0])
    )
    assert sorted(row.from_.detail for row in rows) == ["use.Desk", "use.Till"]


# --- hover


async def test_hover_shows_header_owner_and_two_paragraphs(vscode):
    found = await hover(vscode, "use/Till.kt", "return Rec‸eipt.empty")
    assert found.contents.kind == types.MarkupKind.Markdown
    assert found.contents.value == (
        "```kotlin\nclass Receipt(val name: String) : Printable\n```\n\nin `store`\n\n"
        "Keeps what was bought, see [Line].\n\nA second paragraph with `code`."
    )
    assert vscode.shown(vscode.uri("use/Till.kt"), found.range) == "Till.kt:11 Receipt"


async def test_hover_of_java_of_a_local_and_of_nothing(vscode):
    value = (await hover(vscode, "use/Desk.java", "Receipt se‸ll(String")).contents.value
    assert value == (
        "```java\nReceipt sell(String text)\n```\n\nin `use.Desk`\n\nSells at the `Till`.\n\nSecond."
    )
    value = (await hover(vscode, "use/Till.kt", "add(li‸ne,")).contents.value
    assert "(local) line" in value
    assert "val line = Line(text)" in value
    assert await hover(vscode, "use/Till.kt", "cl‸ass Till") is None


async def test_hover_says_when_it_is_unsure(vscode):
    vscode.open("use/More.kt", "package use\nfun show(it: Unknown) = it.thing().label()\n")
    vscode.open("use/Odd.kt", "package use\nclass Odd { fun label() = 1 }\n")
    found = await hover(vscode, "use/More.kt", "thing().lab‸el()")
    assert found is None or "receiver's type is unknown" in found.contents.value


# --- encodings, line ends, editors

ODD = (
    "package odd\r\n\r\nobject Wörter {\r\n"
    '\tval greeting = "\U0001f600 ${"ä"}" + "\U0001f600"; fun größe(λ: Int) = λ\r\n'
    '\tval use = "\U0001f600\U0001f600 é".length; val b = größe(λ = 1) + greeting.length\r\n'
    "\t/* \U0001f600 */ fun `mit Leerzeichen`() = größe(2)\r\n}\r\n"
    "class Ünter { fun go() = Wörter.`mit Leerzeichen`() }\r\n"
)


@pytest.mark.parametrize("name", ENCODINGS)
async def test_columns_are_right_in_each_encoding(name, tmp_path, environment):
    root = write(
        tmp_path / "odd", {"Odd.kt": ODD, "Use.java": "class U { Object \U0001d465 = odd.Wörter.INSTANCE; }"}
    )
    async with editor(environment, [root], name) as made:
        encoding = made.capabilities.position_encoding or "utf-16"
        assert encoding == ENCODINGS[name]
        made.open("Odd.kt")
        assert await definition(made, "Odd.kt", "val b = grö‸ße(λ") == ["Odd.kt:4 größe"]
        assert await definition(made, "Odd.kt", "greet‸ing.length") == ["Odd.kt:4 greeting"]
        assert await definition(made, "Odd.kt", "größe(‸λ = 1)") == ["Odd.kt:4 λ"]
        assert await definition(made, "Odd.kt", "Wörter.`mit ‸Leer") == ["Odd.kt:6 mit Leerzeichen"]
        assert await references(made, "Odd.kt", "fun grö‸ße(λ") == ["Odd.kt:5 größe", "Odd.kt:6 größe"]
        assert await references(made, "Odd.kt", "object Wör‸ter") == ["Odd.kt:8 Wörter", "Use.java:1 Wörter"]
        made.replace("Odd.kt", 2, ODD.replace("package odd", "package odd // \U0001f600"))
        assert await definition(made, "Odd.kt", "val b = grö‸ße(λ") == ["Odd.kt:4 größe"]


async def test_an_editor_that_cannot_register_is_told_at_once(shop, environment):
    async with editor(environment, [shop], "emacs") as made:
        told = made.capabilities
        assert told.document_symbol_provider
        assert told.references_provider
        assert told.hover_provider
        assert set(made.client.registered) <= {"workspace/didChangeWatchedFiles"}
        assert await definition(made, "use/Till.kt", ".emp‸ty()") == ["Store.kt:24 empty"]


async def test_an_editor_that_can_register_is_told_for_kotlin_and_java_alone(vscode):
    assert not vscode.capabilities.definition_provider
    names = set(vscode.client.registered)
    assert {"textDocument/definition", "textDocument/hover", "workspace/symbol"} <= names
    assert "callHierarchy/incomingCalls" not in names
    options = vscode.client.registered["textDocument/definition"].register_options
    assert "kt" in str(options)


# --- the setting


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
        for _ in range(100):
            if ("textDocument/definition" in vscode.client.registered) == registered:
                return
            await asyncio.sleep(0.02)
        raise AssertionError(vscode.client.registered)

    configure("off")
    await until(registered=False)
    assert await definition(vscode, "use/Till.kt", ".emp‸ty()") == []
    configure("on")
    await until(registered=True)
    assert await definition(vscode, "use/Till.kt", ".emp‸ty()") == ["Store.kt:24 empty"]


async def test_turned_off_where_it_cannot_be_taken_back_it_answers_nothing(shop, environment):
    async with editor(environment, [shop], "emacs") as made:
        made.client.workspace_did_change_configuration(
            types.DidChangeConfigurationParams(settings={"rca": {"codeNavigation": "off"}})
        )
        assert await definition(made, "use/Till.kt", ".emp‸ty()") == []


# --- the state of documents, folders, requests


async def test_a_document_edited_and_asked_at_once(vscode):
    vscode.open("use/Till.kt")
    for version in range(2, 30):
        vscode.replace("use/Till.kt", version, "\n" * version + USE)
        assert await definition(vscode, "use/Till.kt", "add(li‸ne,") == [f"Till.kt:{9 + version} line"]


async def test_a_document_that_is_not_saved_yet_is_answered(vscode):
    vscode.open(
        "use/New.kt", 'package use\nfun fresh(): store.Receipt = Till().sell("")\nval again = fresh()\n'
    )
    assert await definition(vscode, "use/New.kt", "again = fre‸sh") == ["New.kt:2 fresh"]
    assert await definition(vscode, "use/New.kt", "Till().se‸ll") == ["Till.kt:8 sell"]
    assert "New.kt:2 sell" in await references(vscode, "use/Till.kt", "fun se‸ll")


async def test_a_deleted_file_is_no_place_any_more(vscode):
    gone = vscode.root / "use" / "Gone.kt"
    gone.write_text('package use\nfun gone(it: store.Receipt) = it.add(store.Line(""))\n')

    async def tell(kind):
        event = types.FileEvent(gone.as_uri(), kind)
        vscode.client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams([event]))
        return await references(vscode, "store/Store.kt", "fun ad‸d(line")

    assert "Gone.kt:2 add" in await tell(types.FileChangeType.Created)
    gone.unlink()
    assert await tell(types.FileChangeType.Deleted) == ["Desk.java:9 add", "Till.kt:11 add"]


async def test_folders_of_a_workspace_are_one_project(tmp_path, environment):
    one = write(tmp_path / "one", {"Store.kt": STORE})
    two = write(tmp_path / "two", {"Till.kt": USE})
    async with editor(environment, [one, two]) as made:
        assert await references(made, "Store.kt", "fun Line.la‸bel") == [
            "Store.kt:20 label",
            "Till.kt:5 label",
            "Till.kt:10 label",
            "Till.kt:10 label",
        ]
        assert await definition(made, two / "Till.kt", "Receipt.emp‸ty()") == ["Store.kt:24 empty"]


async def test_a_folder_behind_a_symlink_keeps_its_name(tmp_path, environment, shop):
    link = tmp_path / "link"
    link.symlink_to(shop)
    async with editor(environment, [link]) as made:
        params = types.DefinitionParams(**made.at("use/Till.kt", ".emp‸ty()"))
        (place,) = await made.client.text_document_definition_async(params)
        assert place.uri == (link / "store/Store.kt").as_uri()


async def test_a_cancelled_request_is_told_and_others_go_on(vscode):
    params = types.ReferenceParams(
        context=types.ReferenceContext(include_declaration=False),
        **vscode.at("store/Store.kt", "class Rec‸eipt(val"),
    )
    waiting = vscode.client.protocol.send_request_async(types.TEXT_DOCUMENT_REFERENCES, params, msg_id="ours")
    task = asyncio.ensure_future(waiting)
    await asyncio.sleep(0)
    vscode.client.cancel_request(types.CancelParams("ours"))
    with contextlib.suppress(JsonRpcException):
        # Either it was done before the word came, or it is told as cancelled: never left open.
        await asyncio.wait_for(task, 5)
    assert await definition(vscode, "use/Till.kt", ".emp‸ty()") == ["Store.kt:24 empty"]
