// a: Door.close
// b: Motor.warmUp
// why: the door's sensor is not read for a slow door, or the motor does not get warm in one go
package planted.hoist

class Door {
    var closed = false

    fun close(speed: Int) {
        if (speed > 2) {
            closed = true
        }
    }

    fun open() {
        closed = false
    }
}

class Motor {
    var warm = false
    var minutes = 0

    fun warmUp(by: Int) {
        minutes = minutes + by
        warm = minutes > 10
    }
}

class Hoist(val door: Door, val motor: Motor) {
    var floor = 0

    fun go(to: Int) {
        if (!door.closed || !motor.warm) {
            throw IllegalStateException("not ready")
        }
        floor = to
    }
}

fun main(args: Array<String>) {
    val hoist = Hoist(Door(), Motor())
    hoist.door.close(if (args[0] == "a") 1 else 5)
    hoist.motor.warmUp(if (args[0] == "a") 20 else 10)
    hoist.go(3)
}
