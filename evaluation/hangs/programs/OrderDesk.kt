package demo

import java.util.concurrent.Callable
import java.util.concurrent.ExecutorService
import java.util.concurrent.Executors
import java.util.concurrent.ThreadFactory

class OrderDesk {
    private val worker: ExecutorService = Executors.newSingleThreadExecutor(NAMED)

    fun totalOf(order: String): Int {
        val prices = worker.submit(Callable { order.split(",").map { it.length } })
        return prices.get().sum()
    }

    fun checkOut(order: String) {
        worker.execute {
            val invoice = OrderInvoice(this, order)
            println(invoice.text())
        }
    }

    companion object {
        private val NAMED = ThreadFactory { task -> Thread(task, "desk-worker") }
    }
}

class OrderInvoice(private val desk: OrderDesk, private val order: String) {
    fun text(): String = "total: ${desk.totalOf(order)}"
}

fun main() {
    OrderDesk().checkOut("tea,milk")
}
