// a: Migration.upgrade
// b: PreferenceFile.read
// why: the migration moves the size to a key that nobody reads, or lines with an empty value are skipped
package planted.prefs

class PreferenceFile(private val text: String) {
    fun read(): MutableMap<String, String> {
        val values = HashMap<String, String>()
        for (line in text.lines()) {
            val value = line.substringAfter('=')
            if (value.isNotEmpty()) values[line.substringBefore('=')] = value
        }
        return values
    }
}

class Migration {
    fun upgrade(values: MutableMap<String, String>) {
        if (values["version"] == "1") {
            val size = values.remove("size")
            if (size != null) values["font.size"] = size
            values["version"] = "2"
        }
    }
}

class Preferences(values: Map<String, String>) {
    val theme: String by values
    val size: String by values
}

class Editor(private val preferences: Preferences) {
    fun style(): String = preferences.theme + " " + preferences.size
}

fun main(args: Array<String>) {
    val file = PreferenceFile(if (args[0] == "a") "version=1\ntheme=dark\nsize=12" else "version=2\ntheme=dark\nsize=")
    val values = file.read()
    Migration().upgrade(values)
    println(Editor(Preferences(values)).style())
}
