"""Facts of Java files: what each construct gives, and what broken code does not take away."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rca.languages.facts import CallSite, Facts
from rca.languages.facts_codec import decode, encode
from rca.languages.registry import extract
from tests.complexity import assert_grows_linearly

SOURCE = """package com.acme.app;

import static com.acme.Util.check;
import java.util.*;

@Entity(tableName = "user")
public sealed class User<T extends Comparable<T> & Named> extends Base<T> implements Named, Store<List<T>> permits Admin {
    private static final Map<String, List<int[]>> CACHE = new HashMap<>(), OTHER = Map.of();
    int[] sizes[] = {{1, 2}, {count()}};
    static { register(User.class); }
    { touch(); }
    public User(final @NonNull T value, String... names) throws IOException { this(value); }
    protected <R> List<? super R> load(Map.Entry<String, R> entry, int[]... more) throws IOException, Bad {
        return entry.getValue() instanceof Holder<?> holder && holder.isFull() ? holder.all() : null;
    }
    abstract static class Inner { abstract int size(); int x = 0x1F, y = 1_000; long z = 5L; }
    @interface Note { String value() default "a"; int[] levels() default {1, 2}; }
    interface Named { default String name() { return getName(); } String getName(); }
    record Point<N>(N x, int... rest) implements Shape { Point { check(x); } static Point of() { return null; } }
    enum Level implements Named { LOW(1), @Deprecated HIGH(2) { void go() { up(); } }, ; Level(int n) {} int n() { return 1; } }
}
"""


def names(facts: Facts, kind: str) -> list[str]:
    return [row.name for row in facts.declarations if row.kind == kind]


def sites(facts: Facts, name: str) -> list[CallSite]:
    return [site for site in facts.calls if site.name == name]


def inside(body: str) -> Facts:
    """Return the facts of statements in a method."""
    facts = extract("A.java", f"class A {{ void run(Client client, List<User> users) {{ {body} }} }}")
    assert facts.problems == ()
    return facts


def receiver(facts: Facts, name: str) -> tuple[str, str]:
    """Return form and name of the value that a call's receiver is."""
    (site,) = sites(facts, name)
    return facts.expressions[site.receiver][:2]


def test_declarations_of_every_kind() -> None:
    facts = extract("User.java", SOURCE)
    assert facts.problems == ()
    assert names(facts, "class") == ["User", "Inner", "Point"]
    assert names(facts, "interface") == ["Named"]
    assert names(facts, "annotation") == ["Note"]
    assert names(facts, "enum") == ["Level"]
    assert names(facts, "enum_entry") == ["LOW", "HIGH"]
    assert names(facts, "initializer") == ["init", "init"]
    assert names(facts, "property") == ["CACHE", "OTHER", "sizes", "x", "y", "z"]
    assert names(facts, "constructor") == ["User", "Inner", "Point", "Point", "Level"]
    wanted = ["load", "size", "value", "levels", "name", "getName", "x", "rest", "of", "n", "go"]
    assert sorted(names(facts, "function")) == sorted(wanted)


def test_imports_of_modules_are_no_damage() -> None:
    facts = extract(
        "Main.java", "import module java.base;\nimport module.Part;\nvoid main() { go(); }\nvoid go() {}"
    )
    assert facts.problems == ()
    assert [row.path for row in facts.imports] == ["module.Part"]
    assert [row.name for row in facts.declarations] == ["main", "go", "Main"]


def test_members_outside_of_classes_are_of_the_class_that_the_file_names() -> None:
    source = (
        "int base = init();\nrecord P(int x) {}\nvoid main() { show(base); }\nstatic void show(int x) {}\n"
    )
    facts = extract("src/Main.java", source)
    (main,) = (row for row in facts.declarations if row.name == "Main")
    assert (main.kind, main.line, main.end_line, source[main.start : main.end]) == (
        "class",
        1,
        4,
        source.strip(),
    )
    assert [name for name in facts.qualified_names if "Main" in name] == [
        "Main.base",
        "Main.main",
        "Main.show",
        "Main",
    ]


@pytest.mark.parametrize(
    "source", ["package p;\nvoid a() {}", "class Main { } }\nvoid a() {}", "class A {}\nrecord P(int x) {}"]
)
def test_what_broken_code_leaves_outside_of_classes_stays_there(source: str) -> None:
    facts = extract("Main.java", source)
    assert not any("implicit" in row.modifiers and row.kind == "class" for row in facts.declarations)


