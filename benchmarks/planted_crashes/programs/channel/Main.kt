// a: Channel.close
// b: Channel.fail
// why: the channel was closed, or failed before.
package planted.channel

enum class State { NEW, OPEN, CLOSED, FAILED }

class Channel {
    private var state = State.NEW
    private var sent = 0

    fun open() {
        state = State.OPEN
    }

    fun close() {
        state = State.CLOSED
    }

    fun fail() {
        state = State.FAILED
    }

    fun send(text: String): Int {
        check(state == State.OPEN) { "channel is not open" }
        sent += text.length
        return sent
    }
}

class Chat(private val channel: Channel) {
    fun say(text: String) = channel.send("$text\n")
}

fun main(args: Array<String>) {
    val channel = Channel()
    channel.open()
    val chat = Chat(channel)
    chat.say("hello")
    if (args[0] == "a") channel.close() else channel.fail()
    chat.say("anybody there?")
}
