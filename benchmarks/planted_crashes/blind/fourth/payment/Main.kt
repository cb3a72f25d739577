// a: OrderScreen.onStart
// b: Order.redeem
// why: a screen that starts again listens twice, or a voucher for the whole sum settles the order before it is paid
package planted.payment

enum class State { PENDING, SETTLED, CANCELLED }

class Order(val number: Int, var cents: Int) {
    var state = State.PENDING

    fun redeem(voucher: Int) {
        cents = maxOf(0, cents - voucher)
        if (cents == 0) {
            state = State.SETTLED
        }
    }

    fun settle() {
        if (state != State.PENDING) {
            throw IllegalStateException("order is not pending")
        }
        state = State.SETTLED
    }
}

interface PaymentListener {
    fun onPaid()
}

class Gateway {
    private val listeners = ArrayList<PaymentListener>()

    fun listen(listener: PaymentListener) {
        listeners.add(listener)
    }

    fun paid() {
        for (listener in listeners) {
            listener.onPaid()
        }
    }
}

class OrderScreen(private val order: Order, private val gateway: Gateway) : PaymentListener {
    fun onStart() {
        gateway.listen(this)
    }

    override fun onPaid() {
        order.settle()
    }
}

fun main(args: Array<String>) {
    val gateway = Gateway()
    val order = Order(71, 2500)
    val screen = OrderScreen(order, gateway)
    screen.onStart()
    if (args[0] == "a") screen.onStart() else order.redeem(2500)
    gateway.paid()
}
