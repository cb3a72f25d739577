// a: Inbox.refresh
// b: Inbox.next
// why: a refresh that brings fewer messages keeps the selection, or the next one is selected past the last
package planted.inbox

import kotlinx.coroutines.delay
import kotlinx.coroutines.runBlocking

class Message(val subject: String)

class MailServer(var messages: List<Message>) {
    suspend fun fetch(): List<Message> {
        delay(1)
        return messages
    }
}

class Inbox(private val server: MailServer) {
    var messages: List<Message> = emptyList()
    var selected = 0

    suspend fun refresh() {
        messages = server.fetch()
    }

    fun next() {
        if (selected < messages.size) {
            selected++
        }
    }

    suspend fun open(): String {
        delay(1)
        val message = messages.getOrNull(selected)
        return "reading " + message!!.subject
    }
}

class Reader(private val inbox: Inbox) {
    suspend fun show(): String {
        val text = inbox.open()
        return text.uppercase()
    }
}

fun main(args: Array<String>) = runBlocking {
    val server = MailServer(listOf(Message("bill"), Message("photos"), Message("trip"), Message("offer")))
    if (args[0] == "b") server.messages = server.messages.take(2)
    val inbox = Inbox(server)
    inbox.refresh()
    inbox.next()
    inbox.next()
    if (args[0] == "a") {
        inbox.next()
        server.messages = server.messages.take(2)
        inbox.refresh()
    }
    println(Reader(inbox).show())
}
