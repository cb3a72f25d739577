package demo

import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.delay
import kotlinx.coroutines.flow.MutableStateFlow
import kotlinx.coroutines.flow.first
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.sync.Mutex
import kotlinx.coroutines.sync.withLock

class WarmCache {
    private val warm = MutableStateFlow(false)
    private val entries = Mutex()

    suspend fun lookUp(key: String): String = entries.withLock {
        warm.first { it }
        key.uppercase()
    }

    suspend fun fill() {
        delay(120_000)
        warm.value = true
    }
}

fun main() = runBlocking {
    val cache = WarmCache()
    launch(Dispatchers.Default) { println(cache.lookUp("a")) }
    launch(Dispatchers.Default) { println(cache.lookUp("b")) }
    launch(Dispatchers.Default) { cache.fill() }
    Unit
}
