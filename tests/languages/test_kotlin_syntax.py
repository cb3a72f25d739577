"""Kotlin's grammar, construct by construct, and what broken code leaves whole."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rca.languages.facts import Facts
from rca.languages.kotlin.parser import extract
from tests.complexity import assert_grows_linearly


def declared(facts: Facts) -> list[str]:
    return [f"{row.kind} {row.name}" for row in facts.declarations if row.kind != "constructor"]


def sites(source: str) -> list[str]:
    facts = extract(source)
    assert facts.problems == (), facts.problems
    return [f"{site.form} {site.name}" for site in facts.calls if site.form != "read"]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("fun f() { foo<A, B<C>>(x) }", ["call foo"]),
        ("fun f() { foo<A> { x } }", ["call foo"]),
        ("val a = b < c && d > (e)", ["operator compareTo", "operator compareTo"]),
        ("fun f() { a\n  .b()\n  ?.c() }", ["call b", "call c"]),
        ("fun f() { a\n  (b) }", []),
        ("fun f() { a\n  plus(b) }", ["call plus"]),
        ("fun f() { x = foo(1)\n  { it.go() } }", ["write x", "call foo", "call go"]),
        ("val f = run lbl@{ return@lbl go() }", ["call run", "call go"]),
        ("val f = list.each @A { go() }", ["call each", "call go"]),
        ("val f = if (a) { _ -> go() } else null", ["call go"]),
        (
            "val f = if (a) { x, (y) -> x.go() } else { { other() } }",
            ["operator component1", "call go", "call other"],
        ),
        ("val f = when { a -> { x: Int -> go(x) }; else -> { -> other() } }", ["call go", "call other"]),
        ("fun f() { if (a) { (b) } else { (c).go() } }", ["call go"]),
        ("val r = List<String>::size", ["reference size"]),
        ("val r = a?::b", ["reference b"]),
        ("val r = ::b", ["reference b"]),
        ("val r = A::class", []),
        ("fun f() { val [a, _] = p() }", ["call p", "operator component1"]),
        ("fun f() { (val a, val b: T = c) = p() }", ["call p"]),
        (
            "fun f() { [val a, var b] = p(); g() }",
            ["call p", "operator component1", "operator component2", "call g"],
        ),
        ('val s = "a${ f("${g { h("}") }}") } $x"', ["call f", "call g", "call h"]),
        ('val s = $$"""a $x $${f()}"""', ["call f"]),
        (
            "fun f() { a[i] = b; a[i] += c() }",
            [
                "operator set",
                "operator set",
                "operator get",
                "call c",
                "operator plusAssign",
                "operator plus",
            ],
        ),
        (
            "fun f() { a.b = c; d = e; g.h += i }",
            ["write b", "write d", "operator plusAssign", "operator plus"],
        ),
        ("val a = when (x) { is A if y() -> 1; in b -> 2; else if z() -> 3; else -> 4 }", None),
        ("fun f() { if (a) b() else if (c) d()\n else e() }", ["call b", "call d", "call e"]),
        ("val a = -1..<n step 2", ["operator unaryMinus", "operator rangeUntil", "infix step"]),
        ("val f = fun(x: Int): Int { return g(x) }", ["call g"]),
        ("val o = object : A(b()), C { }", ["call b", "new A"]),
        (
            "class A : B by c() { val x by d { e() } }",
            ["call c", "call d", "call e", "delegate provideDelegate", "delegate getValue"],
        ),
        ("fun f() { val (a, _, c: T) = g() }", ["call g", "operator component1", "operator component3"]),
        ("val t = try { a() } catch (e: E) { b() } finally { c() }", ["call a", "call b", "call c"]),
        ("fun f() { do { val x = a() } while (x.b()) }", ["call a", "call b"]),
        ("val x = a as? B ?: return\nval y = a!!.c()", ["call c"]),
        ("fun f() { data.open(); value = get(field) }", ["call open", "write value", "call get"]),
        ("context(a: A) fun f() = a.b()", ["call b"]),
        ("val f: suspend (A.(B) -> C)?.() -> T & Any = g()", ["call g"]),
    ],
)
def test_call_sites_of_every_construct(source: str, expected: list[str] | None) -> None:
    found = sites(source)
    if expected is None:
        expected = ["call y", "operator contains", "call z"]
    assert found == expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("class A { fun f() }", ["class A", "function f"]),
        ("fun interface S { fun c() }\nvalue class V(val x: Int)", None),
        ("class A private @I constructor(val x: @A (B) -> C, y: D = E()) : F(y)", ["class A", "property x"]),
        ("val (A<B>?).c: D get() = e\nvar g = 1\n  private set\nval h: I\n  field = 2", None),
        ("fun <T> A.B<T>?.f(): C where T : D = x", ["function f"]),
        ("fun (A.() -> B).f() {}", ["function f"]),
        ("enum class E { A, @X B(1) { fun f() {} }, ; companion object }", None),
        ("@all:A class B\n@get:[C D] val e = 1\n@F(g = [H::class]) fun i() {}", None),
        ("#!/usr/bin/env kotlin\nimport a.b\nval x = 1\nprintln(x)", ["property x"]),
        ("public actual typealias A<T> = B<T>", ["typealias A"]),
        (
            "class A { class B internal constructor(); constructor(x: Int) : super(x) }",
            ["class A", "class B"],
        ),
    ],
)
def test_declarations_of_every_form(source: str, expected: list[str] | None) -> None:
    facts = extract(source)
    assert facts.problems == ()
    known = {
        "fun int": ["interface S", "function c", "class V", "property x"],
        "val (A<": ["property c", "property g", "property h"],
        "enum cl": ["enum E", "enum_entry A", "enum_entry B", "function f", "companion Companion"],
        "@all:A ": ["class B", "property e", "function i"],
    }
    assert declared(facts) == (known[source[:7]] if expected is None else expected)


def test_modifiers_keep_the_names_that_the_jvm_sees() -> None:
    source = '@JvmName("a") fun b() {}\n@get:JvmName(name = "c") @Deprecated("d") val e = 1\n'
    rows = {row.name: row.modifiers for row in extract(source).declarations}
    assert rows["b"] == ('@JvmName("a")',)
    assert rows["e"] == ('@get:JvmName("c")', "@Deprecated")


def test_arguments_keep_labels_and_lambdas_their_call() -> None:
    facts = extract("fun f() { go(1, key = x, *rest) { it.a() } }")
    go = next(site for site in facts.calls if site.name == "go")
    assert go.labels == (None, "key")
    assert go.trailing
    assert len(go.arguments) == 4
    literal = facts.expressions[go.arguments[3]]
    call = facts.expressions[literal.inputs[0]]
    assert (literal.form, literal.name, call.name) == ("lambda", "-1", "go")
    named = next(site for site in extract("class A : B(1, x = 2)").calls if site.form == "new")
    assert named.labels == (None, "x")


PROPERTIES_BY_NAME = [
    "fun f(p: P) { (val a, var d: T = c) = p; use(a, d) }",
    "fun f(p: P) { val (d = c, e: T = a) = p; use(d, e) }",
    "fun f(ps: List<P>) { for ((val a, @X val d = c) in ps) use(a, d) }",
    "fun f(ps: List<P>) { ps.each { (val a, val d = c) -> use(a, d) } }",
]


@pytest.mark.parametrize("source", PROPERTIES_BY_NAME)
def test_what_is_destructured_by_name_reads_properties(source: str) -> None:
    facts = extract(source)
    assert facts.problems == ()
    read = {(site.name, source[site.start], site.has_receiver) for site in facts.calls if site.form == "read"}
    assert read == {("a", "a", True), ("c", "c", True)}
    assert not any(site.name.startswith("component") for site in facts.calls)
    (use,) = (site for site in facts.calls if site.name == "use")
    assert {facts.expressions[one].form for one in use.arguments} <= {"member", "type"}


@pytest.mark.parametrize(
    "damage",
    [
        "    if (x\n",
        "    foo(a,\n",
        '    val s = "open ${\n',
        "    x.map { y ->\n",
        "    when (x) {\n",
        "    a[\n",
        "    )\n",
        "    val\n",
        "    @A(\n",
        "    }\n",
        "    x = \n",
        "    for (i in\n",
        "    object : A {\n",
        "    try {\n",
        "    fun\n",
        "    class\n",
        "    val t = '\n",
    ],
)
def test_damage_in_one_function_leaves_its_neighbours(damage: str) -> None:
    source = f"class A {{\n  fun before() {{\n    a()\n{damage}  }}\n\n  fun after() {{\n    b()\n  }}\n}}\n\nfun last() = c()\n"
    facts = extract(source)
    assert {"function before", "function after", "function last"} <= set(declared(facts))
    owners = {site.name: facts.declarations[site.owner].name for site in facts.calls if site.owner >= 0}
    assert (owners["a"], owners["b"], owners["c"]) == ("before", "after", "last")
    assert facts.problems


def test_an_unfinished_enum_keeps_its_entries() -> None:
    names = declared(extract("enum class E {\n  A,\n  ,\n  B(\n    = 1),\n  C\n  D;\n  fun f() {}\n}\n"))
    assert {"enum_entry A", "enum_entry B", "enum_entry C", "enum_entry D", "function f"} <= set(names)


UNITS = (
    *(
        "a < ",
        "a<b>(",
        "(",
        "{ ",
        "[",
        '"${',
        "@A(",
        "@A ",
        "fun f(",
        "class A {",
        "if (a) ",
        "else if (a) x ",
    ),
    *(
        "when (x) { ",
        "a.",
        "`",
        '"',
        '"""',
        "/*",
        "$",
        "!",
        "return ",
        "x@ ",
        "try {",
        "val (",
        "a as ",
        "List<",
    ),
    *("(A) -> ", "}", ")", "object : A by ", "constructor(", "do ", "x[1] = ", "context(a: B) ", "fun <T : "),
)


