// a: Import.add
// b: Query.parse
// why: the import files a year under the region of the row before, or the query takes the wrong part as year
package planted.yearbook

class Book {
    val tables = HashMap<String, HashMap<Int, Double>>()
}

class Import(private val book: Book) {
    private var region = ""

    fun add(row: String) {
        val parts = row.split(",")
        if (parts[0].isNotEmpty() && parts.size < 4) {
            region = parts[0]
        }
        book.tables.getOrPut(region) { HashMap() }[parts[1].toInt()] = parts[2].toDouble()
    }
}

class Query(val region: String, val year: Int) {
    companion object {
        fun parse(text: String): Query {
            val words = text.split(" ")
            return Query(words.first(), words.last().toInt())
        }
    }
}

class Report(private val book: Book) {
    fun rate(query: Query): Double {
        val table = book.tables[query.region] ?: HashMap()
        val rate = table[query.year]
        return rate!! / 2
    }
}

fun main(args: Array<String>) {
    val book = Book()
    val import = Import(book)
    import.add("North,2001,1.5")
    import.add(if (args[0] == "a") "South,2002,2.5,x" else "South,2002,2.5")
    println(Report(book).rate(Query.parse(if (args[0] == "a") "South 2002" else "South 2002 page 7")))
}
