// a: Row.split
// b: Layout.columnOf
// why: the row has too few fields, or the column is not in the layout.
package planted.imports

class Row(private val text: String) {
    fun split(): List<String> = text.split(";").filter { it.isNotEmpty() }
}

class Layout(private val columns: List<String>) {
    fun columnOf(name: String): Int {
        val at = columns.indexOf(name)
        return if (at < 0) columns.size else at
    }
}

class Importer(private val layout: Layout) {
    fun cell(row: Row, name: String): String {
        val cells = row.split()
        val at = layout.columnOf(name)
        if (at > cells.lastIndex) throw IllegalArgumentException("no such cell")
        return cells[at]
    }
}

fun main(args: Array<String>) {
    val importer = Importer(Layout(listOf("id", "name", "city")))
    val cell = if (args[0] == "a") importer.cell(Row("1;;"), "city") else importer.cell(Row("1;Ada;London"), "town")
    println(cell)
}
