// a: Cue.shift
// b: Film.trim
// why: a cue is shifted by seconds as if they were frames, or the film is trimmed to before its start
package planted.subtitles

class Cue(var begin: Int, var end: Int) {
    fun shift(seconds: Int) {
        begin += seconds * 25
    }
}

class Film(var first: Int, var last: Int) {
    var trims = 0

    fun trim(frames: Int) {
        trims++
        last -= frames
    }
}

class Renderer {
    fun show(cue: Cue, film: Film): Int {
        if (cue.begin > film.last) {
            throw IndexOutOfBoundsException("cue after the end")
        }
        return cue.begin - film.first
    }
}

fun main(args: Array<String>) {
    val cue = Cue(100, 140)
    val film = Film(0, 500)
    if (args[0] == "a") cue.shift(20) else film.trim(450)
    println(Renderer().show(cue, film))
}
