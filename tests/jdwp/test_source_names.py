"""Names as the Kotlin source has them: alone, and in programs that the Kotlin compiler made."""

from __future__ import annotations

import pytest

from rca.jdwp.source_names import SourceName, source_name
from tests.jdwp.jvm_program import capture, compile_kotlin, member, variable


@pytest.mark.parametrize(
    ("jvm_name", "expected"),
    [
        ("price", SourceName("price")),
        ("item$iv", SourceName("item", 1)),
        ("$this$mapTo$iv$iv", SourceName("this@mapTo", 2)),
        ("this_$iv", SourceName("this", 1)),
        ("$this$apply", SourceName("this@apply")),
        ("$this$main_u24lambda_u240", SourceName("this")),
        ("$price", SourceName("price")),
        ("it\\3", SourceName("it", 1)),
        ("this$0", SourceName("this@outer")),
        ("$dstr$key$value", SourceName("(key, value)")),
        ("$i$f$map", None),
        ("$i$a$-apply-MainKt$main$1", None),
        ("$completion", None),
    ],
)
def test_names(jvm_name: str, expected: SourceName | None) -> None:
    assert source_name(jvm_name) == expected


KOTLIN = """
import kotlinx.coroutines.*

data class Price(val cents: Int, val currency: String?)
class Cart(val prices: List<Price>) { var note: String? = null }

inline fun <T> each(values: List<T>, act: (T) -> Unit) {
    var position = 0
    for (value in values) { act(value); position++ }
}

fun inlined(cart: Cart) {
    var sum = 0
    each(cart.prices) { price ->
        cart.apply { note = "seen" }
        sum += price.cents
        if (price.currency == null) throw IllegalStateException("no currency")
    }
}

fun receiver(cart: Cart) = cart.apply {
    val length = note!!.length
    println(length)
}

fun changed(cart: Cart) {
    var total = 0
    val add: (Price) -> Unit = { price -> total += price.cents; check(total < 5) { "too much" } }
    cart.prices.forEach(add)
}

suspend fun load(id: Int): Price {
    val label = "p" + id
    delay(5)
    val found: Price? = null
    println(label)
    return found ?: throw NoSuchElementException("none for " + label)
}

suspend fun outer(number: Int): Int {
    val doubled = number * 2
    val price = load(doubled)
    return price.cents + doubled
}

fun main(args: Array<String>) {
    val cart = Cart(listOf(Price(3, "EUR"), Price(4, null)))
    when (args[0]) {
        "inlined" -> inlined(cart)
        "receiver" -> receiver(cart)
        "changed" -> changed(cart)
        else -> runBlocking { println(outer(21)) }
    }
}
"""


@pytest.fixture(scope="module")
def class_path(tmp_path_factory: pytest.TempPathFactory) -> str:
    return compile_kotlin(tmp_path_factory.mktemp("kotlin"), KOTLIN)


def test_inlined_function_and_lambda(class_path: str) -> None:
    frame = capture(class_path, "MainKt inlined").frames[0]
    assert frame.method == "inlined"
    assert variable(frame, "sum").text == "7"
    assert member(variable(frame, "price"), "currency").text == "null"
    position = variable(frame, "position")
    assert (position.text, position.note) == ("1", "of an inlined function")
    assert not [one.name for one in frame.locals if "$" in one.name or "\\" in one.name]


def test_receiver_of_a_lambda(class_path: str) -> None:
    frame = capture(class_path, "MainKt receiver").frames[0]
    assert member(variable(frame, "this@apply"), "note").text == "null"


def test_captured_variable_that_a_lambda_changes(class_path: str) -> None:
    state = capture(class_path, "MainKt changed")
    assert variable(state.frames[0], "total").text == "7"
    assert member(variable(state.frames[0], "price"), "cents").text == "4"


def test_coroutine(class_path: str) -> None:
    state = capture(class_path, "MainKt coroutine")
    load = next(frame for frame in state.frames if frame.method == "load")
    assert variable(load, "found").text == "null"
    assert variable(load, "label").text == '"p42"'
