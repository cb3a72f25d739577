// a: Matrix.transpose
// b: Cursor.right
// why: transposing swaps the sizes but not the cells, or the cursor leaves the row at its end
package planted.matrix

class Matrix(var rows: Int, var columns: Int, val cells: Array<IntArray>) {
    fun transpose() {
        val old = rows
        rows = columns
        columns = old
    }
}

class Cursor {
    var row = 0
    var column = 0

    fun right(matrix: Matrix) {
        if (column <= matrix.columns) column++
    }
}

class Screen(private val matrix: Matrix) {
    fun show(cursor: Cursor): Int {
        val cells = matrix.cells[cursor.row]
        return cells[cursor.column] + 1
    }
}

fun main(args: Array<String>) {
    val matrix = Matrix(4, 2, Array(4) { IntArray(2) { it } })
    if (args[0] == "a") matrix.transpose()
    val cursor = Cursor()
    repeat(2) { cursor.right(matrix) }
    println(Screen(matrix).show(cursor))
}
