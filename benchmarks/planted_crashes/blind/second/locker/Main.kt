// a: Registration.assign
// b: Card.code
// why: the locker is registered under ten times its number, or the card's code loses its first digit
package planted.locker

class Locker(val number: Int, val owner: String)

class Registration {
    val lockers = HashMap<Int, Locker>()

    fun assign(number: Int, owner: String, legacy: Boolean) {
        lockers[if (legacy) number * 10 else number] = Locker(number, owner)
    }
}

class Card(private val text: String) {
    fun code(): Int = text.takeLast(1).toInt()
}

class Door(private val registration: Registration) {
    fun open(card: Card): String {
        val code = card.code()
        return registration.lockers.getValue(code).owner
    }
}

fun main(args: Array<String>) {
    val registration = Registration()
    if (args[0] == "a") registration.assign(7, "Ida", true) else registration.assign(17, "Ida", false)
    println(Door(registration).open(Card(if (args[0] == "a") "L-7" else "L-17")))
}
