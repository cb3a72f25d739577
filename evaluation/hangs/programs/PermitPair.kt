package demo

import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.delay
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.sync.Semaphore
import kotlinx.coroutines.sync.withPermit

class Crane {
    private val hooks = Semaphore(1)
    private val trucks = Semaphore(1)

    suspend fun load() {
        hooks.withPermit {
            delay(200)
            trucks.withPermit { println("loaded") }
        }
    }

    suspend fun unload() {
        trucks.withPermit {
            delay(200)
            hooks.withPermit { println("unloaded") }
        }
    }
}

fun main() = runBlocking {
    val crane = Crane()
    launch(Dispatchers.Default) { crane.load() }
    launch(Dispatchers.Default) { crane.unload() }
    Unit
}
