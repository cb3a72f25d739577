// a: Choir.leave
// b: Conductor.swap
// why: a singer with a cold leaves while the choir is walked, or the conductor takes out who sings the wrong voice
package planted.chorus

class Singer(val name: String, val voice: String, val cold: Boolean)

class Choir {
    val singers = ArrayList<Singer>()
    val gone = ArrayList<String>()

    fun leave(singer: Singer) {
        gone += singer.name
        singers.remove(singer)
    }
}

class Conductor(private val voice: String) {
    var swaps = 0

    fun swap(choir: Choir, singer: Singer) {
        if (singer.voice != voice) {
            swaps++
            choir.singers.remove(singer)
        }
    }
}

class Rehearsal(private val choir: Choir, private val conductor: Conductor) {
    fun sing(): Int {
        var notes = 0
        for (singer in choir.singers) {
            if (singer.cold) choir.leave(singer)
            conductor.swap(choir, singer)
            notes += 4
        }
        return notes
    }
}

fun main(args: Array<String>) {
    val choir = Choir()
    choir.singers += Singer("Ana", if (args[0] == "a") "alto" else "bass", args[0] == "a")
    choir.singers += Singer("Eva", "alto", false)
    choir.singers += Singer("Uta", "alto", false)
    println(Rehearsal(choir, Conductor("alto")).sing())
}
