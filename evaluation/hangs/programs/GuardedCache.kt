package demo

import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.sync.Mutex
import kotlinx.coroutines.sync.withLock

class GuardedCache {
    private val refresh = Mutex()

    @Synchronized
    fun get(): Int = runBlocking {
        Thread.sleep(300)
        refresh.withLock { 1 }
    }

    suspend fun update() {
        refresh.withLock {
            Thread.sleep(300)
            put()
        }
    }

    @Synchronized
    private fun put() {
        println("put")
    }
}

fun main() = runBlocking {
    val cache = GuardedCache()
    launch(Dispatchers.Default) { cache.update() }
    launch(Dispatchers.IO) { println(cache.get()) }
    Unit
}
