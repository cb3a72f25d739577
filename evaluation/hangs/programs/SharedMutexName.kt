package demo

import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.delay
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.sync.Mutex
import kotlinx.coroutines.sync.withLock

class Feed {
    private val gate = Mutex()

    suspend fun load() = gate.withLock { delay(120_000) }
}

class Album {
    private val gate = Mutex()

    suspend fun open(feed: Feed) = gate.withLock { feed.load() }
}

fun main() = runBlocking {
    val feed = Feed()
    val album = Album()
    launch(Dispatchers.Default) { feed.load() }
    delay(300)
    launch(Dispatchers.Default) { album.open(feed) }
    delay(300)
    launch(Dispatchers.Default) { album.open(feed) }
    Unit
}
