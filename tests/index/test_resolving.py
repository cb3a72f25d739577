"""What the language means by a call: scopes, types, overloads, libraries. Each case names its one caller."""

from __future__ import annotations

import pytest


def callers(project, path: str, name: str, **which: object) -> list[str]:
    return [caller for caller, _ in project.names(path, name, **which)]


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


def test_a_library_function_of_the_name_is_no_caller(project) -> None:
    project.write(
        "A.kt", "package a\nclass Jar { fun map(change: Int) {}; fun add(one: Int) {}; fun close() {} }\n"
    )
    project.write(
        "Use.kt",
        "package a\nfun use(file: java.io.File) {\n"
        "  listOf(1).map { it }\n  mutableListOf<Int>().add(1)\n  file.inputStream().close()\n}\n",
    )
    for name in ("map", "add", "close"):
        answer = project.callers("A.kt", name)
        assert (answer.callers, answer.complete) == ((), True)


def test_the_most_specific_overload_is_meant(project) -> None:
    project.write(
        "A.kt",
        """package a
fun log(message: Any) {}
fun log(message: String) {}
fun log(message: String, vararg more: Any) {}
fun log(count: Int, unit: String = "") {}
fun log(block: () -> String) {}
fun any(value: Any) { log(value) }
fun text() { log("a") }
fun many() { log("a", 1, 2) }
fun count() { log(3, unit = "s") }
fun lazily() { log { "a" } }
""",
    )
    found = {line: callers(project, "A.kt", "log", line=line) for line in range(2, 7)}
    assert found == {2: ["any"], 3: ["text"], 4: ["many"], 5: ["count"], 6: ["lazily"]}


def test_members_come_before_extensions_and_private_ones_are_not_seen(project) -> None:
    project.write(
        "A.kt",
        """package a
class Tea { fun sip() {}; private fun spill() {} }
fun Tea.sip() {}
fun Tea.spill() {}
""",
    )
    project.write(
        "B.kt", "package a\nfun member(tea: Tea) { tea.sip() }\nfun extension(tea: Tea) { tea.spill() }\n"
    )
    assert callers(project, "A.kt", "sip", line=2) == ["member"]
    assert callers(project, "A.kt", "sip", line=3) == []
    assert callers(project, "A.kt", "spill", line=4) == ["extension"]


def test_an_override_has_the_default_values_of_what_it_overrides(project) -> None:
    project.write(
        "A.kt",
        """package a
interface Store { fun load(id: Int, force: Boolean = false) }
class Disk : Store { override fun load(id: Int, force: Boolean) {} }
fun use(disk: Disk) { disk.load(1) }
""",
    )
    assert project.names("A.kt", "load", class_name="Disk") == [("use", "receiver_type")]
    assert project.names("A.kt", "load", class_name="Store") == []


def test_super_and_siblings_are_no_callers_of_an_override(project) -> None:
    project.write(
        "A.kt",
        """package a
open class Base { open fun run() {} }
class One : Base() { override fun run() { super.run() } }
class Two : Base() { fun go() { run() } }
fun through(base: Base) { base.run() }
""",
    )
    assert project.names("A.kt", "run", class_name="One") == [("through", "override_family")]
    assert callers(project, "A.kt", "run", class_name="Base") == ["One.run", "Two.go", "through"]


def test_a_class_name_may_call_the_invoke_of_its_companion(project) -> None:
    project.write(
        "A.kt",
        """package a
class Gap private constructor(val size: Int) { companion object { operator fun invoke(text: String) = 1 } }
""",
    )
    project.write("B.kt", 'package a\nfun use() { Gap("a") }\n')
    assert callers(project, "A.kt", "invoke") == ["use"]
    assert callers(project, "A.kt", "Gap") == []


def test_a_function_value_calls_no_function(project) -> None:
    project.write("A.kt", "package a\nfun onClick() {}\n")
    project.write(
        "B.kt",
        "package a\nopen class Base { val onClick: () -> Unit = {} }\nclass Sub : Base() { fun tap() { onClick() } }\n",
    )
    assert callers(project, "A.kt", "onClick") == []


