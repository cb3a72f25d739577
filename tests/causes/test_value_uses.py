"""Where a failing field is declared, set and read in its class."""

import pytest

from evaluation.project_text import project_files
from rca.causes.project_code import ProjectCode
from rca.causes.value_uses import find_value_uses, used_field

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


RECORDER = project_files("""
// file: src/shop/Recorder.java
package shop;
class Recorder {
  private android.media.MediaRecorder recorder;
  void open() {
    recorder = new android.media.MediaRecorder();
    recorder.setAudioSource(1);
    recorder.prepare();
  }
  void close() {
    recorder.release();
  }
  void camera(Object camera) {
    recorder.setCamera(camera);
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


SERVERS = project_files("""
// file: src/shop/Servers.kt
package shop
class Servers {
    private val servers = mutableMapOf<Int, String>()
    private var active: Int? = null
    fun add(id: Int) { servers[id] = "x" }
    fun remove(id: Int) { servers.remove(id) }
    fun select(id: Int?) { active = id }
    fun get(asked: Int): String {
        val id = if (asked < 0) active else asked
        if (id == null || servers[id] == null) throw IllegalArgumentException("No server")
        return servers[id]!!
    }
    fun current(): Int {
        check(active != null && servers.isNotEmpty()) { "Nothing is selected" }
        return active!!
    }
    fun only(wanted: Int): String {
        require(servers.keys.any { it == wanted }) { "Not there" }
        return ""
    }
}
""")


@pytest.mark.parametrize(
    ("text", "used", "changes"),
    [
        (
            trace("java.lang.IllegalArgumentException: No server", "", "Servers.get", "Servers.kt", 10),
            ("servers", True, False),
            ["Servers.add", "Servers.remove"],
        ),
        (
            trace(
                "java.lang.IllegalStateException: Nothing is selected",
                "",
                "Servers.current",
                "Servers.kt",
                14,
            ),
            ("active", False, False),
            ["Servers.select"],
        ),
        (
            trace("java.lang.IllegalArgumentException: Not there", "", "Servers.only", "Servers.kt", 18),
            ("servers", True, False),
            ["Servers.add", "Servers.remove"],
        ),
    ],
)
def test_of_a_failed_condition_an_operand_is_the_field(bug, text, used, changes):
    found = bug(SERVERS, text)
    known = find_value_uses(found.failure, found.culprit, ProjectCode(found.snapshot))
    assert used_field(found.failure, known) == used
    assert [use.function for use in known if use.kind in ("assigned", "changed")] == changes


def test_of_a_refused_call_the_lines_that_change_the_state_of_the_object_are_listed(bug):
    text = trace(
        "java.lang.IllegalStateException: Method called after release()",
        "android.media.MediaRecorder.setCamera",
        "Recorder.camera",
        "Recorder.java",
        13,
    )
    found = bug(RECORDER, text)
    used = used_field(
        found.failure, find_value_uses(found.failure, found.culprit, ProjectCode(found.snapshot))
    )
    assert used == ("recorder", False, True)
    assert uses(found) == [
        (3, "declared", None),
        (5, "assigned", "Recorder.open"),
        (7, "changed", "Recorder.open"),
        (10, "changed", "Recorder.close"),
        (6, "read", "Recorder.open"),
        (13, "read", "Recorder.camera"),
    ]
