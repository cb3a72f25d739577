// a: PlayerScreen.start
// b: ScreenHost.rotate
// why: The player has no surface: a screen that starts again does not attach one, or the old screen stops after the new one started.
package planted.player

class Surface(val width: Int, val height: Int)

class Player(private val title: String) {
    private var surface: Surface? = null
    private var position = 0

    fun attach(target: Surface) {
        surface = target
    }

    fun detach() {
        surface = null
    }

    fun render(): String {
        val target = surface!!
        position += 40
        return "$title at $position ms on ${target.width}x${target.height}"
    }
}

class PlayerScreen(private val player: Player, private val width: Int, private val height: Int) {
    private val surface = Surface(width, height)
    var visible = false
        private set

    fun create() {
        player.attach(surface)
        start()
    }

    fun start() {
        visible = true
    }

    fun stop() {
        visible = false
        player.detach()
    }

    fun rotated() = PlayerScreen(player, height, width)
}

class ScreenHost(private val player: Player) {
    private var screen = PlayerScreen(player, 1080, 1920)

    fun open() = screen.create()

    fun background() {
        if (screen.visible) screen.stop()
    }

    fun foreground() {
        if (!screen.visible) screen.start()
    }

    fun rotate() {
        val previous = screen
        screen = previous.rotated()
        screen.create()
        previous.stop()
    }

    fun frame(): String = if (screen.visible) player.render() else "paused"
}

fun main(args: Array<String>) {
    val host = ScreenHost(Player("Trailer"))
    host.open()
    if (args[0] == "a") {
        host.background()
        host.foreground()
    } else {
        host.rotate()
    }
    println(host.frame())
}
