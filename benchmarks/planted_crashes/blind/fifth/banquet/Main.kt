// a: TableImport.merge
// b: RosterDiff.same
// why: guests of one party collapse to one, or two rosters that differ only in the tables count as the same
package planted.banquet

import kotlinx.coroutines.flow.Flow
import kotlinx.coroutines.flow.distinctUntilChanged
import kotlinx.coroutines.flow.flow
import kotlinx.coroutines.runBlocking

data class Guest(val id: Int, val name: String, val party: String)

data class Seat(val table: String, val chair: Int)

data class Roster(val guests: List<Guest>, val seats: Map<Int, Seat>)

class RosterDiff {
    fun same(old: Roster, new: Roster): Boolean {
        if (old.guests.size != new.guests.size) return false
        return old.guests.zip(new.guests).all { (left, right) -> left.id == right.id && left.name == right.name }
    }

    fun added(old: Roster, new: Roster): List<Guest> = new.guests.filter { guest -> old.guests.none { it.id == guest.id } }
}

class TableImport {
    fun merge(roster: Roster, lines: List<String>): Roster {
        val byParty = roster.guests.associateBy { it.party }
        val seats = roster.seats.toMutableMap()
        var chair = 0
        for (line in lines) {
            val (party, table) = line.split("->").map { it.trim() }
            val guest = byParty[party] ?: continue
            seats[guest.id] = Seat(table, ++chair)
        }
        return roster.copy(seats = seats)
    }
}

class RosterFeed(private val steps: List<Roster>, private val diff: RosterDiff) {
    fun rosters(): Flow<Roster> = flow { steps.forEach { emit(it) } }.distinctUntilChanged(diff::same)
}

class SeatingScreen {
    private var names = emptyMap<Int, String>()
    private var places = emptyMap<Int, Seat>()

    suspend fun follow(feed: RosterFeed) {
        feed.rosters().collect { roster ->
            names = roster.guests.associate { it.id to it.name }
            places = roster.seats
        }
    }

    fun card(id: Int): String {
        val seat = places.getValue(id)
        return "${names[id]}: table ${seat.table}, chair ${seat.chair}"
    }
}

class Kitchen(private val menus: Map<String, String>) {
    fun count(roster: Roster): Map<String, Int> = roster.guests.groupingBy { menus[it.party] ?: "house" }.eachCount()
}

class CardPrinter(private val screen: SeatingScreen) {
    fun print(ids: List<Int>): String = ids.joinToString("\n") { screen.card(it) }
}

class Evening(private val diff: RosterDiff, private val kitchen: Kitchen) {
    private val screen = SeatingScreen()

    suspend fun prepare(steps: List<Roster>, ids: List<Int>): String {
        screen.follow(RosterFeed(steps, diff))
        return CardPrinter(screen).print(ids) + kitchen.count(steps.last())
    }
}

fun main(args: Array<String>) {
    val guests = listOf(Guest(7, "Noor", "Haas"), Guest(8, "Jan", if (args[0] == "a") "Haas" else "Vos"))
    val start = Roster(guests, emptyMap())
    val seated = TableImport().merge(start, listOf("Haas -> oak", "Vos -> elm"))
    val evening = Evening(RosterDiff(), Kitchen(mapOf("Vos" to "vegetarian")))
    val steps = if (args[0] == "a") listOf(seated) else listOf(start, seated)
    println(runBlocking { evening.prepare(steps, listOf(7, 8)) })
}
