package references.other

fun renamed(one: Int) {}
fun renamed(one: String) {}
fun alias(one: Int) {}
fun labelled(text: String) = 1

class Shelf {
    class Board(val text: String)
    companion object {
        fun labelled(text: String) = Shelf()
        fun board(text: String) = Board(text)
    }
}
