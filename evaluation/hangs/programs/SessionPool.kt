package demo

import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.channels.Channel
import kotlinx.coroutines.delay
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking

class SessionPool {
    private val idle = Channel<String>(2)

    suspend fun fill() {
        idle.send("session 1")
        idle.send("session 2")
    }

    suspend fun <T> withSession(work: suspend (String) -> T): T {
        val session = idle.receive()
        try {
            return work(session)
        } finally {
            idle.send(session)
        }
    }

    suspend fun export(): Int = withSession { session ->
        delay(200)
        session.length + count()
    }

    suspend fun count(): Int = withSession { session -> session.length }
}

fun main() = runBlocking {
    val pool = SessionPool()
    pool.fill()
    launch(Dispatchers.Default) { println(pool.export()) }
    launch(Dispatchers.Default) { println(pool.export()) }
    Unit
}
