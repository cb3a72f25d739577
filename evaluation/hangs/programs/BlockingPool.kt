package demo

import kotlinx.coroutines.async
import kotlinx.coroutines.asCoroutineDispatcher
import kotlinx.coroutines.delay
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import java.util.concurrent.Executors

val crunching = Executors.newFixedThreadPool(2) { Thread(it, "crunch-" + it.hashCode()) }.asCoroutineDispatcher()

suspend fun part(): Int {
    delay(10)
    return 1
}

fun sum(): Int = runBlocking {
    val first = async(crunching) { part() }
    first.await() + 1
}

fun main() {
    runBlocking {
        repeat(2) {
            launch(crunching) {
                Thread.sleep(300)
                println(sum())
            }
        }
    }
}
