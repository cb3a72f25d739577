// a: Envelope.room
// b: Staff.leave
// why: a room is read with its building, or who leaves takes the room's box with them
package planted.mailroom

class Box(val room: String, var letters: Int)

class Envelope(private val address: String) {
    fun room(): String = address.substringAfter("Room ")
}

class Staff(val boxes: MutableList<Box>) {
    private var left = 0

    fun leave(room: String) {
        left++
        boxes.removeAll { it.room == room }
    }
}

class Sorter(private val staff: Staff) {
    fun sort(envelope: Envelope): Int {
        val room = envelope.room()
        val box = staff.boxes.find { it.room == room } ?: error("no box")
        box.letters++
        return box.letters
    }
}

fun main(args: Array<String>) {
    val staff = Staff(mutableListOf(Box("12", 0), Box("14", 3)))
    if (args[0] == "b") staff.leave("14")
    val envelope = Envelope(if (args[0] == "a") "Room 14, House B" else "Room 14")
    println(Sorter(staff).sort(envelope))
}
