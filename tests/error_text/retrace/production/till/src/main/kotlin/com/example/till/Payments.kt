package com.example.till

enum class Means { CASH, CARD, VOUCHER }

class PaymentFailed(message: String, cause: Throwable? = null) : RuntimeException(message, cause)

class Payments(private val log: Journal) {
    private val tasks = ArrayList<Runnable>()

    fun pay(basket: Basket, means: Means) {
        val cents = basket.total()
        when (means) {
            Means.CASH -> takeCash(cents)
            Means.CARD -> takeCard(cents)
            Means.VOUCHER -> throw PaymentFailed("no vouchers")
        }
    }

    fun later(basket: Basket, means: Means) {
        tasks.add { pay(basket, means) }
    }

    fun runAll() {
        tasks.forEach(Runnable::run)
    }

    private fun takeCash(cents: Int) {
        log.note("cash", cents)
        if (cents > 500) throw PaymentFailed("too much cash: $cents")
    }

    private fun takeCard(cents: Int) {
        try {
            Terminal.charge(cents)
        } catch (problem: NumberFormatException) {
            throw PaymentFailed("the terminal refused $cents", problem)
        }
    }
}

object Terminal {
    fun charge(cents: Int): Int = parse("$cents EUR")

    private fun parse(text: String): Int = text.toInt()
}
