"""What the language means by a call: which of several declarations of a name. Each case names its one caller."""

from __future__ import annotations

from tests.indexed_project import callers


def test_a_library_function_of_the_name_is_no_caller(project) -> None:
    project.add("""
        // file: A.kt
        package a
        class Jar { fun map(change: Int) {}; fun add(one: Int) {}; fun close() {} }
        // file: Use.kt
        package a
        fun use(file: java.io.File) {
          listOf(1).map { it }
          mutableListOf<Int>().add(1)
          file.inputStream().close()
        }
    """)
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
    project.add("""
        // file: A.kt
        package a
        class Tea { fun sip() {}; private fun spill() {} }
        fun Tea.sip() {}
        fun Tea.spill() {}
        // file: B.kt
        package a
        fun member(tea: Tea) { tea.sip() }
        fun extension(tea: Tea) { tea.spill() }
    """)
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
    project.add("""
        // file: A.kt
        package a
        class Gap private constructor(val size: Int) { companion object { operator fun invoke(text: String) = 1 } }
        // file: B.kt
        package a
        fun use() { Gap("a") }
    """)
    assert callers(project, "A.kt", "invoke") == ["use"]
    assert callers(project, "A.kt", "Gap") == []


def test_a_function_value_calls_no_function(project) -> None:
    project.add("""
        // file: A.kt
        package a
        fun onClick() {}
        // file: B.kt
        package a
        open class Base { val onClick: () -> Unit = {} }
        class Sub : Base() { fun tap() { onClick() } }
    """)
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


def test_an_actual_declaration_has_the_default_values_of_the_expected_one(project) -> None:
    project.add("""
        // file: io/src/commonMain/E.kt
        package io
        expect fun read(from: Int, to: Int = 1)
        // file: io/src/jvmMain/E.kt
        package io
        actual fun read(from: Int, to: Int) {}
        // file: io/src/commonMain/A.kt
        package io
        fun use() { read(1) }
    """)
    assert callers(project, "io/src/jvmMain/E.kt", "read") == ["use"]


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
    project.add("""
        // file: A.kt
        package a
        class Module
        fun module(make: () -> Unit) = Module()
        // file: B.kt
        package a
        class Use { private val module = module { } }
    """)
    assert callers(project, "A.kt", "module") == ["Use.module"]


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
