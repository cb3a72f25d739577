// a: Wallet.preferred
// b: Checkout.choose
// why: the wallet prefers the newest way of payment even if it is cash, or the checkout chooses cash for small sums
package planted.wallet

sealed class Payment(val label: String)

class Card(label: String, val digits: String) : Payment(label)

class Cash(label: String) : Payment(label)

class Wallet(private val payments: List<Payment>) {
    fun preferred(): Payment = payments.last()
}

class Checkout(private val sum: Int) {
    fun choose(preferred: Payment): Payment = if (sum < 10) Cash("small change") else preferred
}

class Terminal {
    fun digits(payment: Payment): String {
        val card = payment as Card
        return card.digits.takeLast(4)
    }
}

fun main(args: Array<String>) {
    val wallet = Wallet(if (args[0] == "a") listOf(Card("bank", "12345678"), Cash("purse")) else listOf(Cash("purse"), Card("bank", "12345678")))
    val payment = Checkout(if (args[0] == "a") 50 else 5).choose(wallet.preferred())
    println(Terminal().digits(payment))
}
