// a: CommandReader.read
// b: Autopilot.recalibrate
// why: "LAND" is not known to the reader and becomes UNKNOWN, or the calibration forgets the home position that RETURN needs
package planted.drone

enum class Mode { HOVER, CRUISE, RETURN, LAND, UNKNOWN }

data class Position(val x: Int, val y: Int, val height: Int)

class CommandReader {
    fun read(text: String): Mode = when (text.trim().uppercase()) {
        "HOVER", "STOP" -> Mode.HOVER
        "CRUISE", "GO" -> Mode.CRUISE
        "RETURN", "HOME" -> Mode.RETURN
        else -> Mode.UNKNOWN
    }
}

class Compass {
    var offset = 0

    fun reset() {
        offset = 0
    }
}

class Autopilot(private var position: Position) {
    private val compass = Compass()
    private var home: Position? = position
    private var target: Position? = null

    fun flyTo(goal: Position) {
        target = goal
    }

    fun recalibrate(offset: Int) {
        compass.reset()
        compass.offset = offset
        home = null
    }

    fun step(mode: Mode): Position {
        val start = home
        position = when {
            mode == Mode.HOVER -> position
            mode == Mode.CRUISE -> target ?: position
            mode == Mode.LAND -> position.copy(height = 0)
            mode == Mode.RETURN && start != null -> start.copy(height = position.height)
            else -> throw UnsupportedOperationException("No manoeuvre for this command")
        }
        return position
    }
}

fun main(args: Array<String>) {
    val autopilot = Autopilot(Position(0, 0, 0))
    autopilot.flyTo(Position(40, 25, 30))
    autopilot.step(Mode.CRUISE)
    if (args[0] == "b") autopilot.recalibrate(12)
    val mode = CommandReader().read(if (args[0] == "a") "land" else "home")
    println(autopilot.step(mode))
}
