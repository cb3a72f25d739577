package demo

import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.sync.Mutex
import kotlinx.coroutines.sync.withLock
import kotlin.concurrent.thread

class Printer {
    private val spool = Mutex()

    @Synchronized
    fun print() {
        Thread.sleep(300)
        runBlocking { enqueue() }
    }

    private suspend fun enqueue() = spool.withLock { println("queued") }

    suspend fun clean() = spool.withLock {
        Thread.sleep(300)
        reset()
    }

    @Synchronized
    private fun reset() = println("reset")
}

fun main() {
    val printer = Printer()
    thread(name = "printing") { printer.print() }
    runBlocking { launch(Dispatchers.Default) { printer.clean() } }
}
