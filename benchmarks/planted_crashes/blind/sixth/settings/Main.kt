// a: Environment.overrides
// b: ConfigFile.resolve
// why: A number is empty: a variable that is set to nothing replaced it, or a reference to a later line was filled with nothing.
package planted.settings

/** Settings that the environment of the process gives. */
class Environment(private val variables: Map<String, String>) {
    fun overrides(prefix: String): Map<String, String> =
        variables.filterKeys { it.startsWith(prefix) }
            .mapKeys { (name, _) -> name.removePrefix(prefix).lowercase().replace('_', '.') }
            .mapValues { (_, value) -> value.trim() }
}

/** Lines of the form `name = value`, where a value may refer to another one as `${name}`. */
class ConfigFile(private val text: String) {
    private val reference = Regex("""\$\{([\w.]+)}""")

    fun values(): Map<String, String> {
        val raw = LinkedHashMap<String, String>()
        for (line in text.lines()) {
            if (line.isBlank() || line.startsWith("#")) continue
            raw[line.substringBefore("=").trim()] = line.substringAfter("=").trim()
        }
        return resolve(raw)
    }

    private fun resolve(raw: Map<String, String>): Map<String, String> {
        val values = LinkedHashMap<String, String>()
        for ((name, value) in raw) {
            values[name] = reference.replace(value) { values[it.groupValues[1]].orEmpty() }
        }
        return values
    }
}

class Settings(private val values: Map<String, String>) {
    fun text(name: String, default: String): String = values[name] ?: default

    fun number(name: String, default: Int): Int {
        val value = values[name] ?: return default
        return value.toInt()
    }
}

class SettingsLoader(private val file: ConfigFile, private val environment: Environment) {
    fun load(): Settings = Settings(file.values() + environment.overrides("GALLERY_"))
}

class UploadQueue(settings: Settings) {
    private val folder = settings.text("upload.folder", "/var/uploads")
    private val limit = settings.number("upload.limit", 10)
    private val waiting = ArrayDeque<String>()

    fun offer(file: String): Boolean {
        if (waiting.size >= limit) return false
        waiting += "$folder/$file"
        return true
    }
}

fun main(args: Array<String>) {
    val file: ConfigFile
    val environment: Environment
    if (args[0] == "a") {
        file = ConfigFile("# Gallery\nbase = 20\nupload.limit = \${base}\nupload.folder = /srv/gallery")
        environment = Environment(mapOf("GALLERY_UPLOAD_LIMIT" to "", "HOME" to "/root"))
    } else {
        file = ConfigFile("# Gallery\nupload.limit = \${base}\nupload.folder = /srv/gallery\nbase = 20")
        environment = Environment(mapOf("GALLERY_UPLOAD_FOLDER" to "/data", "HOME" to "/root"))
    }
    val queue = UploadQueue(SettingsLoader(file, environment).load())
    println("accepted: ${queue.offer("cat.jpg")}")
}
