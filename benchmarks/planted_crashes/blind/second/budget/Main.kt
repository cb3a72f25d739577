// a: Split.shares
// b: Fee.take
// why: the shares are rounded down, or the fee is taken from the first share and the whole
package planted.budget

class Split {
    fun shares(total: Int, people: Int): MutableList<Int> = MutableList(people) { total / people }
}

class Fee {
    var taken = 0

    fun take(shares: MutableList<Int>, fee: Int) {
        taken += fee
        shares[0] -= fee
    }
}

class Ledger(private val fee: Fee) {
    fun close(total: Int, shares: List<Int>): Int {
        val sum = shares.sum()
        if (sum != total) {
            throw IllegalStateException("ledger is open")
        }
        return fee.taken
    }
}

fun main(args: Array<String>) {
    val fee = Fee()
    val shares = Split().shares(if (args[0] == "a") 100 else 90, 3)
    if (args[0] == "b") fee.take(shares, 5)
    println(Ledger(fee).close(if (args[0] == "a") 100 else 90, shares))
}
