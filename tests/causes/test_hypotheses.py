"""Hypotheses about errors of small projects: what is a candidate, why, and in which order."""

import pytest

from rca.causes.ranking import rank
from rca.scheduling.deadline import Deadline

CART = """// file: src/main/kotlin/shop/Cart.kt
package shop

class Cart {
    private var owner: Owner? = null

    fun total(): Int {
        return owner!!.discount()
    }

    fun sell(owner: Owner) {
        this.owner = owner
    }

    fun close() {
        owner = null
    }

    fun far() = 1
}

class Owner {
    fun discount() = 3
}
"""
NULL = """java.lang.NullPointerException
    at shop.Cart.total(Cart.kt:7)
    at shop.Till.pay(Till.kt:5)
"""
TILL = """// file: src/main/kotlin/shop/Till.kt
package shop

class Till(private val cart: Cart) {
    fun pay(): Int {
        return cart.total()
    }
}
"""


def test_functions_that_write_the_failing_value_are_candidates_and_null_is_said(bug):
    found = bug(CART + TILL, NULL).candidates()
    assert found["total"]["frame_0"] == 1
    assert found["pay"]["frame_1"] == 1
    assert found["close"]["writes_null"] == 1
    assert found["sell"]["writes_value"] == 1
    assert "writes_null" not in found["sell"]
    assert "writes_value" not in found["far"]


def test_a_hypothesis_has_a_place_a_reason_and_a_check(bug):
    first, *others = bug(CART + TILL, NULL).hypotheses().hypotheses
    assert first.places[0].file_path == "src/main/kotlin/shop/Cart.kt"
    assert sum(one.confidence for one in (first, *others)) <= 1.001
    assert [one.confidence for one in others] == sorted((one.confidence for one in others), reverse=True)
    for one in (first, *others):
        assert one.statement.endswith(".")
        assert f"line {one.places[0].line} of " in one.check
    said = " ".join(
        [one.statement for one in (first, *others)] + [each for one in others for each in one.evidence]
    )
    assert "`Cart.close` sets `owner` to null; line 7 of `Cart.total` uses it." in said


CHECKED = """// file: src/main/kotlin/shop/Money.kt
package shop

fun cents(text: String, unit: String): Int {
    require(unit.length == 3) { "unit must have 3 letters" }
    return text.toInt()
}

fun parse(text: String, unit: String) = cents(text, unit)

fun read(line: String): Int {
    val parts = line.split(" ")
    return parse(parts[0], parts[1])
}
"""
CHECK = """java.lang.IllegalArgumentException: unit must have 3 letters
    at shop.MoneyKt.cents(Money.kt:4)
    at shop.MoneyKt.parse(Money.kt:8)
    at shop.MoneyKt.read(Money.kt:12)
"""


def test_a_value_is_followed_to_the_function_that_does_not_only_pass_it_on(bug):
    found = bug(CHECKED, CHECK).candidates()
    assert found["read"]["value_comes_from_here"] == 1
    assert found["cents"]["passes_value_on"] == 1
    assert found["parse"]["passes_value_on"] == 1
    assert "passes_value_on" not in found["read"]


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


FULL = """java.lang.OutOfMemoryError: Java heap space
    at shop.MoneyKt.cents(Money.kt:5)
    at shop.MoneyKt.parse(Money.kt:8)
    at shop.MoneyKt.read(Money.kt:12)
"""


def test_no_value_is_blamed_where_memory_is_full(bug):
    asked = bug(CHECKED, FULL)
    assert asked.candidates()["read"]["value_comes_from_here"] == 1
    said = [one.statement for one in asked.hypotheses().hypotheses]
    assert said
    assert not any("passes in a value" in one for one in said)
    assert any(
        "passes in a value that line 4 of `cents` then uses" in one.statement
        for one in bug(CHECKED, CHECK).hypotheses().hypotheses
    )


UPDATER = """// file: src/main/kotlin/shop/Worker.kt
package shop

class Worker {
    fun begin() {
        showForeground(7)
    }

    fun other() = 2
}
// file: src/main/kotlin/shop/Idle.kt
package shop

class Idle {
    fun wait() = 3
}
"""
LIBRARY = """java.lang.IllegalStateException: not allowed now
    at lib.Service.showForeground(Service.java:10)
    at lib.Main.main(Main.java:3)
"""


def test_without_a_frame_of_the_app_its_calls_of_the_library_are_candidates(bug):
    found = bug(UPDATER, LIBRARY).candidates()
    assert found["begin"]["calls_named_method"] > 0.5
    assert found["begin"]["relevance"] == 1
    assert "wait" not in found
    (first, *_) = bug(UPDATER, LIBRARY).hypotheses().hypotheses
    assert (first.places[0].function, first.places[0].role) == ("Worker.begin", "failure_site")
    assert "`showForeground`, which the error names" in first.statement


ASSERTED = """org.junit.ComparisonFailure: expected:<1> but was:<2>
    at org.junit.Assert.assertEquals(Assert.java:117)
    at shop.IdleTest.waits(IdleTest.kt:5)
"""
TEST = """// file: src/test/kotlin/shop/IdleTest.kt
package shop

class IdleTest {
    fun waits() = assertEquals(1, Idle().wait())
}
// file: build.gradle.kts
plugins { kotlin("jvm") version "2.0.0" }

dependencies {
    testImplementation("junit:junit:4.13.2")
}
"""


def test_a_failed_assertion_is_no_defect_of_the_library_of_assertions(bug):
    asked = bug(UPDATER + TEST, ASSERTED)
    assert asked.failure.family == "assertion"
    assert "build.gradle.kts" not in {one.places[0].file_path for one in asked.hypotheses().hypotheses}
    assert asked.candidates()["wait"]["test_calls"] == 1


