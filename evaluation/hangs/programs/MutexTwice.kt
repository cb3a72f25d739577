package demo

import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.sync.Mutex
import kotlinx.coroutines.sync.withLock

class Session {
    private val tokens = Mutex()

    suspend fun refresh(): String = tokens.withLock { load() }

    private suspend fun load(): String = tokens.withLock { "token" }
}

fun main() = runBlocking {
    println(Session().refresh())
}
