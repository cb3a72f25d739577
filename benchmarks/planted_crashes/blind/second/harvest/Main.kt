// a: Orchard.trees
// b: Crew.workers
// why: the orchard counts only trees that bear, or the crew counts nobody who is on a break
package planted.harvest

import kotlinx.coroutines.async
import kotlinx.coroutines.coroutineScope
import kotlinx.coroutines.delay
import kotlinx.coroutines.runBlocking

class Orchard(private val rows: List<Int>) {
    suspend fun trees(): Int {
        delay(2)
        return rows.filter { it > 100 }.size
    }
}

class Crew(private val breaks: List<Boolean>) {
    suspend fun workers(): Int {
        delay(1)
        return breaks.count { !it }
    }
}

class Plan {
    suspend fun hours(orchard: Orchard, crew: Crew): Int = coroutineScope {
        val trees = async { orchard.trees() }
        val workers = async { crew.workers() }
        val one = trees.await()
        val two = workers.await()
        600 / one / two + 600 % (one * two)
    }
}

fun main(args: Array<String>) = runBlocking {
    val orchard = Orchard(if (args[0] == "a") listOf(90, 80) else listOf(120, 140))
    val crew = Crew(if (args[0] == "a") listOf(false, false) else listOf(true, true))
    println(Plan().hours(orchard, crew))
}
