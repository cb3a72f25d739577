package demo

import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Job
import kotlinx.coroutines.asCoroutineDispatcher
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import java.util.concurrent.Executors

val single = Executors.newFixedThreadPool(1).asCoroutineDispatcher()
val scope = CoroutineScope(single)

fun sync() {
    val job: Job = scope.launch { println("synced") }
    runBlocking { job.join() }
}

fun main() {
    scope.launch { sync() }
}
