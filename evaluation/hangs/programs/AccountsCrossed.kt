package demo

import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.delay
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.sync.Mutex
import kotlinx.coroutines.sync.withLock

class Wallet {
    val mutex = Mutex()

    suspend fun pay(other: Wallet) {
        mutex.withLock {
            delay(300)
            other.mutex.withLock { println("paid") }
        }
    }
}

fun main() = runBlocking {
    val mine = Wallet()
    val yours = Wallet()
    launch(Dispatchers.Default) { mine.pay(yours) }
    launch(Dispatchers.Default) { yours.pay(mine) }
    Unit
}
