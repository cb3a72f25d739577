package demo

import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.async
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.suspendCancellableCoroutine
import kotlinx.coroutines.sync.Mutex
import kotlinx.coroutines.sync.withLock

class Locator {
    private val gps = Mutex()

    suspend fun position(): String = gps.withLock {
        suspendCancellableCoroutine { answer -> println("asked for $answer") }
    }
}

fun main() = runBlocking {
    val locator = Locator()
    val here = async(Dispatchers.Default) { locator.position() }
    launch(Dispatchers.Default) { println(locator.position()) }
    println(here.await())
}
