// a: Jukebox.skip
// b: Charts.rank
// why: a disliked song is taken out while the list is walked, or a popular one is moved to its begin
package planted.jukebox

class Song(val title: String, val likes: Int)

class Charts {
    var ranked = 0

    fun rank(song: Song, songs: MutableList<Song>) {
        if (song.likes > 90) {
            ranked++
            songs.add(0, song)
        }
    }
}

class Jukebox(private val songs: MutableList<Song>, private val charts: Charts) {
    private var skipped = 0

    private fun skip(song: Song) {
        if (song.likes < 10) {
            skipped++
            songs.remove(song)
        }
    }

    fun play(): Int {
        var played = 0
        for (song in songs) {
            skip(song)
            charts.rank(song, songs)
            played += song.title.length
        }
        return played
    }
}

fun main(args: Array<String>) {
    val songs = mutableListOf(Song("Blue", 40), Song("Red", if (args[0] == "a") 3 else 95), Song("Green", 50), Song("Grey", 60))
    println(Jukebox(songs, Charts()).play())
}
