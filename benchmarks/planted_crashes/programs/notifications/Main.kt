// a: PushDecoder.decode
// b: ChannelSettings.migrate
// why: The channel comes from the push or from the user's settings, and each can bring an old name.
package planted.notifications

data class Push(val topic: String, val channel: String, val text: String)

/** Decodes "topic|channel|text"; old servers write the channel in capitals. */
class PushDecoder {
    private var decoded = 0

    fun decode(line: String): Push {
        val (topic, channel, text) = line.split('|', limit = 3)
        decoded++
        return Push(topic.lowercase(), channel, text.trim())
    }

    fun isPush(line: String): Boolean = line.count { it == '|' } >= 2
}

/** The channels that the user chose for topics; version 1 called "silent" "mute". */
class ChannelSettings {
    private val chosen = mutableMapOf<String, String>()

    fun choose(topic: String, channel: String) {
        chosen[topic] = channel
    }

    fun migrate(stored: Map<String, String>, version: Int) {
        for ((topic, channel) in stored) {
            chosen[topic] = if (version == 0 && channel == "mute") "silent" else channel
        }
    }

    fun channelFor(topic: String): String? = chosen[topic]
}

data class Notification(val text: String, val sound: Boolean, val priority: Int)

class Notifier(private val settings: ChannelSettings) {
    private val shown = mutableListOf<Notification>()

    fun show(push: Push) {
        val override = settings.channelFor(push.topic)
        val channel = override ?: push.channel
        shown += when (channel) {
            "alert" -> Notification(push.text, sound = true, priority = 2)
            "normal" -> Notification(push.text, sound = true, priority = 1)
            "silent" -> Notification(push.text, sound = false, priority = 0)
            else -> throw IllegalArgumentException("Unsupported notification channel")
        }
    }
}

fun main(args: Array<String>) {
    val settings = ChannelSettings()
    settings.choose("news", "silent")
    val line: String
    if (args[0] == "a") {
        settings.migrate(mapOf("weather" to "normal"), version = 1)
        line = "Trains|ALERT|Line 5 is closed"
    } else {
        settings.migrate(mapOf("trains" to "mute"), version = 1)
        line = "Trains|alert|Line 5 is closed"
    }
    Notifier(settings).show(PushDecoder().decode(line))
}
