// a: Sensor.visibility
// b: Lamp.power
// why: the sensor gives no visibility in fog, or the lamp's power falls to 0 by its age
package planted.lighthouse

import kotlinx.coroutines.delay
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.withContext
import kotlinx.coroutines.Dispatchers

class Sensor(private val fog: Boolean) {
    suspend fun visibility(): Int {
        delay(1)
        return if (fog) 0 else 900
    }
}

class Lamp(private val age: Int) {
    suspend fun power(): Int {
        delay(1)
        return 100 - age * 10
    }
}

class Lighthouse(private val sensor: Sensor, private val lamp: Lamp) {
    suspend fun range(): Int {
        val visibility = sensor.visibility()
        val power = lamp.power()
        if (visibility * power == 0) {
            throw IllegalStateException("no light")
        }
        return visibility / power
    }
}

fun main(args: Array<String>) = runBlocking {
    val lighthouse = Lighthouse(Sensor(args[0] == "a"), Lamp(if (args[0] == "a") 3 else 10))
    println(lighthouse.range())
}
