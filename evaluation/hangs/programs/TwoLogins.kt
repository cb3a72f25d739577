package demo

import kotlinx.coroutines.CompletableDeferred
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.delay
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.sync.Mutex
import kotlinx.coroutines.sync.withLock

class ServiceLogin(private val name: String) {
    private val session = Mutex()
    private val token = CompletableDeferred<String>()

    suspend fun requestData() {
        session.withLock {
            println(name + token.await())
        }
    }

    suspend fun holdSession() {
        session.withLock { delay(120_000) }
    }

    suspend fun refreshToken() {
        session.withLock { println("refreshing") }
        token.complete("t")
    }
}

fun main() = runBlocking {
    val first = ServiceLogin("first")
    val second = ServiceLogin("second")
    launch(Dispatchers.Default) { first.requestData() }
    launch(Dispatchers.Default) { second.holdSession() }
    delay(200)
    launch(Dispatchers.Default) { second.refreshToken() }
    Unit
}
