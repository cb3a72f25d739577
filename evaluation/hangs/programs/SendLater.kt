package demo

import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.channels.Channel
import kotlinx.coroutines.delay
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking

class SendLater {
    private val requests = Channel<Int>()
    private val replies = Channel<Int>()

    suspend fun askFirst() {
        val reply = replies.receive()
        requests.send(reply)
    }

    suspend fun answerAfterwards() {
        delay(120_000)
        replies.send(1)
        println(requests.receive())
    }

    suspend fun listen() {
        for (request in requests) {
            replies.send(request)
        }
    }
}

fun main() = runBlocking {
    val talk = SendLater()
    launch(Dispatchers.Default) { talk.askFirst() }
    launch(Dispatchers.Default) { talk.answerAfterwards() }
    launch(Dispatchers.Default) { talk.listen() }
    Unit
}
