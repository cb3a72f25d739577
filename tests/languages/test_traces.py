"""What places of a text stand for that the facts do not hold, and how far a block's declarations are seen."""

from rca.languages.facts_codec import decode, encode
from rca.languages.registry import extract, trace


def test_names_of_locals_have_the_expressions_of_the_facts() -> None:
    text = "fun f(a: Any) { if (a is String) { val n = a.length; println(n) } }\n"
    facts, traced = extract("a.kt", text), trace("a.kt", text)
    held = {text[at : at + 3]: facts.expressions[value] for at, value in traced.values.items()}
    assert (held["a: "].form, held["a: "].name) == ("type", "Any")
    assert (held["a.l"].form, held["a.l"].name) == ("cast", "String")
    assert held["n ="] == held["n) "]


def test_signs_of_operators_have_the_call_sites_of_the_facts() -> None:
    text = "fun f(a: T, b: T) { a + b; a in b; a == b; a[b]; a === b; a == null }\n"
    facts, traced = extract("a.kt", text), trace("a.kt", text)
    shown = {
        text[at : at + 2].strip(): [facts.calls[one].name for one in sites]
        for at, sites in traced.signs.items()
    }
    assert shown == {"+": ["plus"], "in": ["contains"], "==": ["equals"], "[b": ["get"]}


def test_a_block_ends_the_scope_of_what_it_declares() -> None:
    text = "fun f(x: Boolean) {\n    if (x) { fun g() {} }\n    class L\n    println()\n}\n"
    facts = extract("a.kt", text)
    ends = {facts.declarations[index].name: text[until:] for index, until in facts.local_scopes}
    assert ends == {"g": "}\n    class L\n    println()\n}\n", "L": "}\n"}
    assert decode(encode(facts)) == facts


def test_a_member_sees_no_plain_parameter_of_the_constructor() -> None:
    text = "class A(name: String) { val name = name.trim(); fun show() = name; val x get() = name }\n"
    reads = [
        site.start for site in extract("a.kt", text).calls if site.name == "name" and site.form == "read"
    ]
    assert reads == [text.index("name; val"), text.rindex("name")]


def test_java_locals_are_traced_too() -> None:
    text = "class A { int f(String s) { var t = s; return t.length(); } }\n"
    facts, traced = extract("A.java", text), trace("A.java", text)
    assert {facts.expressions[value].name for value in traced.values.values()} == {"String"}
    assert trace("a.py", "x = 1\n").values == {}
