// a: Antenna.tune
// b: Filter.strict
// why: the antenna goes back to channel 0 while it tunes, or the strict filter leaves no echo
package planted.radar

import kotlinx.coroutines.async
import kotlinx.coroutines.coroutineScope
import kotlinx.coroutines.delay
import kotlinx.coroutines.runBlocking

class Echo(val channel: Int, val strength: Int)

class Antenna {
    var channel = 3

    fun tune(frequency: Int) {
        channel = 0
        if (frequency > 100) {
            channel = frequency / 100
        }
    }
}

class Filter {
    var least = 10

    fun strict() {
        least = 90
    }
}

class Radar(private val antenna: Antenna, private val filter: Filter) {
    suspend fun strongest(echoes: List<Echo>): Int = coroutineScope {
        val seen = async {
            delay(1)
            echoes.filter { it.channel == antenna.channel && it.strength >= filter.least }
        }
        val kept = seen.await()
        if (kept.isEmpty()) throw NoSuchElementException("no echo")
        kept.maxOf { it.strength }
    }
}

fun main(args: Array<String>) = runBlocking {
    val antenna = Antenna()
    val filter = Filter()
    antenna.tune(if (args[0] == "a") 80 else 340)
    if (args[0] == "b") filter.strict()
    println(Radar(antenna, filter).strongest(listOf(Echo(3, 40), Echo(2, 50))))
}
