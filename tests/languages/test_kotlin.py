"""Facts of Kotlin files, constructs that grammars stumble over included."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rca.languages.facts import Facts
from rca.languages.facts_codec import decode, encode
from rca.languages.registry import extract

SOURCE = """@file:JvmName("Tools")
package com.acme.app

import com.acme.net.Client as Http
import com.acme.data.*

@Deprecated("x") data class User(val name: String, age: Int = 3) : Base<User>(name), Named by other {
    constructor(raw: String) : this(raw, 1) { check(raw) }
    companion object { fun parse(text: String) = User(text) }
    val greeting: String by lazy { hello() }
    init { register(this) }
    override fun <T : Any> List<T>.load(vararg keys: String, done: (Int) -> Unit): T? {
        fun local() = keys.size
        val client = Http()
        client?.send(local())
        keys.forEach { client.post(it) }
        return object : Runner { override fun run() { close() } }.start()
    }
}
enum class Level(val n: Int) { LOW(1) { override fun go() {} }, HIGH(2) }
fun interface Sam { fun call() }
object Registry
typealias Names = Map<String, User>
fun String.shout() = uppercase() + "!"
"""


def names(facts: Facts, kind: str) -> list[str]:
    return [row.name for row in facts.declarations if row.kind == kind]


def calls(facts: Facts, name: str) -> list[str]:
    return [site.form for site in facts.calls if site.name == name]


def test_declarations_of_every_kind() -> None:
    facts = extract("a/User.kt", SOURCE)
    assert (facts.package, facts.facade) == ("com.acme.app", "Tools")
    assert facts.problems == ()
    assert names(facts, "class") == ["User"]
    assert names(facts, "companion") == ["Companion"]
    assert names(facts, "enum") == ["Level"]
    assert names(facts, "enum_entry") == ["LOW", "HIGH"]
    assert names(facts, "interface") == ["Sam"]
    assert names(facts, "object") == ["Registry"]
    assert names(facts, "typealias") == ["Names"]
    assert names(facts, "constructor") == ["User", "User", "Level"]
    assert names(facts, "property") == ["name", "greeting", "n"]
    assert names(facts, "function") == ["parse", "load", "local", "run", "go", "call", "shout"]


def test_the_parts_of_a_function() -> None:
    facts = extract("a/User.kt", SOURCE)
    load = next(row for row in facts.declarations if row.name == "load")
    assert load.receiver == "List<T>"
    assert load.type == "T?"
    assert [(p.name, p.type, p.vararg) for p in load.parameters] == [
        ("keys", "String", True),
        ("done", "(Int) -> Unit", False),
    ]
    assert load.type_parameters == ("T : Any",)
    assert "override" in load.modifiers
    assert SOURCE[load.start : load.header_end].strip().endswith("T?")
    assert (load.line, load.end_line) == (12, 18)
    assert SOURCE[load.name_start :].startswith("load(")


def test_call_sites_with_form_and_owner() -> None:
    facts = extract("a/User.kt", SOURCE)
    assert calls(facts, "Base") == ["new"]
    assert calls(facts, "User") == ["new", "call"]
    assert calls(facts, "Level") == ["new", "new"]
    assert calls(facts, "plus") == ["operator"]
    assert calls(facts, "getValue") == ["delegate"]
    send = next(site for site in facts.calls if site.name == "send")
    assert facts.declarations[send.owner].name == "load"
    receiver = facts.expressions[send.receiver]
    assert (receiver.form, receiver.name) == ("call", "Http")


@pytest.mark.parametrize(
    ("source", "functions"),
    [
        ("fun a() = 1\n\n@Preview\n@Composable\nprivate fun B() {\n    C()\n}\n", ["a", "B"]),
        ("class A : I by make() {\n    fun b() {}\n}\n", ["b"]),
        ("actual class A\ninternal actual constructor(actual val s: Int) : B {\n  fun c() {}\n}\n", ["c"]),
        ("class A { fun b() { x to get<Y>(); foo<T> { z() } } }", ["b"]),
        ("fun a(content: @Composable (RowScope.() -> Unit)?) { content }\nfun b() {}", ["a", "b"]),
        ("fun `a b`() { `c d`() }", ["a b"]),
        ("class A {\n  fun a() {\n    if (x\n  }\n  fun b() {}\n}\nfun d() {}", ["a", "b", "d"]),
        ("class A {\n  fun a() {\n    x.\n  }\n  fun b() {}\n}\nfun d() {}", ["a", "b", "d"]),
        ('class A {\n  fun a() { val s = "x\n }\n  fun b() {}\n}\nfun d() {}', ["a", "b", "d"]),
        ("class A {\n  fun a() {\n    when (x) {\n  }\n  fun b() {}\n}\nfun d() {}", ["a", "b", "d"]),
        ("class A {\n  fun a() {}\n  fun b() {\n    val x = c()\n", ["a", "b"]),
    ],
    ids=[
        "annotated",
        "delegate",
        "actual constructor",
        "generics",
        "composable type",
        "quoted",
        "open condition",
        "open selector",
        "open string",
        "open brace",
        "not closed yet",
    ],
)
def test_functions_that_grammars_lose(source: str, functions: list[str]) -> None:
    assert names(extract("a.kt", source), "function") == functions


def test_offsets_count_characters_and_lines_count_every_line_end() -> None:
    text = "// 😀é\r\nclass A {\r\n  fun grün() = 'x'\r\n}\r\n"
    row = next(row for row in extract("a.kt", text).declarations if row.kind == "function")
    assert text[row.start : row.end] == "fun grün() = 'x'"
    assert row.line == 3


def test_a_smart_cast_gives_the_receiver_its_type() -> None:
    facts = extract("a.kt", "fun f(x: Any) { if (x !is B) return\n x.go()\n when (x) { is C -> x.stop() } }")
    receivers = {
        site.name: facts.expressions[site.receiver].name for site in facts.calls if site.has_receiver
    }
    assert receivers["go"] == "B"
    assert receivers["stop"] == "C"


def test_very_deep_code_is_said_to_be_unread() -> None:
    facts = extract("a.kt", "fun f() { " + "g(" * 3000 + ")" * 3000 + " }")
    assert any("nested too deep" in problem for problem in facts.problems)
    assert names(facts, "function") == ["f"]


def test_a_chain_of_thousands_is_read() -> None:
    facts = extract("a.kt", "val x = " + " + ".join(f"f{n}()" for n in range(3000)))
    assert sum(1 for site in facts.calls if site.form == "call") == 3000


@given(st.integers(0, 2**32), st.integers(1, 12))
@settings(max_examples=60, deadline=None)
def test_mutated_code_never_fails_and_packs(seed: int, edits: int) -> None:
    chance = random.Random(seed)
    text = SOURCE
    for _ in range(edits):
        start = chance.randrange(len(text) + 1)
        end = min(len(text), start + chance.randrange(8))
        text = (
            text[:start]
            + "".join(chance.choices("{}()<>\"$\n`'@:?.é\ud800", k=chance.randrange(4)))
            + text[end:]
        )
    facts = extract("a.kt", text)
    for row in facts.declarations:
        assert 0 <= row.start <= row.name_start <= row.end <= len(text)
        assert row.parent < len(facts.declarations)
    if text.isprintable() or "\ud800" not in text:
        assert decode(encode(facts)) == facts
