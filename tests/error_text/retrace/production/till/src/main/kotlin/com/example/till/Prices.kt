package com.example.till

private val PRICES = mapOf("bread" to 320, "milk" to 110)

fun priceOf(article: String): Int = PRICES[article] ?: missing(article)

private fun missing(article: String): Nothing = throw NoSuchElementException("no price for $article")

fun label(article: String): String = format(priceOf(article))

private fun format(cents: Int): String {
    val text = cents.toString()
    return text.dropLast(2) + "." + text.takeLast(2)
}

inline fun <T> measured(name: String, block: () -> T): T {
    val start = System.nanoTime()
    try {
        return block()
    } finally {
        if (System.nanoTime() < start) println(name)
    }
}

class Shelf(private val stock: Map<String, Int>) {
    val labels: List<String> by lazy { stock.keys.map { label(it) } }

    operator fun get(article: String): Int = stock.getValue(article)

    fun each(action: (String, Int) -> Unit) {
        stock.forEach { (article, pieces) -> action(article, pieces) }
    }
}
