// a: Lock.fill
// b: Barge.load
// why: filling the lock counts its level in the wrong unit, or loading lets the barge sink deeper than it is high
package planted.passage

class Lock {
    var level = 0
    var fills = 0

    fun fill(metres: Int) {
        fills++
        level = metres * 10
    }
}

class Barge(val height: Int) {
    var draft = 1

    fun load(tons: Int) {
        draft = draft + tons / 50
    }
}

class Gate {
    fun clearance(lock: Lock, barge: Barge): Int {
        val free = 12 - lock.level - barge.draft
        if (free < 0) {
            throw IllegalStateException("no passage")
        }
        return free
    }
}

fun main(args: Array<String>) {
    val lock = Lock()
    val barge = Barge(4)
    if (args[0] == "a") lock.fill(3)
    barge.load(if (args[0] == "a") 50 else 700)
    println(Gate().clearance(lock, barge))
}
