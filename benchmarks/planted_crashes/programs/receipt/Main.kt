// a: PriceList.priceOf
// b: TaxTable.taxOf
// why: an item has no price, or no tax.
package planted.receipt

class Money(val cents: Long)

class Tax(val percent: Int)

class PriceList(private val prices: Map<String, Money>) {
    fun priceOf(name: String): Money? = prices[name.lowercase()]
}

class TaxTable(private val taxes: Map<String, Tax>) {
    fun taxOf(kind: String): Tax? = taxes[kind]
}

class Item(val name: String, val price: Money?, val tax: Tax?)

class ItemFactory(private val prices: PriceList, private val taxes: TaxTable) {
    fun create(name: String, kind: String) = Item(name, prices.priceOf(name), taxes.taxOf(kind))
}

class Receipt {
    fun line(item: Item): String {
        val gross = item.price!!.cents * (100 + item.tax!!.percent) / 100
        return "${item.name}: $gross"
    }
}

fun main(args: Array<String>) {
    val factory = ItemFactory(PriceList(mapOf("milk" to Money(120))), TaxTable(mapOf("food" to Tax(7))))
    val item = if (args[0] == "a") factory.create("bread", "food") else factory.create("Milk", "toys")
    println(Receipt().line(item))
}
