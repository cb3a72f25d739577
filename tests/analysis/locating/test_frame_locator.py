"""Frames and messages find their files: same names, source sets, facades, other machines, older builds."""

import pytest

from evaluation.project_text import project_files
from models.error_report import Frame
from rca.analysis.locating.frame_locator import FrameLocator, choose_culprit, locate
from rca.error_text import parse
from rca.workspace import DocumentOpened
from tests.indexed_project import indexed


@pytest.fixture
def project(tmp_path):
    return lambda files: indexed(tmp_path / "project", files)


def frame(class_name, method, file, line, origin="app"):
    text = f"at {class_name}.{method}({file}:{line})"
    return Frame(class_name=class_name, method=method, file=file, line=line, origin=origin, text=text)


def find(workspace, *parts):
    return FrameLocator(workspace.snapshot).frame(frame(*parts))


CART = """package com.example.shop

class Cart(val items: List<Item>) {

    fun total(): Long {
        return items.sumOf { it.price }
    }

    companion object {
        fun empty() = Cart(emptyList())
    }

    class Line {
        fun label() = "x"
    }
}

fun Cart.share() {
    post(this)
}
"""


@pytest.mark.parametrize(
    ("class_name", "method", "line", "function"),
    [
        ("com.example.shop.Cart", "total", 6, "Cart.total"),
        ("com.example.shop.Cart$total$1", "invoke", 6, "Cart.total"),
        ("com.example.shop.Cart$total$1$2", "invokeSuspend", 6, "Cart.total"),
        ("com.example.shop.Cart", "total$lambda$0", 6, "Cart.total"),
        ("com.example.shop.Cart", "access$total", 6, "Cart.total"),
        ("com.example.shop.Cart$Companion", "empty", 10, "Cart.empty"),
        ("com.example.shop.Cart$Line", "label", 14, "Line.label"),
        ("com.example.shop.CartKt", "share", 19, "share"),
        ("com.example.shop.CartKt$share$1", "run", 19, "share"),
    ],
)
def test_jvm_names_find_the_kotlin_function(project, class_name, method, line, function):
    workspace = project({"app/src/main/kotlin/com/example/shop/Cart.kt": CART})
    found = find(workspace, class_name, method, "Cart.kt", line)
    assert found.file_path == "app/src/main/kotlin/com/example/shop/Cart.kt"
    assert found.function.name == function
    assert found.note is None


def test_a_getter_is_its_property(project):
    workspace = project(
        project_files("""
            // file: src/P.kt
            package a

            class P {
                val now: Int
                    get() = error("x")
            }
            """)
    )
    found = find(workspace, "a.P", "getNow", "P.kt", 5)
    assert found.function.name == "P.now"
    assert found.note is None


def test_a_file_with_a_jvm_name_of_its_own(project):
    workspace = project(
        project_files("""
        // file: src/util.kt
        @file:JvmName("Texts")

        package a.b

        fun trim() = 1
        """)
    )
    assert find(workspace, "a.b.Texts", "trim", "util.kt", 5).function.name == "trim"


def test_same_file_names_are_told_apart_by_package(project):
    workspace = project(
        project_files("""
            // file: one/src/Main.kt
            package com.one

            fun go() = 1
            // file: two/src/Main.kt
            package com.two

            fun go() = 2
            """)
    )
    assert find(workspace, "com.two.MainKt", "go", "Main.kt", 3).file_path == "two/src/Main.kt"


def test_same_class_in_several_source_sets_keeps_the_others(project):
    text = "package a\n\nclass Config {\n    fun url() = 1\n}\n"
    workspace = project(
        {
            "app/src/debug/kotlin/a/Config.kt": "package a\n\n\n\n\n\n\nclass Config {\n    fun url() = 1\n}\n",
            "app/src/release/kotlin/a/Config.kt": text,
            "app/src/test/kotlin/a/Config.kt": text,
        }
    )
    found = find(workspace, "a.Config", "url", "Config.kt", 9)
    assert found.file_path == "app/src/debug/kotlin/a/Config.kt"
    assert set(found.alternatives) == {
        "app/src/release/kotlin/a/Config.kt",
        "app/src/test/kotlin/a/Config.kt",
    }


