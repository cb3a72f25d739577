@file:JvmName("EveryForm")
@file:Suppress("unused", "UNUSED_PARAMETER", "NOTHING_TO_INLINE")

package sample.every

import kotlin.properties.ReadOnlyProperty
import kotlin.reflect.KClass

typealias Handler<T> = suspend (T) -> Unit
typealias Names = List<String>

const val LIMIT: Int = 3
val top: String = ""
var counter: Long = 0
    private set
var <T : Any> T.tag: String?
    get() = null
    set(value) {}
val List<Int>.total: Int get() = sum()
val lazily: Map<String, List<Int?>> by lazy { emptyMap() }

fun plain(a: Int, b: String = "", vararg rest: Double): Boolean = true
fun numbers(vararg all: Int, last: Boolean = false) = Unit
infix fun Int.joined(other: Int): Int = this
operator fun Names.minus(one: Int): Names = this
inline fun <reified T : Any> made(block: (KClass<T>) -> Unit) = Unit
suspend fun <T> waiting(block: suspend () -> T): T = block()
fun <T, R> both(first: T, second: (T) -> R): R where T : CharSequence, T : Comparable<T> = second(first)
fun String?.orNothing(): String = this ?: ""
fun building(init: StringBuilder.(Int) -> Unit) = Unit
fun slow(init: suspend Base<String>.(Int) -> List<String>?) = Unit
fun nested(one: ((Int) -> (String) -> Unit)?, two: (((Int) -> Unit) -> Unit)) = Unit
fun projected(a: MutableList<out Number>, b: Comparable<in String>, c: List<*>, d: Array<IntArray>) = a
fun handled(h: Handler<Int>) = Unit
fun <T> sure(x: T & Any): T & Any = x
fun aliased(names: Names): Names = names
tailrec fun again(n: Int): Int = if (n == 0) 0 else again(n - 1)
fun unsigned(a: UInt): ULong = a.toULong()
@JvmName("renamed") fun List<String>.original() = this
internal fun hiddenFromOthers() = 1
private fun secret() = 2
@Deprecated("", level = DeprecationLevel.HIDDEN) fun gone(a: Int) = a
@Deprecated("") fun old(a: Int) = a

abstract class Base<out T>(val value: @UnsafeVariance T, protected var state: Int = 0, plain: String) : Comparable<Base<*>> {
    constructor(value: T) : this(value, 0, "")
    protected constructor(value: T, flag: Boolean) : this(value)
    private constructor(a: Int, value: T) : this(value)
    abstract val size: Int
    abstract fun work(input: List<@UnsafeVariance T>): Unit
    open fun opened(): T = value
    protected open fun guarded() = 1
    fun closed() = 2
    override fun compareTo(other: Base<*>): Int = 0
    operator fun get(index: Int): T = value
    operator fun component1() = value
    inner class Inner<U>(val u: U) {
        fun pair(): Pair<@UnsafeVariance T, U>? = null
        inner class Deeper {
            fun all(t: @UnsafeVariance T, u: U) = 1
        }
    }
    class Nested {
        fun nestedFun(): Base<Int>.Inner<String>? = null
    }
    companion object {
        const val CODE = 4
        @JvmStatic fun create(): Base<String>? = null
        @JvmField val field: Int = 1
    }
    private class Unseen
}

class Named {
    companion object Factory {
        fun make() = Named()
    }
}
object Single : Runnable {
    override fun run() {}
    val setting = 1
    val Int.seconds: Long get() = 1
}
data class Point(val x: Int, val y: Int = 0)
@JvmInline value class Id(val raw: String) {
    fun show() = raw
}
sealed class Shape {
    class Round(val r: Double) : Shape()
    object None : Shape()
}
sealed interface Closed
fun interface Action<in T> {
    fun act(t: T): Boolean
}
enum class Colour(val code: Int) {
    RED(1),
    GREEN(2) {
        override fun mix() = 3
    };
    open fun mix() = code
}
annotation class Mark(val name: String = "", val kinds: Array<KClass<*>> = [])
interface Repo<K, V : Any> : Map<K, V> {
    suspend fun load(key: K): V?
    fun both() = 1
    val live: Boolean get() = true
}
class Delegated(inner: List<Int>) : List<Int> by inner {
    val prop by ReadOnlyProperty<Any?, Int> { _, _ -> 1 }
}
internal open class Inherited {
    fun fromInternal() = 1
}
internal class NotSeen

fun maybe(one: (suspend (Int) -> Unit)?, two: (() -> Int).() -> Unit, three: List<(Int) -> String>?) = Unit
class Late {
    lateinit var late: String
    external fun foreign()
    operator fun invoke(): Int = 1
}
class Bounded<A : Comparable<A>, B : List<A>>(val a: A) {
    fun <C : B> third(c: C?): Map<A, C> = emptyMap()
}

@JvmSynthetic fun seenByKotlin(a: Int) = a
@get:JvmSynthetic val seenToo: Int get() = 1
@Deprecated("", level = DeprecationLevel.HIDDEN) val goneToo: Int get() = 1
@Deprecated("", level = DeprecationLevel.HIDDEN) fun kept(a: Int) = a
fun kept(a: String) = a
class Members {
    @Deprecated("", level = DeprecationLevel.HIDDEN) fun gone() = 1
    @Deprecated("", level = DeprecationLevel.HIDDEN) var goneToo = 1
    @Deprecated("", level = DeprecationLevel.HIDDEN) constructor(a: Int)
    constructor(a: String)
    @JvmSynthetic fun seenByKotlin() = 1
}
