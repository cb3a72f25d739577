"""Who calls a function: what counts, what is excluded, and what the answer says it is unsure of."""

from __future__ import annotations

from rca.navigation.callers import find_callers
from rca.scheduling.deadline import Deadline

REPO = """package com.acme.data
open class Repo(private val dao: Dao) {
    fun load(id: Int): User = dao.find(id).also { log(it) }
    fun load(name: String): User = load(name.length)
    open fun save(user: User) { dao.put(user) }
    private fun log(user: User) { println(user) }
    companion object { fun create() = Repo(Dao()) }
}
class Dao { fun find(id: Int): User = User(id); fun put(user: User) {} }
data class User(val id: Int) { fun touch() {} operator fun plus(other: User) = User(id + other.id) }
fun User.label() = "u$id"
"""


def write_repo(project) -> str:
    project.write("src/Repo.kt", REPO)
    return "src/Repo.kt"


def test_a_receiver_of_known_type_decides_between_same_named_functions(project) -> None:
    path = write_repo(project)
    project.write(
        "src/Screen.kt",
        """package com.acme.ui
import com.acme.data.Repo
class Screen(private val repo: Repo, private val images: Loader) {
    fun show() { repo.load(1); images.load(1) }
    fun named() { repo.load("a") }
}
class Loader { fun load(id: Int) {} }
""",
    )
    assert project.names(path, "load", line=3) == [
        ("Repo.load", "same_scope"),
        ("Screen.show", "receiver_type"),
    ]
    assert project.names(path, "load", line=4) == [("Screen.named", "receiver_type")]
    assert project.names("src/Screen.kt", "load") == [("Screen.show", "receiver_type")]


def test_types_flow_through_calls_lambdas_scope_functions_and_safe_calls(project) -> None:
    path = write_repo(project)
    project.write(
        "src/Use.kt",
        """package com.acme.ui
import com.acme.data.*
class Other { fun touch() {} }
fun chained() { Repo.create().load(1).touch() }
fun safe(repo: Repo?) { repo?.load(1)?.touch() }
fun scoped(repo: Repo) { repo.load(1).let { it.touch() } }
fun applied(repo: Repo) { repo.load(1).apply { touch() } }
fun listed(users: List<User>) { users.filter { it.id > 1 }.forEach { it.touch() } }
fun indexed(users: Map<String, User>) { users["a"]?.touch() }
fun cast(any: Any) { if (any is User) any.touch() }
fun own(block: Other.() -> Unit) { Other().block() }
fun other() { own { touch() } }
fun plain(other: Other) { other.touch() }
""",
    )
    assert [name for name, _ in project.names(path, "touch")] == [
        "applied",
        "cast",
        "chained",
        "indexed",
        "listed",
        "safe",
        "scoped",
    ]
    assert [name for name, _ in project.names("src/Use.kt", "touch")] == ["other", "plain"]


def test_constructors_companions_extensions_operators_references_and_aliases(project) -> None:
    path = write_repo(project)
    project.write(
        "src/Use.kt",
        """package com.acme.ui
import com.acme.data.Repo as Store
import com.acme.data.*
typealias Person = User
class Special(dao: Dao) : Store(dao)
fun made() = Store.create()
fun person() = Person(3)
fun sum(a: User, b: User) = a + b
fun text(users: List<User>) = users.map(User::label)
fun label() = User(1).label()
""",
    )
    assert project.names(path, "Repo") == [("Repo.create", "constructor"), ("Special.<init>", "constructor")]
    assert project.names(path, "create") == [("made", "receiver_type")]
    assert project.names(path, "User")[-2:] == [("label", "constructor"), ("person", "constructor")]
    assert project.names(path, "plus") == [("sum", "receiver_type")]
    assert project.names(path, "label") == [("label", "receiver_type"), ("text", "callable_reference")]


def test_imports_and_packages_decide_between_top_level_functions(project) -> None:
    project.add("""
        // file: src/A.kt
        package a
        fun go() {}
        fun near() { go() }
        // file: src/B.kt
        package b
        fun go() {}
        // file: src/C.kt
        package c
        import b.go
        fun imported() { go() }
        // file: src/D.kt
        package d
        import b.*
        fun starred() { go() }
        // file: src/E.kt
        package e
        import org.library.go
        fun outside() { go() }
        // file: src/F.kt
        package f
        import b.go as run
        fun aliased() { run() }
    """)
    assert project.names("src/A.kt", "go") == [("near", "same_package")]
    assert project.names("src/B.kt", "go") == [
        ("aliased", "import"),
        ("imported", "import"),
        ("starred", "import"),
    ]


