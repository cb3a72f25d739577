"""Of a failed condition, each value that decides it is followed."""

from __future__ import annotations

import pytest

from evaluation.project_text import project_files
from rca.causes.origins.condition_operands import find_operands
from rca.scheduling.deadline import Deadline

FILES = project_files("""
// file: src/shop/Servers.kt
package shop
class Servers(private val store: Store) {
    private val servers = mutableMapOf<Int, String>()
    fun get(asked: Int): String {
        val id = if (asked < 0) store.active() else asked
        if (id == null || servers[id] == null) throw IllegalArgumentException("No server")
        return servers[id]!!
    }
}
class Store {
    fun active(): Int? = null
}
""")
TEXT = """java.lang.IllegalArgumentException: No server
    at shop.Servers.get(Servers.kt:6)
"""


@pytest.mark.parametrize(
    ("path", "condition", "operands"),
    [
        ("A.kt", "a == null || !b[a].ready", [("a", True), ("b[a].ready", False)]),
        ("A.kt", "list.size > MOST && list.isNotEmpty()", [("list", False)]),
        ("A.kt", "state is Open && state !in Kind.ALL", [("state", False)]),
        ("A.kt", "read(x)", []),
        ("A.java", "a == null || b.length() < 3 && !(c instanceof String)", [("a", True), ("b", False), ("c", False)]),
    ],
)  # fmt: skip
def test_what_a_condition_compares(project, path, condition, operands) -> None:
    opening = "fun f() { if (" if path.endswith("kt") else "class A { void f() { if ("
    closing = ") g() }\n" if path.endswith("kt") else ") g(); } }\n"
    text = f"{opening}{condition}{closing}"
    project.write(path, text)
    workspace = project.open()
    start = len(opening)
    found = find_operands(
        workspace.snapshot.index, path, start, start + len(condition), workspace.snapshot.text, Deadline()
    )
    assert [(text[one.start : one.end], one.nulls) for one in found] == operands
    workspace.close()


def test_the_origin_of_an_operand_is_told_and_not_that_the_condition_is_computed(bug) -> None:
    found = bug(FILES, TEXT).hypotheses()
    assert found.value_source is not None
    assert found.value_source.statement.startswith("`id` can come from `Store.active`")
    said = [line for one in found.hypotheses for line in (one.statement, *one.evidence)]
    assert any("`servers[id]`" in line for line in said)
    assert not [line for line in said if "computed" in line]
    assert found.hypotheses[0].check == (
        "Stop at line 6 of Servers.kt and see which part of `id == null || servers[id] == null` decides it."
    )
