package demo

import java.util.concurrent.Executors
import kotlinx.coroutines.asCoroutineDispatcher
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.withContext

/** `runBlocking` in the only thread of a dispatcher waits for work that this thread is to do. */
class Store {
    private val writer = Executors.newSingleThreadExecutor { Thread(it, "writer") }.asCoroutineDispatcher()

    suspend fun save() = withContext(writer) {
        val size = measure()
        println(size)
    }

    private fun measure(): Int = runBlocking {
        withContext(writer) { 3 }
    }
}

fun main() = runBlocking {
    Store().save()
}
