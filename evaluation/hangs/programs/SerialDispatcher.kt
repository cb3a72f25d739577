package demo

import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.withContext

val serial = Dispatchers.IO.limitedParallelism(1)

fun total(): Int = runBlocking { withContext(serial) { 7 } }

fun main() = runBlocking {
    withContext(serial) { println(total()) }
}
