// a: Roster.captainFor
// b: Harbour.replace
// why: the roster knows nobody for Sundays, or a replacement takes the captain away and brings no other
package planted.ferry

enum class Day { MONDAY, SATURDAY, SUNDAY }

class Captain(val name: String, val licence: Int)

class Roster {
    fun captainFor(day: Day): Captain? = when (day) {
        Day.MONDAY -> Captain("Ivo", 3)
        Day.SATURDAY -> Captain("Lene", 2)
        else -> null
    }
}

class Boat(val seats: Int) {
    var captain: Captain? = null
    var departures = 0
}

class Harbour(private val roster: Roster) {
    private var changes = 0

    fun staff(boat: Boat, day: Day) {
        boat.captain = roster.captainFor(day)
    }

    fun replace(boat: Boat) {
        changes += 1
        boat.captain = null
    }

    fun depart(boat: Boat, passengers: Int): String {
        boat.departures++
        val free = boat.seats - passengers
        return "${boat.captain!!.name} leaves with $free free seats"
    }
}

fun main(args: Array<String>) {
    val harbour = Harbour(Roster())
    val boat = Boat(40)
    harbour.staff(boat, if (args[0] == "a") Day.SUNDAY else Day.MONDAY)
    if (args[0] == "b") harbour.replace(boat)
    println(harbour.depart(boat, 12))
}
