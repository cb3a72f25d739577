package references

import references.other.renamed as alias
import references.other.Shelf
import references.other.Shelf.Companion.labelled

class Cup(val size: Int) {
    constructor(text: String) : this(text.length)

    fun fill() {}
    fun fill(amount: Int) {}
    fun rate(other: Cup): Int = 0
    fun test(): Boolean = true

    fun bound() = listOf(1).forEach(::fill)
    fun boundThis() = listOf(1).forEach(this::fill)
    fun task(): () -> Unit = this::fill
    fun outer() = object : Runnable {
        override fun run() {
            listOf(1).forEach(this@Cup::fill)
        }
    }

    companion object {
        fun of(text: String) = Cup(text)
        fun of(size: Int) = Cup(size)
    }
}

class Mug {
    fun fill() {}
    fun test(): Boolean = false
}

open class Base {
    open fun start() {}
    open fun start(with: Int) {}
    protected fun hidden(one: Int) {}
}

class Derived : Base() {
    override fun start() {}
    fun protectedOne() = listOf(1).forEach(::hidden)
}

object Registry {
    fun add(cup: Cup) {}
    fun add(mug: Mug) {}
}

interface Check {
    fun check(text: String): Boolean
}

fun interface Visitor {
    fun visit(cup: Cup): Int
}

fun convert(text: String): Int = 1
fun convert(number: Int): String = ""
fun convert(cup: Cup): Mug = Mug()

fun Cup.drain() {}
fun Mug.drain() {}
fun <T> T.same(): T = this
fun <T> identity(value: T): T = value

fun onCup(action: (Cup) -> Unit) {}
fun onCup2(action: Cup.() -> Unit) {}
fun onText(change: (String) -> Int) {}
fun onNumber(change: (Int) -> String) {}
fun onNothing(action: () -> Unit) {}
fun make(maker: (Int) -> Cup) {}
fun makeText(maker: (String) -> Cup) {}
fun visit(visitor: Visitor) {}
fun <A, B> apply2(value: A, change: (A) -> B): B = change(value)
fun <A, B, C> compose(first: (A) -> B, second: (B) -> C): (A) -> C = { second(first(it)) }

fun weigh(cup: Cup): Int = 2
fun weigh(mug: Mug): Int = 3
fun helper(one: Int) {}
fun byDefault(one: Int, two: Int = 0): Int = one
fun many(vararg all: Int): Int = 0
fun useAdapted() { listOf(1).map(::byDefault) }
fun useVarargs() { onNumberInt(::many) }
fun onNumberInt(change: (Int) -> Int) {}
fun takesUnit(action: (Int) -> Unit) {}
fun useResultDropped() { takesUnit(::byDefault) }

