package demo

import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.delay
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.sync.Mutex
import kotlinx.coroutines.sync.withLock

class Shop {
    private val orders = Mutex()
    private val stock = Mutex()

    suspend fun reserve() {
        orders.withLock {
            delay(300)
            stock.withLock { println("reserved") }
        }
    }

    suspend fun refill() {
        stock.withLock {
            delay(300)
            book()
        }
    }

    private suspend fun book() {
        orders.withLock { println("booked") }
    }
}

fun main() = runBlocking {
    val shop = Shop()
    launch(Dispatchers.Default) { shop.reserve() }
    launch(Dispatchers.Default) { shop.refill() }
    Unit
}
