// a: CoinSlot.insert
// b: PriceList.price
// why: the slot does not count the two-franc piece, or the price list doubles the price at night
package planted.vending

class CoinSlot {
    var credit = 0
    private var coins = 0

    fun insert(coin: String) {
        coins++
        when (coin) {
            "0.50" -> credit += 50
            "1.00" -> credit += 100
        }
    }
}

class PriceList(private val base: Map<String, Int>) {
    fun price(name: String, hour: Int): Int {
        val plain = base[name] ?: 0
        return if (hour >= 22) plain * plain else plain
    }
}

class Machine(private val slot: CoinSlot, private val prices: PriceList) {
    fun buy(name: String, hour: Int): Int {
        val price = prices.price(name, hour)
        require(price <= slot.credit) { "not enough credit" }
        slot.credit -= price
        return slot.credit
    }
}

fun main(args: Array<String>) {
    val slot = CoinSlot()
    slot.insert(if (args[0] == "a") "2.00" else "1.00")
    slot.insert("1.00")
    val machine = Machine(slot, PriceList(mapOf("tea" to 150)))
    println(machine.buy("tea", if (args[0] == "b") 23 else 12))
}
