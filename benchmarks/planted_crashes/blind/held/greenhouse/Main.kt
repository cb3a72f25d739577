// a: Thermometer.celsius
// b: Hygrometer.percent
// why: the thermometer gives Fahrenheit when it is new, or the hygrometer multiplies twice
package planted.greenhouse

class Thermometer(private val raw: Int, private val model: String) {
    fun celsius(): Int = if (model == "T2") raw else (raw - 32) * 5 / 9
}

class Hygrometer(private val raw: Int) {
    private var readings = 0

    fun percent(): Int {
        readings++
        return raw * 10
    }
}

class Climate(val temperature: Int, val humidity: Int)

class Vents {
    fun open(climate: Climate): Int {
        require(climate.temperature in -20..60 && climate.humidity in 0..100) { "implausible climate" }
        return climate.temperature / 2
    }
}

class Station(private val thermometer: Thermometer, private val hygrometer: Hygrometer) {
    fun read(): Climate = Climate(thermometer.celsius(), hygrometer.percent())
}

fun main(args: Array<String>) {
    val hygrometer = Hygrometer(if (args[0] == "a") 6 else 55)
    val station = Station(Thermometer(if (args[0] == "a") 80 else 20, "T2"), hygrometer)
    println(Vents().open(station.read()))
}
