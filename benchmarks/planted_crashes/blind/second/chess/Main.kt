// a: Board.narrow
// b: Move.parse
// why: the board is narrowed in the rows but keeps its width, or the move's file is one too far
package planted.chess

class Board(var width: Int, height: Int) {
    val squares: List<MutableList<Char>> = List(height) { MutableList(width) { '.' } }

    fun narrow() {
        squares.forEach { it.removeAt(it.lastIndex) }
    }
}

class Move(val row: Int, val file: Int) {
    companion object {
        fun parse(text: String): Move = Move(text[1].digitToInt() - 1, text[0] - '`')
    }
}

class Game(private val board: Board) {
    fun set(move: Move, piece: Char): Int {
        val row = board.squares[move.row]
        row[move.file] = piece
        return board.width
    }
}

fun main(args: Array<String>) {
    val board = if (args[0] == "a") Board(4, 3) else Board(3, 3)
    if (args[0] == "a") board.narrow()
    println(Game(board).set(Move.parse(if (args[0] == "a") "c2" else "c2"), 'Q'))
}
