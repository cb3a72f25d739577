package demo

import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.channels.Channel
import kotlinx.coroutines.channels.ReceiveChannel
import kotlinx.coroutines.delay
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking

class SpoolPublic {
    private val output = Channel<String>()

    fun opened(): ReceiveChannel<String> = output

    suspend fun work() {
        output.send("page")
        println(output.receive())
    }
}

fun main() = runBlocking {
    val spool = SpoolPublic()
    launch(Dispatchers.Default) { spool.work() }
    launch(Dispatchers.Default) {
        val pages = spool.opened()
        delay(120_000)
        println(pages.receive())
    }
    Unit
}