def test_headers_are_whole() -> None:
    rows = {row.name: row for row in extract("User.java", SOURCE).declarations if row.kind != "constructor"}
    user, load = rows["User"], rows["load"]
    assert user.modifiers == ("@Entity", "public", "sealed")
    assert user.type_parameters == ("T : Comparable<T>",)
    assert user.supertypes == ("Base<T>", "Named", "Store<List<T>>")
    assert (user.line, user.end_line, user.name_line) == (6, 21, 7)
    assert SOURCE[user.header_end] == "{"
    assert load.type == "List<? super R>"
    assert load.type_parameters == ("R",)
    assert load.parameters == (
        ("entry", "Map.Entry<String, R>", False, False),
        ("more", "int[]", False, True),
    )
    assert SOURCE[load.start : load.header_end].rstrip().endswith("throws IOException, Bad")
    assert rows["CACHE"].type == rows["OTHER"].type == "Map<String, List<int[]>>"
    assert rows["sizes"].type == "int[][]"


def test_only_a_class_without_constructor_has_an_implicit_one() -> None:
    facts = extract("User.java", SOURCE)
    implicit = [row.name for row in facts.declarations if "implicit" in row.modifiers]
    assert implicit == ["Inner"]
    constructor = next(row for row in facts.declarations if row.name == "User" and row.kind == "constructor")
    assert constructor.parameters == (("value", "T", False, False), ("names", "String", False, True))


@pytest.mark.parametrize(
    ("body", "called", "wanted"),
    [
        ("client.open().send();", "send", ("call", "open")),
        ("users.get(0).touch();", "touch", ("call", "get")),
        ("for (User user : users) user.touch();", "touch", ("type", "User")),
        ("for (var user : users) user.touch();", "touch", ("element", "")),
        ("for (int i = 0, n = 3; i < n; i++) client.send(i);", "send", ("type", "Client")),
        ("try (Stream in = open(); other) { in.read(); } finally { }", "read", ("type", "Stream")),
        ("try { } catch (final IOException | Bad e) { e.print(); }", "print", ("type", "IOException")),
        ("if (client instanceof Fast fast && fast.ready()) { }", "ready", ("type", "Fast")),
        ("if (!(client instanceof Fast fast)) return; fast.go();", "go", ("type", "Fast")),
        ("switch (client) { case Fast f when f.ready() -> f.go(); default -> { } }", "go", ("type", "Fast")),
        ("if (client instanceof Pair(Left left, var right)) left.go();", "go", ("type", "Left")),
        ("((Fast) client).go();", "go", ("type", "Fast")),
        ("((Fast & Quick) client).go();", "go", ("type", "Fast")),
        ("(b ? client : users).go();", "go", ("either", "")),
        ("users.forEach(user -> user.touch());", "touch", ("parameter", "")),
        ("users.forEach((User user) -> { user.touch(); });", "touch", ("type", "User")),
        ("users.reduce((a, b) -> b.touch());", "touch", ("parameter", "")),
        ("new Fast().go();", "go", ("type", "Fast")),
        ("new Outer.Fast<String>(1) { void up() {} }.go();", "go", ("object", "")),
        ('var text = "a" + 1; text.trim();', "trim", ("operator", "+")),
        ('String block = """\n  "quoted" { """; block.trim();', "trim", ("type", "String")),
        ("A.this.go();", "go", ("this", "A")),
        ("A.super.go();", "go", ("super", "A")),
        ("super.go();", "go", ("super", "")),
        ("int[] all = new int[size]; all.go();", "go", ("type", "int[]")),
        ("Client[] all = {}; all[0].go();", "go", ("element", "")),
        (
            "var x = switch (1) { case 1 -> client; default -> throw bad(); }; x.go();",
            "go",
            ("type", "Client"),
        ),
        ("(client).<String>go();", "go", ("type", "Client")),
    ],
)
def test_the_receiver_of_a_call_is_known(body: str, called: str, wanted: tuple[str, str]) -> None:
    assert receiver(inside(body), called) == wanted


@pytest.mark.parametrize(
    ("body", "name", "form"),
    [
        ("users.map(User::getName);", "getName", "reference"),
        ("users.map(User::new);", "User", "new"),
        ("users.toArray(User[]::new);", "User[]", "new"),
        ("users.map(this::load);", "load", "reference"),
        ("users.map(List<User>::size);", "size", "reference"),
        ("this.total = 1;", "total", "write"),
        ("client.state.total = 1;", "total", "write"),
        ("total += 1;", "total", "write"),
        ("int a = total;", "total", "read"),
        ("list[total] = 2;", "total", "read"),
        ("outer.new Inner(1);", "Inner", "new"),
        ("a < b; c > d(e);", "d", "call"),
        ("boolean x = a < b && c > (d);", "d", "read"),
        ("int y = a >>> 2 >> f();", "f", "call"),
        ("y >>= g();", "g", "call"),
        ("label: while (true) { h(); continue label; }", "h", "call"),
        ("synchronized (lock) { i(); }", "i", "call"),
        ("assert j() : k();", "k", "call"),
        ("do { l(); } while (m());", "m", "call"),
        ("switch (x) { case 1: case 2: n(); break; default: o(); }", "o", "call"),
        ("class Local { void p() { q(); } } new Local();", "Local", "new"),
        ("record Two(int a) {} r();", "r", "call"),
        ("char c = '\\''; char d = '\"'; s();", "s", "call"),
        ("if (a) t(); else if (b) u(); else v();", "v", "call"),
        ("int z = (int) -w(); (x) + y();", "y", "call"),
        ("Runnable r = () -> { aa(); };", "aa", "call"),
        ("return (Callable<T>) () -> bb();", "bb", "call"),
        ("yield cc();", "cc", "call"),
    ],
)
def test_uses_have_their_form(body: str, name: str, form: str) -> None:
    assert form in [site.form for site in sites(inside(body), name)]


