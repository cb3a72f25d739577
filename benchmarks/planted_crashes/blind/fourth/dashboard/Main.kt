// a: StatsLoader.load
// b: Layout.periods
// why: the loader leaves out periods that come to 0, or the layout splits its list at the wrong separator
package planted.dashboard

import kotlinx.coroutines.async
import kotlinx.coroutines.coroutineScope
import kotlinx.coroutines.delay
import kotlinx.coroutines.runBlocking

class Sale(val period: String, val cents: Int)

class Layout(private val text: String) {
    fun periods(): List<String> = text.split("; ")
}

class StatsLoader(private val sales: List<Sale>, private val layout: Layout) {
    suspend fun load(): Map<String, Int> {
        delay(1)
        val totals = HashMap<String, Int>()
        for (period in layout.periods()) {
            val sum = sales.filter { it.period == period }.sumOf { it.cents }
            if (sum > 0) totals[period] = sum
        }
        return totals
    }
}

class Dashboard(private val loader: StatsLoader) {
    suspend fun weekly(): Int = coroutineScope {
        val loading = async { loader.load() }
        val totals = loading.await()
        totals.getValue("week") / 7
    }
}

fun main(args: Array<String>) = runBlocking {
    val layout = Layout(if (args[0] == "a") "day; week" else "day;week")
    val sales = listOf(Sale("day", 900), Sale("week", if (args[0] == "a") 0 else 6300))
    println(Dashboard(StatsLoader(sales, layout)).weekly())
}
