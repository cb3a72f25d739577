package demo

import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.delay
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.sync.Mutex
import kotlinx.coroutines.sync.withLock

class Outbox(private val scope: CoroutineScope) {
    private val queue = Mutex()

    suspend fun flush() {
        queue.withLock {
            scope.launch {
                delay(120_000)
                println("sent")
            }
        }
    }

    suspend fun hold() = queue.withLock { delay(120_000) }

    suspend fun add() = queue.withLock { println("added") }
}

fun main() = runBlocking {
    val outbox = Outbox(CoroutineScope(Dispatchers.Default))
    outbox.flush()
    launch(Dispatchers.Default) { outbox.hold() }
    delay(300)
    launch(Dispatchers.Default) { outbox.add() }
    Unit
}
