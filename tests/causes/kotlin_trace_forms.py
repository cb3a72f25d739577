"""A Kotlin program that fails in each form of code that a trace can name."""

KOTLIN = '''package shop

import shop.helped as assisted
import kotlin.properties.ReadOnlyProperty
import kotlin.reflect.KProperty

fun boom(): Nothing = throw IllegalStateException("boom")

interface Source {
    fun load(name: String): Int
    fun ready(): Boolean = boom()
}

class Stock(val kind: Int = 1) : Source, Comparable<Stock>, Iterable<Int>, AutoCloseable {
    val first: Int get() = boom()
    var isOpen: Boolean
        get() = boom()
        set(value) { boom() }
    var count: Int
        get() = 1
        set(value) = boom()
    val delegated: Int by lazy { boom() }
    val made: Int by Delegate()
    override fun load(name: String): Int = boom()
    fun take(name: String = "a", many: Int = 1): Int = boom()
    fun also(many: Int): Stock = this
    fun each(block: (Int) -> Unit) = block(1)
    operator fun get(name: String): Int = boom()
    operator fun set(name: String, many: Int) { boom() }
    operator fun plus(many: Int): Int = boom()
    operator fun contains(name: String): Boolean = boom()
    operator fun invoke(name: String): Int = boom()
    operator fun component1(): Int = boom()
    operator fun not(): Boolean = boom()
    operator fun rangeTo(other: Stock): IntRange = boom()
    override fun compareTo(other: Stock): Int = boom()
    override fun iterator(): Iterator<Int> = boom()
    override fun toString(): String = boom()
    override fun equals(other: Any?): Boolean = boom()
    override fun hashCode(): Int = boom()
    override fun close() { boom() }
    infix fun with(other: Stock): Int = boom()
    @JvmName("renamed") fun named(): Int = boom()
    inline fun guarded(block: () -> Int): Int { hidden(); return block() }
    fun hidden() { boom() }
    companion object {
        @JvmStatic fun make(): Stock = boom()
        fun build(): Stock = boom()
    }
}

class Delegate : ReadOnlyProperty<Any, Int> {
    override fun getValue(thisRef: Any, property: KProperty<*>): Int = boom()
}

class Failing(name: String = "a") { init { boom() } }
open class Base { open fun act() { boom() } }
class Derived : Base() { override fun act() { super.act() } }
class Wrapper(stock: Source) : Source by stock
enum class Kind { A { override fun act() = boom() }; abstract fun act() }
object Shop { val size = 1; fun open() { boom() } }
fun Stock.extended(many: Int): Int = boom()
val Stock.extra: Int get() = boom()
inline fun <T> measured(block: () -> T): T { val got = block(); return got }
fun interface Action { fun act() }
fun twice(action: Action) { action.act() }
suspend fun waiting(): Int = boom()
fun helped(): Int = boom()

class Forms(private val stock: Stock, private val other: Stock) {
    fun property() { val a = stock.first; println(a) }
    fun flag() { if (stock.isOpen) println(1) }
    fun setFlag() { stock.isOpen = true }
    fun augmented() { stock.count += 2 }
    fun lazyValue() { println(stock.delegated) }
    fun delegate() { println(stock.made) }
    fun defaults() { stock.take() }
    fun named() { stock.take(
        many = 2,
        name = "b",
    ) }
    fun chain() {
        stock
            .also(1)
            .also(2)
            .take("a")
    }
    fun safeChain(): Int {
        val maybe: Stock? = stock
        return maybe
            ?.also(1)
            ?.take("a")
            ?: 3
    }
    fun argument() {
        println(
            listOf(
                1,
                stock.take("a"),
            ),
        )
    }
    fun condition() {
        if (stock.kind == 1 &&
            stock.take("a") > 1 ||
            stock.kind == 2
        ) {
            println(1)
        }
    }
    fun choice() {
        when {
            stock.kind == 2 -> println(2)
            stock.take("a") == 3 -> println(3)
            else -> println(4)
        }
    }
    fun subject() {
        when (val got = stock.take("a")) {
            1 -> println(got)
            else -> println(2)
        }
    }
    fun elvis() { val got = null ?: stock.take("a"); println(got) }
    fun template() { println("taken: ${stock.take("a")}") }
    fun templateText() { println("stock: $stock") }
    fun raw() {
        println("""
            one

            ${stock.take("a")}
        """)
    }
    fun index() { println(stock["a"]) }
    fun setIndex() { stock["a"] = 3 }
    fun plus() { println(stock + 3) }
    fun contains() { println("a" in stock) }
    fun invoke() { stock("a") }
    fun destructured() { val (a) = stock; println(a) }
    fun not() { println(!stock) }
    fun range() { println(stock..other) }
    fun less() { println(stock < other) }
    fun loop() { for (one in stock) println(one) }
    fun equal() { println(stock == other) }
    fun mapped() { println(hashMapOf(stock to 1)) }
    fun infix() { println(stock with other) }
    fun renamed() { println(stock.named()) }
    fun inlined() { println(stock.guarded { 3 }) }
    fun inlinedBlock() {
        measured {
            println(1)
            stock.take("a")
        }
    }
    fun mapLambda() { listOf(1).map { stock.take("a") } }
    fun mapLines() {
        listOf(1)
            .filter { it > 0 }
            .map {
                println(it)
                stock.take("a")
            }
            .forEach { println(it) }
    }
    fun reference() { listOf("a").map(stock::load) }
    fun stored() { val action = stock::hidden; action() }
    fun block() { stock.each { println(it); stock.take("a") } }
    fun local() {
        fun inside() = stock.take("a")
        inside()
    }
    fun anonymous() { val run = object : Runnable { override fun run() { stock.take("a") } }; run.run() }
    fun sam() { twice { stock.take("a") } }
    fun sorted() { listOf(stock, other).sorted() }
    fun sortedBy() { listOf(1, 2).sortedBy { stock.take("a") } }
    fun closing() { stock.use { println(1) } }
    fun closingLines() {
        stock.use {
            println(1)
        }
    }
    fun made() { Failing() }
    fun madeLines() {
        println(
            Failing(
                "b",
            ),
        )
    }
    fun overridden() { Derived().act() }
    fun wrapped() { Wrapper(stock).load("a") }
    fun defaultMember() { stock.ready() }
    fun entry() { Kind.A.act() }
    fun single() { Shop.open() }
    fun extension() { stock.extended(1) }
    fun extensionProperty() { println(stock.extra) }
    fun static() { Stock.make() }
    fun companion() { Stock.build() }
    fun alias() { assisted() }
    fun tried() {
        try {
            println(1)
        } finally {
            stock.take("a")
        }
    }
    fun retried() {
        try {
            boom()
        } catch (e: IllegalStateException) {
            stock.take("a")
        }
    }
    fun applied() { stock.apply { take("a") } }
    fun letted() { stock.let { it.take("a") } }
    fun withed() { with(stock) { hidden() } }
    fun expression() =
        stock
            .take("a")
    fun returned(): Int {
        return (
            1 +
                stock.take("a")
            )
    }
    fun synchronised() { synchronized(this) { stock.take("a") } }
    fun sequence() { sequence { yield(stock.take("a")) }.toList() }
    fun built() { buildList { add(stock.take("a")) } }
    fun defaultArgument(many: Int = stock.take("a")) { println(many) }
    fun callsDefault() { defaultArgument() }
    fun varargs() { println(listOf(1, *arrayOf(stock.take("a")))) }
    fun cast() { println((stock as Any as Source).load("a")) }
    fun thrown() { throw IllegalStateException("a" + stock.take("a")) }
    fun lines() {
        val text = "a" +
            "b" +
            stock.take("a")
        println(text)
    }
    fun nested() { println(listOf(listOf(1).map { n -> listOf(n).first { stock.take("a") > it } })) }
    fun label() { listOf(1).forEach loop@{ if (stock.take("a") > it) return@loop } }
    fun comparator() { listOf(1, 2).sortedWith { a, b -> stock.take("a") + a + b } }
    fun recursive(many: Int = 2) { if (many == 0) stock.take("a"); recursive(many - 1) }
    val initial = 1
}

fun main() {
    val forms = Forms(Stock(), Stock())
    for (method in Forms::class.java.declaredMethods.sortedBy { it.name }) {
        if (method.isSynthetic || method.name.contains("$") || method.parameterCount > 1) continue
        if (method.name.startsWith("get")) continue
        val arguments = Array<Any>(method.parameterCount) { 2 }
        try {
            method.invoke(forms, *arguments)
        } catch (error: java.lang.reflect.InvocationTargetException) {
            println("## " + method.name)
            println(error.targetException.stackTraceToString())
        }
    }
}
'''