@pytest.mark.parametrize("unit", UNITS)
def test_what_is_repeated_for_ever_takes_linear_time(unit: str) -> None:
    assert_grows_linearly(extract, lambda count: "fun f() { " + unit * count, 1000)


WORDS = (
    *(
        "fun f() {",
        "}",
        "(",
        ")",
        "<",
        ">",
        "val x",
        "=",
        "class A",
        ":",
        "if (",
        "else",
        "when (x) {",
        "->",
        "is",
    ),
    *(
        "a",
        ".b",
        "?.c",
        "::",
        '"',
        '"""',
        "${",
        "\n",
        "@A",
        ",",
        "object",
        "{",
        "[",
        "]",
        "by",
        "in",
        "return",
    ),
    *(
        "import a.b\n",
        "/*",
        "*/",
        "//",
        "'",
        "`",
        "get()",
        "init",
        "constructor(",
        "enum class E",
        "?:",
        "as",
        ";",
    ),
)


def test_a_class_named_constructor_starts_before_its_name() -> None:
    for row in extract("object constructor(val x: Int)").declarations:
        assert row.start <= row.name_start


@given(st.lists(st.sampled_from(WORDS), max_size=60), st.integers(0, 2**32))
@settings(max_examples=150, deadline=None)
def test_any_row_of_words_is_read(words: list[str], seed: int) -> None:
    text = random.Random(seed).choice(("", " ")).join(words)
    facts = extract(text)
    for index, row in enumerate(facts.declarations):
        assert 0 <= row.start <= row.name_start <= row.end <= len(text)
        assert row.start <= row.header_end <= row.end
        assert -1 <= row.parent < index
    for site in facts.calls:
        assert max(site.receiver, *site.arguments, *site.lambdas, -1) < len(facts.expressions)
