"""Facts of Java, of other languages by name, and of build scripts."""

from __future__ import annotations

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
    for name, text, called in (
        ("a.py", "class A:\n  def f(self):\n    self.g(h())\n", "g h"),
        ("a.go", "package a\nfunc f() { g(h()); x.k() }\n", "g h k"),
        ("a.rs", "fn f() { g(h()); Q::k() }", "g h k"),
        ("a.c", "int f(int x) { return g(h()); }", "g h"),
        ("a.cpp", "int f(int x) { A* a = new A(); a->k(); return q::g(); }", "A k g"),
        ("a.cs", "class C { void f() { g(h()); var b = new B(); b.k(); } }", "g h B k"),
        ("a.swift", "class A { init() {}\n func f() { g(h()); b.k() } }", "g h k"),
        ("a.rb", "class A\n  def f\n    g(h())\n    b.k\n  end\nend\n", "g h k"),
        ("a.php", "<?php class A { function f() { g(h()); A::z(); $this->k(); new B(); } }", "g h z k B"),
        ("a.scala", "class A { def f(x: Int): Int = { g(h()); b.k() } }", "g h k"),
        ("a.dart", "class A { void f() { g(h()); b.k(); } }", "g h k"),
        ("a.m", "@implementation A\n- (void)f { [self g]; h(); }\n@end", "g h"),
        ("a.sh", "f() { g; h x; }\n", "g h"),
        ("a.sql", "CREATE FUNCTION f() RETURNS int AS $$ SELECT g(h()); $$ LANGUAGE sql;", "g h"),
        ("a.lua", "local function f() g(h()) b.k() end", "g h k"),
        ("a.sol", "contract A { function f() public { g(h()); } }", "g h"),
        ("a.tsx", "const f = () => { g(h()); return <div><B onClick={k}/></div> }", "g h B"),
    ):
        facts = extract(name, text)
        assert facts.names_only, name
        assert "f" in [row.name for row in facts.declarations], name
        assert {site.name for site in facts.calls} == set(called.split()), name


def rows(facts):
    return [(row.kind, row.name, row.type) for row in facts.declarations]


def uses(facts):
    return {(site.name, site.form) for site in facts.calls}


GROOVY = """plugins { id 'com.android.library' version '8.1'; alias(libs.plugins.kotlin) }
android {
  // namespace 'com.no'
  applicationId "com.acme.shop" /* namespace 'com.neither' */
  namespace 'com.acme.lib' // "http://x"
}
dependencies {
  implementation project(':core'); api "a.b:c:1.0"
  testImplementation libs.junit.core
  kapt(project(path: ":x")); implementation(platform("org.x:bom:1"))
}
include ':app', 'core:data'
"""


def test_groovy_scripts_state_plugins_dependencies_modules_and_namespaces() -> None:
    facts = extract("lib/build.gradle", GROOVY)
    assert facts.language == "gradle"
    assert facts.namespaces == ("com.acme.lib", "com.acme.shop")
    assert rows(facts) == [
        ("namespace", "com.acme.lib", None),
        ("plugin", "com.android.library", "8.1"),
        ("plugin", "libs.plugins.kotlin", None),
        ("dependency", ":core", "implementation"),
        ("dependency", "a.b:c:1.0", "api"),
        ("dependency", "libs.junit.core", "testImplementation"),
        ("dependency", ":x", "kapt"),
        ("dependency", "org.x:bom:1", "implementation"),
        ("module", ":app", None),
        ("module", ":core:data", None),
    ]
    assert [row.line for row in facts.declarations] == [5, 1, 1, 8, 8, 9, 10, 10, 12, 12]
    for row in facts.declarations:
        named = row.name if row.name in GROOVY else row.name.removeprefix(":")
        assert GROOVY[row.name_start :].startswith(named)


def test_kotlin_scripts_are_code_and_statements() -> None:
    text = 'plugins { kotlin("jvm") version "2.0" }\nandroid { namespace = "com.acme.app" }\nfun mine() {}\n'
    facts = extract("app/build.gradle.kts", text)
    assert facts.language == "kotlin"
    assert facts.namespaces == ("com.acme.app",)
    assert {("plugin", "jvm", "2.0"), ("namespace", "com.acme.app", None)} <= set(rows(facts))
    assert "mine" in [row.name for row in facts.declarations if row.kind == "function"]
    assert "plugins" in {site.name for site in facts.calls}
    settings = extract("settings.gradle.kts", 'include(":app", ":core:data")\ninclude("lib")')
    assert [row.name for row in settings.declarations] == [":app", ":core:data", ":lib"]


CATALOG = """[versions]
kotlin = "2.0" # "no"
agp = { strictly = "8.1" }
[libraries]
a-b = { module = "g:n", version.ref = "kotlin" }
c = "x:y:1"
d = { group = "g", name = "d", version = "3" }
[bundles]
all = [
  "a-b", # "zz"
  "c"
]
[plugins]
k = { id = "org.k", version.ref = "kotlin" }
half = {
"""


