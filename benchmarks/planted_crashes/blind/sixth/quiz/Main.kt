// a: SavedGames.migrate
// b: Progress.finish
// why: The level does not exist: an old save counts from one and was taken over as it is, or the last level led to a next one.
package planted.quiz

data class Save(val version: Int, val player: String, val level: Int, val stars: List<Int> = emptyList())

enum class Level(val title: String, val questions: Int) {
    EASY("Warm-up", 5),
    MEDIUM("Main round", 8),
    HARD("Final", 10),
}

/** Saves as text: version, player, level, stars. Versions before 3 count levels from one, as players see them. */
class SavedGames {
    private val texts = HashMap<String, String>()

    fun import(text: String) {
        texts[text.split("|")[1]] = text
    }

    fun store(progress: Progress) {
        val stars = progress.stars.joinToString(",")
        texts[progress.player] = "3|${progress.player}|${progress.level}|$stars"
    }

    fun load(player: String): Progress? {
        val cells = texts[player]?.split("|") ?: return null
        val stars = cells.getOrElse(3) { "" }.split(",").mapNotNull { it.toIntOrNull() }
        val save = migrate(Save(cells[0].toInt(), cells[1], cells[2].toInt(), stars))
        return Progress(save.player, save.level).apply { this.stars += save.stars }
    }

    private fun migrate(save: Save): Save = when (save.version) {
        1 -> save.copy(version = 3, level = save.level - 1, stars = emptyList())
        2 -> save.copy(version = 3)
        else -> save
    }
}

class Game(private val progress: Progress) {
    fun heading(): String {
        val level = Level.values()[progress.level]
        val stars = progress.stars.sum()
        return "${level.title}: ${level.questions} questions, $stars stars"
    }
}

fun main(args: Array<String>) {
    val games = SavedGames()
    if (args[0] == "a") {
        games.import("2|Tove|3|2,3")
    } else {
        games.import("3|Tove|2|2,3")
        val played = games.load("Tove") ?: return
        println(Game(played).heading())
        played.finish(1)
        games.store(played)
    }
    val progress = games.load("Tove") ?: return
    println(Game(progress).heading())
}
