package demo

import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.delay
import kotlinx.coroutines.flow.MutableSharedFlow
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking

class EventEcho {
    private val events = MutableSharedFlow<String>()

    suspend fun follow() {
        events.collect { event ->
            if (event.endsWith("?")) {
                events.emit(event.dropLast(1))
            }
        }
    }

    suspend fun post(event: String) = events.emit(event)
}

fun main() = runBlocking {
    val echo = EventEcho()
    launch(Dispatchers.Default) { echo.follow() }
    delay(200)
    launch(Dispatchers.Default) { echo.post("saved?") }
    Unit
}