FRAGMENT = """// file: src/main/kotlin/shop/Page.kt
package shop

import androidx.fragment.app.Fragment

class Page : Fragment() {
    fun show() {
        title(requireContext().getString(1))
    }
}
"""
DETACHED = """java.lang.IllegalStateException: Fragment Page{1} (2) not attached to a context.
    at androidx.fragment.app.Fragment.requireContext(Fragment.java:900)
    at shop.Page.show(Page.kt:7)
"""


def test_what_the_framework_asks_is_said_at_the_place_that_calls_it(bug):
    (first, *_) = bug(FRAGMENT, DETACHED).hypotheses().hypotheses
    assert first.places[0].function == "Page.show"
    assert "attached" in first.statement
    (other, *_) = bug(FRAGMENT, DETACHED.replace("not attached to a context", "x")).hypotheses().hypotheses
    assert not any("attached" in one for one in (other.statement, *other.evidence))


TIMER = """// file: src/main/kotlin/shop/Alarm.kt
package shop

class Alarm {
    fun plan(delay: Long) {
        queue.setExactReminder(delay)
    }

    fun stop() = queue.drop()
}
"""
REFUSED = """java.lang.SecurityException: needs permission for exact reminders
    at lib.Alarms.checkReminder(Alarms.java:10)
    at lib.Main.main(Main.java:3)
"""


def test_functions_that_share_parts_of_words_with_the_error_are_candidates(bug):
    found = bug(TIMER + UPDATER, REFUSED, words=True).candidates()
    assert found["plan"]["words_message_rank"] == 1
    assert found["plan"]["file_words_all_rank"] == 1
    assert "wait" not in found
    asked = bug(TIMER + UPDATER, REFUSED, words=True).hypotheses()
    said = [sentence for one in asked.hypotheses for sentence in (one.statement, *one.evidence)]
    assert any(one.startswith("`Alarm.plan` shares words") and "`reminder`" in one for one in said), said
    assert asked.reasons == ()


def test_without_a_text_index_the_words_of_the_files_are_read(bug):
    read, indexed = (bug(TIMER + UPDATER, REFUSED, words=words) for words in (False, True))
    assert read.candidates() == indexed.candidates()
    assert read.hypotheses() == indexed.hypotheses()


def test_the_places_that_a_null_can_come_from_are_candidates(bug):
    found = bug(CART + TILL, NULL).candidates()
    assert found["close"]["origin_found"] == 1
    assert found["close"]["origin_rank_0"] > 0
    assert "origin_found" not in found["sell"]


def test_nothing_in_common_gives_no_hypothesis(bug):
    assert bug(UPDATER, "something went wrong").hypotheses().hypotheses == ()


def test_the_same_question_gives_the_same_answer(bug):
    asked = bug(CART + TILL, NULL)
    assert asked.hypotheses() == asked.hypotheses()


def test_no_time_is_said(bug):
    late = Deadline(0.0)
    assert bug(UPDATER, LIBRARY).hypotheses(late).reasons == (
        "not all texts of the error were looked up, the time ran out",
        "the words of 2 of 2 files were not compared with the error, the time ran out",
        "not all origins of the value were followed, the time ran out",
        "not all contracts of frameworks were searched, the time ran out",
        "not all functions were compared, the time ran out",
        "not all of the configuration was searched, the time ran out",
    )


def test_probabilities_of_an_error_sum_to_one(bug):
    asked = bug(CART + TILL, NULL)

    ranked = rank(asked.candidate_list())
    assert abs(sum(share for _, share in ranked) - 1) < 1e-9
    assert rank([]) == []


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
    said = [reason.statement for one in bug(LOCALS, LOCAL).candidate_list() for reason in one.reasons]
    assert any("`Ship.unload`" in one for one in said)
    assert not any("sets `cargo`" in one or "declared here" in one for one in said)


def test_the_trace_is_not_repeated_as_evidence(bug):
    first, second, *_ = bug(CART + TILL, NULL).hypotheses().hypotheses
    assert (first.kind, first.evidence) == ("surfaced", ())
    assert second.kind == "unmet_demand"
    assert not any("calls `Cart.total`" in one for one in second.evidence)


def test_a_function_of_the_trace_that_is_not_seen_to_call_the_next_is_not_said_to(bug):
    moved = TILL.replace("        return cart.total()\n", "        open()\n        return cart.total()\n")
    (said,) = [
        one.statement
        for one in bug(CART + moved, NULL).hypotheses().hypotheses
        if one.places[0].function == "Till.pay"
    ]
    assert said == "`Till.pay`, elsewhere in the trace, leads to this with a wrong value or in a wrong state."


BROKEN = """e: src/main/kotlin/shop/Till.kt:5:16 Unresolved reference 'total'."""


def test_a_debugger_is_not_asked_about_code_that_does_not_compile(bug):
    found = bug(CART + TILL, BROKEN).hypotheses().hypotheses
    assert found
    assert not any("Stop at" in one.check for one in found)


def test_the_check_of_where_it_surfaced_names_the_failing_value(bug):
    first, *_ = bug(CART + TILL, NULL).hypotheses().hypotheses
    assert first.check == "Stop at line 7 of Cart.kt and follow `owner` back to where it was set."


def test_an_exception_that_another_function_names_too_is_no_use_of_its_names(bug):
    refused = UPDATER.replace("= 2", '= 2\n\n    fun no(): Nothing = throw IllegalStateException("x")')
    said = [one.statement for one in bug(refused, LIBRARY).hypotheses().hypotheses]
    assert not any("`IllegalStateException`, which the error names" in one for one in said)
