package planted.ledger

class Journal {
    val rows = mutableListOf<Row>()

    fun book(account: String, cents: Int) {
        if (cents != 0) rows += Row(account, cents)
    }
}

class Row(val account: String, val cents: Int)
