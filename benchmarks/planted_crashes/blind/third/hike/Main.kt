// a: Route.skip
// b: Counter.leg
// why: skipping a point removes two of them, or the counter of legs goes on after the last
package planted.hike

class Point(val name: String, val height: Int)

class Route(val points: MutableList<Point>) {
    val planned = points.size

    fun skip(name: String) {
        points.removeAll { it.name.startsWith(name) }
    }
}

class Counter {
    private var leg = 0

    fun leg(): Int {
        leg += 1
        return leg
    }
}

class Guide(private val route: Route) {
    fun climb(from: Int): Int {
        val next = route.points[from + 1]
        return next.height - route.points[from].height
    }
}

fun main(args: Array<String>) {
    val names = if (args[0] == "a") listOf("Hut", "Lake", "Lakeside", "Top", "Pass") else listOf("Hut", "Lake", "Top")
    val route = Route(names.mapIndexed { i, name -> Point(name, i * 100) }.toMutableList())
    if (args[0] == "a") route.skip("Lake")
    val counter = Counter()
    counter.leg()
    println(Guide(route).climb(counter.leg()))
}
