package demo

import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.delay
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.sync.Mutex
import kotlinx.coroutines.sync.withLock

class Account {
    val mutex = Mutex()

    suspend fun transfer(other: Account) {
        mutex.withLock {
            delay(300)
            other.mutex.withLock { delay(120_000) }
        }
    }
}

fun main() = runBlocking {
    val (a, b, c) = List(3) { Account() }
    launch(Dispatchers.Default) { b.transfer(c) }
    delay(600)
    launch(Dispatchers.Default) { a.transfer(b) }
    Unit
}
