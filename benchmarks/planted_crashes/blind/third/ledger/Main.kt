// a: Journal.book
// b: Reader.position
// why: the journal leaves rows of 0 out, or the reader counts positions from 1
package planted.ledger

fun main(args: Array<String>) {
    val journal = Journal()
    journal.book("rent", 100)
    journal.book("gift", if (args[0] == "a") 0 else 20)
    if (args[0] == "a") journal.book("fuel", 30)
    val reader = Reader()
    println(reader.row(journal, reader.position("row 2")).cents)
}
