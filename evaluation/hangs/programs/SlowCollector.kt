package demo

import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.delay
import kotlinx.coroutines.flow.MutableSharedFlow
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking

class SlowCollector {
    private val readings = MutableSharedFlow<Int>()

    suspend fun store() {
        readings.collect { reading ->
            delay(120_000)
            println(reading)
        }
    }

    suspend fun measure() {
        for (reading in 1..3) {
            readings.emit(reading)
        }
    }
}

fun main() = runBlocking {
    val meter = SlowCollector()
    launch(Dispatchers.Default) { meter.store() }
    delay(200)
    launch(Dispatchers.Default) { meter.measure() }
    Unit
}
