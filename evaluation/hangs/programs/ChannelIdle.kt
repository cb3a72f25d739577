package demo

import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.channels.Channel
import kotlinx.coroutines.flow.MutableSharedFlow
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking

fun main() = runBlocking {
    val mails = Channel<String>()
    val events = MutableSharedFlow<Int>()
    launch(Dispatchers.Default) { for (mail in mails) println(mail) }
    launch(Dispatchers.Default) { events.collect { println(it) } }
    Unit
}
