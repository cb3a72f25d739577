// a: Timetable.arrival
// b: Ticker.read
// why: the timetable cuts the arrival's minutes off, or the ticker keeps an empty part
package planted.metro

class Timetable(private val line: String) {
    fun arrival(): String = line.substringAfter("arr=", "").substringBefore(" ")
}

class Ticker {
    fun read(text: String): List<String> = text.split("|").map { it.trim() }
}

class Board {
    fun delay(planned: String, shown: String): Int {
        return shown.toInt() - planned.toInt()
    }
}

class Station(private val timetable: Timetable, private val ticker: Ticker) {
    fun delayOf(text: String): Int {
        val parts = ticker.read(text)
        val planned = timetable.arrival()
        return Board().delay(planned, parts.last())
    }
}

fun main(args: Array<String>) {
    val timetable = Timetable(if (args[0] == "a") "dep=610" else "dep=610 arr=640 x")
    val station = Station(timetable, Ticker())
    println(station.delayOf(if (args[0] == "a") "S1 | 655" else "S1 | 655 |"))
}
