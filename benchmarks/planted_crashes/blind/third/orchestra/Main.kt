// a: Score.parse
// b: Transposer.shift
// why: the parser reads a pause as no note, or transposing loses notes that leave the scale
package planted.orchestra

class Bar(val index: Int, val notes: List<Int?>) {
    var shifted = 0
}

class Score {
    fun parse(index: Int, text: String): Bar =
        Bar(index, text.split(" ").map { it.toIntOrNull() })
}

class Transposer(private val by: Int) {
    fun shift(bar: Bar): Bar {
        val moved = Bar(bar.index, bar.notes.map { if (it != null && it + by <= 12) it + by else null })
        moved.shifted = by
        return moved
    }
}

class Violin {
    fun first(bar: Bar): Int {
        val note = bar.notes[0]
        return note!! * 2
    }
}

fun main(args: Array<String>) {
    var bar = Score().parse(1, if (args[0] == "a") "- 4 5" else "9 4 5")
    if (args[0] == "b") bar = Transposer(5).shift(bar)
    println(Violin().first(bar))
}