def test_overrides_are_told_from_direct_calls(project) -> None:
    project.write(
        "src/A.kt",
        """package a
interface Shape { fun draw() }
class Circle : Shape { override fun draw() {} }
class Square : Shape { override fun draw() {} }
fun direct(circle: Circle) { circle.draw() }
fun through(shape: Shape) { shape.draw() }
""",
    )
    assert project.names("src/A.kt", "draw", class_name="Circle") == [
        ("direct", "receiver_type"),
        ("through", "override_family"),
    ]
    assert project.names("src/A.kt", "draw", class_name="Shape") == [("through", "receiver_type")]


def test_java_calls_kotlin_and_kotlin_calls_java(project) -> None:
    project.add("""
        // file: src/Tools.kt
        package a
        fun help(x: Int) {}
        class Box(val label: String) { fun open() {} }
        // file: src/Main.java
        package a;
        public class Main {
            public String getTitle() { return ""; }
            static void run() { new Box("x").open(); ToolsKt.help(1); Box box = new Box("y"); box.getLabel(); }
        }
        // file: src/K.kt
        package a
        fun title(main: Main) = main.title
    """)
    assert project.names("src/Tools.kt", "open") == [("Main.run", "receiver_type")]
    assert project.names("src/Tools.kt", "help") == [("Main.run", "import")]
    assert project.names("src/Tools.kt", "Box") == [("Main.run", "constructor")]
    assert project.names("src/Tools.kt", "label") == [("Main.run", "receiver_type")]
    assert project.names("src/Main.java", "getTitle") == [("title", "receiver_type")]


def test_what_is_not_known_is_said(project) -> None:
    project.add("""
        // file: src/A.kt
        package a
        class A { fun brewTea() {} }
        class B { fun brewTea() {} }
        // file: src/U.kt
        package a
        import lib.make
        fun guess() { make().brewTea() }
    """)
    answer = project.callers("src/A.kt", "brewTea", class_name="A")
    assert [(one.caller_name, one.evidence) for one in answer.callers] == [("guess", "name_only")]
    assert answer.callers[0].confidence < 0.5
    assert not answer.complete
    assert "receiver" in answer.reasons[0]


def test_commonplace_names_with_unknown_receiver_are_counted_not_listed(project) -> None:
    project.add("""
        // file: src/A.kt
        package a
        class A { fun close() {} }
        // file: src/U.kt
        package a
        import lib.make
        fun guess() { make().close() }
    """)
    answer = project.callers("src/A.kt", "close")
    assert answer.callers == ()
    assert project.callers("src/A.kt", "close") == answer
    assert answer.reasons == ("1 call site with unknown receiver share the name 'close' and are not counted",)


def test_a_function_that_nobody_calls_is_answered_completely(project) -> None:
    path = write_repo(project)
    answer = project.callers(path, "save")
    assert (answer.callers, answer.complete, answer.reasons) == ((), True, ())


def test_chains_run_from_the_outermost_to_the_function_and_cut_cycles(project) -> None:
    project.write(
        "src/A.kt",
        "package a\nfun d() { a() }\nfun c() { d() }\nfun b() { c(); d() }\nfun a() { b() }\nfun main() { a() }\n",
    )
    answer = project.callers("src/A.kt", "d", depth=5)
    chains = {one.call_chain: one.depth for one in answer.callers}
    assert chains[("c", "d")] == 1
    assert chains[("main", "a", "b", "d")] == 3
    assert max(len(chain) for chain in chains) <= 6
    assert len(answer.callers) == 6


def test_local_functions_and_lambdas_count_for_the_function_around_them(project) -> None:
    project.write(
        "src/A.kt",
        "package a\nfun go() {}\nfun outer() {\n  fun inner() { go() }\n  listOf(1).forEach { go() }\n  inner()\n}\n",
    )
    assert {name for name, _ in project.names("src/A.kt", "go")} == {"outer"}


def test_unsaved_text_wins(project) -> None:
    from rca.workspace import DocumentClosed, DocumentOpened

    path = write_repo(project)
    use = project.write("src/Use.kt", "package com.acme.data\nfun use(dao: Dao) { dao.find(1) }\n")
    workspace = project.open()
    assert ("use", "receiver_type") in project.names(path, "find")
    workspace.apply(
        DocumentOpened(use, "package com.acme.data\nfun fresh(dao: Dao) {\n  dao.find(1)\n  val x =\n}\n", 1)
    )
    assert [name for name, _ in project.names(path, "find")] == ["Repo.load", "fresh"]
    workspace.apply(DocumentClosed(use))
    assert [name for name, _ in project.names(path, "find")] == ["Repo.load", "use"]


