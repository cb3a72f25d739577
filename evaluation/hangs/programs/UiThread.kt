package demo

import kotlinx.coroutines.asCoroutineDispatcher
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.withContext
import java.util.concurrent.Executors

val ui = Executors.newSingleThreadExecutor { Thread(it, "ui-thread") }.asCoroutineDispatcher()

class Screen {
    fun title(): String = runBlocking {
        withContext(ui) { "title" }
    }
}

fun main() = runBlocking {
    launch(ui) { println(Screen().title()) }
    Unit
}
