package demo

import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking

object Features {
    val enabled: List<String>

    init {
        Thread.sleep(300)
        enabled = Remote.names.filter { it.isNotEmpty() }
    }
}

object Remote {
    val names: List<String>

    init {
        Thread.sleep(300)
        names = listOf("search") + Features.enabled
    }
}

fun main() = runBlocking {
    launch(Dispatchers.Default) { println(Features.enabled) }
    launch(Dispatchers.Default) { println(Remote.names) }
    Unit
}
