// a: Emergency.stop
// b: Panel.decode
// why: an emergency leaves the elevator in a mode that has no floor, or the panel decodes an unknown key so
package planted.elevator

enum class Mode { UP, DOWN, IDLE, HELD }

class Elevator {
    var mode = Mode.IDLE
    var alarm = false
}

class Emergency {
    fun stop(elevator: Elevator) {
        elevator.mode = Mode.HELD
        elevator.alarm = true
    }
}

class Panel {
    fun decode(key: Char): Mode = when (key) {
        '^' -> Mode.UP
        'v' -> Mode.DOWN
        '-' -> Mode.IDLE
        else -> Mode.HELD
    }
}

class Controller {
    fun step(elevator: Elevator): Int = when (elevator.mode) {
        Mode.UP -> 1
        Mode.DOWN -> -1
        Mode.IDLE -> 0
        else -> throw IllegalStateException("no step")
    }
}

fun main(args: Array<String>) {
    val elevator = Elevator()
    if (args[0] == "a") Emergency().stop(elevator) else elevator.mode = Panel().decode('V')
    println(Controller().step(elevator))
}
