@file:JvmName("Hard")
package com.example.`in`.hard

import kotlin.collections.map as mapped

/**
 * KDoc of [Hard] with `code`.
 * @param T what it holds
 * @return nothing, /* nested */ still KDoc
 */
context(Logger, Scope)
fun interface Visitor<in T : Any, out R> where T : Comparable<T> {
    suspend operator fun invoke(value: T): R
}

/* outer /* inner */ still outer */ val after = 1
// line comment with "quotes" and /* no block
data class Hard<T>(@field:Deprecated("old") val name: String?, @get:JvmName("n") var count: Int = 0x1F_FF)
sealed class State { data object Idle : State(); class Busy(val by: Int) : State() }
enum class Level(val rank: Int) { LOW(1), HIGH(2) }
@JvmInline value class Id(val raw: UInt = 0b1010u)
typealias Handler = (String, Int) -> Unit

fun <T> T.nested(other: List<T>): String where T : Any {
    val text = "a ${if (this == null) "b ${other.map { "c $it ${'}'}" }}" else "d"} e"
    val raw = """
        $text ${other.size} "quoted" \n not escaped ${"""inner ${1 + 2}"""}
    """.trimIndent()
    val dollars = $$"""{"id": "$$text", "plain": "$text"}"""
    if (count < limit && limit > count) return@nested ""
    val generic = foo<Int, String>(1) + listOf<Map<String, List<Int?>>>()
    val less = a < b
    outer@ for (i in 0..<10 step 2) { if (i !in 1..3) continue@outer; this@nested.toString() }
    val by = 1; val value = by; val data = value; val open = data; val get = open
    val c = '\u0041'; val esc = "\t\$not\\"; val long = 1_000L; val d = 1.5e-3f
    x?.let { it!! } ?: throw IllegalStateException("no")
    when (x) { is String, !is Int -> Unit; in 1..2 -> 3; else -> super<Base>.run { } }
    val ref = String::length; val k = Hard::class.java
    val f: suspend (Int) -> Unit = { a: Int -> println(a) }
    val lazyOne by lazy { 1 }
    object : Runnable { override fun run() = Unit }
    infix shl other
    `is odd`(1) as? Int
    try { } catch (e: Exception) { } finally { }
    annotationClass<@Foo("x") Bar>()
    return "end"
}
private inline fun <reified T> Int.ext(crossinline block: () -> T, vararg rest: Int) = 1
class A : B by c, D<E>() { companion object { const val X = 1 } ; init { } ; constructor() : this(1) ; lateinit var y: Z
  var p: Int = 1
    get() = field
    private set(v) { field = v }
  tailrec fun f(): Int = 1
}
val unterminated = "abc
