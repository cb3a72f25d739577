"""Facts of Java, of other languages by name, and of build scripts."""

from __future__ import annotations

from rca.languages.gradle import manifest_package, script
from rca.languages.registry import extract, language_of

JAVA = """package com.acme;

import static com.acme.Util.check;
import java.util.*;

public class Repo extends Base<User> implements Store {
    private final Client client = new Client();
    public Repo(int size) { super(size); }
    Repo() { this(1); }
    public List<User> load(String... keys) throws IOException {
        for (User user : fetch(keys)) user.touch();
        try (Stream in = open()) { in.read(); } catch (IOException e) { e.fillInStackTrace(); }
        run(() -> client.close());
        return keys.length > 0 && check(keys) // a remark
            || other() ? map(User::new) : null;
    }
    enum Level { LOW(1), HIGH(2) { void go() {} }; Level(int n) {} }
    record Pair(int left, int right) {}
}
"""


def test_java_declarations_and_calls() -> None:
    facts = extract("Repo.java", JAVA)
    named = [(row.kind, row.name) for row in facts.declarations]
    for wanted in (
        ("class", "Repo"),
        ("function", "load"),
        ("property", "client"),
        ("enum_entry", "HIGH"),
        ("function", "left"),
    ):
        assert wanted in named
    forms = {(site.name, site.form) for site in facts.calls}
    assert {("Base", "new"), ("Repo", "new"), ("Client", "new"), ("Level", "new"), ("User", "new")} <= forms
    assert {
        ("touch", "call"),
        ("read", "call"),
        ("close", "call"),
        ("check", "call"),
        ("other", "call"),
    } <= forms
    read = next(site for site in facts.calls if site.name == "read")
    assert facts.expressions[read.receiver].name == "Stream"
    assert facts.imports[0] == ("com.acme.Util.check", None, False, True, 3)


def test_typescript_is_read_by_name() -> None:
    facts = extract(
        "src/api/user.ts",
        'import { get, post as send } from "./http";\n'
        "export async function fetchUserData(id: string) { return get(id) }\n"
        "class Page { load = async () => { await fetchUserData('1') }\n render() { this.load() } }\n",
    )
    assert facts.names_only
    assert [row.name for row in facts.declarations] == ["fetchUserData", "Page", "load", "render"]
    assert {site.name for site in facts.calls} == {"get", "fetchUserData", "load"}
    assert [(row.path, row.alias) for row in facts.imports] == [
        ("./http/get", "get"),
        ("./http/send", "send"),
    ]


def test_other_grammars_find_functions_and_calls() -> None:
    for name, text in (
        ("a.py", "class A:\n  def f(self):\n    self.g(h())\n"),
        ("a.go", "package a\nfunc f() { g(h()) }\n"),
        ("a.rs", "fn f() { g(h()); }"),
        ("a.cpp", "int f(int x) { return g(h()); }"),
        ("a.swift", "class A { func f() { g(h()) } }"),
    ):
        facts = extract(name, text)
        assert "f" in [row.name for row in facts.declarations], name
        assert {"g", "h"} <= {site.name for site in facts.calls}, name


def test_gradle_scripts_and_manifests() -> None:
    kotlin = (
        'plugins { id("com.android.application"); kotlin("jvm") }\nandroid { namespace = "com.acme.app" }\n'
    )
    groovy = (
        "android {\n  // namespace 'com.no'\n  namespace 'com.acme.lib'\n}\ninclude ':app', ':core:data'\n"
    )
    assert script(kotlin).namespaces == ("com.acme.app",)
    assert script(kotlin).plugins == ("com.android.application", "jvm")
    assert script(groovy).namespaces == ("com.acme.lib",)
    assert script(groovy).modules == (":app", ":core:data")
    assert manifest_package('<manifest xmlns:a="b"\n package="com.acme.old">') == "com.acme.old"
    assert extract("app/build.gradle.kts", kotlin).namespaces == ("com.acme.app",)
    assert language_of("app/src/main/AndroidManifest.xml") == "manifest"
    assert language_of("notes.txt") is None
