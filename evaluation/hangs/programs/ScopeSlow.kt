package demo

import kotlinx.coroutines.coroutineScope
import kotlinx.coroutines.delay
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.sync.Mutex
import kotlinx.coroutines.sync.withLock

class Backup {
    private val files = Mutex()

    suspend fun run() {
        coroutineScope {
            launch { copy() }
        }
        files.withLock { println("done") }
    }

    private suspend fun copy() {
        files.withLock { delay(100_000) }
    }
}

fun main() = runBlocking {
    launch { Backup().run() }
    Unit
}
