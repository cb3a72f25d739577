"""Where a failing field is declared, set and read in its class."""

import pytest

from evaluation.project_text import project_files
from rca.causes.project_code import ProjectCode
from rca.causes.value_uses import find_value_uses

KOTLIN = project_files("""
// file: src/shop/Cart.kt
package shop
class Cart {
    private val items = mutableListOf<String>()
    private var note: String? = null
    fun add(item: String) { items.add(item) }
    fun write(text: String) { note = text }
    fun local(items: List<Int>) = println(items)
    fun clear() { this.items.clear() }
    fun first(): String {
        return items.first()
    }
    fun length(): Int {
        return note!!.length
    }
    private val prices = mutableMapOf<String, Int>()
    fun load() { prices["a"] = 1 }
    fun price(name: String): Int {
        return prices[name]!!
    }
}
class Other { val items = listOf(1); fun show() = println(items) }
""")
JAVA = project_files("""
// file: src/shop/Queue.java
package shop;
class Queue {
  private java.util.Deque<String> waiting = new java.util.ArrayDeque<>();
  private int[] sizes;
  void put(String one) { waiting.add(one); }
  void reset(java.util.Deque<String> waiting) { this.waiting = waiting; waiting.clear(); }
  boolean isEmpty() { return waiting.isEmpty(); }
  String take() {
    return waiting.remove();
  }
  void grow(int at) {
    sizes[at] = 1;
  }
  String local(java.util.Deque<String> waiting) {
    return waiting.remove();
  }
}
""")


def uses(bug):
    found = find_value_uses(bug.failure, bug.culprit, ProjectCode(bug.snapshot))
    return [(use.line, use.kind, use.function) for use in found]


def trace(error, inner, function, file, line):
    library = f"    at {inner}(Library.java:1)\n" if inner else ""
    return f"{error}\n{library}    at shop.{function}({file}:{line})\n"


@pytest.mark.parametrize(
    ("files", "text", "found"),
    [
        (
            KOTLIN,
            trace("java.lang.NullPointerException", "", "Cart.price", "Cart.kt", 18),
            [(15, "declared", None), (16, "changed", "Cart.load"), (18, "read", "Cart.price")],
        ),
        (
            KOTLIN,
            trace(
                "java.util.NoSuchElementException: List is empty.",
                "kotlin.collections.CollectionsKt.first",
                "Cart.first",
                "Cart.kt",
                10,
            ),
            [
                (3, "declared", None),
                (5, "changed", "Cart.add"),
                (8, "changed", "Cart.clear"),
                (10, "read", "Cart.first"),
            ],
        ),
        (
            KOTLIN,
            trace("java.lang.NullPointerException", "", "Cart.length", "Cart.kt", 13),
            [(4, "declared", None), (6, "assigned", "Cart.write"), (13, "read", "Cart.length")],
        ),
        (
            JAVA,
            trace(
                "java.util.NoSuchElementException",
                "java.util.ArrayDeque.remove",
                "Queue.take",
                "Queue.java",
                9,
            ),
            [
                (3, "declared", None),
                (6, "assigned", "Queue.reset"),
                (5, "changed", "Queue.put"),
                (9, "changed", "Queue.take"),
                (7, "read", "Queue.isEmpty"),
            ],
        ),
        (
            JAVA,
            trace(
                "java.util.NoSuchElementException",
                "java.util.ArrayDeque.remove",
                "Queue.local",
                "Queue.java",
                15,
            ),
            [],
        ),
    ],
)
def test_uses_of_a_field_come_with_what_sets_it_first(bug, files, text, found):
    assert uses(bug(files, text)) == found
