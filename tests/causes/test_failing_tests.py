"""Failed assertions: what was expected, and which code under test gives it."""

import time

import pytest

from rca.analysis.locating.frame_locator import locate
from rca.causes.failing_tests.assertion_text import read_assertion
from rca.causes.failing_tests.failing_test_causes import find_failing_test_causes
from rca.error_text import parse
from rca.scheduling.deadline import Deadline
from tests.indexed_project import indexed

CART = """package a.shop

class Cart(private val prices: Prices) {
    private val items = mutableListOf<String>()

    fun add(name: String) {
        items += name
    }

    fun state(): String {
        if (items.isEmpty()) return "EMPTY"
        return "OPEN"
    }

    fun total(): Int = items.sumOf { prices.of(it) }
}

interface Prices {
    fun of(name: String): Int
}

class Table : Prices {
    override fun of(name: String): Int {
        return if (name == "pen") 3 else 7
    }
}
"""
TEST = """package a.shop

import org.junit.Test

class CartTest {
    @Test
    fun adds() {
        val cart = Cart(Table())
        cart.add("ink")
        val sum = cart.total()
        assertEquals(5, sum)
        assertEquals("PAID", cart.state())
        verify { log.write("x") }
    }
}
"""
FILES = {"src/main/kotlin/a/shop/Cart.kt": CART, "src/test/kotlin/a/shop/CartTest.kt": TEST}


def explain(folder, message, line=11, kind="java.lang.AssertionError", files=None):
    text = f"{kind}: {message}\n\tat org.junit.Assert.fail(Assert.java:86)\n\tat a.shop.CartTest.adds(CartTest.kt:{line})\n"
    workspace = indexed(folder / "shop", {**FILES, **(files or {})})
    try:
        snapshot = workspace.snapshot
        report = parse(text, snapshot.app_packages)
        return find_failing_test_causes(report, locate(report, snapshot), snapshot, Deadline(20))
    finally:
        workspace.close()


def first(found):
    place = found[0].places[0]
    return place.function, place.line


def test_the_line_that_gives_the_actual_value(tmp_path):
    found = explain(tmp_path, "expected:<PAID> but was:<OPEN>", line=12)
    assert first(found) == ("Cart.state", 12)
    assert found[0].statement.startswith(
        "`CartTest.adds` expected PAID and got OPEN; `Cart.state` is called in the"
    )
    assert "line 12 gives the value that came, `OPEN`" in found[0].evidence
    assert found[0].check.endswith("and compare with PAID.")


def test_a_variable_leads_to_the_call_that_it_was_assigned_from(tmp_path):
    found = explain(tmp_path, "expected:<5> but was:<7>")
    assert first(found)[0] in {"Cart.total", "Table.of"}
    assert {one.places[0].function for one in found} >= {"Cart.total", "Table.of", "Cart.add"}
    assert any("`Cart.total` → `Table.of`" in fact for one in found for fact in one.evidence)


def test_a_verified_call_leads_to_the_function_that_makes_it(tmp_path):
    logged = CART.replace(
        "        items += name\n", '        items += name\n        if (name == "pen") log.write(name)\n'
    )
    message = "Verification failed: call 1 of 1: Log(#4).write(eq(x))) was not called"
    found = explain(tmp_path, message, 13, files={"src/main/kotlin/a/shop/Cart.kt": logged})
    assert first(found) == ("Cart.add", 8)
    assert "waited for a call of `Log.write` that did not come" in found[0].statement
    assert found[0].places[0].role == "missing_call"


def test_an_exception_of_the_code_under_test_is_no_failed_assertion(tmp_path):
    assert explain(tmp_path, "boom", kind="java.lang.IllegalStateException") == []


