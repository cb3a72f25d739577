package com.example.till

interface Visitor<T> {
    fun visit(value: T): Any
}

class Printer(private val width: Int) : Visitor<Line> {
    override fun visit(value: Line): String {
        val text = value.article.padEnd(width)
        return text.substring(0, text.length - value.pieces * 3)
    }
}

class Counter : Visitor<Line> {
    private val counted = HashMap<String, Int>()

    override fun visit(value: Line): Int {
        val before = counted[value.article]
        counted[value.article] = before!! + value.pieces
        return before
    }
}

abstract class Step {
    abstract fun run(amount: Int): Int

    fun twice(amount: Int): Int = run(run(amount))
}

class Rebate(private val parts: Int) : Step() {
    override fun run(amount: Int): Int = amount / parts
}

class Voucher(private val codes: Array<String>) : Step() {
    override fun run(amount: Int): Int = amount - codes[amount].length
}