def test_an_expired_watch_gives_what_there_is_and_says_so(project) -> None:
    path = write_repo(project)
    index = project.open().snapshot.index
    answer = find_callers(index, index.functions(path, "find"), 3, Deadline(0))
    assert not answer.complete
    assert any("time limit" in reason for reason in answer.reasons)


def test_typescript_callers_by_name(project) -> None:
    project.add("""
        // file: src/api/user.ts
        export async function fetchUserData(id: string) { return 1 }
        // file: src/Page.ts
        class Page {
          load() { return fetchUserData('1') }
          render() { this.load() }
        }
    """)
    answer = project.callers("src/api/user.ts", "fetchUserData", depth=2)
    assert [one.call_chain for one in answer.callers] == [
        ("Page.load", "fetchUserData"),
        ("Page.render", "Page.load", "fetchUserData"),
    ]
    assert "this language is matched by name only" in answer.reasons


def test_a_search_for_the_nearest_callers_stops_when_it_has_enough(project) -> None:
    chain = "\n".join(f"fun f{n}() {{ f{n - 1}() }}" for n in range(1, 9))
    project.write("Chain.kt", f"fun f0() {{}}\n{chain}\n")
    index = project.open().snapshot.index
    targets = index.functions("Chain.kt", "f0")
    few = find_callers(index, targets, 5, Deadline(), most=2)
    assert [one.caller_name for one in few.callers] == ["f1", "f2"]
    assert not few.complete
    assert "until 2" in few.reasons[0]
    whole = find_callers(index, targets, 8, Deadline(), most=20)
    assert len(whole.callers) == 8
    assert whole.complete


def test_java_calls_of_companion_extensions_widened_numbers_arrays_and_properties(project) -> None:
    project.add("""
        // file: src/Bytes.kt
        package okay
        class Bytes {
            fun seek(offset: Long) {}
            fun put(data: ByteArray) {}
            companion object { @JvmStatic fun String.decode(): Bytes = Bytes() }
        }
        val Tools = Bytes()
        // file: src/Util.kt
        @file:JvmName("Tools")
        package okay
        fun String.seek(offset: Long) {}
        // file: src/Use.java
        package okay;
        class Use {
            private final Bytes held = Bytes.decode("00");
            void run(byte[] data) { held.seek(0); held.put(data); }
            void other() { Tools.seek("a", 1); }
        }
    """)
    assert project.names("src/Bytes.kt", "decode") == [("Use.Use", "receiver_type")]
    assert project.names("src/Bytes.kt", "seek") == [("Use.run", "receiver_type")]
    assert project.names("src/Bytes.kt", "put") == [("Use.run", "receiver_type")]
    assert project.names("src/Util.kt", "seek") == [("Use.other", "import")]


def test_a_property_that_is_called_means_its_invoke(project) -> None:
    project.add("""
        // file: Get.kt
        class GetUser { operator fun invoke(id: Int) = id }
        class Box { fun get() = 1 }
        // file: Model.kt
        class Model(private val getUser: GetUser, private val box: Box) {
            fun load() = getUser(1)
            fun other() = box()
            fun own() = both(2)
            private val both = 1
            private fun both(n: Int) = n
        }
    """)
    assert project.names("Get.kt", "invoke") == [("Model.load", "receiver_type")]
    assert project.names("Model.kt", "both", line=6) == [("Model.own", "same_scope")]


def test_an_actual_alias_stands_for_the_class_of_the_platform(project) -> None:
    project.add("""
        // file: io/src/commonMain/E.kt
        package io
        expect class Trouble(text: String)
        // file: io/src/jvmMain/E.kt
        package io
        actual typealias Trouble = java.io.IOException
        // file: io/src/commonMain/A.kt
        package io
        fun common() { throw Trouble("a") }
        // file: io/src/jvmMain/B.kt
        package io
        fun jvm() { throw Trouble("b") }
    """)
    assert project.names("io/src/commonMain/E.kt", "Trouble") == [("common", "constructor")]


def test_a_compact_source_file_of_java_is_a_class(project):
    project.add("""
        // file: Helper.java
        class Helper { static int twice(int x) { return x * 2; } }
        // file: App.java
        import module java.base;
        int base = 2;
        void main() { show(Helper.twice(base)); this.show(3); }
        void show(int v) { Runnable r = this::again; }
        void again() {}
    """)
    assert project.names("Helper.java", "twice") == [("App.main", "receiver_type")]
    assert project.names("App.java", "show") == [("App.main", "same_scope")]
    assert project.names("App.java", "again") == [("App.show", "callable_reference")]