@pytest.mark.parametrize(
    ("message", "expected", "actual"),
    [
        ("expected:<a[b]c> but was:<a[x]c>", "abc", "axc"),
        ("expected: <3> but was: <4>", "3", "4"),
        ("the sum ==> expected: <3> but was: <4>", "3", "4"),
        ("Expected <3>, actual <4>.", "3", "4"),
        ("\nexpected: 3\n but was: 4", "3", "4"),
        ("\nExpected: is <503>\n     but: was <200>", "503", "200"),
        ("\nExpecting:\n  <4>\nto be equal to:\n  <3>\nbut was not.", "3", "4"),
        ("\nExpecting actual not to be null", "not to be null", None),
        ("\nExpected size: 1 but was: 2 in:\n[a, b]", "1", "2"),
        ("Collection should have size 2 but has size 1", "2", "1"),
        ("value of: cart.total()\nexpected: 3\nbut was : 4", "3", "4"),
    ],
)
def test_values_of_assertions(message, expected, actual):
    found = read_assertion(message)
    assert (found.expected, found.actual) == (expected, actual)


@pytest.mark.parametrize(
    ("message", "kind", "member"),
    [
        (
            "Verification failed: call 1 of 1: Router(mockRouter#172).xyz()) was not called",
            "call_missing",
            "xyz",
        ),
        (
            (
                "Verification failed: call 1 of 1: Car(#1).drive(eq(NORTH))). Only one matching call to Car(#1)/drive(Way) "
                "happened, but arguments are not matching:"
            ),
            "call_differs",
            "drive",
        ),
        (
            "\nWanted but not invoked:\nlog.write(\n    <any>\n);\n-> at a.b.CartTest.adds(CartTest.kt:3)",
            "call_missing",
            "write",
        ),
        ('\nArgument(s) are different! Wanted:\nlog.write("a");', "call_differs", "write"),
        (
            "\nlog.write();\nWanted 1 time:\n-> at a.b.CartTest.adds(CartTest.kt:3)\nBut was 2 times:",
            "call_differs",
            "write",
        ),
        ("No value produced in 3s", "event", None),
        ("Unconsumed events found:\n - Item(Loading)\n - Complete", "event", None),
        ("After waiting for 10s, the test coroutine is not completing", "timeout", None),
        ("something of its own words", None, None),
    ],
)
def test_kinds_of_assertions(message, kind, member):
    found = read_assertion(message)
    assert (found and found.kind, found and found.member) == (kind, member)


def test_names_of_views_that_were_looked_for():
    message = "Failed to assert: could not find any node that satisfies: (Text + EditableText contains 'Pay now' (ignoreCase: false))"
    assert read_assertion(message).names == ("Pay now",)


def test_a_long_test_is_left_at_the_deadline(tmp_path):
    lines = 1_500
    steps = "\n".join(
        f"    fun step{n}(x: Int): Int {{\n        return x + {n}\n    }}" for n in range(lines)
    )
    calls = "\n".join(f"        val v{n} = cart.step{n}({n})" for n in range(lines))
    test = f"package a.shop\n\nclass CartTest {{\n    @Test\n    fun adds() {{\n        val cart = Cart()\n{calls}\n"
    files = {
        "src/main/kotlin/a/shop/Cart.kt": f"package a.shop\n\nclass Cart {{\n{steps}\n}}\n",
        "src/test/kotlin/a/shop/CartTest.kt": f"{test}        assertEquals(77, v1)\n    }}\n}}\n",
    }
    frame = f"\tat a.shop.CartTest.adds(CartTest.kt:{lines + 7})\n"
    workspace = indexed(tmp_path / "shop", files)
    snapshot = workspace.snapshot
    report = parse(f"java.lang.AssertionError: expected:<77> but was:<78>\n{frame}", snapshot.app_packages)
    frames = locate(report, snapshot)

    def search(seconds):
        started = time.thread_time()
        found = find_failing_test_causes(report, frames, snapshot, Deadline(seconds))
        return found, time.thread_time() - started

    search(60)  # what is read once is read
    whole, cut = search(60), search(0)
    workspace.close()
    assert whole[0]
    assert cut[0] == []
    assert cut[1] < whole[1] / 5
