"""Headers of declarations, as written."""

from __future__ import annotations

import pytest

from rca.languages.registry import extract
from rca.resolve.symbol import enclosing, symbols_of

KOTLIN = """package a
@Entity(tableName = "x")
class Foo<T : Bar>(
    val c: C,
    private val d: List<T>,
) : Base(c), Face by d where T : Zed {
    var x: Int by lazy { 3 }
    val y get() = c.value
    init {
        check(c.value)
    }
    @Inject
    lateinit var repo: Repo
    val z by lazy {
        4
    }
    val table: Map<String,
        (Int) -> List<Deep>>
        get() = mapOf()
    internal val <E> List<E>.second: E
        get() = this[1]
    val handler = object : Handler {
        override fun on() {
            run { go() }
        }
        val size: Int
            get() {
                return 1
            }
    }
    @Throws(E::class)
    suspend fun <R> R.go(
        given: Map<String, Deep> = mapOf("=" to Deep { 1 }),
        step: (R) -> R,
    ): R where R : Any, R : Foo<R> {
        return step(this)
    }
}
"""
JAVA = """package a;
class Foo {
    private final Map<String, Foo> x = new HashMap<>(), y;
    static { go(); }
    <T extends X> List<T> run(
        T a) throws E { return null; }
}
"""


def signatures(name: str, text: str) -> dict[str, str]:
    return {
        one.name or one.declaration.kind: one.signature(text) for one in symbols_of(name, extract(name, text))
    }


@pytest.mark.parametrize(
    ("name", "header"),
    [
        ("x", "var x: Int"),
        ("y", "val y get() = c.value"),
        ("init", "init"),
        ("repo", "@Inject\n    lateinit var repo: Repo"),
        ("z", "val z by lazy"),
        ("table", "val table: Map<String,\n        (Int) -> List<Deep>>"),
        ("second", "internal val <E> List<E>.second: E"),
        ("handler", "val handler = object : Handler"),
        ("size", "val size: Int"),
        (
            "go",
            (
                "@Throws(E::class)\n    suspend fun <R> R.go(\n"
                '        given: Map<String, Deep> = mapOf("=" to Deep { 1 }),\n'
                "        step: (R) -> R,\n    ): R where R : Any, R : Foo<R>"
            ),
        ),
    ],
)
def test_kotlin(name, header) -> None:
    assert signatures("Foo.kt", KOTLIN)[name] == header


def test_a_primary_constructor_has_its_class_header() -> None:
    (constructor,) = [
        one
        for one in symbols_of("Foo.kt", extract("Foo.kt", KOTLIN))
        if one.declaration.kind == "constructor"
    ]
    assert constructor.signature(KOTLIN) == KOTLIN[KOTLIN.index("@Entity") : KOTLIN.index(" {\n    var x")]


def test_java() -> None:
    found = signatures("Foo.java", JAVA)
    assert found["x"] == "private final Map<String, Foo> x"
    assert found["y"] == "private final Map<String, Foo> y"
    assert found["run"] == "<T extends X> List<T> run(\n        T a) throws E"


@pytest.mark.parametrize(
    ("code", "kind", "name"),
    [
        ("val c: C,", "constructor", "Foo.<init>"),
        ("check(c.value)", "initializer", "Foo.<init>"),
        ("lateinit var repo", "property", "Foo.repo"),
        ("get() = mapOf()", "property", "Foo.table"),
        ("run { go() }", "function", "Foo.on"),
        ("return 1", "property", "Foo.size"),
        ("return step(this)", "function", "Foo.go"),
    ],
)
def test_the_smallest_named_code_around_a_line(code, kind, name) -> None:
    line = KOTLIN[: KOTLIN.index(code)].count("\n") + 1
    found = enclosing(symbols_of("Foo.kt", extract("Foo.kt", KOTLIN)), line)
    assert found is not None
    assert (found.declaration.kind, found.display_name) == (kind, name)


def test_outside_of_all_there_is_none() -> None:
    assert enclosing(symbols_of("Foo.kt", extract("Foo.kt", KOTLIN)), 1) is None
