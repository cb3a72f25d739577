package demo

import java.util.concurrent.locks.ReentrantLock
import kotlin.concurrent.thread
import kotlin.concurrent.withLock

class Ledger {
    private val entries = ReentrantLock()
    private val totals = ReentrantLock()

    fun post() = entries.withLock {
        Thread.sleep(300)
        totals.withLock { println("posted") }
    }

    fun close() = totals.withLock {
        Thread.sleep(300)
        entries.withLock { println("closed") }
    }
}

fun main() {
    val ledger = Ledger()
    thread(name = "posting") { ledger.post() }
    thread(name = "closing") { ledger.close() }
}
