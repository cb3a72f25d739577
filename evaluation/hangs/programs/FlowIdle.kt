package demo

import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.flow.MutableSharedFlow
import kotlinx.coroutines.flow.first
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking

/** A collector of a flow into which nobody emits, beside one that waits for the collector. */
class Feed {
    private val events = MutableSharedFlow<Int>()

    suspend fun next(): Int = events.first()
}

fun main() = runBlocking {
    val feed = Feed()
    val reader = launch(Dispatchers.Default) { println(feed.next()) }
    reader.join()
}
