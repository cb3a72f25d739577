"""What the language means by a call: the types of what it is called on. Each case names its one caller."""

from __future__ import annotations

import pytest

from tests.indexed_project import callers

LIBRARY = """package lib
class Box<T>(val value: T) { fun open(): T = value; fun <R> map(change: (T) -> R): Box<R> = Box(change(value)) }
class Tea { fun pour() {}
    operator fun plus(other: Tea) = this
    operator fun get(index: Int): Tea = this
    operator fun invoke() {}
    infix fun with(other: Tea): Tea = this
    operator fun component1(): Tea = this
    operator fun iterator(): Iterator<Tea> = listOf(this).iterator() }
class Mug { fun pour() {} }
open class Base { open fun run() {} }
object Kettle { fun boil(): Tea = Tea() }
fun brew(block: Tea.() -> Unit) {}
fun each(block: (Tea) -> Unit) {}
val Tea.twice: Tea get() = this
typealias Pot = Box<Tea>
fun interface Taster { fun taste(tea: Tea) }
fun tasted(by: Taster) {}
"""


@pytest.mark.parametrize(
    "body",
    [
        "Box(Tea()).open().pour()",
        "Box(1).map { Tea() }.open().pour()",
        "listOf(Tea()).map { it }.first().pour()",
        "listOf(1).associateWith { Tea() }.values.forEach { it.pour() }",
        "mapOf(1 to Tea()).forEach { (_, tea) -> tea.pour() }",
        "for (tea in listOf(Tea())) tea.pour()",
        "for ((_, tea) in mapOf(1 to Tea())) { tea.pour() }",
        "listOf(1).fold(Tea()) { tea, _ -> tea.also { it.pour() } }",
        "with(Tea()) { pour() }",
        "Tea().run { this.pour() }",
        "Tea().apply { listOf(1).forEach { this@apply.pour() } }",
        "brew { pour() }",
        "each { it.pour() }",
        "val (tea) = Tea(); tea.pour()",
        "Tea().twice.pour()",
        "(Tea() + Tea()).pour()",
        "(Tea() with Tea()).pour()",
        "Tea()[0].pour()",
        "for (tea in Tea()) tea.pour()",
        "val held by lazy { Tea() }; held.pour()",
        "Kettle.boil().pour()",
        "(if (flag) Tea() else null)?.pour()",
        "val tea = try { Tea() } catch (e: Exception) { throw e }; tea.pour()",
        "(other as? Tea ?: return).pour()",
        "if (other is Tea) other.pour()",
        "fun pot(pot: Pot) { pot.value.pour() }",
        "tasted { it.pour() }",
        "Taster { it.pour() }",
        "arrayOf(Tea())[0].pour()",
        "sequenceOf(1).map { Tea() }.toList().last().pour()",
        "runCatching { Tea() }.getOrNull()?.pour()",
        "listOf(Mug()).zip(listOf(Tea())).first().second.pour()",
        "listOf(Tea()).groupBy { 1 }.values.first().single().pour()",
        "buildString { append(1) }.let { Tea() }.pour()",
    ],
)
def test_types_flow_to_the_receiver(project, body: str) -> None:
    project.write("Library.kt", LIBRARY)
    project.write("Use.kt", f"package use\nimport lib.*\nfun use(flag: Boolean, other: Any) {{ {body} }}\n")
    assert set(callers(project, "Library.kt", "pour", class_name="Tea")) == {"use"}
    assert callers(project, "Library.kt", "pour", class_name="Mug") == []


def test_delegates_are_provided_by_members_of_the_class_too(project) -> None:
    project.write(
        "A.kt",
        """package a
import kotlin.reflect.KProperty
class Token { fun text() {} }
class Source
open class Grammar {
    operator fun Source.provideDelegate(owner: Any?, property: KProperty<*>): Token = Token()
    operator fun Token.getValue(owner: Any?, property: KProperty<*>): Token = this
}
class Words : Grammar() { val word by Source(); fun use() { word.text() } }
""",
    )
    assert callers(project, "A.kt", "text") == ["Words.use"]


def test_java_sees_mapped_types_and_static_members(project) -> None:
    project.add("""
        // file: Tea.kt
        package a
        class Tea { fun sip(names: List<String>) {}; companion object { @JvmStatic fun of() = Tea() } }
        // file: Use.java
        package a;
        import java.util.*;
        class Use { void go() { List<Tea> all = new ArrayList<>(); for (Tea tea : all) { tea.sip(new ArrayList<String>()); } Tea.of().sip(null); } }
    """)
    assert callers(project, "Tea.kt", "sip") == ["Use.go"]
    assert callers(project, "Tea.kt", "of") == ["Use.go"]


def test_a_long_chain_is_worked_out(project) -> None:
    chain = "".join(".next()" for _ in range(80))
    project.write(
        "A.kt",
        f"package a\nclass Step {{ fun next() = this; fun end() {{}} }}\nfun use() {{ Step(){chain}.end() }}\n",
    )
    assert callers(project, "A.kt", "end") == ["use"]


