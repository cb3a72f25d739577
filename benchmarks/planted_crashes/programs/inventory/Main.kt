// a: PackDefaults.packSize
// b: PackParser.parse
// why: without a pack text the default for bulk goods is 0, or the parsed text "0.5 dozen" is cut to 0 pieces
package planted.inventory

enum class Category { FOOD, HARDWARE, BULK }

data class Item(val sku: String, val category: Category, val units: Int, val packText: String?)

class PackParser {
    /** Reads "12" as pieces and "2 dozen" as 24 pieces. */
    fun parse(text: String): Int {
        val amount = text.substringBefore(' ').toDouble().toInt()
        return if (text.endsWith("dozen")) amount * 12 else amount
    }
}

class PackDefaults {
    private val sizes = mapOf(Category.FOOD to 6, Category.HARDWARE to 20)

    fun packSize(category: Category): Int = sizes[category] ?: 0

    fun known(): Set<Category> = sizes.keys
}

class Warehouse {
    private val items = mutableListOf<Item>()

    fun receive(item: Item) {
        items += item
    }

    fun all(): List<Item> = items.sortedBy { it.sku }
}

class PickingList(private val parser: PackParser, private val defaults: PackDefaults) {
    fun cartons(item: Item): Int {
        val pack = item.packText?.let { parser.parse(it) } ?: defaults.packSize(item.category)
        return (item.units + pack - 1) / pack
    }

    fun lines(warehouse: Warehouse): List<String> {
        val lines = mutableListOf<String>()
        for (item in warehouse.all()) {
            lines += "${item.sku}: ${cartons(item)} cartons"
        }
        return lines
    }
}

fun main(args: Array<String>) {
    val warehouse = Warehouse()
    warehouse.receive(Item("A-screws", Category.HARDWARE, 130, null))
    warehouse.receive(Item("B-eggs", Category.FOOD, 48, "2 dozen"))
    if (args[0] == "a") {
        warehouse.receive(Item("C-gravel", Category.BULK, 90, null))
    } else {
        warehouse.receive(Item("C-muffins", Category.FOOD, 90, "0.5 dozen"))
    }
    PickingList(PackParser(), PackDefaults()).lines(warehouse).forEach(::println)
}
