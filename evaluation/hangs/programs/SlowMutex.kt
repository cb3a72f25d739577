package demo

import kotlinx.coroutines.delay
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.sync.Mutex
import kotlinx.coroutines.sync.withLock

class Report {
    private val file = Mutex()
    private val index = Mutex()

    suspend fun write() {
        file.withLock { delay(100_000) }
    }

    suspend fun find() {
        index.withLock {
            file.withLock { println("found") }
        }
    }

    suspend fun count() {
        index.withLock { println("counted") }
    }
}

fun main() = runBlocking {
    val report = Report()
    launch { report.write() }
    launch { delay(50); report.find() }
    launch { delay(100); report.count() }
    Unit
}
