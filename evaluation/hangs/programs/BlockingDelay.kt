package demo

import kotlinx.coroutines.asCoroutineDispatcher
import kotlinx.coroutines.delay
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import java.util.concurrent.Executors

fun pause() = runBlocking { delay(120_000) }

fun main() {
    val one = Executors.newSingleThreadExecutor().asCoroutineDispatcher()
    runBlocking { launch(one) { pause() } }
}
