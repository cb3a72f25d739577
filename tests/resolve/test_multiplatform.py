"""What code of several platforms and languages means: expected and actual classes, modules, Java's names."""

from __future__ import annotations

import pytest


def callers(project, path: str, name: str, **which: object) -> list[str]:
    return [caller for caller, _ in project.names(path, name, **which)]


@pytest.mark.parametrize("asked", ["core/common/src/Day.kt", "core/jvm/src/Day.kt"])
def test_an_expected_class_has_the_constructors_of_its_actual_one(project, asked: str) -> None:
    project.add("""
        // file: core/common/src/Day.kt
        package a
        expect class Day { constructor(text: String) }
        // file: core/jvm/src/Day.kt
        package a
        actual class Day(value: Int) { actual constructor(text: String) : this(1) }
        // file: core/common/src/Use.kt
        package a
        fun common() { Day("a") }
        // file: core/jvm/src/Use.kt
        package a
        fun platform() { Day(2) }
    """)
    found = callers(project, asked, "Day")
    assert {"common", "platform"} <= set(found)


def test_one_constructor_of_an_expected_class_is_asked_for_alone(project) -> None:
    project.add("""
        // file: core/common/src/Day.kt
        package a
        expect class Day { constructor(text: String) }
        // file: core/jvm/src/Day.kt
        package a
        actual class Day(value: Int) {
          actual constructor(text: String) : this(1)
        }
        // file: core/common/src/Use.kt
        package a
        fun common() { Day("a") }
        // file: core/jvm/src/Use.kt
        package a
        fun platform() { Day(2) }
    """)
    assert callers(project, "core/jvm/src/Day.kt", "Day", line=3) == ["common"]


def test_internal_is_seen_by_all_folders_of_a_module(project) -> None:
    project.add("""
        // file: core/common/src/A.kt
        package a
        internal fun hidden() {}
        // file: core/common/test/B.kt
        package a
        fun tested() { hidden() }
        // file: core/jvm/src/C.kt
        package a
        fun platform() { hidden() }
        // file: other/src/main/kotlin/D.kt
        package a
        fun apart() { hidden() }
    """)
    assert callers(project, "core/common/src/A.kt", "hidden") == ["platform", "tested"]


NAMES = """@file:JvmName("Tools")
package a
@JvmName("shut") fun close(text: String) {}
class Box {
  @get:JvmName("size") val size: Int = 1
  @JvmName("-deprecated_size") fun size(): Int = size
  companion object {
    @JvmStatic @JvmName("of") fun String.toBox(): Box = Box()
    @JvmName("-deprecated_toBox") fun toBox(text: String): Box = Box()
  }
}
"""


def test_java_calls_by_the_names_of_the_jvm(project) -> None:
    project.write("Names.kt", NAMES)
    project.write(
        "Use.java",
        """package a;
class Use {
  void shut() { Tools.shut("a"); }
  void unknown() { Tools.close("a"); }
  int size(Box box) { return box.size(); }
  Box of() { return Box.of("a"); }
}
""",
    )
    assert callers(project, "Names.kt", "close") == ["Use.shut"]
    assert callers(project, "Names.kt", "size", line=5) == ["Box.size", "Use.size"]
    assert callers(project, "Names.kt", "size", line=6) == []
    assert callers(project, "Names.kt", "toBox", line=8) == ["Use.of"]
    assert callers(project, "Names.kt", "toBox", line=9) == []


def test_initialisers_of_java_count_for_the_constructor(project) -> None:
    project.add("""
        // file: A.kt
        package a
        class Tea
        // file: Use.java
        package a;
        class Use { Tea held = new Tea(); { new Tea(); } }
        enum Kind { GREEN(new Tea()); Kind(Tea tea) {} }
    """)
    assert set(callers(project, "A.kt", "Tea")) == {"Use.Use", "Kind.Kind"}
