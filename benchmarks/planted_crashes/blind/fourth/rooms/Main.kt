// a: Invitations.recipients
// b: Room.rename
// why: choosing the recipients takes the owner out of the room's own list, or renaming leaves the owner's old name
package planted.rooms

class Member(val id: Int, var name: String)

class Room(var owner: String, val members: MutableList<Member>) {
    fun rename(id: Int, name: String) {
        members.first { it.id == id }.name = name
    }

    fun host(): Member {
        return members.first { it.name == owner }
    }
}

class Invitations {
    fun recipients(room: Room): List<Member> {
        val others = room.members
        others.removeIf { it.name == room.owner }
        return others
    }

    fun send(room: Room): List<String> = recipients(room).map { "invite " + it.name }
}

class RoomView(private val room: Room) {
    fun title(): String = "hosted by " + room.host().name
}

fun main(args: Array<String>) {
    val room = Room("ada", mutableListOf(Member(1, "ada"), Member(2, "bo"), Member(3, "cy")))
    if (args[0] == "a") println(Invitations().send(room)) else room.rename(1, "adele")
    println(RoomView(room).title())
}
