package demo

import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.channels.Channel
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking

class IdleStages {
    private val requests = Channel<Int>()
    private val results = Channel<Int>()

    suspend fun compute() {
        for (request in requests) {
            results.send(request * request)
        }
    }

    suspend fun show() {
        for (result in results) {
            println(result)
        }
    }

    suspend fun ask(number: Int) = requests.send(number)
}

fun main() = runBlocking {
    val stages = IdleStages()
    launch(Dispatchers.Default) { stages.compute() }
    launch(Dispatchers.Default) { stages.show() }
    Unit
}
