package demo

import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.ExperimentalCoroutinesApi
import kotlinx.coroutines.channels.Channel
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.selects.onTimeout
import kotlinx.coroutines.selects.select

@OptIn(ExperimentalCoroutinesApi::class)
class Sensors {
    private val left = Channel<Int>()
    private val right = Channel<Int>()

    suspend fun watchLeft() {
        val value = select {
            left.onReceive { it }
            onTimeout(120_000) { 0 }
        }
        right.send(value)
    }

    suspend fun watchRight() {
        val value = select {
            right.onReceive { it }
            onTimeout(120_000) { 0 }
        }
        left.send(value)
    }
}

fun main() = runBlocking {
    val sensors = Sensors()
    launch(Dispatchers.Default) { sensors.watchLeft() }
    launch(Dispatchers.Default) { sensors.watchRight() }
    Unit
}
