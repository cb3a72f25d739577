"""A value that a library function made of a collection: who changed that collection counts."""

import pytest

from tests.causes.captured_crash import Programs, first_hypothesis

SHOP = """package shop

class Book(val title: String, val shelves: Set<String>, val until: Int?)

class Catalog(books: List<Book>) {
    private val offered = books.toMutableList()

    fun expire(day: Int) {
        val kept = offered.filter { (it.until ?: 0) >= day }
        offered.clear()
        offered += kept
    }

    fun on(shelf: String): List<Book> = offered.filter { shelf in it.shelves }.sortedBy { it.title }
}

class Window(private val catalog: Catalog) {
    fun title(shelf: String): String {
        val first = catalog.on(shelf).first()
        return first.title
    }
}

fun main(args: Array<String>) {
    val catalog = Catalog(listOf(Book("Atlas", setOf("maps"), null)))
    if (args[0] == "a") catalog.expire(3)
    println(Window(catalog).title(if (args[0] == "a") "maps" else "poems"))
}
"""
CACHE = """package shop

class Route(val stops: List<String>) {
    fun after(stop: String): String? = stops.firstOrNull { it > stop }
}

class Routes(private val limit: Int) {
    private val kept = linkedMapOf<String, Route>()
    private var weight = 0

    fun put(name: String, route: Route) {
        kept[name] = route
        weight += route.stops.size
        val oldest = kept.entries.iterator()
        while (weight > limit && oldest.hasNext()) {
            weight -= oldest.next().value.stops.size
            oldest.remove()
        }
    }

    fun find(name: String): Route? = kept[name]
}

class Board(private val routes: Routes) {
    fun next(name: String): String {
        val stop = routes.find(name)!!.after("b")
        return stop ?: "none"
    }
}

fun main(args: Array<String>) {
    val routes = Routes(2)
    routes.put("one", Route(listOf("a", "b")))
    if (args[0] == "a") routes.put("one", Route(listOf("a", "c")))
    println(Board(routes).next(if (args[0] == "a") "one" else "two"))
}
"""


@pytest.fixture(scope="module")
def programs(tmp_path_factory):
    return Programs(lambda: tmp_path_factory.mktemp("program"))


def test_a_function_that_emptied_the_collection_comes_first(bug, programs):
    _, found = first_hypothesis(bug, programs, SHOP, "a")
    assert found.places[0].function == "Catalog.expire"
    assert "`offered`, which was empty" in found.statement


def test_a_function_that_adds_what_it_kept_is_not_ruled_out_by_an_empty_collection(bug, programs):
    _, found = first_hypothesis(bug, programs, SHOP, "a")
    assert not any("rule out `Catalog.expire`" in one for one in found.evidence)


def test_what_is_asserted_is_null_and_not_the_result_of_the_call_on_it(bug, programs):
    _, found = first_hypothesis(bug, programs, CACHE, "a")
    assert "after" not in found.statement
    assert found.places[0].function.startswith("Routes.")
