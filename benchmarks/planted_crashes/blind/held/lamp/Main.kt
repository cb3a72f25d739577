// a: Remote.unpair
// b: Bridge.restart
// why: unpairing takes the handler away, or the bridge starts again without its handlers
package planted.lamp

class Lamp(val name: String) {
    var handler: ((Int) -> Unit)? = null
    var paired = true
    var starts = 0
}

class Remote(private val lamp: Lamp) {
    private var level = 0

    fun pair() {
        lamp.paired = true
        lamp.handler = { level = it }
    }

    fun unpair() {
        lamp.paired = false
        lamp.handler = null
    }
}

class Bridge {
    fun restart(lamp: Lamp) {
        lamp.starts++
        lamp.handler = null
    }
}

class Switch {
    private var pressed = 0

    fun press(lamp: Lamp, level: Int) {
        pressed++
        lamp.handler!!.invoke(level)
    }
}

fun main(args: Array<String>) {
    val lamp = Lamp("desk")
    val remote = Remote(lamp)
    remote.pair()
    if (args[0] == "a") remote.unpair() else Bridge().restart(lamp)
    Switch().press(lamp, 40)
}
