// a: OrderFile.read
// b: OrderDesk.closeAll
// why: nothing was read, or all orders are closed.
package planted.orders

class Order(val number: Int, var open: Boolean = true)

class OrderFile(private val lines: List<String>) {
    fun read(): List<Order> {
        if (lines.firstOrNull() != "orders") return emptyList()
        return lines.drop(1).map { Order(it.toInt()) }
    }
}

class OrderDesk(private val orders: List<Order>) {
    fun closeAll() {
        for (order in orders) order.open = false
    }

    fun next(): Order {
        val pending = orders
        return pending.first { it.open }
    }
}

fun main(args: Array<String>) {
    val header = if (args[0] == "a") "Orders" else "orders"
    val desk = OrderDesk(OrderFile(listOf(header, "1", "2")).read())
    if (args[0] == "b") desk.closeAll()
    println(desk.next().number)
}
