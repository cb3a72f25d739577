// a: Draw.shuffle
// b: Ticket.parse
// why: the draw leaves numbers above 9 out, or the ticket's number is read with its series
package planted.lottery

class Ball(val number: Int, val colour: String)

class Draw {
    fun shuffle(upTo: Int): List<Ball> = (1..minOf(upTo, 9)).map { Ball(it, if (it % 2 == 0) "red" else "blue") }
}

class Ticket(val number: Int) {
    companion object {
        fun parse(text: String): Ticket = Ticket(text.filter { it.isDigit() }.toInt())
    }
}

class Counter(private val balls: List<Ball>) {
    private var asked = 0

    fun colourOf(ticket: Ticket): String {
        asked++
        val ball = balls.first { it.number == ticket.number }
        return ball.colour
    }
}

fun main(args: Array<String>) {
    val balls = Draw().shuffle(20)
    val ticket = Ticket.parse(if (args[0] == "a") "No 14" else "A3 No 4")
    println(Counter(balls).colourOf(ticket))
}
