// a: Desk.checkOut
// b: Housekeeping.block
// why: checking out leaves the room occupied, or housekeeping blocks a room as occupied
package planted.hotel

class Room(val number: Int) {
    var occupied = false
    var guest: String? = null
    var cleaned = true
}

class Desk {
    fun checkIn(room: Room, guest: String) {
        check(!room.occupied) { "room is taken" }
        room.occupied = true
        room.guest = guest
    }

    fun checkOut(room: Room) {
        room.guest = null
        room.cleaned = false
    }
}

class Housekeeping {
    fun block(room: Room) {
        room.occupied = true
    }

    fun clean(room: Room) {
        room.cleaned = true
    }
}

fun main(args: Array<String>) {
    val room = Room(12)
    if (args[0] == "a") {
        Desk().checkIn(room, "Ida")
        Desk().checkOut(room)
    } else {
        Housekeeping().block(room)
    }
    Desk().checkIn(room, "Bo")
}
