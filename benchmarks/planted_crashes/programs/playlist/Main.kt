// a: History.withoutRecent
// b: RegionPolicy.apply
// why: No track is left, or none of those left may be played; first { } says the same for both.
package planted.playlist

data class Track(val id: Int, val title: String, val regions: Set<String>, val playable: Boolean = true)

/** Leaves out what was heard of late; where all was heard, the oldest is good again. */
class History(private val span: Int) {
    private val heard = ArrayDeque<Int>()

    fun remember(track: Track) {
        heard.addLast(track.id)
        if (heard.size > span) heard.removeFirst()
    }

    fun withoutRecent(tracks: List<Track>): List<Track> = tracks.filter { it.id !in heard }
}

/** Marks what the listener's region may not play; regions are written as "AT" or "at". */
class RegionPolicy(private val region: String) {
    fun apply(tracks: List<Track>): List<Track> =
        tracks.map { track -> track.copy(playable = region in track.regions) }
}

class Library {
    private val tracks = mutableListOf<Track>()

    fun add(track: Track) {
        tracks += track
    }

    fun sorted(): List<Track> = tracks.sortedBy { it.title }

    fun byRegion(region: String): List<Track> = tracks.filter { region in it.regions }
}

class Radio(private val library: Library, private val policy: RegionPolicy, private val history: History) {
    private var played = 0

    fun next(): Track {
        val candidates = history.withoutRecent(policy.apply(library.sorted()))
        val track = candidates.first { it.playable }
        history.remember(track)
        played++
        return track
    }
}

fun main(args: Array<String>) {
    val library = Library()
    library.add(Track(1, "Harbour", setOf("AT", "DE")))
    library.add(Track(2, "Anthem", setOf("AT")))
    val region: String
    val history = History(span = 5)
    if (args[0] == "a") {
        region = "AT"
        library.sorted().forEach(history::remember)
    } else {
        region = "at"
        history.remember(library.sorted().last())
    }
    val radio = Radio(library, RegionPolicy(region), history)
    println(radio.next().title)
}