def test_a_local_is_no_use_of_a_field_of_its_name() -> None:
    facts = inside("int total = 1; total = 2; { int inner = 1; } inner = 3;")
    assert sites(facts, "total") == []
    assert [site.form for site in sites(facts, "inner")] == ["write"]


def test_lambdas_know_their_call_and_place() -> None:
    facts = inside("client.send(1, (a, b) -> a.go(), c -> { c.up(); });")
    (send,) = sites(facts, "send")
    first, second = (facts.expressions[index] for index in send.arguments[1:])
    assert (first.form, first.name, first.number) == ("lambda", "1", 2)
    assert (second.form, second.name, second.number) == ("lambda", "2", 1)
    call = facts.expressions[first.inputs[0]]
    assert (call.form, facts.calls[call.number].name) == ("call", "send")


@pytest.mark.parametrize(
    "broken",
    [
        "class A { void a() { client. } void b() { found(); } }",
        "class A { void a() { foo( } \n public void b() { found(); } }",
        "class A { void a() { if (x { \n public void b() { found(); } }",
        "class A { int x = ; void b() { found(); } }",
        "class A { void a( { } void b() { found(); } }",
        "class A { @  void b() { found(); } }",
        "class A { private void  \n public void b() { found(); } }",
        "class A extends { void b() { found(); } }",
        "import ; class A { void b() { found(); } }",
        'class A { void a() { String s = "open; \n } void b() { found(); } }',
        "class A { } } class B { void b() { found(); } }",
        "<<<<<<< HEAD\nclass A { void b() { found(); }\n=======\n>>>>>>> other\n}",
        "class A { void a() { switch (x) { case } } void b() { found(); } }",
    ],
)
def test_broken_code_loses_little(broken: str) -> None:
    facts = extract("A.java", broken)
    assert facts.problems
    assert "b" in names(facts, "function")
    (found,) = sites(facts, "found")
    assert facts.declarations[found.owner].name == "b"


@settings(max_examples=150, deadline=None)
@given(st.randoms(use_true_random=False), st.integers(1, 6))
def test_mutated_code_is_read_without_fail(chance: random.Random, times: int) -> None:
    text = SOURCE
    for _ in range(times):
        start = chance.randrange(len(text))
        end = min(len(text), start + chance.randrange(1, 40))
        other = chance.randrange(len(text))
        text = chance.choice((text[:start] + text[end:], text[:other] + text[start:end] + text[other:]))
    facts = extract("User.java", text)
    assert decode(encode(facts)) == facts
    for row in facts.declarations:
        assert -1 <= row.parent < len(facts.declarations)
        assert 0 <= row.start <= row.name_start <= row.end <= len(text)
        assert row.start <= row.header_end <= row.end
    for site in facts.calls:
        assert text[site.start : site.start + 1]
        assert -1 <= site.owner < len(facts.declarations)
        assert all(-1 <= index < len(facts.expressions) for index in site.arguments)


@settings(max_examples=200, deadline=None)
@given(st.text(alphabet=st.sampled_from("aB1 \n(){}[]<>.,;:?@\"'\\/*+-=&|!~^$_é\U0001f600"), max_size=200))
def test_any_text_is_read_without_fail(text: str) -> None:
    extract("A.java", text)


@pytest.mark.parametrize(
    "unit", ["(", "{", "a.b(", "new A() {", "x -> ", "a < b, ", "if (a) ", "a + ", "[", "@A(", "-", "a ? "]
)
def test_time_grows_with_the_text(unit: str) -> None:
    assert_grows_linearly(
        lambda text: extract("A.java", text), lambda count: "class A { void a() { " + unit * count, 2_000
    )


def test_an_annotation_with_a_space_before_its_arguments():
    facts = extract("ATest.java", "class ATest {\n    @Test (timeout = 6000)\n    public void ends() {}\n}\n")
    assert [one.modifiers for one in facts.declarations if one.name == "ends"] == [("@Test", "public")]
