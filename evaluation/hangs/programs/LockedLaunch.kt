package demo

import kotlinx.coroutines.coroutineScope
import kotlinx.coroutines.delay
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.sync.Mutex
import kotlinx.coroutines.sync.withLock

class Importer {
    private val table = Mutex()

    suspend fun run() {
        table.withLock {
            coroutineScope {
                launch { row() }
            }
        }
    }

    private suspend fun row() {
        delay(100)
        table.withLock { println("row") }
    }
}

fun main() = runBlocking {
    launch { Importer().run() }
    Unit
}
