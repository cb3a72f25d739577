package demo

import kotlinx.coroutines.CompletableDeferred
import kotlinx.coroutines.Deferred
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.async
import kotlinx.coroutines.runBlocking

class Wiring {
    lateinit var client: Deferred<Int>
    lateinit var server: Deferred<Int>
}

fun main() = runBlocking(Dispatchers.Default) {
    val gate = CompletableDeferred<Unit>()
    val wiring = Wiring()
    wiring.client = async {
        gate.await()
        wiring.server.await() + 1
    }
    wiring.server = async {
        gate.await()
        wiring.client.await() + 1
    }
    gate.complete(Unit)
    println(wiring.client.await())
}
