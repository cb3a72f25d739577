// a: Billing.window
// b: MeterGroup.litres
// why: the window of a day takes the number of the day as an hour, or each sample is divided down to litres before it is added
package planted.waterbill

import kotlinx.coroutines.flow.Flow
import kotlinx.coroutines.flow.flow
import kotlinx.coroutines.flow.map
import kotlinx.coroutines.flow.toList
import kotlinx.coroutines.runBlocking

data class Sample(val hour: Int, val millilitres: Long)

data class Meter(val flat: String, val samples: List<Sample>)

data class Hours(val from: Int, val until: Int) {
    operator fun contains(hour: Int): Boolean = hour in from until until
}

class MeterGroup(val meters: List<Meter>) {
    fun litres(): Long = meters.sumOf { meter -> meter.samples.sumOf { it.millilitres / 1000 } }

    fun within(hours: Hours): MeterGroup = MeterGroup(meters.map { it.copy(samples = it.samples.filter { s -> s.hour in hours }) })

    fun highest(): Sample? = meters.flatMap { it.samples }.maxByOrNull { it.millilitres }
}

class MeterSource(private val groups: Map<String, MeterGroup>) {
    fun houses(): Flow<Pair<String, MeterGroup>> = flow {
        for ((house, group) in groups) emit(house to group)
    }
}

class Billing {
    fun window(day: Int, nights: Boolean): Hours {
        if (nights) return Hours(day * 24 + 22, (day + 1) * 24 + 6)
        return Hours(day, day + 24)
    }

    fun cents(litres: Long): Long = litres * 41 / 100
}

data class Share(val flat: String, val percent: Long)

class ShareTable {
    fun of(group: MeterGroup): List<Share> {
        val total = group.litres()
        return group.meters.map { meter ->
            val own = meter.samples.sumOf { it.millilitres }
            Share(meter.flat, own / 10 / total)
        }
    }
}

class BillService(private val source: MeterSource, private val billing: Billing, private val shares: ShareTable) {
    suspend fun bills(day: Int, nights: Boolean): List<List<Share>> {
        val hours = billing.window(day, nights)
        return source.houses().map { (_, group) -> shares.of(group.within(hours)) }.toList()
    }
}

class LeakAlarm(private val limit: Long) {
    fun suspicious(group: MeterGroup): Boolean = (group.highest()?.millilitres ?: 0) > limit
}

fun main(args: Array<String>) {
    val drops = (70..76).map { Sample(it, 640) }
    val usual = (48..54).map { Sample(it, 5200) }
    val nights = args[0] == "b"
    val chosen = if (nights) drops else usual
    val group = MeterGroup(listOf(Meter("1L", chosen), Meter("2R", chosen.take(3))))
    println(LeakAlarm(90_000).suspicious(group))
    val service = BillService(MeterSource(mapOf("Elm 4" to group)), Billing(), ShareTable())
    println(runBlocking { service.bills(2, nights) })
}
