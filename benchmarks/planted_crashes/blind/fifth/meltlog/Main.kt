// a: ReadingEditor.correct
// b: StationImport.readingOf
// why: the editor saves the date as it is displayed, or the import keeps the date as the station wrote it
package planted.meltlog

import java.time.LocalDate
import java.time.format.DateTimeFormatter
import java.time.temporal.ChronoUnit

data class Probe(val stake: String, val centimetres: Int)

data class Reading(val id: Int, val takenOn: String, val probes: List<Probe>)

data class Survey(val glacier: String, val readings: List<Reading>)

object Dates {
    val SHOWN: DateTimeFormatter = DateTimeFormatter.ofPattern("dd.MM.uuuu")

    fun show(day: LocalDate): String = SHOWN.format(day)

    fun store(day: LocalDate): String = DateTimeFormatter.ISO_LOCAL_DATE.format(day)
}

class ReadingStore {
    private val byGlacier = linkedMapOf<String, MutableList<Reading>>()

    fun add(glacier: String, reading: Reading) {
        byGlacier.getOrPut(glacier) { mutableListOf() } += reading
    }

    fun find(glacier: String, id: Int): Reading? = byGlacier[glacier]?.firstOrNull { it.id == id }

    fun replace(glacier: String, reading: Reading) {
        val list = byGlacier.getValue(glacier)
        val position = list.indexOfFirst { it.id == reading.id }
        if (position >= 0) list[position] = reading
    }

    fun survey(glacier: String): Survey = Survey(glacier, byGlacier[glacier].orEmpty().toList())
}

class ReadingForm(val glacier: String, val id: Int, var day: LocalDate, var lowest: Int?)

class ReadingEditor(private val store: ReadingStore) {
    fun correct(form: ReadingForm): Boolean {
        val old = store.find(form.glacier, form.id) ?: return false
        val probes = old.probes.map { probe -> form.lowest?.let { probe.copy(centimetres = maxOf(it, probe.centimetres)) } ?: probe }
        store.replace(form.glacier, old.copy(takenOn = Dates.show(form.day), probes = probes))
        return true
    }
}

class StationImport(private val store: ReadingStore) {
    private var nextId = 1

    fun load(glacier: String, lines: List<String>) {
        for (line in lines) {
            val cells = line.split(';').map { it.trim() }
            if (cells.size >= 3) store.add(glacier, readingOf(cells))
        }
    }

    private fun readingOf(cells: List<String>): Reading {
        val probes = cells.drop(1).chunked(2).filter { it.size == 2 }.map { (stake, depth) -> Probe(stake, depth.toInt()) }
        return Reading(nextId++, cells[0], probes)
    }
}

class ManualEntry(private val store: ReadingStore) {
    fun enter(glacier: String, id: Int, day: LocalDate, vararg probes: Probe) {
        store.add(glacier, Reading(id, Dates.store(day), probes.toList()))
    }
}

class MeltReport(private val store: ReadingStore) {
    fun line(glacier: String): String {
        val survey = store.survey(glacier)
        val days = survey.readings.map { LocalDate.parse(it.takenOn) }.sorted()
        val span = ChronoUnit.DAYS.between(days.first(), days.last())
        val lost = survey.readings.flatMap { it.probes }.sumOf { it.centimetres }
        return "$glacier lost $lost cm in $span days"
    }
}

fun main(args: Array<String>) {
    val store = ReadingStore()
    val entry = ManualEntry(store)
    entry.enter("Upper", 101, LocalDate.of(2024, 7, 1), Probe("S1", 12), Probe("S2", 9))
    if (args[0] == "a") {
        entry.enter("Upper", 102, LocalDate.of(2024, 8, 13), Probe("S1", 44))
        ReadingEditor(store).correct(ReadingForm("Upper", 102, LocalDate.of(2024, 8, 14), null))
    } else {
        StationImport(store).load("Upper", listOf("14.08.2024; S1; 44; S2; 31"))
    }
    println(MeltReport(store).line("Upper"))
}
