package demo

import kotlinx.coroutines.CoroutineName
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.delay
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.sync.Mutex

object Sync {
    val local = Mutex()
    val remote = Mutex()
    val journal = Mutex()

    suspend fun push() {
        local.lock()
        delay(300)
        remote.lock()
        remote.unlock()
        local.unlock()
    }

    suspend fun pull() {
        remote.lock()
        delay(300)
        journal.lock()
        journal.unlock()
        remote.unlock()
    }

    suspend fun log() {
        journal.lock()
        delay(300)
        local.lock()
        local.unlock()
        journal.unlock()
    }
}

fun main() = runBlocking(Dispatchers.Default) {
    launch(CoroutineName("push")) { Sync.push() }
    launch(CoroutineName("pull")) { Sync.pull() }
    launch(CoroutineName("log")) { Sync.log() }
    Unit
}
