// a: Lot.extend
// b: Lot.withdrawHighest
// why: extending a lot leaves it PAUSED, or withdrawing the only bid closes the lot (CLOSED)
package planted.auction

enum class LotState { ANNOUNCED, OPEN, PAUSED, CLOSED }

data class Bid(val bidder: String, val cents: Long)

class Lot(val title: String, private val reserveCents: Long) {
    private val bids = mutableListOf<Bid>()
    private var state = LotState.ANNOUNCED
    private var endsAtMinute = 0

    fun open(untilMinute: Int) {
        state = LotState.OPEN
        endsAtMinute = untilMinute
    }

    fun extend(minutes: Int) {
        state = LotState.PAUSED
        endsAtMinute += minutes
    }

    fun withdrawHighest(): Bid? {
        val bid = bids.removeLastOrNull()
        if (bids.isEmpty()) state = LotState.CLOSED
        return bid
    }

    fun close(): Bid? {
        state = LotState.CLOSED
        return bids.lastOrNull()?.takeIf { it.cents >= reserveCents }
    }

    fun bid(bidder: String, cents: Long) {
        check(state == LotState.OPEN) { "Lot does not accept bids" }
        bids += Bid(bidder, cents)
    }
}

class SaleRoom {
    private val lots = linkedMapOf<Int, Lot>()

    fun announce(number: Int, title: String, reserveCents: Long): Lot =
        Lot(title, reserveCents).also { lots[number] = it }

    fun placeBid(number: Int, bidder: String, cents: Long) {
        val lot = lots.getValue(number)
        lot.bid(bidder, cents)
        println("$bidder bids for ${lot.title}")
    }
}

fun main(args: Array<String>) {
    val room = SaleRoom()
    val lot = room.announce(14, "Walnut desk", 60_000)
    lot.open(untilMinute = 30)
    room.placeBid(14, "Renata", 45_000)
    if (args[0] == "a") lot.extend(5) else lot.withdrawHighest()
    room.placeBid(14, "Gwen", 50_000)
}
