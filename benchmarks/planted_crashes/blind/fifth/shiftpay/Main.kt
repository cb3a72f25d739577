// a: ShiftExpander.endOf
// b: ClockImport.shift
// why: a shift past midnight ends on the day it began, or only the end of an imported shift is moved to local time
package planted.shiftpay

import java.time.DayOfWeek
import java.time.Duration
import java.time.LocalDate
import java.time.LocalDateTime
import java.time.LocalTime

data class Worker(val name: String, val centsPerHour: Int)

data class Worked(val worker: Worker, val shift: Shift)

class Roster(private val expander: ShiftExpander) {
    private val worked = mutableListOf<Worked>()

    fun week(worker: Worker, monday: LocalDate, days: Set<DayOfWeek>, from: LocalTime, to: LocalTime) {
        for (day in days.sorted()) {
            val date = monday.plusDays(day.ordinal.toLong())
            worked += Worked(worker, expander.expand(date, from, to))
        }
    }

    fun add(worker: Worker, shift: Shift) {
        worked += Worked(worker, shift)
    }

    fun of(worker: Worker): List<Worked> = worked.filter { it.worker == worker }.sortedBy { it.shift.start }
}

class PayRules {
    fun rate(worker: Worker, start: LocalDateTime): Int {
        val sunday = start.dayOfWeek == DayOfWeek.SUNDAY
        return if (sunday) worker.centsPerHour * 3 / 2 else worker.centsPerHour
    }
}

class PayCalculator(private val rules: PayRules) {
    fun cents(worked: Worked): Long {
        val span = Duration.between(worked.shift.start, worked.shift.end)
        require(!span.isNegative) { "Shift ends before it starts" }
        return span.toMinutes() * rules.rate(worked.worker, worked.shift.start) / 60
    }
}

class PaySlip(private val roster: Roster, private val pay: PayCalculator) {
    fun total(worker: Worker): Long = roster.of(worker).sumOf { pay.cents(it) }
}

fun main(args: Array<String>) {
    val roster = Roster(ShiftExpander())
    val worker = Worker("Lerato", 2100)
    val monday = LocalDate.of(2024, 5, 13)
    roster.week(worker, monday, setOf(DayOfWeek.MONDAY, DayOfWeek.TUESDAY), LocalTime.of(8, 0), LocalTime.of(16, 0))
    if (args[0] == "a") {
        roster.week(worker, monday, setOf(DayOfWeek.FRIDAY), LocalTime.of(22, 0), LocalTime.of(6, 0))
    } else {
        roster.add(worker, ClockImport(-300).shift("2024-05-17T21:00", "2024-05-17T23:30"))
    }
    println(PaySlip(roster, PayCalculator(PayRules())).total(worker))
}
