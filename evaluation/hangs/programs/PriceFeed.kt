package demo

import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.delay
import kotlinx.coroutines.flow.MutableSharedFlow
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.sync.Mutex
import kotlinx.coroutines.sync.withLock

class PriceFeed {
    private val prices = MutableSharedFlow<Int>()
    private val book = Mutex()
    private var last = 0

    suspend fun publishAll() {
        for (price in 1..5) {
            book.withLock {
                last = price
                prices.emit(price)
            }
        }
    }

    suspend fun follow() {
        prices.collect { price ->
            delay(100)
            book.withLock { println("$price of $last") }
        }
    }
}

fun main() = runBlocking {
    val feed = PriceFeed()
    launch(Dispatchers.Default) { feed.follow() }
    delay(200)
    launch(Dispatchers.Default) { feed.publishAll() }
    Unit
}
