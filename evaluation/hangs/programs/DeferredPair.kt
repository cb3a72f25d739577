package demo

import kotlinx.coroutines.CompletableDeferred
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.sync.Mutex
import kotlinx.coroutines.sync.withLock

/** Who waits for a token keeps the mutex that who completes the token needs first. */
class Login {
    private val session = Mutex()
    private val token = CompletableDeferred<String>()

    suspend fun request() {
        session.withLock {
            println(token.await())
        }
    }

    suspend fun refresh() {
        session.withLock { println("refreshing") }
        token.complete("t")
    }
}

fun main() = runBlocking {
    val login = Login()
    launch(Dispatchers.Default) { login.request() }
    kotlinx.coroutines.delay(200)
    launch(Dispatchers.Default) { login.refresh() }
    Unit
}
