package demo

import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.asCoroutineDispatcher
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.withContext
import java.util.concurrent.Executors

fun checksum() = runBlocking {
    withContext(Dispatchers.IO) { Thread.sleep(120_000) }
}

fun main() {
    val one = Executors.newSingleThreadExecutor().asCoroutineDispatcher()
    runBlocking { launch(one) { checksum() } }
}
