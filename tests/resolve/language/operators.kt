package operators

class Tea(val strength: Int = 0) : Comparable<Tea> {
    fun pour() {}
    operator fun plus(other: Tea) = this
    operator fun plus(amount: Int): Mug = Mug()
    operator fun minus(other: Tea): Mug = Mug()
    operator fun times(amount: Double) = this
    operator fun div(amount: Int) = Mug()
    operator fun rem(amount: Int) = this
    operator fun unaryMinus() = Mug()
    operator fun unaryPlus() = this
    operator fun not() = Mug()
    operator fun inc() = this
    operator fun dec() = this
    operator fun contains(text: String) = true
    operator fun contains(mug: Mug) = false
    operator fun rangeTo(other: Tea): TeaRange = TeaRange()
    operator fun rangeUntil(other: Tea): TeaRange = TeaRange()
    override operator fun compareTo(other: Tea) = 0
    operator fun compareTo(other: Mug) = 0
    override fun equals(other: Any?) = true
    override fun hashCode() = 1
    operator fun invoke(): Tea = this
    operator fun invoke(amount: Int): Mug = Mug()
    operator fun invoke(block: Tea.() -> Unit): Mug = Mug()
    operator fun get(index: Int): Tea = this
    operator fun get(name: String): Mug = Mug()
    operator fun get(row: Int, column: Int): Mug = Mug()
    operator fun set(index: Int, value: Tea) {}
    operator fun set(name: String, value: Mug) {}
    infix fun with(other: Tea): Tea = this
    infix fun with(mug: Mug): Mug = mug
}
class Mug { fun pour() {} }
class TeaRange { operator fun iterator(): Iterator<Tea> = listOf(Tea()).iterator()
    operator fun contains(tea: Tea) = true
    infix fun step(by: Int): TeaRange = this }
class Jar {
    operator fun plusAssign(tea: Tea) {}
    operator fun plusAssign(mug: Mug) {}
    operator fun minusAssign(tea: Tea) {}
    operator fun timesAssign(by: Int) {}
}
class Sum(val total: Int) { operator fun plus(one: Int) = Sum(total + one)
    operator fun component1() = total }
class Walk { operator fun hasNext() = false
    operator fun next() = Tea() }
class Path { operator fun iterator() = Walk() }
class Steps : Iterable<Mug> { override fun iterator(): Iterator<Mug> = Stepper() }
class Stepper : Iterator<Mug> { override fun hasNext() = false
    override fun next() = Mug() }
operator fun Path.div(name: String) = this
operator fun String.times(tea: Tea) = Mug()
operator fun Int.times(tea: Tea) = tea
operator fun Mug.plus(other: Mug) = Tea()
operator fun Mug.plusAssign(text: String) {}
operator fun List<Tea>.unaryPlus() = first()
operator fun Mug.contains(tea: Tea) = true
operator fun Mug.invoke(text: String) = Tea()
operator fun Mug.get(text: String) = Tea()
operator fun Mug.set(text: String, value: Tea) {}
operator fun Mug.rangeTo(other: Mug) = TeaRange()
operator fun Mug.iterator(): Iterator<Tea> = listOf(Tea()).iterator()
operator fun Mug.compareTo(other: Mug) = 0
operator fun Mug.inc() = this
infix fun Int.of(tea: Tea) = Mug()
infix fun Mug.of(tea: Tea) = tea