@pytest.mark.parametrize(
    "body",
    [
        "held<Tea>().pour()",
        "val tea = held<Tea>(); tea.pour()",
        "listOf(1).map(::make).first().pour()",
        "Tea::class.let { made(it) }.pour()",
        "val act: Tea.() -> Unit = { pour() }",
        "val act: (Tea) -> Unit = fun(it) { it.pour() }".replace("fun(it)", "fun(it: Tea)"),
        "val act = fun Tea.() { pour() }",
        "taken = { it.pour() }",
        "twice(::Tea).pour()",
        "listOf(Named()).map(Named::tea).first().pour()",
        "Shelf.Inner.tea.pour()",
    ],
)
def test_types_that_calls_references_and_lambdas_tell(project, body: str) -> None:
    project.write(
        "A.kt",
        f"""package a
import kotlin.reflect.KClass
class Tea {{ fun pour() {{}} }}
class Mug {{ fun pour() {{}} }}
class Named {{ val tea = Tea() }}
object Shelf {{ object Inner {{ val tea = Tea() }} }}
fun make(size: Int): Tea = Tea()
fun <T> held(): T = TODO()
fun <T : Any> made(type: KClass<T>): T = TODO()
fun <T> twice(make: () -> T): T = make()
fun <A, T> twice(make: (A) -> T): Mug = Mug()
var taken: (Tea) -> Unit = {{}}
fun use() {{ {body} }}
""",
    )
    assert callers(project, "A.kt", "pour", class_name="Tea") == ["use"]
    assert callers(project, "A.kt", "pour", class_name="Mug") == []


def test_bounds_tell_type_parameters_that_arguments_do_not(project) -> None:
    project.write(
        "A.kt",
        """package a
class Binder { fun sync() {} }
open class Service<B>
class Sync : Service<Binder>()
class Link<B, S : Service<B>>(val service: S) { val binder: B? = null }
fun use() { Link(Sync()).binder?.sync() }
""",
    )
    assert callers(project, "A.kt", "sync") == ["use"]


KEYS = """package a
open class Expr<T>
class Col<T> : Expr<T>()
class Id<T : Comparable<T>>(val value: T)
infix fun <T> Expr<T>.same(t: T) = true
infix fun <T : Comparable<T>, E : Id<T>?> Expr<E>.same(t: T?) = true
infix fun <T, S : T?> Expr<in S>.same(other: Expr<in S>) = true
val names = Col<String>()
val maybe = Col<String?>()
val ids = Col<Id<Int>>()
"""


@pytest.mark.parametrize(
    ("body", "line"),
    [
        ("names same 'x'", 5),
        ("maybe same null", 5),
        ("ids same Id(3)", 5),
        ("ids same 3", 6),
        ("names same names", 7),
        ("ids same ids", 7),
    ],
)
def test_the_bounds_of_what_a_receiver_holds_choose_the_extension(project, body: str, line: int) -> None:
    body = body.replace("'", '"')
    project.write("A.kt", f"{KEYS}fun caller() = {body}\n")
    for one in (5, 6, 7):
        assert callers(project, "A.kt", "same", line=one) == ["caller"] * (one == line)


def test_null_goes_where_a_type_parameter_or_an_alias_may_stand_for_a_type_with_null(project) -> None:
    project.write(
        "A.kt",
        """package a
class Box<T> {
    fun put(value: T) {}
    fun put(other: Box<T>) {}
}
typealias Maybe = String?
fun read(value: Maybe) {}
fun read(value: Int) {}
fun put(box: Box<String?>) { box.put(null) }
fun read() { read(null) }
""",
    )
    assert callers(project, "A.kt", "put", line=3) == ["put"]
    assert callers(project, "A.kt", "put", line=4) == []
    assert callers(project, "A.kt", "read", line=7) == ["read"]
    assert callers(project, "A.kt", "read", line=8) == []


def test_a_type_parameter_of_a_function_hides_its_class_s(project) -> None:
    project.write(
        "A.kt",
        """package a
class Box<T> {
    fun <T> hold(value: T) {}
    fun hold(other: Box<T>) {}
}
fun held(box: Box<String>) { box.hold(3) }
""",
    )
    assert callers(project, "A.kt", "hold", line=3) == ["held"]
    assert callers(project, "A.kt", "hold", line=4) == []


def test_what_a_data_class_has_is_no_part_of_the_class_itself(project) -> None:
    project.write(
        "A.kt",
        """package a
class Tea { fun pour() {} }
fun copy(one: Int): Tea = Tea()
data class Mug(val size: Int, val tea: Tea) {
    fun again() { copy(size = 2).tea.pour() }
    companion object { fun other() { copy(3).pour() } }
}
""",
    )
    assert sorted(callers(project, "A.kt", "pour")) == ["Mug.again", "Mug.other"]
    assert callers(project, "A.kt", "copy") == ["Mug.other"]
