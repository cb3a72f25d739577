package demo

import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.channels.Channel
import kotlinx.coroutines.delay
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.sync.Mutex
import kotlinx.coroutines.sync.withLock

class OtherHalf {
    private val parts = Channel<Int>()
    private val bench = Mutex()

    suspend fun build() {
        bench.withLock {
            println(parts.receive())
        }
    }

    suspend fun bring() {
        delay(120_000)
        parts.send(1)
    }

    suspend fun sweep() {
        bench.withLock { println("clean") }
    }
}

fun main() = runBlocking {
    val shop = OtherHalf()
    launch(Dispatchers.Default) { shop.build() }
    launch(Dispatchers.Default) { shop.bring() }
    delay(200)
    launch(Dispatchers.Default) { shop.sweep() }
    Unit
}
