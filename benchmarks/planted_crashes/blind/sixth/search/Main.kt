// a: SearchModel.search
// b: Cursor.restore
// why: The cursor stands behind the results: an older, slower answer replaced them, or a saved position came back unchecked.
package planted.search

import kotlinx.coroutines.coroutineScope
import kotlinx.coroutines.delay
import kotlinx.coroutines.flow.MutableStateFlow
import kotlinx.coroutines.flow.StateFlow
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking

data class Hit(val title: String, val score: Int)

data class Results(val query: String, val hits: List<Hit>)

class SearchApi(private val titles: List<String>) {
    /** Short words take the server longer. */
    suspend fun find(query: String, limit: Int): List<Hit> {
        delay(if (query.length < 3) 120L else 20L)
        return titles.filter { it.contains(query, ignoreCase = true) }
            .map { Hit(it, it.length - query.length) }
            .take(limit)
    }
}

class SearchModel(private val api: SearchApi) {
    private val state = MutableStateFlow(Results("", emptyList()))
    private var query = ""

    val results: StateFlow<Results> get() = state

    suspend fun search(text: String, limit: Int = 10) {
        query = text.trim()
        val asked = query
        val hits = api.find(asked, limit)
        state.value = Results(asked, hits)
    }
}

/** The line that the arrow keys move along the results. */
class Cursor {
    var position = 0
        private set

    fun down(count: Int) {
        if (position < count - 1) position++
    }

    fun restore(saved: Int, count: Int) {
        position = if (count == 0) 0 else maxOf(saved, 0)
    }
}

class SearchScreen(private val model: SearchModel, private val cursor: Cursor) {
    suspend fun type(vararg texts: String, limit: Int = 10) = coroutineScope {
        for (text in texts) {
            launch { model.search(text, limit) }
            delay(5)
        }
        delay(40)
        if (texts.size > 1) repeat(2) { cursor.down(model.results.value.hits.size) }
    }

    fun comeBack(saved: Int) {
        cursor.restore(saved, model.results.value.hits.size)
    }

    fun open(): String {
        val hits = model.results.value.hits
        val hit = hits[cursor.position]
        return "opened ${hit.title}"
    }
}

fun main(args: Array<String>) = runBlocking {
    val screen: SearchScreen
    if (args[0] == "a") {
        val titles = listOf("Maple", "Map room", "Map of Malta", "Charts and maps")
        screen = SearchScreen(SearchModel(SearchApi(titles + "Om")), Cursor())
        screen.type("om", "map")
    } else {
        val titles = listOf("Maple", "Oak", "Map room", "Birch")
        screen = SearchScreen(SearchModel(SearchApi(titles)), Cursor())
        screen.type("map")
        screen.comeBack(2)
    }
    delay(10)
    println(screen.open())
}
