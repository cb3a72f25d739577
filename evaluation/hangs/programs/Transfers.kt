package demo

import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.delay
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.sync.Mutex
import kotlinx.coroutines.sync.withLock

class Vault(var coins: Int) {
    val gate = Mutex()
}

class Clerk {
    suspend fun transfer(from: Vault, to: Vault, coins: Int) {
        from.gate.withLock {
            delay(200)
            to.gate.withLock {
                from.coins -= coins
                to.coins += coins
            }
        }
    }
}

fun main() = runBlocking {
    val north = Vault(9)
    val south = Vault(5)
    launch(Dispatchers.Default) { Clerk().transfer(north, south, 2) }
    launch(Dispatchers.Default) { Clerk().transfer(south, north, 1) }
    Unit
}
