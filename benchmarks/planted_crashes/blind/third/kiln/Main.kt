// a: Curve.next
// b: Kiln.vent
// why: the curve rises by its step although it is at its top, or venting cools below the room
package planted.kiln

class Curve(private val step: Int) {
    var heat = 20
    var steps = 0

    fun next(): Int {
        heat += step
        steps++
        return heat
    }
}

class Kiln {
    var degrees = 20
    var vents = 0

    fun vent() {
        degrees -= 400
        vents++
    }

    fun fire(to: Int) {
        degrees = to
    }

    fun verify() {
        check(degrees in 0..1300) { "kiln out of range" }
    }
}

fun main(args: Array<String>) {
    val kiln = Kiln()
    val curve = Curve(if (args[0] == "a") 700 else 100)
    repeat(2) { kiln.fire(curve.next()) }
    if (args[0] == "b") kiln.vent()
    kiln.verify()
}
