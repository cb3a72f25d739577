package demo

import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.sync.Mutex
import kotlinx.coroutines.sync.withLock

class GuardedStore {
    private val access = Mutex()
    private val values = mutableMapOf<String, Int>()

    suspend fun <T> guarded(work: suspend (MutableMap<String, Int>) -> T): T = access.withLock { work(values) }

    suspend fun increment(key: String): Int = guarded { map ->
        val next = readValue(key) + 1
        map[key] = next
        next
    }

    suspend fun readValue(key: String): Int = guarded { map -> map[key] ?: 0 }
}

fun main() = runBlocking {
    val store = GuardedStore()
    launch(Dispatchers.Default) { println(store.increment("visits")) }
    Unit
}
