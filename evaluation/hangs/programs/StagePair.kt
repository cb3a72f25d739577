package demo

import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.channels.Channel
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking

class StagePair {
    private val work = Channel<Int>(1)
    private val acknowledged = Channel<Int>(1)

    suspend fun submitAll(count: Int) {
        for (number in 1..count) {
            work.send(number)
        }
        work.close()
        for (number in acknowledged) {
            println("done $number")
        }
    }

    suspend fun processAll() {
        for (number in work) {
            acknowledged.send(number)
        }
        acknowledged.close()
    }
}

fun main() = runBlocking {
    val stages = StagePair()
    launch(Dispatchers.Default) { stages.submitAll(10) }
    launch(Dispatchers.Default) { stages.processAll() }
    Unit
}
