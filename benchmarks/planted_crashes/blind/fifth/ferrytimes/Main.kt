// a: BerthDesk.reassign
// b: TimetableShelf.put
// why: the desk changes a berth under which the shelf keeps a timetable, or replacing an entry counts its weight twice and evicts it
package planted.ferrytimes

data class Berth(val harbour: String, var pier: Int)

data class Departure(val minute: Int, val vessel: String)

class Timetable(val departures: List<Departure>) {
    val weight: Int get() = departures.size

    fun after(minute: Int): Departure? = departures.firstOrNull { it.minute >= minute }
}

class TimetableShelf(private val limit: Int) {
    private val entries = linkedMapOf<Berth, Timetable>()
    private var weight = 0

    fun put(berth: Berth, table: Timetable) {
        entries[berth] = table
        weight += table.weight
        val oldest = entries.entries.iterator()
        while (weight > limit && oldest.hasNext()) {
            weight -= oldest.next().value.weight
            oldest.remove()
        }
    }

    fun find(berth: Berth): Timetable? = entries[berth]

    fun drop(berth: Berth) {
        entries.remove(berth)?.let { weight -= it.weight }
    }

    fun harbours(): List<String> = entries.keys.map { it.harbour }.distinct()
}

class BerthDesk(private val shelf: TimetableShelf) {
    private val berths = mutableListOf<Berth>()

    fun berth(harbour: String, pier: Int): Berth =
        berths.firstOrNull { it.harbour == harbour && it.pier == pier } ?: Berth(harbour, pier).also { berths += it }

    fun reassign(berth: Berth, pier: Int): Berth {
        berth.pier = pier
        return berth
    }

    fun close(berth: Berth) {
        shelf.drop(berth)
        berths -= berth
    }

    fun count(harbour: String): Int = berths.count { it.harbour == harbour }
}

class TimetableParser {
    fun parse(text: String): Timetable {
        val departures = text.split(';').map { part ->
            val (clock, vessel) = part.trim().split(' ', limit = 2)
            val (hours, minutes) = clock.split(':')
            Departure(hours.toInt() * 60 + minutes.toInt(), vessel)
        }
        return Timetable(departures.sortedBy { it.minute })
    }
}

class Board(private val shelf: TimetableShelf) {
    fun next(berth: Berth, minute: Int): String {
        val departure = shelf.find(berth)!!.after(minute)
        return departure?.let { "${it.vessel} at ${it.minute / 60}:${it.minute % 60}" } ?: "no more departures"
    }
}

class HarbourOffice(private val shelf: TimetableShelf, private val parser: TimetableParser, private val board: Board) {
    fun publish(berth: Berth, text: String) = shelf.put(berth, parser.parse(text))

    fun announce(berth: Berth, minute: Int): String = "${berth.harbour} ${berth.pier}: ${board.next(berth, minute)}"
}

fun main(args: Array<String>) {
    val shelf = TimetableShelf(limit = 5)
    val desk = BerthDesk(shelf)
    val office = HarbourOffice(shelf, TimetableParser(), Board(shelf))
    var berth = desk.berth("Visby", 2)
    office.publish(berth, "7:20 Gotlandia; 9:05 Thjelvar; 13:40 Gotlandia")
    if (args[0] == "a") berth = desk.reassign(berth, 3) else office.publish(berth, "7:20 Gotlandia; 9:35 Thjelvar; 13:40 Gotlandia")
    println(office.announce(berth, 540))
}
