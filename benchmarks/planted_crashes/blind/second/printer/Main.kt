// a: Queue.withdraw
// b: Splitter.pages
// why: the withdrawn job's pages are all taken, or the splitter gives no page for a short text
package planted.printer

import kotlinx.coroutines.delay
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking

class Queue {
    val pages = ArrayDeque<String>()
    var withdrawn = 0

    fun withdraw() {
        withdrawn++
        pages.clear()
    }
}

class Splitter {
    fun pages(text: String): List<String> = text.chunked(10).filter { it.length == 10 }
}

class Printer(private val queue: Queue) {
    var printed = 0

    suspend fun print(text: String, splitter: Splitter) {
        queue.pages.addAll(splitter.pages(text))
        delay(20)
        val page = queue.pages.removeFirst()
        printed += page.length
    }
}

fun main(args: Array<String>) = runBlocking {
    val queue = Queue()
    val printer = Printer(queue)
    if (args[0] == "a") launch { queue.withdraw() }
    printer.print(if (args[0] == "a") "a text for pages" else "short", Splitter())
}
