// a: Feed.duration
// b: Editor.cut
// why: the feed's duration keeps its minutes, or the editor writes a cut as a range
package planted.podcast

class Episode(val title: String) {
    var seconds = "0"
    var edited = false
}

class Feed {
    fun duration(line: String): String = line.substringAfter("duration=")

    fun read(title: String, line: String): Episode {
        val episode = Episode(title)
        episode.seconds = duration(line)
        return episode
    }
}

class Editor {
    fun cut(episode: Episode, from: Int, to: Int) {
        episode.seconds = "$from:$to"
        episode.edited = true
    }
}

class Player {
    fun total(episodes: List<Episode>): Int = episodes.sumOf { it.seconds.toInt() }
}

fun main(args: Array<String>) {
    val episode = Feed().read("one", if (args[0] == "a") "duration=10:40" else "duration=900")
    if (args[0] == "b") Editor().cut(episode, 10, 40)
    println(Player().total(listOf(episode)))
}
