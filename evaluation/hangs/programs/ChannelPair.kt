package demo

import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.channels.Channel
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking

/** Two coroutines each wait to receive what the other sends afterwards. */
class Exchange {
    private val offers = Channel<Int>()
    private val answers = Channel<Int>()

    suspend fun buyer() {
        val answer = answers.receive()
        offers.send(answer + 1)
    }

    suspend fun seller() {
        val offer = offers.receive()
        answers.send(offer + 1)
    }
}

fun main() = runBlocking {
    val exchange = Exchange()
    launch(Dispatchers.Default) { exchange.buyer() }
    launch(Dispatchers.Default) { exchange.seller() }
    Unit
}
