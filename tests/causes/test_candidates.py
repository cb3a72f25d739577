"""Candidates for the cause of errors of small projects: which functions they are, and by which features."""

import pytest

from tests.causes.error_projects import CART, CHECK, CHECKED, NULL, TILL


def test_functions_that_write_the_failing_value_are_candidates_and_null_is_said(bug):
    found = bug(CART + TILL, NULL).candidates()
    assert found["total"]["frame_0"] == 1
    assert found["pay"]["frame_1"] == 1
    assert found["close"]["writes_null"] == 1
    assert found["sell"]["writes_value"] == 1
    assert "writes_null" not in found["sell"]
    assert "writes_value" not in found["far"]


def test_a_value_is_followed_to_the_function_that_does_not_only_pass_it_on(bug):
    found = bug(CHECKED, CHECK).candidates()
    assert found["read"]["value_comes_from_here"] == 1
    assert found["cents"]["passes_value_on"] == 1
    assert found["parse"]["passes_value_on"] == 1
    assert "passes_value_on" not in found["read"]


LABEL = """// file: src/main/kotlin/shop/Label.kt
package shop

class Item(val price: Int?)

fun label(item: Item?): String {
    return "" + VALUE.plus(1)
}

fun show(items: List<Item>): String {
    return label(items[0])
}
"""
LABEL_TRACE = """java.lang.NullPointerException
    at shop.LabelKt.label(Label.kt:6)
    at shop.LabelKt.show(Label.kt:10)
"""


def test_a_null_property_of_a_parameter_is_not_what_the_caller_passes(bug):
    found = bug(LABEL.replace("VALUE", "item?.price!!"), LABEL_TRACE).candidates()
    assert "value_comes_from_here" not in found["show"]
    assert "inner_fails_on_parameter" not in found["show"]
    found = bug(LABEL.replace("VALUE", "item!!.price"), LABEL_TRACE).candidates()
    assert found["show"]["value_comes_from_here"] == 1
    assert found["show"]["inner_fails_on_parameter"] == 1


PASSED = """// file: src/main/kotlin/shop/Price.kt
package shop

fun cents(unit: String, text: String): Int {
    require(text.length == 3) { "3 letters" }
    return 1
}

fun parse(text: String) = CALL

fun read(line: String): Int {
    return parse(line.trim())
}
"""

PASSED_TRACE = CHECK.replace("Money", "Price")


@pytest.mark.parametrize(
    "call",
    [
        'cents("a, b (c", text)',
        'cents("${listOf(1, 2)}", text)',
        "cents(text = text, unit = String())",
        "cents<Map<A, B>>(String(), text)",
    ],
)
def test_a_value_is_followed_past_brackets_in_strings_labels_and_type_arguments(bug, call):
    found = bug(PASSED.replace("CALL", call), PASSED_TRACE).candidates()
    assert found["read"]["value_comes_from_here"] == 1


SCREEN = """// file: src/main/kotlin/shop/Screen.kt
package shop

class Screen {
    fun show() {
        error("no view")
    }

    fun stopWatching() = 2

    fun stopwatch() = 3
}
"""


def test_functions_that_end_something_by_their_name_are_told(bug):
    found = bug(
        SCREEN, "java.lang.IllegalStateException: no view\n    at shop.Screen.show(Screen.kt:5)\n"
    ).candidates()
    assert found["stopWatching"]["sibling_tears_down"] == 1
    assert "sibling_tears_down" not in found["stopwatch"]


WATCHER = """// file: src/main/kotlin/shop/Watcher.kt
package shop

class Watcher : Consumer<String> {
    override fun accept(text: String) = apply(text)

    override fun apply(text: String): Int {
        return text.toInt()
    }
}
"""

APPLIED = """java.lang.NumberFormatException: For input string: "x"
    at shop.Watcher.apply(Watcher.kt:7)
    at shop.Watcher.accept(Watcher.kt:4)
"""


def test_frames_of_functional_interfaces_are_bodies_of_lambdas(bug):
    found = bug(WATCHER, APPLIED).candidates()
    assert found["apply"]["frame_lambda"] == found["accept"]["frame_lambda"] == 1


SHELF = """// file: src/main/kotlin/shop/Shelf.kt
package shop

class Shelf {
    var f = 0
    var e = 0
    var d = 0
    var c = 0
    var b = 0
    var a = 0

    fun fill() {
        f = 1
        e = 1
        d = 1
        c = 1
        b = 1
        a = 0
    }

    fun sum(): Int = f / e / d / c / b / a
}
"""


def test_a_writer_of_several_values_always_has_the_same_line(bug):
    error = "java.lang.ArithmeticException: / by zero\n    at shop.Shelf.sum(Shelf.kt:20)\n"
    (fill,) = (one for one in bug(SHELF, error).candidate_list() if one.function.name == "fill")
    assert fill.line == 17


def test_the_places_that_a_null_can_come_from_are_candidates(bug):
    found = bug(CART + TILL, NULL).candidates()
    assert found["close"]["origin_found"] == 1
    assert found["close"]["origin_rank_0"] > 0
    assert "origin_found" not in found["sell"]


LOCALS = """// file: src/main/kotlin/shop/Ship.kt
package shop

class Ship {
    private var cargo: String? = null

    fun load(): Int {
        val cargo = find()
        return cargo!!.length
    }

    fun unload() {
        cargo = null
    }

    private fun find(): String? = null
}
"""

LOCAL = """java.lang.NullPointerException
    at shop.Ship.load(Ship.kt:8)
"""


def test_a_local_is_not_taken_for_the_property_of_its_name(bug):
    reasons = {
        one.function.name: [reason.statement for reason in one.reasons]
        for one in bug(LOCALS, LOCAL).candidate_list()
    }
    assert reasons["unload"]
    said = [statement for statements in reasons.values() for statement in statements]
    assert not any("sets `cargo`" in one or "declared here" in one for one in said)


INDEX = """// file: src/main/java/shop/Phones.java
package shop;

class Phones {
    private static final int NO_SLOT = -1;
    private final String[] phones = new String[2];

    int slotOf(int id) {
        if (id > 100) {
            return id - 100;
        }
        return NO_SLOT;
    }

    String phone(int id) {
        int slot = slotOf(id);
        return phones[slot];
    }
}
"""


def test_the_origin_that_writes_the_index_of_the_message_is_told(bug):
    text = (
        "java.lang.ArrayIndexOutOfBoundsException: length=2; index=-1\n"
        "    at shop.Phones.phone(Phones.java:16)\n"
    )
    source = bug(INDEX, text).hypotheses().value_source
    assert source is not None
    assert (source.line, "`Phones.NO_SLOT`" in source.statement) == (4, True)
