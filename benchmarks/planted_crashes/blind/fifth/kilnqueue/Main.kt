// a: RowMapper.rowKey
// b: PieceRepository.append
// why: the key leaves out the kiln, so numbers of two kilns meet, or an overlapping page is added again
package planted.kilnqueue

data class Piece(val kiln: String, val number: Int, val potter: String)

data class Page(val pieces: List<Piece>, val next: Int?)

class PieceRepository(private val source: (Int) -> Page) {
    private val loaded = mutableListOf<Piece>()
    private var next: Int? = 0

    fun loadMore(): Boolean {
        val from = next ?: return false
        val page = source(from)
        append(page)
        return next != null
    }

    fun all(): List<Piece> = loaded.toList()

    fun byPotter(): Map<String, List<Piece>> = loaded.groupBy { it.potter }

    private fun append(page: Page) {
        loaded += page.pieces
        next = page.next
    }
}

data class Row(val key: String, val title: String, val wide: Boolean)

class RowMapper(private val widths: Map<String, Int>) {
    fun map(piece: Piece): Row {
        val wide = (widths[piece.kiln] ?: 1) > 1
        return Row(rowKey(piece), "${piece.potter} (${piece.kiln})", wide)
    }

    private fun rowKey(piece: Piece): String = piece.number.toString()
}

class ShelfLayout(private val columns: Int) {
    fun place(rows: List<Row>): List<List<Row>> {
        val used = hashSetOf<String>()
        val shelves = mutableListOf<MutableList<Row>>()
        var room = 0
        for (row in rows) {
            require(used.add(row.key)) { "Key ${row.key} was already used" }
            val need = if (row.wide) 2 else 1
            if (room < need) {
                shelves += mutableListOf<Row>()
                room = columns
            }
            shelves.last() += row
            room -= need
        }
        return shelves
    }
}

class QueueScreen(private val repository: PieceRepository, private val mapper: RowMapper, private val layout: ShelfLayout) {
    fun render(): String {
        val rows = repository.all().map(mapper::map)
        return layout.place(rows).joinToString("\n") { shelf -> shelf.joinToString { it.title } }
    }

    fun summary(): String = repository.byPotter().entries.joinToString { "${it.key} ${it.value.size}" }
}

class PageServer(private val pieces: List<Piece>, private val size: Int, private val added: List<Piece>) {
    fun page(from: Int): Page {
        val current = if (from == 0) pieces else added + pieces
        val end = minOf(from + size, current.size)
        return Page(current.subList(from, end), end.takeIf { it < current.size })
    }
}

fun main(args: Array<String>) {
    val oneKiln = listOf(Piece("gas", 16, "Ines"), Piece("gas", 17, "Ruth"), Piece("gas", 18, "Ruth"))
    val twoKilns = listOf(Piece("gas", 16, "Ines"), Piece("gas", 17, "Ruth"), Piece("wood", 17, "Amaru"))
    val late = if (args[0] == "a") emptyList() else listOf(Piece("gas", 19, "Amaru"))
    val server = PageServer(if (args[0] == "a") twoKilns else oneKiln, 2, late)
    val repository = PieceRepository(server::page)
    while (repository.loadMore()) Unit
    val screen = QueueScreen(repository, RowMapper(mapOf("wood" to 2)), ShelfLayout(4))
    println(screen.summary())
    println(screen.render())
}
