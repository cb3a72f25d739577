package demo

import kotlinx.coroutines.channels.Channel
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.sync.Mutex
import kotlinx.coroutines.sync.withLock

class Feed {
    private val items = Channel<Int>(1)
    private val guard = Mutex()

    suspend fun fill() {
        guard.withLock {
            items.send(1)
            items.send(2)
        }
    }

    suspend fun count() {
        guard.withLock { println("counted") }
    }
}

fun main() = runBlocking {
    val feed = Feed()
    launch { feed.fill() }
    launch { feed.count() }
    Unit
}
