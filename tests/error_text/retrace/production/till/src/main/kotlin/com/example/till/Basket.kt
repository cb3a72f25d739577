package com.example.till

class Line(val article: String, val pieces: Int, val cents: Int) {
    fun total(): Int {
        require(pieces > 0) { "$article has $pieces pieces" }
        return pieces * cents
    }
}

class Basket(private val lines: MutableList<Line>) {
    private var closed = false

    fun add(article: String, pieces: Int, cents: Int = 100) {
        checkOpen()
        lines.add(Line(article, pieces, cents))
    }

    fun total(): Int = lines.sumOf { it.total() }

    fun close() {
        checkOpen()
        closed = true
    }

    fun cheapest(): Line = lines.sortedWith { left, right -> compare(left, right) }.first()

    fun visit(visitor: Visitor<Line>) {
        for (line in lines) visitor.visit(line)
    }

    private fun compare(left: Line, right: Line): Int = left.total() - right.total()

    private fun checkOpen() {
        check(!closed) { "the basket is closed" }
    }

    companion object {
        fun of(vararg articles: String): Basket {
            val basket = Basket(ArrayList())
            for (article in articles) basket.add(article, article.length)
            return basket
        }
    }
}
