package demo

import kotlinx.coroutines.CompletableDeferred
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.channels.Channel
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking

class Question(val text: String, val answer: CompletableDeferred<String>)

class ActorPair(scope: CoroutineScope, private val next: ActorPair?) {
    private val questions = Channel<Question>(Channel.UNLIMITED)

    init {
        scope.launch(Dispatchers.Default) { handle() }
    }

    private suspend fun handle() {
        for (question in questions) {
            val text = next?.ask(question.text) ?: slowAnswer(question.text)
            question.answer.complete(text)
        }
    }

    private fun slowAnswer(text: String): String {
        Thread.sleep(120_000)
        return text.reversed()
    }

    suspend fun ask(text: String): String {
        val answer = CompletableDeferred<String>()
        questions.send(Question(text, answer))
        return answer.await()
    }
}

fun main() = runBlocking {
    val back = ActorPair(this, null)
    val front = ActorPair(this, back)
    println(front.ask("hello"))
}
