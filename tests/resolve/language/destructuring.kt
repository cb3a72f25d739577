package destructuring

class Tea { fun pour() {} }
class Mug { fun pour() {} }

class Point(val x: Tea, val y: Mug) {
    operator fun component1(): Tea = x
    operator fun component2(): Mug = y
}
data class Pot(val tea: Tea, val mug: Mug, val count: Int)
class Slot<A, B>(val a: A, val b: B)
operator fun <A, B> Slot<A, B>.component1(): A = a
operator fun <A, B> Slot<A, B>.component2(): B = b
interface Two<out A> { operator fun component1(): A; operator fun component2(): A }
class Both(val tea: Tea) : Two<Tea> {
    override fun component1() = tea
    override fun component2() = tea
}
operator fun String.component3(): Mug = Mug()
operator fun Int.component1(): Tea = Tea()

fun point(point: Point) { val (x, y) = point; x.pour(); y.pour() }
fun first(point: Point) { val (x) = point; x.pour() }
fun second(point: Point) { val (_, y) = point; y.pour() }
fun typed(point: Point) { val (x: Tea, y: Mug) = point; x.pour() }
fun pot(pot: Pot) { val (tea, mug, count) = pot; tea.pour(); mug.pour() }
fun slot() { val (a, b) = Slot(Tea(), Mug()); a.pour(); b.pour() }
fun two(two: Two<Tea>) { val (a, b) = two; a.pour() }
fun both(both: Both) { val (a, b) = both; b.pour() }
fun inLoop(points: List<Point>) { for ((x, y) in points) { x.pour(); y.pour() } }
fun indexed(points: List<Point>) { for ((index, point) in points.withIndex()) { val (x) = point; x.pour() } }
fun inLambda(points: List<Point>) = points.forEach { (x, y) -> x.pour(); y.pour() }
fun inLambdaUnused(points: List<Point>) = points.map { (_, y) -> y.pour() }
fun inLambdaOfMap(map: Map<Tea, Mug>) = map.forEach { (tea, mug) -> tea.pour(); mug.pour() }
fun inLambdaSecond(points: List<Point>) = points.forEachIndexed { _, (x) -> x.pour() }
fun nested(slots: List<Slot<Point, Mug>>) { for ((point, mug) in slots) { val (x) = point; x.pour(); mug.pour() } }
fun slots(slots: List<Slot<Tea, Mug>>) = slots.map { (a, b) -> a.pour(); b.pour() }
fun let(point: Point?) = point?.let { (x, y) -> x.pour() }
fun onText() { val (_, _, mug) = "abc" ; mug.pour() }
operator fun String.component1(): Tea = Tea()
operator fun String.component2(): Tea = Tea()
fun onInt() { val (tea) = 1; tea.pour() }
fun called(point: Point) { point.component1().pour() }
fun ofCall() { val (x, y) = makePoint(); x.pour(); y.pour() }
fun makePoint() = Point(Tea(), Mug())
fun ofIf(flag: Boolean, one: Point, two: Point) { val (x) = if (flag) one else two; x.pour() }
fun ofPair() { val (tea, mug) = Tea() to Mug(); tea.pour(); mug.pour() }
fun ofTriple() { val (a, b, c) = Triple(Tea(), Mug(), Tea()); b.pour(); c.pour() }
fun ofList(list: List<Tea>) { val (a, b) = list; b.pour() }
fun ofEntry(map: Map<Tea, Mug>) { val (tea, mug) = map.entries.first(); tea.pour(); mug.pour() }
class Scope {
    operator fun Tea.component1(): Mug = Mug()
    fun inside(tea: Tea) { val (mug) = tea; mug.pour() }
}
fun inScope(scope: Scope, tea: Tea) = with(scope) { val (mug) = tea; mug.pour() }
fun <A, B> slotOf(a: A, b: B): Slot<A, B> = Slot(a, b)
fun generic() { val (a, b) = slotOf(Mug(), Tea()); a.pour(); b.pour() }
fun copied(pot: Pot) { val (tea) = pot.copy(count = 2); tea.pour() }
fun grouped(pots: List<Pot>) { pots.groupBy { it.tea }.forEach { (tea, all) -> tea.pour(); all.first().mug.pour() } }
fun partitioned(teas: List<Tea>) { val (one, two) = teas.partition { true }; one.first().pour(); two.first().pour() }
