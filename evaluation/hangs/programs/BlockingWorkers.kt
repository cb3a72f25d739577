package demo

import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.async
import kotlinx.coroutines.awaitAll
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.withContext

fun price(item: Int): Int = runBlocking { withContext(Dispatchers.Default) { item * 2 } }

fun main() = runBlocking {
    val prices = (1..64).map { item ->
        async(Dispatchers.Default) {
            Thread.sleep(400)
            price(item)
        }
    }
    println(prices.awaitAll().sum())
}
