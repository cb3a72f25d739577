// a: Gate.assign
// b: Season.close
// why: children get no card at the gate, or closing the season takes the cards back
package planted.skilift

class Card(val rides: Int)

class Guest(val age: Int) {
    var card: Card? = null
    var visits = 0
}

class Gate {
    fun assign(guest: Guest) {
        guest.visits++
        if (guest.age >= 16) {
            guest.card = Card(10)
        }
    }
}

class Season(private val guests: List<Guest>) {
    var closed = false

    fun close() {
        closed = true
        guests.forEach { it.card = null }
    }
}

class Lift(private val season: Season) {
    fun ride(guest: Guest): Int {
        val card = guest.card
        checkNotNull(card) { "no card" }
        return card.rides - 1
    }
}

fun main(args: Array<String>) {
    val guest = Guest(if (args[0] == "a") 9 else 30)
    val season = Season(listOf(guest))
    Gate().assign(guest)
    if (args[0] == "b") season.close()
    println(Lift(season).ride(guest))
}
