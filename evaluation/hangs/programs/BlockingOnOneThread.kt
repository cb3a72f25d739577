package demo

import kotlinx.coroutines.CoroutineDispatcher
import kotlinx.coroutines.asCoroutineDispatcher
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.withContext
import java.util.concurrent.Executors

class Store(private val database: CoroutineDispatcher) {
    fun count(): Int = runBlocking { withContext(database) { 42 } }

    suspend fun report() = withContext(database) { "there are ${count()}" }
}

fun main() {
    val database = Executors.newSingleThreadExecutor { Thread(it, "database") }.asCoroutineDispatcher()
    runBlocking { println(Store(database).report()) }
}
