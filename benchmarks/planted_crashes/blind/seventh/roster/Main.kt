// a: Shift.covers
// b: TimeOfDay.parse
// why: Nobody is on duty: a shift over midnight covers no minute, or half past midnight is read as half past noon.
package planted.roster

data class TimeOfDay(val hour: Int, val minute: Int) {
    val minutes: Int get() = hour * 60 + minute

    companion object {
        fun parse(text: String): TimeOfDay {
            val (clock, half) = text.trim().uppercase().split(" ")
            val (hour, minute) = clock.split(":").map { it.toInt() }
            val shifted = if (half == "PM" && hour < 12) hour + 12 else hour
            return TimeOfDay(shifted, minute)
        }
    }
}

data class Shift(val person: String, val from: TimeOfDay, val until: TimeOfDay) {
    fun covers(time: TimeOfDay): Boolean = time.minutes >= from.minutes && time.minutes < until.minutes
}

class Roster {
    private val shifts = mutableListOf<Shift>()

    fun plan(person: String, from: TimeOfDay, until: TimeOfDay) {
        shifts += Shift(person, from, until)
    }

    fun onDuty(time: TimeOfDay): Shift? = shifts.firstOrNull { it.covers(time) }
}

class PhoneLine(private val roster: Roster, private val numbers: Map<String, String>) {
    private val log = mutableListOf<String>()

    fun route(time: TimeOfDay): String {
        val shift = roster.onDuty(time)
        val person = shift!!.person
        log += "$person at ${time.hour}:${time.minute}"
        return numbers[person] ?: "desk"
    }

    fun incoming(received: String): String = "forwarded to " + route(TimeOfDay.parse(received))
}

fun main(args: Array<String>) {
    val roster = Roster()
    val line = PhoneLine(roster, mapOf("Ines" to "101", "Tom" to "102"))
    val received: String
    if (args[0] == "a") {
        roster.plan("Ines", TimeOfDay(8, 0), TimeOfDay(22, 0))
        roster.plan("Tom", TimeOfDay(22, 0), TimeOfDay(8, 0))
        received = "11:10 pm"
    } else {
        roster.plan("Ines", TimeOfDay(0, 0), TimeOfDay(8, 0))
        roster.plan("Tom", TimeOfDay(14, 0), TimeOfDay(22, 0))
        received = "12:30 am"
    }
    println(line.incoming(received))
}
