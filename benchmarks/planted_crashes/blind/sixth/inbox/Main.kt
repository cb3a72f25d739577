// a: Message.equals
// b: Mailbox.replaceWith
// why: The opened message is not found in the list: it does not equal its newer version, or the list lost the local draft.
package planted.inbox

import java.util.Objects

class Message(val id: String, val subject: String, val read: Boolean, val local: Boolean = false) {
    fun asRead() = Message(id, subject, true, local)

    override fun equals(other: Any?): Boolean =
        other is Message && id == other.id && subject == other.subject && read == other.read

    override fun hashCode(): Int = Objects.hash(id, subject)
}

class Mailbox {
    private val messages = ArrayList<Message>()

    fun save(draft: Message) {
        messages.add(0, draft)
    }

    /** Takes over what the server has; drafts that were not sent are only here. */
    fun replaceWith(fetched: List<Message>) {
        messages.clear()
        messages.addAll(fetched)
    }

    fun markRead(id: String) {
        messages.replaceAll { if (it.id == id) it.asRead() else it }
    }

    fun list(): List<Message> = messages
}

class Reader(private val mailbox: Mailbox) {
    private var opened: Message? = null

    fun open(id: String) {
        opened = mailbox.list().firstOrNull { it.id == id }
        mailbox.markRead(id)
    }

    fun header(): String {
        val message = opened ?: return "no message"
        val list = mailbox.list()
        val position = list.indexOf(message)
        val current = list[position]
        return "${position + 1} of ${list.size}: ${current.subject}"
    }
}

class Sync(private val mailbox: Mailbox, private val server: List<Message>) {
    fun run(limit: Int): Int {
        val fetched = server.take(limit)
        mailbox.replaceWith(fetched)
        return fetched.size
    }
}

fun main(args: Array<String>) {
    val server = listOf(
        Message("m3", "Lunch on Friday", read = false),
        Message("m2", "Your invoice", read = true),
        Message("m1", "Welcome", read = true),
    )
    val mailbox = Mailbox()
    val sync = Sync(mailbox, server)
    val reader = Reader(mailbox)
    sync.run(3)
    if (args[0] == "a") {
        reader.open("m3")
    } else {
        mailbox.save(Message("d1", "Re: Your invoice", read = true, local = true))
        reader.open("d1")
        sync.run(3)
    }
    println(reader.header())
}
