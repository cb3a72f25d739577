// a: Shelf.removeStale
// b: Counter.handOver
// why: the comparison of the clean-up is the wrong way round and empties the shelf, or the check digit becomes a part of the number (172 for 17)
package planted.bakery

data class Parcel(val number: Int, val content: String, val bakedAtHour: Int)

object PickupCode {
    fun print(number: Int): String = "B$number"

    fun printChecked(number: Int): String = "B$number-${number % 5}"
}

class Shelf {
    private val parcels = mutableListOf<Parcel>()

    fun put(parcel: Parcel) {
        parcels += parcel
    }

    fun removeStale(hour: Int, maxAge: Int) {
        parcels.removeAll { hour - it.bakedAtHour < maxAge }
    }

    fun count(): Int = parcels.size

    fun take(number: Int): Parcel {
        val parcel = parcels.first { it.number == number }
        parcels.remove(parcel)
        return parcel
    }
}

class Counter(private val shelf: Shelf) {
    private var served = 0

    fun handOver(code: String): String {
        val number = code.filter { it.isDigit() }.toInt()
        val parcel = shelf.take(number)
        served++
        return "${parcel.content}, customer $served"
    }
}

fun main(args: Array<String>) {
    val shelf = Shelf()
    shelf.put(Parcel(16, "two rye loaves", 9))
    shelf.put(Parcel(17, "apple cake", 10))
    shelf.put(Parcel(18, "six rolls", 10))
    if (args[0] == "a") shelf.removeStale(hour = 11, maxAge = 8)
    val counter = Counter(shelf)
    println(counter.handOver(if (args[0] == "a") PickupCode.print(17) else PickupCode.printChecked(17)))
}
