package demo

import kotlinx.coroutines.flow.MutableSharedFlow
import kotlinx.coroutines.flow.first
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking

class Bus {
    private val events = MutableSharedFlow<String>()

    suspend fun login(): String = events.first { it == "login" }

    suspend fun logout(): String = events.first { it == "logout" }
}

fun main() = runBlocking {
    val bus = Bus()
    launch { println(bus.login()) }
    launch { println(bus.logout()) }
    Unit
}
