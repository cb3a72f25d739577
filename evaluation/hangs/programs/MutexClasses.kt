package demo

import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.delay
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.sync.Mutex
import kotlinx.coroutines.sync.withLock

class Cart {
    val cartMutex = Mutex()
    lateinit var prices: Prices

    suspend fun checkout() = cartMutex.withLock {
        delay(200)
        prices.total()
    }

    suspend fun clear() {
        cartMutex.withLock { println("cleared") }
    }
}

class Prices(private val cart: Cart) {
    val priceMutex = Mutex()

    suspend fun total() {
        priceMutex.withLock { println("total") }
    }

    suspend fun reload() {
        priceMutex.withLock {
            delay(200)
            cart.clear()
        }
    }
}

fun main() = runBlocking {
    val cart = Cart()
    cart.prices = Prices(cart)
    launch(Dispatchers.Default) { cart.checkout() }
    launch(Dispatchers.Default) { cart.prices.reload() }
    Unit
}
