// a: SettingsFile.read
// b: VolumeScreen.save
// why: The volume is a text instead of a number, since the file was read so or since a screen saved it so.
package planted.settings

/** The values of an application and where they came from. */
class SettingsStore {
    private val values = mutableMapOf<String, Any>("volume" to 50, "balance" to 0)
    private var loadedFrom: String? = null
    private var unsaved = false

    fun load(path: String, loaded: Map<String, Any>) {
        values += loaded
        loadedFrom = path
    }

    fun put(key: String, value: Any) {
        values[key] = value
        unsaved = true
    }

    fun number(key: String): Int {
        val value = values[key]
        return value as Int
    }

    fun reset() {
        values["volume"] = 50
        unsaved = true
    }
}

/** Reads lines "key = value"; a value of digits is a number. */
class SettingsFile(private val path: String) {
    fun read(lines: List<String>): Map<String, Any> {
        val values = mutableMapOf<String, Any>()
        for (line in lines.filter { '=' in it && !it.startsWith("#") }) {
            val (key, text) = line.split('=', limit = 2)
            values[key.trim()] = text.toIntOrNull() ?: text.trim()
        }
        return values
    }

    fun loadInto(store: SettingsStore, lines: List<String>) {
        store.load(path, read(lines))
    }
}

class VolumeScreen(private val store: SettingsStore) {
    private var input = "50"

    fun type(text: String) {
        input = text.filter { it.isDigit() }
    }

    fun save() {
        if (input.isNotEmpty()) store.put("volume", input)
    }
}

class Mixer(private val store: SettingsStore) {
    private var level = 0.0

    fun refresh() {
        level = store.number("volume") / 100.0 + store.number("balance") / 200.0
    }
}

fun main(args: Array<String>) {
    val store = SettingsStore()
    val file = SettingsFile("audio.conf")
    if (args[0] == "a") {
        file.loadInto(store, listOf("# audio", "volume = 80"))
    } else {
        file.loadInto(store, listOf("# audio", "balance=10"))
        val screen = VolumeScreen(store)
        screen.type("80 %")
        screen.save()
    }
    Mixer(store).refresh()
}
