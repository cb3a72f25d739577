package demo

import kotlinx.coroutines.CompletableDeferred
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.channels.Channel
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking

sealed interface Booking
class Deposit(val amount: Int) : Booking
class Balance(val reply: CompletableDeferred<Int>) : Booking
class Report(val reply: CompletableDeferred<String>) : Booking

class LedgerActor(scope: CoroutineScope) {
    private val mailbox = Channel<Booking>(Channel.UNLIMITED)
    private var total = 0

    init {
        scope.launch(Dispatchers.Default) { work() }
    }

    private suspend fun work() {
        for (booking in mailbox) {
            when (booking) {
                is Deposit -> total += booking.amount
                is Balance -> booking.reply.complete(total)
                is Report -> booking.reply.complete("total ${balance()}")
            }
        }
    }

    suspend fun deposit(amount: Int) = mailbox.send(Deposit(amount))

    suspend fun balance(): Int {
        val reply = CompletableDeferred<Int>()
        mailbox.send(Balance(reply))
        return reply.await()
    }

    suspend fun statement(): String {
        val reply = CompletableDeferred<String>()
        mailbox.send(Report(reply))
        return reply.await()
    }
}

fun main() = runBlocking {
    val ledger = LedgerActor(this)
    ledger.deposit(5)
    println(ledger.statement())
}
