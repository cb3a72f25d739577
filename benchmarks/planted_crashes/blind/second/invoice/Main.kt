// a: CsvRow.amount
// b: Form.amount
// why: the row's amount keeps its decimal comma, or the form writes one
package planted.invoice

class Position(val origin: String, val amount: String)

class CsvRow(private val line: String) {
    fun amount(): String = line.split(';')[1].trim()

    fun position(): Position = Position("csv", amount())
}

class Form(private val euros: Int, private val cents: Int) {
    fun amount(): String = "$euros,$cents"

    fun position(): Position = Position("form", amount())
}

class Invoice {
    private val sums = ArrayList<Double>()

    fun add(position: Position) {
        sums += position.amount.toDouble()
    }
}

fun main(args: Array<String>) {
    val position = if (args[0] == "a") CsvRow("pen; 12,50").position() else Form(12, 50).position()
    Invoice().add(position)
}
