// a: PageMath.hasNext
// b: StallListModel.filter
// why: pages are counted from zero but compared with their number, or a new filter keeps the cursor of the old list
package planted.stallfinder

import kotlinx.coroutines.flow.Flow
import kotlinx.coroutines.flow.MutableStateFlow
import kotlinx.coroutines.flow.first
import kotlinx.coroutines.flow.map
import kotlinx.coroutines.runBlocking

data class Stall(val name: String, val goods: String, val row: Char)

data class Cursor(val page: Int, val chosen: String? = null)

data class Query(val goods: String?, val cursor: Cursor)

object PageMath {
    fun pages(count: Int, size: Int): Int = (count + size - 1) / size

    fun hasNext(cursor: Cursor, count: Int, size: Int): Boolean = cursor.page < pages(count, size)

    fun hasPrevious(cursor: Cursor): Boolean = cursor.page > 0
}

class StallRepository(private val stalls: List<Stall>) {
    fun find(goods: String?): List<Stall> = stalls.filter { goods == null || it.goods == goods }.sortedBy { it.row }

    fun rows(): Map<Char, Int> = stalls.groupingBy { it.row }.eachCount()
}

class StallListModel(private val repository: StallRepository, private val size: Int) {
    private val query = MutableStateFlow(Query(null, Cursor(0)))

    val pages: Flow<Pair<Query, List<List<Stall>>>> = query.map { it to repository.find(it.goods).chunked(size) }

    fun filter(goods: String?) {
        query.value = query.value.copy(goods = goods)
    }

    fun next() {
        val now = query.value
        val count = repository.find(now.goods).size
        if (PageMath.hasNext(now.cursor, count, size)) {
            query.value = now.copy(cursor = now.cursor.copy(page = now.cursor.page + 1))
        }
    }

    fun previous() {
        val now = query.value
        if (PageMath.hasPrevious(now.cursor)) query.value = now.copy(cursor = now.cursor.copy(page = now.cursor.page - 1))
    }

    fun choose(name: String) {
        val now = query.value
        query.value = now.copy(cursor = now.cursor.copy(chosen = name))
    }
}

class MarketMap(private val repository: StallRepository) {
    fun widest(): Char? = repository.rows().maxByOrNull { it.value }?.key
}

class StallPrinter(private val model: StallListModel) {
    suspend fun print(): String {
        val (query, pages) = model.pages.first()
        val shown = pages[query.cursor.page]
        return shown.joinToString { stall -> if (stall.name == query.cursor.chosen) "[${stall.name}]" else stall.name }
    }
}

class Market(stalls: List<Stall>) {
    private val repository = StallRepository(stalls)
    private val model = StallListModel(repository, 2)
    private val map = MarketMap(repository)

    suspend fun visit(turns: Int, goods: String?): String {
        repeat(turns) { model.next() }
        if (goods != null) model.filter(goods)
        model.choose("Cem")
        return StallPrinter(model).print() + " widest " + map.widest()
    }
}

fun main(args: Array<String>) {
    val names = listOf("Ada", "Bo", "Cem", "Dag", "Eir", "Fay")
    val stalls = names.mapIndexed { place, name -> Stall(name, if (place % 3 == 0) "honey" else "bread", 'A' + place) }
    val market = Market(if (args[0] == "a") stalls.take(4) else stalls)
    val goods = if (args[0] == "a") null else "bread"
    println(runBlocking { market.visit(2, goods) })
}
