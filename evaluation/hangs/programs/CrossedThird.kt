package demo

import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.delay
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.sync.Mutex
import kotlinx.coroutines.sync.withLock

class Depot {
    val ramp = Mutex()

    suspend fun shift(other: Depot) {
        ramp.withLock {
            delay(200)
            other.ramp.withLock { println("shifted") }
        }
    }

    suspend fun clean() {
        ramp.withLock { delay(100_000) }
    }
}

fun main() = runBlocking {
    val dirty = Depot()
    launch(Dispatchers.Default) { dirty.clean() }
    launch(Dispatchers.Default) { Depot().shift(dirty) }
    launch(Dispatchers.Default) { Depot().shift(dirty) }
    Unit
}