@pytest.mark.parametrize(
    ("class_name", "line"), [("com.example.shop.Cart", 3), ("com.example.shop.Cart$Line", 13)]
)
def test_of_a_class_without_a_line_the_declaration_is_shown(project, class_name, line):
    workspace = project({"src/main/kotlin/com/example/shop/Cart.kt": CART})
    found = find(workspace, class_name, None, None, None)
    assert (found.line, found.function, found.note) == (line, None, "the trace has no line")
    assert found.code == CART.splitlines()[line - 1].strip()


def test_a_renamed_source_file_is_found_by_its_class(project):
    workspace = project({"src/Cart.kt": CART})
    assert find(workspace, "com.example.shop.Cart", "total", "SourceFile", 6).file_path == "src/Cart.kt"


def test_another_packages_class_of_that_name_is_not_invented(project):
    workspace = project({"src/Cart.kt": CART})
    assert find(workspace, "org.library.Cart", "total", "Cart.kt", 6, "library") is None
    assert find(workspace, "java.util.List", "of", "List.java", 6, "platform") is None


def test_a_line_past_the_end_is_said(project):
    workspace = project({"src/Cart.kt": CART})
    found = find(workspace, "com.example.shop.Cart", "total", "Cart.kt", 900)
    assert found.function.name == "Cart.total"
    assert found.line == 5
    assert "past the end" in found.note


def test_a_line_that_moved_since_the_build_is_said(project):
    workspace = project({"src/Cart.kt": CART})
    found = find(workspace, "com.example.shop.Cart", "total", "Cart.kt", 14)
    assert (found.function.name, found.line) == ("Cart.total", 5)
    assert "Line.label" in found.note
    assert found.code == "fun total(): Long {"


JOBS = """package com.example

inline fun <T> retried(block: () -> T): T {
    return block()
}

class Jobs(val name: String) {
    private val size = name.length / 0

    init {
        check(name != "")
    }

    fun run() {
        retried { load() }
        post { load() }
    }

    fun onClick() {
        run()
    }

    private val other by lazy { load() }
}

class Task
"""


@pytest.mark.parametrize(
    ("class_name", "method", "line", "function", "says"),
    [
        ("com.example.Jobs", "run", 4, "retried", "inlined"),
        ("com.example.Jobs", "<init>", 8, "Jobs.size", None),
        ("com.example.Jobs", "<init>", 11, "Jobs.<init>", None),
        ("com.example.Jobs$run$2", "onClick", 16, "Jobs.run", None),
        ("com.example.Jobs$other$2", "invoke", 23, "Jobs.other", None),
        ("com.example.Jobs", "run", 20, "Jobs.run", "changed"),
        ("com.example.Jobs$run$2", "invoke", 20, "Jobs.run", "changed"),
        ("com.example.JobsKt", "retried", 20, "retried", "changed"),
        ("com.example.Task$1", "onClick", 16, "Jobs.run", "changed"),
        ("com.example.Jobs$Inner", "run", 15, "Jobs.run", None),
        ("com.example.Jobs", "run", 6, "Jobs.run", "changed"),
    ],
)
def test_a_line_outside_its_function_is_told_from_inlined_code(
    project, class_name, method, line, function, says
):
    workspace = project({"src/Jobs.kt": JOBS})
    found = find(workspace, class_name, method, "Jobs.kt", line)
    assert found.function.name == function
    assert (found.note is None) == (says is None)
    assert says is None or says in found.note


def test_unsaved_text_counts(project, tmp_path):
    workspace = project({"src/Cart.kt": CART})
    moved = CART.replace("class Cart(", "\n\n\nclass Cart(")
    workspace.apply(DocumentOpened(tmp_path / "project" / "src" / "Cart.kt", moved, 1))
    found = find(workspace, "com.example.shop.Cart", "total", "Cart.kt", 9)
    assert found.code == "return items.sumOf { it.price }"