def test_a_nested_class_has_no_instance_of_the_class_around_it(project) -> None:
    project.write(
        "A.kt",
        """package a
fun tick() {}
class Clock { fun tick() {}
    class Hand { fun move() { tick() } }
    inner class Gear { fun turn() { tick() } }
    fun watch() = object : Runnable { override fun run() { step(); tick() }
        fun step() {} }
}
""",
    )
    assert callers(project, "A.kt", "tick", line=2) == ["Hand.move"]
    assert sorted(set(callers(project, "A.kt", "tick", line=3))) == ["Clock.run", "Gear.turn"]
    assert callers(project, "A.kt", "step") == ["Clock.run"]


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
    project.write(
        "Tea.kt",
        "package a\nclass Tea { fun sip(names: List<String>) {}; companion object { @JvmStatic fun of() = Tea() } }\n",
    )
    project.write(
        "Use.java",
        "package a;\nimport java.util.*;\nclass Use { void go() { List<Tea> all = new ArrayList<>();"
        " for (Tea tea : all) { tea.sip(new ArrayList<String>()); } Tea.of().sip(null); } }\n",
    )
    assert callers(project, "Tea.kt", "sip") == ["Use.go"]
    assert callers(project, "Tea.kt", "of") == ["Use.go"]


def test_a_long_chain_is_worked_out(project) -> None:
    chain = "".join(".next()" for _ in range(80))
    project.write(
        "A.kt",
        f"package a\nclass Step {{ fun next() = this; fun end() {{}} }}\nfun use() {{ Step(){chain}.end() }}\n",
    )
    assert callers(project, "A.kt", "end") == ["use"]


def test_an_actual_declaration_has_the_default_values_of_the_expected_one(project) -> None:
    project.write("io/src/commonMain/E.kt", "package io\nexpect fun read(from: Int, to: Int = 1)\n")
    project.write("io/src/jvmMain/E.kt", "package io\nactual fun read(from: Int, to: Int) {}\n")
    project.write("io/src/commonMain/A.kt", "package io\nfun use() { read(1) }\n")
    assert callers(project, "io/src/jvmMain/E.kt", "read") == ["use"]


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


def test_a_local_hides_a_function_only_where_it_can_be_called(project) -> None:
    project.write(
        "A.kt",
        """package a
class Page { fun title(text: String) {} ; fun done() {} }
fun plain(title: String) = Page().apply { title(title) }
fun called(page: Page, title: (String) -> Unit) { with(page) { title("a") } }
""",
    )
    assert callers(project, "A.kt", "title") == ["plain"]


def test_a_reference_chooses_the_overload_that_takes_its_parameters(project) -> None:
    project.write(
        "A.kt",
        """package a
class One(val a: Int)
class Two(val a: Int, val b: Int)
fun <A, T> single(make: (A) -> T) {}
fun <A, B, T> single(make: (A, B) -> T) {}
fun one() = single(::One)
fun two() = single(::Two)
""",
    )
    assert callers(project, "A.kt", "single", line=4) == ["one"]
    assert callers(project, "A.kt", "single", line=5) == ["two"]


def test_a_property_does_not_call_itself_in_what_it_starts_with(project) -> None:
    project.write("A.kt", "package a\nclass Module\nfun module(make: () -> Unit) = Module()\n")
    project.write("B.kt", "package a\nclass Use { private val module = module { } }\n")
    assert callers(project, "A.kt", "module") == ["Use.module"]


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


def test_a_constructor_is_chosen_beside_a_function_of_its_name(project) -> None:
    project.write(
        "A.kt",
        """package a
class Day(year: Int, month: Int)
fun Day(text: String): Day = Day(1, 2)
fun use() { Day(3, 4) ; Day("a") }
fun read() { Day("b") }
""",
    )
    assert callers(project, "A.kt", "Day", line=2) == ["Day", "use"]
    assert callers(project, "A.kt", "Day", line=3) == ["read", "use"]


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
