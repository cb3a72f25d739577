// a: RecorderPool.acquire
// b: Recorder.stop
// why: the pool hands out a recorder that is lent already, or stopping an empty take leaves the recorder running
package planted.studiopool

data class Room(val name: String, val channels: Int)

class RecorderPool(count: Int) {
    private val recorders = List(count) { Recorder(it + 1) }
    private val lent = linkedMapOf<Room, Recorder>()

    fun acquire(room: Room): Recorder {
        val wanted = room.channels % recorders.size
        val recorder = recorders[wanted]
        lent[room] = recorder
        return recorder
    }

    fun release(room: Room) {
        lent.remove(room)
    }

    fun busy(): List<Int> = lent.values.map { it.number }.distinct()

    fun takes(): List<String> = recorders.flatMap { it.takes }
}

sealed class Cue {
    data class Begin(val room: Room, val title: String) : Cue()

    data class Part(val room: Room, val name: String) : Cue()

    data class End(val room: Room) : Cue()
}

class Desk(private val pool: RecorderPool) {
    private val active = hashMapOf<Room, Recorder>()

    fun handle(cue: Cue) {
        when (cue) {
            is Cue.Begin -> {
                val recorder = pool.acquire(cue.room)
                recorder.start(cue.title)
                active[cue.room] = recorder
            }
            is Cue.Part -> active[cue.room]?.write(cue.name)
            is Cue.End -> {
                active.remove(cue.room)?.stop()
                pool.release(cue.room)
            }
        }
    }
}

class CueSheet(private val cues: List<Cue>) {
    fun play(desk: Desk) {
        for (cue in cues) desk.handle(cue)
    }

    fun rooms(): Set<Room> = cues.filterIsInstance<Cue.Begin>().map { it.room }.toSet()
}

class Archive(private val pool: RecorderPool) {
    fun list(): String = pool.takes().sorted().joinToString() + " busy " + pool.busy()
}

fun main(args: Array<String>) {
    val hall = Room("hall", 24)
    val booth = Room("booth", 2)
    val clash = listOf(Cue.Begin(hall, "quartet"), Cue.Part(hall, "adagio"), Cue.Begin(booth, "voice"))
    val empty = listOf(Cue.Begin(hall, "test"), Cue.End(hall), Cue.Begin(hall, "quartet"), Cue.Part(hall, "adagio"))
    val sheet = CueSheet(if (args[0] == "a") clash else empty)
    val pool = RecorderPool(2)
    println(sheet.rooms().size)
    sheet.play(Desk(pool))
    println(Archive(pool).list())
}
