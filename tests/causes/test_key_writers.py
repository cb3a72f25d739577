"""Who stores, under a key, what the failing function reads."""

import pytest

from evaluation.project_text import project_files
from rca.causes.lookup.text_occurrences import find_occurrences
from rca.causes.project_code import ProjectCode
from rca.scheduling.deadline import Deadline

PROJECT = project_files("""
// file: src/main/kotlin/shop/Checkout.kt
package shop

class Checkout : Activity() {
    fun onCreate() {
        val cart = intent.getStringExtra(Keys.EXTRA_CART)!!
        val sum = prices["sum"]!!
        val note = arguments.getString(key)!!
    }
}
object Keys { const val EXTRA_CART = "cart" }
// file: src/main/kotlin/shop/Cart.kt
package shop

class Cart {
    fun open(intent: Intent) {
        intent.putExtra(Keys.EXTRA_CART, name)
        log(Keys.EXTRA_CART)
    }
    fun fill(prices: MutableMap<String, Int>) { prices["sum"] = 3 }
    fun pairs() = mapOf("sum" to 4)
    fun read(intent: Intent) = intent.getStringExtra(Keys.EXTRA_CART)
}
// file: src/test/kotlin/shop/CartTest.kt
package shop

class CartTest { fun put(intent: Intent) { intent.putExtra(Keys.EXTRA_CART, "a") } }
""")


def crash(line):
    return f"java.lang.NullPointerException\n    at shop.Checkout.onCreate(Checkout.kt:{line})\n"


@pytest.mark.parametrize("line", [5, 6])
def test_the_writers_of_the_keys_near_the_failing_line(bug, line):
    found = bug(PROJECT, crash(line)).hypotheses().key_writers
    assert [(one.key, one.line, one.function.name) for one in found] == [
        ("EXTRA_CART", 5, "open"),
        ('"sum"', 8, "fill"),
        ('"sum"', 9, "pairs"),
    ]


def test_a_writer_is_a_candidate_with_its_reason(bug):
    candidates = {one.function.name: one for one in bug(PROJECT, crash(5)).candidate_list()}
    said = [reason.statement for reason in candidates["open"].reasons if reason.kind == "writes_value"]
    assert said == [
        "`Cart.open` stores something under `EXTRA_CART`, which line 5 of `Checkout.onCreate` reads."
    ]
    assert not any(reason.kind == "writes_value" for reason in candidates["read"].reasons)


def test_an_error_that_no_value_explains_has_no_writers(bug):
    text = "java.util.ConcurrentModificationException\n    at shop.Checkout.onCreate(Checkout.kt:5)\n"
    assert bug(PROJECT, text).hypotheses().key_writers == ()


def test_a_search_that_begins_too_late_says_so(project):
    project.write("src/main/kotlin/shop/Cart.kt", 'package shop\nfun put() = mapOf("sum" to 4)\n')
    code = ProjectCode(project.open().snapshot)
    assert list(find_occurrences(code, ["sum"], Deadline(30)).lines) == ["sum"]
    late = find_occurrences(code, ["sum"], Deadline(0))
    assert (late.lines, late.cut) == ({}, True)
    assert not find_occurrences(code, [], Deadline(0)).cut, "nothing was to be looked for"
