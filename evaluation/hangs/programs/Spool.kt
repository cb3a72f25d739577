package demo

import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.channels.Channel
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking

class Spool {
    private val lines = Channel<String>(capacity = 2)

    suspend fun printAll(text: List<String>) {
        for (line in text) {
            lines.send(line)
        }
        lines.close()
        for (line in lines) {
            println(line)
        }
    }
}

fun main() = runBlocking {
    val spool = Spool()
    launch(Dispatchers.Default) { spool.printAll(listOf("one", "two", "three")) }
    Unit
}
