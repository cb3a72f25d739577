// a: ProductFeed.zonesOf
// b: FareShelf.retire
// why: zones after a comma keep their blank and match none, or a product without an end date is retired as ended
package planted.tramfare

data class Product(val code: String, val zones: Set<String>, val cents: Int, val validUntil: Int?)

class ProductFeed {
    fun parse(text: String): List<Product> = text.lineSequence()
        .map { it.trim() }
        .filter { it.isNotEmpty() }
        .map { line -> product(line.split('|')) }
        .toList()

    private fun product(fields: List<String>): Product = Product(
        code = fields[0].trim(),
        zones = zonesOf(fields[1]),
        cents = fields[2].trim().toInt(),
        validUntil = fields.getOrNull(3)?.trim()?.toIntOrNull(),
    )

    private fun zonesOf(field: String): Set<String> = field.split(',').toSet()
}

class FareShelf(products: List<Product>) {
    private val onSale = products.toMutableList()
    private val retired = mutableListOf<Product>()

    fun retire(today: Int) {
        val (ended, current) = onSale.partition { (it.validUntil ?: 0) < today }
        retired += ended
        onSale.clear()
        onSale += current
    }

    fun inZone(zone: String): List<Product> = onSale.filter { zone in it.zones }.sortedBy { it.cents }

    fun archive(): List<String> = retired.map { it.code }
}

sealed class Discount {
    abstract fun apply(cents: Int): Int

    object None : Discount() {
        override fun apply(cents: Int) = cents
    }

    data class Percent(val percent: Int) : Discount() {
        override fun apply(cents: Int) = cents - cents * percent / 100
    }
}

data class Rider(val name: String, val age: Int)

class DiscountRules {
    fun discountFor(rider: Rider): Discount = when {
        rider.age < 6 -> Discount.Percent(100)
        rider.age >= 65 -> Discount.Percent(40)
        else -> Discount.None
    }
}

data class Quote(val product: String, val cents: Int)

class FareDesk(private val shelf: FareShelf, private val rules: DiscountRules) {
    fun quote(rider: Rider, zone: String): Quote {
        val cheapest = shelf.inZone(zone).first()
        return Quote(cheapest.code, rules.discountFor(rider).apply(cheapest.cents))
    }
}

class TicketMachine(private val desk: FareDesk) {
    fun offer(riders: List<Rider>, zone: String): Int {
        var total = 0
        for (rider in riders) {
            val quote = desk.quote(rider, zone)
            println("${rider.name}: ${quote.product}")
            total += quote.cents
        }
        return total
    }
}

fun main(args: Array<String>) {
    val feed = if (args[0] == "a") "SINGLE|K1, K2|240|20991231\nDAY|K1|610|20991231" else "SINGLE|K1,K2|240\nSUMMER|K2|199|20230831"
    val shelf = FareShelf(ProductFeed().parse(feed))
    shelf.retire(20240611)
    val machine = TicketMachine(FareDesk(shelf, DiscountRules()))
    println(machine.offer(listOf(Rider("Odile", 34), Rider("Per", 70)), "K2"))
}
