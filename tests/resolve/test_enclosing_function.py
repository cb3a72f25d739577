"""The function around a line, asked for one line and for all lines of a file."""

from __future__ import annotations

import pytest

from rca.languages.registry import extract
from rca.resolve.symbol import enclosing, enclosing_by_line, symbols_of

KOTLIN = """class A(val x: Int,
        val y: Int = 2) {
    val first by lazy {
        1 }
    init { println(x) }
    fun outer() { fun inner() {
            println()
        }
        inner() }
    val one = 1; fun two() = 2; val three get() = 3
    object B { fun deep() = object : Runnable {
        override fun run() {
            deep() } } }
}

fun top() = 1
"""
JAVA = """class A {
    static int first = 1, second = 2;
    static { first = 3; }
    A() {
        Runnable it = new Runnable() { public void run() {
            second = 4; } };
    }
    int one() { return 1; } int two() { return 2; }
}
"""


@pytest.mark.parametrize(("path", "text"), [("A.kt", KOTLIN), ("A.java", JAVA)])
def test_all_lines_at_once_give_what_each_line_gives(path, text) -> None:
    symbols = symbols_of(path, extract(path, text))
    by_line = enclosing_by_line(symbols)
    lines = range(1, text.count("\n") + 2)
    assert [by_line.get(line) for line in lines] == [enclosing(symbols, line) for line in lines]


def test_the_smallest_one_counts_and_on_one_line_the_function() -> None:
    by_line = enclosing_by_line(symbols_of("A.kt", extract("A.kt", KOTLIN)))
    found = [by_line[line].name if line in by_line else None for line in range(1, KOTLIN.count("\n") + 1)]
    assert found[2:] == [
        *("first", "first", "init", "outer", "outer", "outer", "outer", "two"),
        *("deep", "run", "run", None, None, "top"),
    ]