@pytest.mark.parametrize(
    "printed",
    [
        "/home/ci/build/shop/app/src/main/kotlin/com/example/shop/Cart.kt",
        "C:\\agent\\shop\\app\\src\\main\\kotlin\\com\\example\\shop\\Cart.kt",
        "Cart.kt",
    ],
)
def test_paths_of_another_machine_find_their_file(project, printed):
    workspace = project(
        {
            "app/src/main/kotlin/com/example/shop/Cart.kt": CART,
            "app/src/main/kotlin/Other.kt": "class Other\n",
        }
    )
    located = locate(parse(f"e: {printed}: (6, 9): Unresolved reference: sumOf"), workspace.snapshot)
    assert [(found.file_path, found.line) for found in located] == [
        ("app/src/main/kotlin/com/example/shop/Cart.kt", 6)
    ]


def test_a_kapt_stub_stands_for_its_kotlin_source(project):
    workspace = project({"app/src/main/kotlin/com/example/shop/Cart.kt": CART})
    text = "e: /ci/app/build/tmp/kapt3/stubs/debug/com/example/shop/Cart.java:6: error: cannot find symbol"
    (found,) = locate(parse(text), workspace.snapshot)
    assert found.file_path == "app/src/main/kotlin/com/example/shop/Cart.kt"
    assert found.line is None
    assert "stub" in found.note


def test_the_deepest_cause_comes_first_and_gives_the_culprit(project):
    workspace = project({"src/Cart.kt": CART})
    report = parse(
        "java.lang.RuntimeException: outer\n\tat com.example.shop.Cart$Line.label(Cart.kt:14)\n"
        "Caused by: java.lang.IllegalStateException: inner\n\tat com.example.shop.Cart.total(Cart.kt:6)\n\t... 1 more\n",
        ("com.example.shop",),
    )
    frames = locate(report, workspace.snapshot)
    assert [found.line for found in frames] == [6, 14]
    assert choose_culprit(report, frames, workspace.snapshot).line == 6


def test_a_line_of_another_file_is_none_of_the_classs_file(project):
    """What is inlined keeps the line and the file that it was written in."""
    workspace = project({"src/main/kotlin/com/example/shop/Cart.kt": CART})
    found = find(workspace, "com.example.shop.Cart", "total", "Merge.kt", 190)
    assert found.function.name == "Cart.total"
    assert found.line == 5
    assert "190 is a line of Merge.kt" in found.note
    assert "changed since" not in found.note


def test_crash_reporters_name_kotlin_files_java(project):
    workspace = project({"src/main/kotlin/com/example/shop/Cart.kt": CART})
    assert find(workspace, "com.example.shop.Cart", "total", "Cart.java", 6).line == 6


def test_a_lambda_of_a_method_is_not_the_field_of_its_name(project):
    code = (
        "package a.b;\n\nclass Voice {\n    private Buffer buffer = Buffer.of(1);\n\n"
        "    void buffer(byte[] audio) {\n        run(() -> send(audio));\n    }\n}\n"
    )
    found = find(project({"src/a/b/Voice.java": code}), "a.b.Voice", "lambda$buffer$0", "Voice.java", 40)
    assert (found.line, found.function.start_line) == (6, 6)


def test_a_line_that_moved_in_a_nested_class_leads_to_the_function_of_that_class(tmp_path):
    code = """package shop
class Cart {
    class Row {
        fun total() = 1
    }
    class Sum {
        fun total() = 2
    }
    fun far() = 3
}
"""
    snapshot = indexed(tmp_path / "project", {"src/Cart.kt": code}).snapshot
    trace = "java.lang.IllegalStateException: boom\n\tat shop.Cart$Sum.total(Cart.kt:9)"
    (place,) = locate(parse(trace, app_packages=("shop",)), snapshot)
    assert (place.line, place.function.name, place.reported_line) == (7, "Sum.total", 9)
