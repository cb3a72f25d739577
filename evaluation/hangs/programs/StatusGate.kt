package demo

import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.delay
import kotlinx.coroutines.flow.MutableStateFlow
import kotlinx.coroutines.flow.first
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.sync.Mutex
import kotlinx.coroutines.sync.withLock

class StatusGate {
    private val status = MutableStateFlow("starting")
    private val write = Mutex()
    private val lines = mutableListOf<String>()

    suspend fun append(line: String) {
        write.withLock {
            status.first { it == "ready" }
            lines += line
        }
    }

    suspend fun openLog() {
        write.withLock { lines.clear() }
        status.value = "ready"
    }
}

fun main() = runBlocking {
    val gate = StatusGate()
    launch(Dispatchers.Default) { gate.append("first") }
    delay(200)
    launch(Dispatchers.Default) { gate.openLog() }
    Unit
}
