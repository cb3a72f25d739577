// a: LegacyCodes.moodOf
// b: InspectionCodec.write
// why: code 1 of old sheets is translated to a label instead of a name, or the codec writes the label of the mood
package planted.apiary

enum class Mood(private val label: String) {
    CALM("Calm"),
    NERVOUS("Nervous"),
    FIERCE("Fierce");

    override fun toString(): String = label
}

data class Inspection(val hive: String, val frames: Int, val mood: Mood)

class LegacyCodes {
    fun queenColour(year: Int): String = when (year % 5) {
        1 -> "white"
        2 -> "yellow"
        3 -> "red"
        4 -> "green"
        else -> "blue"
    }

    fun moodOf(code: String): String = when (code) {
        "1" -> "Calm"
        "2" -> "NERVOUS"
        else -> "FIERCE"
    }
}

class Journal {
    private val lines = mutableListOf<String>()

    fun append(line: String) {
        lines += line
    }

    fun lines(): List<String> = lines.toList()
}

class InspectionCodec {
    fun write(inspection: Inspection): String =
        listOf("hive=${inspection.hive}", "frames=${inspection.frames}", "mood=${inspection.mood}").joinToString(" ")

    fun read(line: String): Map<String, String> =
        line.split(' ').associate { part -> part.substringBefore('=') to part.substringAfter('=') }
}

class SheetConverter(private val codes: LegacyCodes, private val journal: Journal) {
    fun convert(sheet: String) {
        for (row in sheet.lines()) {
            val cells = row.split('\t')
            if (cells.size < 3) continue
            journal.append("hive=${cells[0]} frames=${cells[1]} mood=${codes.moodOf(cells[2])}")
        }
    }
}

class InspectionLog(private val journal: Journal, private val codec: InspectionCodec) {
    fun record(inspection: Inspection) = journal.append(codec.write(inspection))

    fun all(): List<Inspection> {
        val found = mutableListOf<Inspection>()
        for (line in journal.lines()) {
            val fields = codec.read(line)
            val mood = Mood.valueOf(fields.getValue("mood"))
            found += Inspection(fields.getValue("hive"), fields.getValue("frames").toInt(), mood)
        }
        return found
    }
}

class SwarmForecast(private val log: InspectionLog) {
    fun risky(): List<String> {
        val latest = log.all().associateBy { it.hive }
        return latest.values.filter { it.frames >= 9 && it.mood != Mood.CALM }.map { it.hive }
    }
}

fun main(args: Array<String>) {
    val journal = Journal()
    val log = InspectionLog(journal, InspectionCodec())
    if (args[0] == "a") {
        SheetConverter(LegacyCodes(), journal).convert("H1\t9\t2\nH2\t8\t1\nH3\t10\t3")
    } else {
        journal.append("hive=H1 frames=9 mood=NERVOUS")
        log.record(Inspection("H2", 8, Mood.CALM))
    }
    println(SwarmForecast(log).risky())
}
