// a: SubscriberTable.add
// b: RoutePlanner.plan
// why: a second subscriber of a topic displaces the first, or a round of one stop ends before it is published
package planted.parcelround

data class Stop(val street: String, val parcels: Int)

data class Route(val driver: String, val stops: List<Stop>) {
    val parcels: Int get() = stops.sumOf { it.parcels }
}

sealed class Notice {
    data class RoutePlanned(val route: Route) : Notice()

    data class DriverCalled(val driver: String) : Notice()
}

class SubscriberTable {
    private val byTopic = hashMapOf<String, MutableList<(Notice) -> Unit>>()

    fun add(topic: String, subscriber: (Notice) -> Unit) {
        byTopic[topic] = mutableListOf(subscriber)
    }

    fun of(topic: String): List<(Notice) -> Unit> = byTopic[topic].orEmpty()

    fun topics(): Set<String> = byTopic.keys
}

class NoticeBus(private val table: SubscriberTable) {
    fun subscribe(topic: String, subscriber: (Notice) -> Unit) = table.add(topic, subscriber)

    fun publish(notice: Notice) {
        val topic = when (notice) {
            is Notice.RoutePlanned -> "route"
            is Notice.DriverCalled -> "driver"
        }
        table.of(topic).forEach { it(notice) }
    }
}

class RoutePlanner(private val bus: NoticeBus) {
    private val planned = mutableListOf<Route>()

    fun plan(driver: String, stops: List<Stop>): Route {
        val route = Route(driver, stops)
        planned += route
        if (stops.size < 2) return route
        val ordered = route.copy(stops = stops.sortedBy { it.street })
        planned[planned.lastIndex] = ordered
        bus.publish(Notice.RoutePlanned(ordered))
        return ordered
    }

    fun history(): List<Route> = planned.toList()
}

class LoadingBay(bus: NoticeBus) {
    private val expected = hashMapOf<String, Int>()

    init {
        bus.subscribe("driver") { notice -> if (notice is Notice.DriverCalled) expected.putIfAbsent(notice.driver, 0) }
    }

    fun watchRoutes(bus: NoticeBus) {
        bus.subscribe("route") { notice -> if (notice is Notice.RoutePlanned) expected[notice.route.driver] = notice.route.parcels }
    }

    fun waiting(): Int = expected.values.sum()
}

class RoundPresenter(bus: NoticeBus) {
    private lateinit var route: Route

    init {
        bus.subscribe("route", ::onNotice)
    }

    private fun onNotice(notice: Notice) {
        if (notice is Notice.RoutePlanned) route = notice.route
    }

    fun headline(): String = "${route.driver}: ${route.stops.size} stops, ${route.parcels} parcels"
}

class RoundScreen(private val presenter: RoundPresenter, private val bay: LoadingBay) {
    fun show(): String = presenter.headline() + ", bay " + bay.waiting()
}

fun main(args: Array<String>) {
    val bus = NoticeBus(SubscriberTable())
    val presenter = RoundPresenter(bus)
    val bay = LoadingBay(bus)
    val stops = listOf(Stop("Rue Haute", 3), Stop("Allée Verte", 1))
    if (args[0] == "a") bay.watchRoutes(bus)
    bus.publish(Notice.DriverCalled("Zeki"))
    RoutePlanner(bus).plan("Zeki", if (args[0] == "a") stops else stops.take(1))
    println(RoundScreen(presenter, bay).show())
}
