// a: Weekly.firstFrom
// b: Agenda.today
// why: The next time of a reminder is past: its weekday is today but the hour is over, or today was taken in another zone.
package planted.alarms

import java.time.DayOfWeek
import java.time.Duration
import java.time.Instant
import java.time.LocalDate
import java.time.LocalTime
import java.time.ZoneId
import java.time.ZoneOffset
import java.time.ZonedDateTime

interface Repeat {
    val time: LocalTime

    /** Returns the day on which the reminder is due next. */
    fun firstFrom(today: LocalDate, clock: LocalTime): LocalDate
}

class Daily(override val time: LocalTime) : Repeat {
    override fun firstFrom(today: LocalDate, clock: LocalTime): LocalDate =
        if (time > clock) today else today.plusDays(1)
}

class Weekly(private val day: DayOfWeek, override val time: LocalTime) : Repeat {
    override fun firstFrom(today: LocalDate, clock: LocalTime): LocalDate {
        val days = (day.value - today.dayOfWeek.value + 7) % 7
        return today.plusDays(days.toLong())
    }
}

data class Reminder(val text: String, val repeat: Repeat)

class Timer {
    private val waiting = LinkedHashMap<String, Duration>()

    fun schedule(name: String, delay: Duration) {
        require(!delay.isNegative) { "delay is negative" }
        waiting[name] = delay
    }

    fun size() = waiting.size
}

class Agenda(private val zone: ZoneId, private val timer: Timer) {
    private val reminders = ArrayList<Reminder>()

    fun add(reminder: Reminder) {
        reminders += reminder
    }

    private fun today(now: Instant): LocalDate = now.atOffset(ZoneOffset.UTC).toLocalDate()

    fun arm(now: Instant) {
        val clock = now.atZone(zone).toLocalTime()
        val today = today(now)
        for (reminder in reminders) {
            val day = reminder.repeat.firstFrom(today, clock)
            val due = ZonedDateTime.of(day, reminder.repeat.time, zone).toInstant()
            timer.schedule(reminder.text, Duration.between(now, due))
        }
    }
}

fun main(args: Array<String>) {
    val timer = Timer()
    val agenda: Agenda
    val now: Instant
    if (args[0] == "a") {
        agenda = Agenda(ZoneId.of("Europe/Vienna"), timer)
        agenda.add(Reminder("water the plants", Weekly(DayOfWeek.TUESDAY, LocalTime.of(9, 30))))
        now = Instant.parse("2024-05-14T10:15:00Z")
    } else {
        agenda = Agenda(ZoneId.of("Asia/Tokyo"), timer)
        agenda.add(Reminder("stand-up", Daily(LocalTime.of(9, 30))))
        now = Instant.parse("2024-05-14T22:15:00Z")
    }
    agenda.arm(now)
    println("${timer.size()} reminders armed")
}
