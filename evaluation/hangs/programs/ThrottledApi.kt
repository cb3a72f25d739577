package demo

import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.sync.Semaphore
import kotlinx.coroutines.sync.withPermit

class ThrottledApi {
    private val calls = Semaphore(1)

    private suspend fun <T> throttled(call: suspend () -> T): T = calls.withPermit { call() }

    suspend fun loadUser(id: Int): String = throttled {
        val avatar = loadAvatar(id)
        "user $id with $avatar"
    }

    suspend fun loadAvatar(id: Int): String = throttled { "avatar $id" }
}

fun main() = runBlocking {
    val api = ThrottledApi()
    launch(Dispatchers.Default) { println(api.loadUser(7)) }
    Unit
}
