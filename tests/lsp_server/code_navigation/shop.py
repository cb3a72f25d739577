"""A shop of three files, and what an editor asks about it."""

from lsprotocol import types

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
FILES = f"// file: store/Store.kt\n{STORE}// file: use/Till.kt\n{USE}// file: use/Desk.java\n{JAVA}"


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
    """Return `caller [detail]: ranges` of each row."""
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


async def find(made, query, **more):
    params = types.WorkspaceSymbolParams(query=query, **more)
    return [one.name for one in await made.client.workspace_symbol_async(params)]
