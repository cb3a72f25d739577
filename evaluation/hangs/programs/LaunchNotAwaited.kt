package demo

import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.asCoroutineDispatcher
import kotlinx.coroutines.delay
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import java.util.concurrent.Executors

val writer = Executors.newSingleThreadExecutor { Thread(it, "writer") }.asCoroutineDispatcher()
val background = CoroutineScope(writer)

fun save() = runBlocking {
    background.launch { println("logged") }
    delay(120_000)
}

fun main() {
    runBlocking { launch(writer) { save() } }
}
