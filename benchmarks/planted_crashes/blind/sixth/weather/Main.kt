// a: StationReader.read
// b: StationBook.update
// why: A station has no city: the answer calls it a town, which is not read, or an update without a city replaced the station.
package planted.weather

import java.util.Locale

/** The stations that are known, with their latest values. */
class StationBook {
    private val stations = LinkedHashMap<String, Station>()

    fun add(station: Station) {
        stations[station.id] = station
    }

    /** Takes over newer values; an update has only the fields that changed. */
    fun update(change: Station) {
        if (change.id in stations) stations[change.id] = change
    }

    fun get(id: String): Station? = stations[id]
}

class Favourites(private val book: StationBook) {
    private val ids = LinkedHashSet<String>()

    fun toggle(id: String) {
        if (!ids.remove(id)) ids += id
    }

    fun stations(): List<Station> = ids.mapNotNull(book::get)
}

class ForecastView(private val favourites: Favourites) {
    fun title(station: Station): String {
        val name = station.city.uppercase(Locale.ROOT)
        val degrees = station.temperature?.let { "%.0f°".format(Locale.ROOT, it) } ?: "--"
        return "$name $degrees"
    }

    fun lines(): List<String> = favourites.stations().map(::title)
}

class Feed(private val reader: StationReader, private val book: StationBook) {
    fun onStations(lines: List<String>) {
        lines.map(reader::read).forEach(book::add)
    }

    fun onUpdate(line: String) {
        book.update(reader.read(line))
    }
}

fun main(args: Array<String>) {
    val book = StationBook()
    val feed = Feed(StationReader(), book)
    val favourites = Favourites(book)
    favourites.toggle("LOWI")
    if (args[0] == "a") {
        feed.onStations(listOf("id=LOWW;city=Wien;temp=21.5", "id=LOWI;town=Innsbruck;temp=17.0"))
    } else {
        feed.onStations(listOf("id=LOWW;city=Wien;temp=21.5", "id=LOWI;city=Innsbruck;temp=17.0"))
        feed.onUpdate("id=LOWI;temp=18.5")
    }
    ForecastView(favourites).lines().forEach(::println)
}
