// a: PhraseStore.switchTo
// b: PhraseKey.forScreen
// why: switching the language clears the phrases without loading others (size 0), or the key is joined with "_" in place of "."
package planted.phrasebook

class Language(val code: String, val name: String)

object PhraseKey {
    fun forButton(button: String): String = "button.${button.lowercase()}"

    fun forScreen(screen: String): String = "screen_${screen.lowercase()}"
}

class PhraseStore(private var language: Language) {
    private val phrases = hashMapOf<String, String>()

    fun load(lines: List<String>) {
        for (line in lines) {
            val (key, phrase) = line.split('=')
            phrases[key.trim()] = phrase.trim()
        }
    }

    fun switchTo(next: Language, lines: List<String>) {
        phrases.clear()
        if (next.code == language.code) load(lines)
        language = next
    }

    fun phrase(key: String): String =
        phrases[key] ?: throw NoSuchElementException("No phrase for this key")
}

class Page(private val store: PhraseStore) {
    private val parts = mutableListOf<String>()

    fun add(key: String): Page {
        parts += store.phrase(key)
        return this
    }

    fun render(): String = parts.joinToString(" | ")
}

fun main(args: Array<String>) {
    val store = PhraseStore(Language("en", "English"))
    store.load(listOf("screen.home = Home", "button.save = Save", "button.back = Back"))
    val page = Page(store)
    page.add(PhraseKey.forButton("Back"))
    if (args[0] == "a") {
        store.switchTo(Language("de", "Deutsch"), listOf("button.save = Sichern", "button.back = Zurueck"))
    }
    page.add(if (args[0] == "a") PhraseKey.forButton("Save") else PhraseKey.forScreen("Home"))
    println(page.render())
}
