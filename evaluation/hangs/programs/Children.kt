package demo

import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.async
import kotlinx.coroutines.awaitAll
import kotlinx.coroutines.coroutineScope
import kotlinx.coroutines.delay
import kotlinx.coroutines.runBlocking

suspend fun download(part: Int): Int {
    delay(120_000)
    return part
}

suspend fun all(): List<Int> = coroutineScope {
    List(3) { part -> async(Dispatchers.Default) { download(part) } }.awaitAll()
}

fun main() {
    println(runBlocking { all() }.size)
}
