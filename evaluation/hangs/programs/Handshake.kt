package demo

import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.channels.Channel
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking

class Handshake {
    private val toServer = Channel<String>()
    private val toClient = Channel<String>()

    suspend fun clientSide() {
        toServer.send("hello")
        println(toClient.receive())
    }

    suspend fun serverSide() {
        toClient.send("welcome")
        println(toServer.receive())
    }
}

fun main() = runBlocking {
    val shake = Handshake()
    launch(Dispatchers.Default) { shake.clientSide() }
    launch(Dispatchers.Default) { shake.serverSide() }
    Unit
}
