// a: PriceCache.expire
// b: Feed.parse
// why: an expired price stays in the cache as 0, or the feed reads a missing price as 0
package planted.broker

class Quote(val symbol: String, var price: Double)

class PriceCache {
    val quotes = ArrayList<Quote>()
    var expired = 0

    fun expire(symbol: String) {
        for (quote in quotes) {
            if (quote.symbol == symbol) {
                quote.price = 0.0
                expired++
            }
        }
    }
}

class Feed {
    fun parse(line: String): Quote {
        val parts = line.split("=")
        return Quote(parts[0], parts[1].toDoubleOrNull() ?: 0.0)
    }
}

class Broker(private val cache: PriceCache) {
    fun buy(symbol: String, money: Double): Double {
        val quote = cache.quotes.first { it.symbol == symbol }
        require(quote.price > 0) { "no price" }
        return money / quote.price
    }
}

fun main(args: Array<String>) {
    val cache = PriceCache()
    cache.quotes += Feed().parse(if (args[0] == "a") "ABC=12.5" else "ABC=n/a")
    if (args[0] == "a") cache.expire("ABC")
    println(Broker(cache).buy("ABC", 100.0))
}
