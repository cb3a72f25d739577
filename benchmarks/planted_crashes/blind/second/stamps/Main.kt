// a: StampBook.add
// b: Stamp.key
// why: the book shortens years after 1999 to one digit, or the stamp's key has the whole country's name
package planted.stamps

class Stamp(private val country: String, private val year: String) {
    fun key(): String = "$country-$year"
}

class Collector(private val book: StampBook) {
    fun worth(stamp: Stamp): Int {
        val value = book.value(stamp.key())
        return value!! * 2
    }
}

fun main(args: Array<String>) {
    val book = StampBook()
    if (args[0] == "a") book.add("CH", 2004, 12) else book.add("CH", 1987, 12)
    println(Collector(book).worth(if (args[0] == "a") Stamp("CH", "04") else Stamp("Swiss", "87")))
}
