// a: RateCache.trim
// b: RateFeed.refresh
// why: A rate is missing from the cache: trimming dropped the newest instead of the oldest, or a refresh emptied it and put back only part.
package planted.exchange

data class Pair(val from: String, val to: String)

data class Rate(val pair: Pair, val value: Double, val day: Int)

class RateCache(private val capacity: Int) {
    private val rates = LinkedHashMap<Pair, Rate>()

    fun put(rate: Rate) {
        rates.remove(rate.pair)
        rates[rate.pair] = rate
        trim()
    }

    fun find(pair: Pair): Rate? = rates[pair]

    fun all(): List<Rate> = rates.values.toList()

    fun clear() = rates.clear()

    private fun trim() {
        while (rates.size > capacity) {
            val dropped = rates.keys.last()
            rates.remove(dropped)
        }
    }
}

class RateFeed(private val cache: RateCache) {
    private val table = mapOf(
        Pair("EUR", "USD") to 1.08,
        Pair("EUR", "CHF") to 0.96,
        Pair("EUR", "SEK") to 11.4,
    )

    fun load(day: Int, vararg pairs: Pair) {
        for (pair in pairs) {
            table[pair]?.let { cache.put(Rate(pair, it, day)) }
        }
    }

    fun refresh(day: Int) {
        val outdated = cache.all().filter { it.day < day }
        cache.clear()
        load(day, *outdated.map { it.pair }.toTypedArray())
    }
}

class Converter(private val cache: RateCache) {
    fun convert(amount: Double, from: String, to: String): Double {
        if (from == to) return amount
        val rate = cache.find(Pair(from, to))!!
        return amount * rate.value
    }

    fun format(amount: Double, from: String, to: String): String {
        val converted = convert(amount, from, to)
        return "$amount $from = $converted $to"
    }
}

fun main(args: Array<String>) {
    val usd = Pair("EUR", "USD")
    val chf = Pair("EUR", "CHF")
    val sek = Pair("EUR", "SEK")
    val cache = RateCache(2)
    val feed = RateFeed(cache)
    if (args[0] == "a") {
        feed.load(11, usd, chf, sek)
    } else {
        feed.load(11, usd)
        feed.load(12, sek)
        feed.refresh(12)
    }
    println(Converter(cache).format(250.0, "EUR", "SEK"))
}