fun unbound() { onCup(Cup::fill) }
fun unboundExtension() { onCup(Cup::drain) }
fun withReceiver() { onCup2(Cup::fill) }
fun constructed() { make(::Cup) }
fun constructedOfText() { makeText(::Cup) }
fun overloadByText() { onText(::convert) }
fun overloadByNumber() { onNumber(::convert) }
fun overloadInMap() { listOf("a").map(::convert) }
fun overloadOfNumbers() { listOf(1).map(::convert) }
fun overloadOfCups() { listOf(Cup(1)).map(::convert).forEach(Mug::drain) }
fun typedLocal() { val change: (String) -> Int = ::convert }
fun typedParameter(change: (Int) -> String = ::convert) {}
fun returned(): (Cup) -> Mug = ::convert
fun returnedFromBlock(): (Int) -> String { return ::convert }
fun boundOfLocal(cup: Cup) { onNothing(cup::fill) }
fun boundOfCall() { onNothing(Cup(1)::fill) }
fun boundExtension(cup: Cup) { onNothing(cup::drain) }
fun boundGeneric(cup: Cup) { val again: () -> Cup = cup::same }
fun ofObject() { onCup(Registry::add) }
fun ofCompanion() { makeText(Cup::of) }
fun ofCompanionNamed() { make(Cup.Companion::of) }
fun sam() { visit(::weigh) }
fun samConstructor() { val one = Visitor(::weigh) }
fun aliased() { listOf(1).forEach(::alias) }
fun importedFromCompanion() { listOf("a").map(::labelled) }
fun nestedConstructor() { listOf("a").map(Shelf::Board) }
fun nestedOfFunction() { listOf("a").map(Shelf::board) }
fun local() {
    fun inner(one: Int) {}
    listOf(1).forEach(::inner)
}
fun localShadow() {
    fun helper(one: Int) {}
    listOf(1).forEach(::helper)
}
fun notShadowed() { listOf(1).forEach(::helper) }
fun filtered(cups: List<Cup>) = cups.filter(Cup::test).map(::weigh)
fun filteredMugs(mugs: List<Mug>) = mugs.filter(Mug::test).map(::weigh)
fun sorted(cups: List<Cup>) = cups.sortedBy(::weigh)
fun grouped(mugs: List<Mug>) = mugs.groupBy(::weigh)
fun viaGeneric(cup: Cup) { apply2(cup, ::convert).fill() }
fun composed() { compose(String::length, ::convert) }
fun composedOther() { compose<Int, String, Int>(::convert, ::convert) }
fun letted(cup: Cup) = cup.let(::convert)
fun alsoed(cup: Cup) = cup.also(Registry::add)
fun runOn(cup: Cup) = cup.run(Cup::fill)
fun withNullable(cup: Cup?) = cup?.let(::weigh)
fun inElvis(change: ((String) -> Int)?) { onText(change ?: ::convert) }
fun inIf(flag: Boolean) { onNumber(if (flag) ::convert else { number -> "" }) }
fun inWhen(flag: Int): (String) -> Int = when (flag) { 1 -> ::convert; else -> { _ -> 1 } }
fun inNamed() { apply2(change = ::convert, value = Cup(2)) }
fun inPair() { val pair: Pair<(Int) -> String, Int> = Pair(::convert, 1) }
fun inMapOf() { val map: Map<String, (Int) -> String> = mapOf("a" to ::convert) }
fun inListOf() { val list: List<(Cup) -> Mug> = listOf(::convert) }
fun property() { listOf(Cup(1)).map(Cup::size) }
fun called(cup: Cup) { (cup::rate)(cup) }
fun invoked() { (::helper).invoke(1) }
fun nameOf() = ::helper.name
fun typed() { val one = Cup::rate }
fun generic() { listOf(1).map(::identity) }
fun genericOnType() { listOf("a").map(String::same) }
fun assigned() {
    var change: (String) -> Int = { 1 }
    change = ::convert
}
class Holder {
    var change: (Int) -> String = { "" }
    val listeners = mutableListOf<(Cup) -> Unit>()
    fun assign() { change = ::convert }
    fun assignFrom(other: Holder) { other.change = ::convert }
    fun register() { listeners.add(Registry::add) }
    fun registerByPlus() { listeners += Registry::add }
    fun registerOwn() { listeners += ::own }
    private fun own(cup: Cup) {}
    private fun own(mug: Mug) {}
}
class Screen(val click: (Cup) -> Unit, val change: (String) -> Int)
fun screen() = Screen(Registry::add, ::convert)
fun screenNamed() = Screen(change = ::convert, click = Registry::add)
fun inherited(derived: Derived) { onNothing(derived::start) }
fun inheritedUnbound() { listOf(Derived()).forEach(Derived::start) }
enum class Level(val make: (Int) -> Cup) { LOW(::Cup), HIGH(Cup::of) }
fun anonymous() = object : Check {
    override fun check(text: String) = listOf(text).map(::convert).any()
}
suspend fun suspended(one: Int) {}
suspend fun onSuspended(action: suspend (Int) -> Unit) {}
suspend fun useSuspended() { onSuspended(::suspended) }
fun <T : Base> bounded(values: List<T>) = values.forEach(Base::start)
val lambdaHeld: (Cup) -> Int = ::weigh
fun chained(texts: List<String>) = texts.map(::convert).map(::convert).map(::convert)
fun sequenced(texts: List<String>) = texts.asSequence().map(::convert).filter(::positive).toList()
fun positive(one: Int) = one > 0
fun positive(text: String) = text.isEmpty()
fun folded(numbers: List<Int>) = numbers.fold(0, ::plus2)
fun plus2(one: Int, two: Int) = one + two
fun plus2(one: String, two: String) = one + two
fun reduced(texts: List<String>) = texts.reduce(::plus2)
fun Cup.within() { onNothing(::drain) }
fun Cup.withinMember() { onNothing(::fill) }
fun inApply() { Cup(1).apply { onNothing(::drain) } }
fun inWith(cup: Cup) { with(cup) { onNothing(this::drain) } }
fun thread() { Thread(::background).start() }
fun background() {}
fun comparator(cups: List<Cup>) = cups.sortedWith(::compareCups)
fun compareCups(one: Cup, two: Cup): Int = 0
fun comparing(cups: List<Cup>) = cups.sortedWith(compareBy(::weigh))
inline fun <reified T> reifiedOne(make: () -> T): T = make()
fun ofReified() { reifiedOne(::Mug) }
fun lazyOne() { val cup by lazy(::makeCup) }
fun makeCup() = Cup(1)
fun notNull(texts: List<String?>) = texts.mapNotNull(::maybe)
fun maybe(text: String?): Cup? = null
fun maybe(number: Int?): Mug? = null
fun isNeverCalled(text: String) {}
