// a: ClosureFilter.isClosed
// b: TourLibrary.tourFor
// why: room 1 closes every room whose number begins with 1, or the fallback language is looked up by the whole tag
package planted.audioguide

data class Stop(val room: String, val title: String, val seconds: Int)

data class Section(val name: String, val stops: List<Stop>)

data class Tour(val language: String, val sections: List<Section>) {
    val stops: List<Stop> by lazy { sections.flatMap { it.stops } }
}

class TourLibrary(tours: List<Tour>) {
    private val byLanguage = tours.associateBy { it.language }

    fun languages(): List<String> = byLanguage.keys.sorted()

    fun tourFor(tag: String): Tour {
        val exact = byLanguage[tag]
        if (exact != null) return exact
        return byLanguage[FALLBACK] ?: Tour(tag, emptyList())
    }

    private companion object {
        const val FALLBACK = "en-GB"
    }
}

class ClosureFilter(private val closed: Set<String>) {
    fun open(tour: Tour): Tour {
        val sections = tour.sections
            .map { section -> section.copy(stops = section.stops.filterNot { isClosed(it.room) }) }
            .filter { it.stops.isNotEmpty() }
        return tour.copy(sections = sections)
    }

    private fun isClosed(room: String): Boolean = closed.any { room.startsWith(it) }
}

class Player {
    private var elapsed = 0

    fun play(stop: Stop): String {
        elapsed += stop.seconds
        return "${stop.room}: ${stop.title}"
    }

    fun minutes(): Int = elapsed / 60
}

data class Visit(val tour: Tour, val position: Int)

class VisitStore {
    private val saved = hashMapOf<String, Int>()

    fun remember(device: String, position: Int) {
        saved[device] = position
    }

    fun restore(device: String, tour: Tour): Visit = Visit(tour, saved[device] ?: 0)
}

class GuideSession(private val visit: Visit, private val player: Player) {
    fun resume(): String {
        val stops = visit.tour.stops
        val index = visit.position.coerceIn(0, stops.lastIndex)
        return player.play(stops[index])
    }
}

class Reception(private val library: TourLibrary, private val filter: ClosureFilter, private val visits: VisitStore) {
    fun handOut(device: String, tag: String): GuideSession {
        val tour = filter.open(library.tourFor(tag))
        return GuideSession(visits.restore(device, tour), Player())
    }
}

fun main(args: Array<String>) {
    val modern = Section("Modern", listOf(Stop("12", "Blue chair", 80), Stop("14", "Late light", 95)))
    val library = TourLibrary(listOf(Tour("en", listOf(modern)), Tour("fi", listOf(modern))))
    val visits = VisitStore()
    visits.remember("D-7", 1)
    val closed = if (args[0] == "a") setOf("1") else setOf("21")
    val tag = if (args[0] == "a") "fi" else "en-US"
    val session = Reception(library, ClosureFilter(closed), visits).handOut("D-7", tag)
    println(session.resume())
}
