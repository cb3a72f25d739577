package demo

import kotlinx.coroutines.delay
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.sync.Mutex
import kotlinx.coroutines.sync.withLock

class Diary {
    private val pages = Mutex()

    suspend fun write(text: String) {
        pages.withLock {
            delay(100)
            index(text)
        }
    }

    private suspend fun index(text: String) {
        pages.withLock { println(text) }
    }
}

fun main() = runBlocking {
    launch { Diary().write("monday") }
    Unit
}
