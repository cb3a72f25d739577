package com.example.till

import kotlin.concurrent.thread

class Api(private val payments: Payments) {
    fun checkout(articles: Array<String>, means: Means) {
        val basket = Basket.of(*articles)
        payments.pay(basket, means)
    }
}

fun main(args: Array<String>) {
    val journal = Journal(args.toList())
    val payments = Payments(journal)
    when (args[0]) {
        "empty" -> Basket.of("milk", "").total()
        "closed" -> Basket.of("milk").run { close(); add("late", 1) }
        "sorted" -> println(Basket.of("milk", "", "bread").cheapest().article)
        "printer" -> Basket.of("milk", "bread").visit(Printer(args.size))
        "counter" -> Basket.of("milk").visit(Counter())
        "rebate" -> println(Rebate(args.size - 1).twice(7))
        "voucher" -> println(Voucher(args).twice(args.size))
        "cash" -> payments.pay(Basket.of("bread", "butter"), Means.CASH)
        "card" -> payments.pay(Basket.of("bread"), Means.CARD)
        "api" -> Api(payments).checkout(arrayOf("a", "b"), Means.VOUCHER)
        "later" -> payments.run { later(Basket.of("butter", "cream"), Means.CASH); runAll() }
        "first" -> println(journal.first(args.size - 1))
        "second" -> println(journal.second(args.size - 1))
        "third" -> println(journal.third(args.size))
        "price" -> println(label("salt"))
        "shelf" -> println(Shelf(mapOf("milk" to 1, "salt" to 2)).labels)
        "stock" -> println(Shelf(mapOf("milk" to 1))["salt"])
        "each" -> Shelf(mapOf("milk" to 1, "salt" to 0)).each { article, pieces -> println(article.length / pieces) }
        "measured" -> measured("all") { Basket.of("").total() }
        "closing" -> journal.use { it.note("x", 1); payments.pay(Basket.of("butter", "cream"), Means.CASH) }
        "thread" -> thread(name = "printer") { println(label("sugar")) }.join()
        "absent" -> println(Receipts.widthOf(Receipts.find(args)))
        "owner" -> println(Receipts.ownerOf(Receipts.find(args)))
        else -> println("?")
    }
}
