package demo

import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.sync.Mutex
import kotlinx.coroutines.sync.withLock

class Tracker {
    private val positions = Mutex()
    private val monitor = Any()

    fun last(): Int = synchronized(monitor) {
        Thread.sleep(300)
        runBlocking { positions.withLock { 1 } }
    }

    suspend fun move() {
        positions.withLock {
            Thread.sleep(300)
            synchronized(monitor) { println("moved") }
        }
    }
}

fun main() {
    val tracker = Tracker()
    Thread({ tracker.last() }, "map-view").start()
    runBlocking(Dispatchers.Default) { launch { tracker.move() } }
}
