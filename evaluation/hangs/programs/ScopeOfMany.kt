package demo

import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.delay
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.supervisorScope
import kotlinx.coroutines.sync.Mutex
import kotlinx.coroutines.sync.withLock

class Gallery {
    private val album = Mutex()

    suspend fun publish(names: List<String>) {
        album.withLock {
            supervisorScope {
                for (name in names) {
                    launch(Dispatchers.Default) { add(name) }
                }
            }
        }
    }

    private suspend fun add(name: String) {
        delay(50)
        album.withLock { println(name) }
    }
}

fun main() = runBlocking {
    launch(Dispatchers.Default) { Gallery().publish(listOf("sea", "wood")) }
    Unit
}
