// a: BusDriver.collect
// b: RadioDriver.collect
// why: The readings come from the bus or from the radio, and either driver can drop all of them.
package planted.thermostat

data class Reading(val sensor: String, val celsius: Double)

enum class Link { BUS, RADIO }

/** Sensors on the wire; a raw value counts tenths of a degree, 0x7FFF is a broken sensor. */
class BusDriver {
    private val raw = mutableMapOf<String, Int>()

    fun receive(sensor: String, value: Int) {
        raw[sensor] = value
    }

    fun collect(): List<Reading> =
        raw.filterValues { it in 1 until 0x7FFF }.map { (sensor, value) -> Reading(sensor, value / 10.0) }
}

/** Sensors on the air; a packet that is older than ten minutes does not count. */
class RadioDriver(private val clockMillis: () -> Long) {
    private class Packet(val sensor: String, val celsius: Double, val atSeconds: Long)

    private val packets = mutableListOf<Packet>()

    fun receive(sensor: String, celsius: Double, atMillis: Long) {
        packets += Packet(sensor, celsius, atMillis / 1000)
    }

    fun collect(): List<Reading> =
        packets.filter { clockMillis() - it.atSeconds < 600 }.map { Reading(it.sensor, it.celsius) }
}

class Thermostat(private val link: Link, private val bus: BusDriver, private val radio: RadioDriver) {
    private var target = 20.5
    private var heating = false

    fun raise(degrees: Double) {
        target = (target + degrees).coerceAtMost(28.0)
    }

    fun update() {
        val readings = if (link == Link.BUS) bus.collect() else radio.collect()
        val coldest = readings.sortedBy { it.celsius }.first()
        heating = coldest.celsius < target
    }
}

fun main(args: Array<String>) {
    val millis = 90_000_000L
    val bus = BusDriver()
    val radio = RadioDriver { millis }
    val thermostat: Thermostat
    if (args[0] == "a") {
        thermostat = Thermostat(Link.BUS, bus, radio)
        bus.receive("cellar", -25)
        bus.receive("garage", -4)
    } else {
        thermostat = Thermostat(Link.RADIO, bus, radio)
        radio.receive("hall", 19.0, millis - 4_000)
    }
    thermostat.raise(1.0)
    thermostat.update()
}
