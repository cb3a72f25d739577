// a: WardScreen.attach
// b: ResultDesk.mute
// why: the screen never sets the callback for urgent results, or muting throws the callback for routine results away
package planted.clinic

data class LabResult(val patient: String, val test: String, val value: Double, val urgent: Boolean)

typealias ResultCallback = (LabResult) -> Unit

class ResultDesk {
    var onRoutine: ResultCallback? = null
    var onUrgent: ResultCallback? = null
    private var muted = false

    fun mute() {
        muted = true
        onRoutine = null
    }

    fun unmute() {
        muted = false
    }

    fun publish(result: LabResult) {
        if (muted && !result.urgent) return
        val callback = if (result.urgent) onUrgent else onRoutine
        callback!!.invoke(result)
    }
}

class WardScreen(private val ward: String) {
    private val lines = mutableListOf<String>()

    fun attach(desk: ResultDesk) {
        desk.onRoutine = { result -> show(result) }
    }

    fun show(result: LabResult) {
        lines += "$ward ${result.patient} ${result.test}: ${result.value}"
    }

    fun lineCount() = lines.size
}

class Laboratory(private val desk: ResultDesk) {
    fun measure(patient: String, value: Double): LabResult =
        LabResult(patient, "potassium", value, urgent = value < 3.0 || value > 6.0)

    fun report(result: LabResult) {
        println("report ${result.test}")
        desk.publish(result)
    }
}

fun main(args: Array<String>) {
    val desk = ResultDesk()
    val screen = WardScreen("W3")
    screen.attach(desk)
    val laboratory = Laboratory(desk)
    laboratory.report(laboratory.measure("Berg", 4.1))
    if (args[0] == "b") {
        desk.mute()
        desk.unmute()
    }
    laboratory.report(laboratory.measure("Costa", if (args[0] == "a") 6.7 else 4.4))
    println(screen.lineCount())
}
