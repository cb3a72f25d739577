// a: Period.days
// b: BuildingReader.read
// why: the days of a period that begins and ends on the same day of the month come out as 0, or a building without "per floor" has 0 flats
package planted.energy

import java.time.LocalDate

class Period(private val from: LocalDate, private val until: LocalDate) {
    fun days(): Int = until.dayOfMonth - from.dayOfMonth

    override fun toString() = "$from to $until"
}

data class Building(val name: String, val floors: Int, val flats: Int)

class BuildingReader {
    /** Reads "name;floors;flats per floor", where the last may be left out for one flat on each floor. */
    fun read(line: String): Building {
        val columns = line.split(';')
        val floors = columns[1].toInt()
        val perFloor = columns.getOrNull(2)?.toInt() ?: 0
        return Building(columns[0], floors, floors * perFloor)
    }
}

data class Tariff(val centsPerUnit: Int, val feeCents: Int) {
    fun cost(units: Int) = units * centsPerUnit
}

class Billing(private val tariff: Tariff) {
    fun centsPerDay(building: Building, period: Period, units: Int): Int {
        val days = period.days()
        val flats = building.flats
        return tariff.cost(units) / days + tariff.feeCents / flats
    }

    fun bill(building: Building, period: Period, units: Int): String {
        val perDay = centsPerDay(building, period, units)
        return "${building.name}, $period: $perDay cents per day"
    }
}

fun main(args: Array<String>) {
    val start = LocalDate.of(2024, 3, 1)
    val month = args[0] == "a"
    val period = Period(start, if (month) start.plusMonths(1) else start.plusDays(14))
    val building = BuildingReader().read(if (month) "Elm Court;3;4" else "Mill House;2")
    val billing = Billing(Tariff(centsPerUnit = 31, feeCents = 2400))
    println(billing.bill(building, period, 860))
}