fun sum(one: Tea, two: Tea) = (one + two).pour()
fun sumOfNumber(one: Tea) = (one + 1).pour()
fun difference(one: Tea, two: Tea) = (one - two).pour()
fun product(one: Tea) = (one * 2.0).pour()
fun quotient(one: Tea) = (one / 2).pour()
fun rest(one: Tea) = (one % 2).pour()
fun negative(one: Tea) = (-one).pour()
fun positive(one: Tea) = (+one).pour()
fun negated(one: Tea) = (!one).pour()
fun precedence(one: Tea) = (1 * one - one * 2.0).pour()
fun increment() { var tea = Tea(); tea++; ++tea; tea-- ; tea.pour() }
fun incrementMug() { var mug = Mug(); mug++; mug.pour() }
fun within(one: Tea) = "a" in one
fun notWithin(one: Tea, mug: Mug) = mug !in one
fun withinMug(one: Tea, mug: Mug) = one in mug
fun range(one: Tea, two: Tea) { for (tea in one..two) tea.pour() }
fun until(one: Tea, two: Tea) { for (tea in one..<two step 2) tea.pour() }
fun inRange(one: Tea, two: Tea) = one in one..two
fun mugRange(one: Mug, two: Mug) { for (tea in one..two) tea.pour() }
fun less(one: Tea, two: Tea) = one < two
fun lessThanMug(one: Tea, mug: Mug) = one >= mug
fun mugs(one: Mug, two: Mug) = one < two
fun same(one: Tea, two: Tea) = one == two
fun invoked(one: Tea) = one().pour()
fun invokedWith(one: Tea) = one(1).pour()
fun invokedLambda(one: Tea) = one { pour() }.pour()
fun invokedTwice(one: Tea) = one()(2).pour()
fun invokedMug(mug: Mug) = mug("a").pour()
fun indexed(one: Tea) = one[0].pour()
fun named(one: Tea) = one["a"].pour()
fun twoIndexes(one: Tea) = one[0, 1].pour()
fun stored(one: Tea) { one[0] = Tea() }
fun storedByName(one: Tea) { one["a"] = Mug() }
fun mugIndex(mug: Mug) { mug["a"] = mug["b"] }
fun augmentedIndex(one: Tea) { one[0] += Tea() }
fun incrementedIndex(one: Tea) { one[0]++ }
fun infixed(one: Tea) = (one with one).pour()
fun infixedMug(one: Tea, mug: Mug) = (one with mug).pour()
fun infixedInt(one: Tea) = (1 of one).pour()
fun infixedOther(mug: Mug, one: Tea) = (mug of one).pour()
fun jar(jar: Jar) { jar += Tea(); jar += Mug(); jar -= Tea(); jar *= 2 }
fun reassigned() { var sum = Sum(1); sum += 2; val (total) = sum }
fun mugText(mug: Mug) { mug += "text" }
fun loop(path: Path) { for (tea in path) tea.pour() }
fun steps(steps: Steps) { for (mug in steps) mug.pour() }
fun mapped(steps: Steps) = steps.map { it.pour() }
fun mugLoop(mug: Mug) { for (tea in mug) tea.pour() }
fun divided(path: Path) = path / "a" / "b"
fun textTimes(tea: Tea) = ("a" * tea).pour()
fun intTimes(tea: Tea) = (2 * tea).pour()
fun mugSum(mug: Mug) = (mug + mug).pour()
fun unaryOnList(teas: List<Tea>) = (+teas).pour()
fun whenIn(tea: Tea, one: TeaRange) = when (tea) { in one -> 1; !in one -> 2; else -> 3 }
fun whenInMug(tea: Tea, mug: Mug) = when (tea) { in mug -> 1; else -> 2 }
fun nullable(tea: Tea?) = tea?.plus(Tea())?.pour()
fun safeIndex(tea: Tea?) = tea?.get(0)?.pour()
fun elvis(tea: Tea?, mug: Mug) = ((tea ?: Tea()) + 1).pour()
class Held(var tea: Tea, val block: (Tea) -> Mug, val jar: Jar)
fun heldSum(held: Held) { held.tea += Tea(); held.jar += Mug() }
fun heldInvoke(held: Held) = held.tea(1).pour()
fun heldBlock(held: Held) = held.block(held.tea).pour()
fun heldIndex(held: Held) { held.tea[0] = held.tea[1]; held.tea["a"].pour() }
fun stringTemplate(tea: Tea) = "${tea + 1} ${tea["a"]}"
fun inDefault(tea: Tea = Tea() + Tea()) {}
object Maker { operator fun invoke(text: String) = Tea()
    operator fun get(text: String) = Mug() }
fun maker() = Maker("a").pour()
fun makerIndex() = Maker["a"].pour()
class Made private constructor() { companion object { operator fun invoke(tea: Tea) = Made()
    operator fun get(tea: Tea) = Mug() } }
fun made() = Made(Tea())
fun madeIndex() = Made[Tea()].pour()
class UseCase(private val tea: Tea) { operator fun invoke(mug: Mug): Tea = tea }
class Model(private val load: UseCase, private val find: (Mug) -> Tea) {
    fun run() = load(Mug()).pour()
    fun runFind() = find(Mug()).pour()
    fun runThis() = this.load(Mug()).pour()
}
abstract class Shape { abstract operator fun plus(other: Shape): Shape }
class Circle : Shape() { override operator fun plus(other: Shape): Shape = this }
fun shapes(one: Shape, two: Circle) = two + one
