package demo

import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.delay
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.sync.Mutex
import kotlinx.coroutines.sync.withLock

val uploads = Mutex()

suspend fun upload() = uploads.withLock { delay(120_000) }

fun main() = runBlocking {
    repeat(3) { launch(Dispatchers.Default) { upload() } }
}
