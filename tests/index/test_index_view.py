"""Looking up classes, functions and files, as stack frames name them."""

from __future__ import annotations

import sqlite3

import pytest

from rca.index.tags.workspace_packages import app_packages
from rca.workspace import DocumentChanged

SOURCE = """package com.acme.app

class Outer(val size: Int) {
    class Nested { fun run() {} }
    companion object { fun make() = Outer(1) }
    fun load() {
        listOf(1).forEach {
            println(it)
        }
        fun local() {
            println()
        }
        val worker = object : Runnable {
            override fun run() {
                println()
            }
        }
    }
    fun load(id: Int) = id
    val ready: Boolean
        get() = size > 0
}
fun top() {}
"""


@pytest.fixture
def index(project):
    project.write("app/src/main/kotlin/Outer.kt", SOURCE)
    project.add("""
        // file: lib/src/main/kotlin/Outer.kt
        package com.acme.lib
        class Outer
        // file: app/src/main/kotlin/names.kt
        @file:JvmName("Names")
        @file:JvmMultifileClass
        package com.acme.app
        fun a() {}
        // file: app/src/main/kotlin/more.kt
        @file:JvmName("Names")
        package com.acme.app
        fun b() {}
        """)
    return project.open().snapshot.index


OUTER = "app/src/main/kotlin/Outer.kt"


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("com.acme.app.Outer", ["com.acme.app.Outer"]),
        ("com.acme.app.Outer$Nested", ["com.acme.app.Outer.Nested"]),
        ("com.acme.app.Outer.Nested", ["com.acme.app.Outer.Nested"]),
        ("com.acme.app.Outer$Companion", ["com.acme.app.Outer.Companion"]),
        ("com.acme.app.Outer$load$worker$1", ["com.acme.app.Outer"]),
        ("com.acme.app.Outer$load$1$2", ["com.acme.app.Outer"]),
        ("Outer", ["com.acme.app.Outer", "com.acme.lib.Outer"]),
        ("com.other.Outer", []),
        ("com.acme.app.OuterKt", []),
        ("", []),
        ("$", []),
    ],
)
def test_classes_by_source_and_binary_name(index, name, found) -> None:
    assert [symbol.qualified_name for symbol in index.find_classes(name)] == found


def test_files_of_top_level_functions(index) -> None:
    assert index.jvm_owner_files("com.acme.app.OuterKt") == (OUTER,)
    assert index.jvm_owner_files("com.acme.app.OuterKt$top$1") == (OUTER,)
    assert index.jvm_owner_files("com.acme.app.Names") == (
        "app/src/main/kotlin/more.kt",
        "app/src/main/kotlin/names.kt",
    )
    assert index.jvm_owner_files("com.acme.app.Names__MoreKt") == ("app/src/main/kotlin/more.kt",)
    assert index.jvm_owner_files("com.other.OuterKt") == ()
    assert index.files_named("Outer.kt") == (OUTER, "lib/src/main/kotlin/Outer.kt")


@pytest.mark.parametrize(
    ("line", "name"),
    [
        (6, "Outer.load"),
        (8, "Outer.load"),
        (11, "Outer.load"),
        (15, "Outer.run"),
        (19, "Outer.load"),
        (21, "Outer.ready"),
        (23, "top"),
        (3, "Outer.<init>"),
        (1, None),
    ],
)
def test_the_smallest_named_function_around_a_line(index, line, name) -> None:
    found = index.enclosing_function(OUTER, line)
    assert (found and found.display_name) == name


def test_functions_by_name_class_and_line(index) -> None:
    assert [one.line for one in index.functions(OUTER, "load")] == [6, 19]
    assert [one.line for one in index.functions(OUTER, "load", line=19)] == [19]
    assert [one.display_name for one in index.functions(OUTER, "run", class_name="Nested")] == ["Nested.run"]
    assert [one.display_name for one in index.functions(OUTER, "make", class_name="com.acme.app.Outer")] == [
        "Outer.make"
    ]
    assert [one.display_name for one in index.functions(OUTER, "<init>", class_name="Outer")] == [
        "Outer.<init>"
    ]
    assert [one.name for one in index.functions(OUTER, "getReady")] == ["ready"]
    assert index.functions(OUTER, "load", line=1) == ()
    assert index.functions("missing.kt", "load") == ()


@pytest.mark.parametrize(
    ("packages", "namespaces", "own"),
    [
        ({"com.acme.app.ui": 3, "com.acme.app.data": 2}, [], ("com.acme.app",)),
        ({"com.acme.app": 1, "org.other.lib": 1}, [], ("com.acme.app", "org.other.lib")),
        (
            {"com.google.samples.a": 1, "com.google.tools.b": 1},
            [],
            ("com.google.samples.a", "com.google.tools.b"),
        ),
        ({"okio": 2, "okio.internal": 1}, [], ("okio",)),
        ({"com.acme.app.ui": 1}, ["com.acme"], ("com.acme",)),
        ({"": 3, "androidx": 1, "com": 1, "kotlin": 1}, ["com"], ()),
    ],
)
def test_app_packages(packages, namespaces, own) -> None:
    assert app_packages(packages, namespaces) == own


def test_facts_in_passing_are_those_of_unsaved_text_and_of_rows(project):
    project.add("""
        // file: a/One.kt
        package a
        class One
        // file: a/Two.kt
        package a
        class Two
        // file: a/Damaged.kt
        package a
        class Damaged
        """)
    workspace = project.open()
    workspace.apply(DocumentChanged(project.root / "a/Two.kt", "package a\nclass Unsaved", 1))
    (database,) = project.data.glob("index/*.db")
    with sqlite3.connect(database) as connection:
        torn = "SELECT id FROM files WHERE path = 'a/Damaged.kt'"
        connection.execute(f"UPDATE facts SET packed = x'0011223344' WHERE file = ({torn})")
    connection.close()
    paths = ["a/Two.kt", "a/One.kt", "a/Damaged.kt", "a/Missing.kt"]
    read = {
        path: {row.name for row in facts.declarations}
        for path, facts in workspace.snapshot.index.facts_in_passing(paths)
    }
    assert read == {"a/One.kt": {"One"}, "a/Two.kt": {"Unsaved"}}
