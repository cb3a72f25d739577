// a: PlayerScreen.onStop
// b: TrackSelector.lower
// why: A surface is gone while its video still plays, or a track was rebuilt without the surface that it had.
package planted.player

data class Track(val title: String, val height: Int, val surface: Int = 0)

class Surface(val id: Int, val width: Int) {
    private var frames = 0L

    fun draw(text: String): String {
        frames++
        return "[$width] $text"
    }
}

/** Gives out surfaces and keeps them until they are released. */
class SurfacePool {
    private val open = LinkedHashMap<Int, Surface>()
    private var lastId = 0

    fun acquire(width: Int): Surface {
        val surface = Surface(++lastId, width)
        open[surface.id] = surface
        return surface
    }

    fun find(id: Int): Surface? = open[id]

    fun keepOnly(ids: Set<Int>) {
        open.keys.retainAll(ids)
    }
}

/** Chooses among the heights that the server offers. */
class TrackSelector(private val heights: List<Int>) {
    fun highest(title: String, surface: Int) = Track(title, heights.max(), surface)

    fun lower(track: Track): Track {
        val height = heights.sorted().lastOrNull { it < track.height } ?: return track
        return Track(track.title, height)
    }
}

class PlayerScreen(private val pool: SurfacePool, private val selector: TrackSelector) {
    private var track: Track? = null
    private var pictureInPicture = false
    private var visible = false

    fun onStart() {
        visible = true
    }

    fun onStop() {
        visible = false
        pool.keepOnly(emptySet())
    }

    fun play(title: String) {
        val surface = pool.acquire(1280)
        track = selector.highest(title, surface.id)
    }

    fun enterPictureInPicture() {
        pictureInPicture = track != null
    }

    fun onBandwidth(kilobits: Int) {
        val playing = track ?: return
        if (kilobits < playing.height * 4) track = selector.lower(playing)
    }

    fun frame(position: Int): String {
        val playing = track ?: return "nothing plays"
        if (!visible && !pictureInPicture) return "paused"
        val surface = checkNotNull(pool.find(playing.surface))
        return surface.draw("${playing.title} at $position s, ${playing.height}p")
    }
}

fun main(args: Array<String>) {
    val screen = PlayerScreen(SurfacePool(), TrackSelector(listOf(480, 720, 1080)))
    screen.onStart()
    screen.play("Harbour")
    println(screen.frame(0))
    if (args[0] == "a") {
        screen.onBandwidth(9000)
        screen.enterPictureInPicture()
        screen.onStop()
    } else {
        screen.enterPictureInPicture()
        screen.onBandwidth(2500)
    }
    println(screen.frame(12))
}
