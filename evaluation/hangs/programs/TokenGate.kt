package demo

import kotlinx.coroutines.CompletableDeferred
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.delay
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.sync.Mutex
import kotlinx.coroutines.sync.withLock

class TokenGate {
    private val requests = Mutex()
    private val ready = CompletableDeferred<Unit>()
    private var token = ""

    suspend fun call(path: String): String = requests.withLock {
        ready.await()
        "$path with $token"
    }

    suspend fun signIn(user: String) {
        val fresh = call("/token/$user")
        token = fresh
        ready.complete(Unit)
    }
}

fun main() = runBlocking {
    val gate = TokenGate()
    launch(Dispatchers.Default) { println(gate.call("/orders")) }
    delay(200)
    launch(Dispatchers.Default) { gate.signIn("ann") }
    Unit
}
