// a: Retrier.retry
// b: Session.renew
// why: No attempt gave a receipt: one attempt fewer was made than allowed, or the renewed token kept its old expiry.
package planted.upload

import kotlinx.coroutines.delay
import kotlinx.coroutines.runBlocking

data class Token(val value: String, val expires: Int)

data class Receipt(val file: String, val number: Int)

class Session(private var token: Token, private val now: Int) {
    private var renewals = 0

    fun current(): Token = token

    fun valid(): Boolean = token.expires > now

    suspend fun renew() {
        delay(1)
        renewals++
        token = token.copy(value = "${token.value}-$renewals")
    }
}

class Storage(private val outcomes: List<Int>) {
    private var requests = 0

    suspend fun put(file: String, session: Session): Receipt? {
        delay(1)
        if (!session.valid()) return null
        val status = outcomes.getOrElse(requests) { 200 }
        requests++
        return if (status == 200) Receipt(file, requests) else null
    }
}

class Retrier(private val attempts: Int, private val pause: Long) {
    suspend fun <T : Any> retry(action: suspend () -> T?): T? {
        for (attempt in 1 until attempts) {
            val result = action()
            if (result != null) return result
            delay(pause * attempt)
        }
        return null
    }
}

class Uploader(private val storage: Storage, private val session: Session, private val retrier: Retrier) {
    suspend fun upload(file: String): String {
        val receipt = retrier.retry {
            if (!session.valid()) session.renew()
            storage.put(file, session)
        }
        return label(receipt)
    }

    private fun label(receipt: Receipt?): String {
        val number = receipt!!.number
        return "stored ${receipt.file} as $number"
    }
}

fun main(args: Array<String>) {
    val session: Session
    val storage: Storage
    if (args[0] == "a") {
        session = Session(Token("k7", 900), 300)
        storage = Storage(listOf(503, 503, 200))
    } else {
        session = Session(Token("k7", 250), 300)
        storage = Storage(listOf(200))
    }
    val uploader = Uploader(storage, session, Retrier(3, 2))
    println(runBlocking { uploader.upload("holiday.jpg") })
}
