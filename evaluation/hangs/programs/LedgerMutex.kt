package demo

import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.delay
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.sync.Mutex
import kotlinx.coroutines.sync.withLock

/** A coroutine keeps a mutex while it joins one that needs the mutex. */
class Ledger {
    private val lock = Mutex()

    suspend fun close() = lock.withLock {
        runBlockingFree()
    }

    private suspend fun runBlockingFree() {
        kotlinx.coroutines.coroutineScope {
            val entry = launch { book() }
            delay(100)
            entry.join()
        }
    }

    suspend fun book() {
        lock.withLock { println("booked") }
    }
}

fun main() = runBlocking(Dispatchers.Default) {
    Ledger().close()
}
