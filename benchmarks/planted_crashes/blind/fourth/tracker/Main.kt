// a: GpxReader.read
// b: CsvReader.read
// why: times of GPX files are passed on in seconds, or distances of CSV files are scaled though they are in metres
package planted.tracker

class Lap(val file: String, val metres: Double, val millis: Long) {
    fun speed(): Double = metres / (millis / 1000.0)
}

interface LapReader {
    fun read(file: String, row: String): Lap
}

class GpxReader : LapReader {
    override fun read(file: String, row: String): Lap {
        val parts = row.split(";")
        return Lap(file, parts[0].toDouble(), parts[1].toLong())
    }
}

class CsvReader : LapReader {
    override fun read(file: String, row: String): Lap {
        val parts = row.split(",")
        return Lap(file, parts[0].toDouble() * 1000, parts[1].toLong())
    }
}

class Statistics {
    fun pace(lap: Lap): Double {
        val speed = lap.speed()
        if (speed > 60) throw IllegalStateException("implausible lap")
        return 1000 / speed
    }
}

class Importer(private val statistics: Statistics) {
    fun summary(file: String, row: String): String {
        val reader: LapReader = if (file.endsWith(".gpx")) GpxReader() else CsvReader()
        val lap = reader.read(file, row)
        return "pace " + statistics.pace(lap)
    }
}

fun main(args: Array<String>) {
    val file = if (args[0] == "a") "ride.gpx" else "ride.csv"
    println(Importer(Statistics()).summary(file, if (args[0] == "a") "2400;480" else "2400,480000"))
}