def test_version_catalogues() -> None:
    facts = extract("gradle/libs.versions.toml", CATALOG)
    assert [(row.kind, row.name, row.type, row.supertypes, row.line) for row in facts.declarations] == [
        ("version", "kotlin", "2.0", (), 2),
        ("version", "agp", "8.1", (), 3),
        ("library", "a-b", "g:n", ("kotlin",), 5),
        ("library", "c", "x:y:1", (), 6),
        ("library", "d", "g:d:3", (), 7),
        ("bundle", "all", None, ("a-b", "c"), 9),
        ("plugin", "k", "org.k", ("kotlin",), 14),
        ("plugin", "half", None, (), 15),
    ]
    assert language_of("gradle/libs.versions.toml") == "catalog"
    assert language_of("pyproject.toml") is None


MANIFEST = """<?xml version="1.0" encoding="utf-8"?>
<manifest xmlns:android="http://schemas.android.com/apk/res/android">
  <!-- é <activity android:name=".No"/> -->
  <uses-permission android:name="android.permission.INTERNET"/>
  <application android:name=".App">
    <activity android:name=".ui.Main" android:exported="true">
      <intent-filter>
        <action android:name="android.intent.action.MAIN"/>
        <category android:name="android.intent.category.LAUNCHER"/>
      </intent-filter>
    </activity>
    <service android:name="com.other.Sync"/>
    <receiver android:name="Boot"/>
  </application>
</manifest>
"""


def test_manifests_name_their_components() -> None:
    facts = extract("app/src/main/AndroidManifest.xml", MANIFEST)
    assert facts.language == "manifest"
    found = {row.name: row for row in facts.declarations}
    assert (found[".ui.Main"].kind, found[".ui.Main"].line, found[".ui.Main"].end_line) == ("activity", 6, 11)
    assert found[".ui.Main"].modifiers == ("launcher", "exported")
    assert MANIFEST[found["com.other.Sync"].name_start :].startswith("com.other.Sync")
    assert {row.kind for row in facts.declarations} == {
        "uses_permission", "application", "activity", "intent_action", "intent_category", "service", "receiver",
    }  # fmt: skip
    whole = extract("AndroidManifest.xml", MANIFEST.replace("<manifest", '<manifest package="com.acme"'))
    assert whole.namespaces == ("com.acme",)
    names = {row.name for row in whole.declarations}
    assert {"com.acme.ui.Main", "com.acme.App", "com.acme.Boot", "com.other.Sync"} <= names


def test_layouts_give_ids_views_handlers_and_references() -> None:
    text = (
        '<layout xmlns:android="a"><com.acme.FooView android:id="@+id/foo" android:text="@string/hello"\n'
        ' android:onClick="save" app:x="@{vm.title(item)}"/><Button android:id="@id/foo" style="@style/B"'
    )
    facts = extract("app/src/main/res/layout-land/main.xml", text)
    assert facts.names_only
    assert rows(facts) == [("layout", "main", "com.acme.FooView"), ("id", "foo", "com.acme.FooView")]
    assert uses(facts) == {
        ("FooView", "new"), ("hello", "read"), ("save", "call"),
        ("vm", "read"), ("title", "call"), ("item", "read"),
    }  # fmt: skip
    assert all(text[site.start :].startswith(site.name) for site in facts.calls)
    assert facts.problems  # the text ends inside a tag


def test_values_and_navigation_graphs() -> None:
    values = (
        '<resources><string name="hello">Hi @string/x</string>\n<style name="A.B" parent="@style/A">'
        '<item name="android:color">@color/red</item></style>\n<string-array name="arr"/><item type="id" name="k"/>'
        '<plurals name="n"><item quantity="one">1</item></plurals></resources>'
    )
    facts = extract("lib/res/values/strings.xml", values)
    assert [(row.kind, row.name, row.line) for row in facts.declarations] == [
        ("string", "hello", 1), ("style", "A.B", 2), ("array", "arr", 3), ("id", "k", 3), ("plurals", "n", 3),
    ]  # fmt: skip
    assert facts.declarations[1].supertypes == ("A",)
    assert {("x", "read"), ("red", "read")} <= uses(facts)
    graph = (
        '<navigation android:id="@+id/nav"><fragment android:id="@+id/home" android:name="com.acme.Home">'
        '<action android:id="@+id/go" app:destination="@id/two"/></fragment></navigation>'
    )
    found = rows(extract("res/navigation/nav.xml", graph))
    assert ("destination", "home", "com.acme.Home") in found
    assert ("action", "go", "@id/two") in found


def test_which_xml_is_read() -> None:
    for path, language in (
        ("app/src/main/AndroidManifest.xml", "manifest"),
        ("app/src/main/res/values/strings.xml", "resource"),
        ("app/src/main/res/values-night/colors.xml", "resource"),
        ("app/src/main/res/values-car/colors.xml", "resource"),
        ("app/src/main/res/values-sw600dp-land/dimens.xml", "resource"),
        ("app/src/main/res/values-de/strings.xml", None),
        ("app/src/main/res/values-zh-rCN/strings.xml", None),
        ("app/src/main/res/values-b+sr+Latn/strings.xml", None),
        ("res/layout/a.xml", "resource"),
        ("config/detekt.xml", None),
        ("notes.txt", None),
    ):
        assert language_of(path) == language, path


def test_entity_bombs_are_not_read() -> None:
    bomb = '<!DOCTYPE r [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]><resources><string name="x">&b;</string></resources>'
    facts = extract("res/values/strings.xml", bomb)
    assert facts.declarations == ()
    assert facts.problems == ("declares entities, which are not read",)
