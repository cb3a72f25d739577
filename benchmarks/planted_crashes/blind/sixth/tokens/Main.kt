// a: GrantReader.lifeOf
// b: RetryPolicy.run
// why: A request goes out with an old token: it was given too short a life, or all tries use the token of the first one.
package planted.tokens

import kotlinx.coroutines.delay
import kotlinx.coroutines.runBlocking

data class Token(val value: String, val expiresAt: Long)

data class Grant(val user: String, val lifeMillis: Long)

/** Reads what the login service answers, such as `user=mira;life=90s`. */
class GrantReader {
    fun read(text: String): Grant {
        val fields = text.split(";").associate { it.substringBefore("=") to it.substringAfter("=") }
        return Grant(fields.getValue("user"), lifeOf(fields.getValue("life")))
    }

    private fun lifeOf(text: String): Long {
        val number = text.filter(Char::isDigit).toLong()
        return if (text.endsWith("m")) number * 60_000 else number * 1_000
    }
}

/** Time of the device, in milliseconds. */
class DeviceTime(private var now: Long) {
    fun now(): Long = now

    suspend fun pass(millis: Long) {
        delay(1)
        now += millis
    }
}

class TokenService(private val time: DeviceTime, private val grant: Grant) {
    private var cached: Token? = null
    private var serial = 0

    fun current(): Token {
        val known = cached
        if (known != null && known.expiresAt > time.now() + 1_000) return known
        return issue().also { cached = it }
    }

    private fun issue(): Token {
        serial++
        return Token("${grant.user}-$serial", time.now() + grant.lifeMillis)
    }
}

class Server(private val time: DeviceTime, private val busyUntil: Long) {
    suspend fun get(path: String, token: Token): String? {
        time.pass(1_500)
        check(time.now() < token.expiresAt) { "token expired" }
        return if (time.now() < busyUntil) null else "200 $path"
    }
}

class RetryPolicy(private val tries: Int, private val pauseMillis: Long) {
    suspend fun run(time: DeviceTime, tokens: TokenService, call: suspend (Token) -> String?): String {
        val token = tokens.current()
        repeat(tries) {
            val answer = call(token)
            if (answer != null) return answer
            time.pass(pauseMillis)
        }
        return "503"
    }
}

class ProfileClient(
    private val server: Server,
    private val tokens: TokenService,
    private val time: DeviceTime,
    private val retries: RetryPolicy,
) {
    suspend fun profile(user: String): String =
        retries.run(time, tokens) { token -> server.get("/users/$user", token) }
}

fun main(args: Array<String>) = runBlocking {
    val time = DeviceTime(5_000_000)
    val answer: String
    val busyUntil: Long
    if (args[0] == "a") {
        answer = "user=mira;life=1h"
        busyUntil = 5_000_000
    } else {
        answer = "user=mira;life=2m"
        busyUntil = 5_200_000
    }
    val tokens = TokenService(time, GrantReader().read(answer))
    val client = ProfileClient(Server(time, busyUntil), tokens, time, RetryPolicy(5, 50_000))
    println(client.profile("mira"))
}
