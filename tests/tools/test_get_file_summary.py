"""`get_file_summary` by its contract."""

from __future__ import annotations

import pytest

from rca.analysis.rendering.token_budget import estimate_tokens
from rca.tools.get_file_summary import TOOL
from rca.workspace import DocumentOpened
from tests.tools.code_app import make_app
from tests.tools.code_project import CodeProject

BASKET = "core/data/src/main/kotlin/shop/data/Basket.kt"
ACTIVITY = "app/src/main/java/shop/app/BasketActivity.kt"
STORE = "core/data/src/main/kotlin/shop/data/Store.kt"


@pytest.fixture
def app(tmp_path):
    made = make_app(CodeProject(tmp_path))
    made.write(
        STORE,
        "package shop.data\n\n/**\n * Keeps baskets on [disk]. Slow.\n *\n * @see Basket\n */\nclass Store {\n"
        "    fun save(basket: Basket) {}\n\n    // Not for others.\n    private fun path(): String = name\n"
        '    private val name = "x"\n}\n',
    )
    made.workspace.index()
    return made


def summary(app, path, **more):
    return app.call(TOOL, filePath=path, **more)["data"]


def test_what_is_told_of_a_file(app) -> None:
    data = summary(app, STORE)
    assert data["purpose"] == "Class Store: Keeps baskets on disk."
    assert (data["language"], data["module"], data["package"]) == ("kotlin", ":core:data", "shop.data")
    assert (data["lines"], data["sizeBytes"]) == (14, len((app.root / STORE).read_bytes()))


def test_public_declarations_come_first_with_signatures(app) -> None:
    data = summary(app, STORE)
    assert [(one["name"], one["signature"], one["public"]) for one in data["declarations"]] == [
        ("Store", "class Store", True),
        ("Store.save", "fun save(basket: Basket)", True),
        ("Store.path", "private fun path(): String", False),
        ("Store.name", 'private val name = "x"', False),
    ]
    assert data["declarations"][2]["summary"] == "Not for others."
    assert data["totalDeclarations"] == 4


def test_tags_and_supertypes_make_the_purpose(app) -> None:
    data = summary(app, ACTIVITY)
    assert data["purpose"] == "Class BasketActivity, a Activity (activity, launcher)."
    assert {one["tag"] for one in data["tags"]} == {"activity", "launcher"}
    assert all(one["evidence"] for one in data["tags"])


def test_imports_are_grouped(app) -> None:
    data = summary(app, ACTIVITY)
    assert data["projectImports"] == ["shop.data"]
    assert data["libraryImports"] == ["android.app.Activity", "android.os.Bundle"]


def test_both_ways_of_dependence(app) -> None:
    data = summary(app, BASKET)
    assert [one["name"] for one in data["dependsOn"] if not one["external"]] == ["shop.data.Store"]
    users = {one["name"] for one in data["dependents"]}
    assert {"shop.app.BasketActivity", "shop.app.warn", "shop.app.Printer", "shop.data.Store"} <= users
    assert data["totalDependents"] >= len(data["dependents"])


def test_tests_by_name_and_by_use(app) -> None:
    assert summary(app, BASKET)["tests"] == [
        {"filePath": "app/src/test/java/shop/app/BasketTest.kt", "why": "is named for it"}
    ]
    app.write(
        "app/src/test/java/shop/app/OtherTest.kt",
        "package shop.app\nimport shop.data.Store\nclass OtherTest {\n    val store = Store()\n}\n",
    )
    app.workspace.index()
    assert summary(app, STORE)["tests"] == [
        {"filePath": "app/src/test/java/shop/app/OtherTest.kt", "why": "uses it"}
    ]


def test_entry_points_of_the_file_alone(app) -> None:
    entries = summary(app, ACTIVITY)["entryPoints"]
    assert [(one["kind"], one["name"]) for one in entries] == [("activity", "BasketActivity")]
    assert summary(app, BASKET)["entryPoints"] == []


def test_java(app) -> None:
    data = summary(app, "app/src/main/java/shop/app/Printer.java")
    assert data["language"] == "java"
    assert [(one["name"], one["public"]) for one in data["declarations"]] == [
        ("Printer", True), ("Printer.print", True), ("Printer.printAll", True),
    ]  # fmt: skip


def test_java_without_public_is_not_public(app) -> None:
    app.add("""
        // file: app/src/main/java/shop/app/Near.java
        package shop.app;
        class Near {
          public void a() {}
        }
        // file: app/src/main/java/shop/app/Far.java
        package shop.app;
        public interface Far {
          void a();
        }
        """)
    app.workspace.index()
    assert {
        one["public"] for one in summary(app, "app/src/main/java/shop/app/Near.java")["declarations"]
    } == {False}
    assert {one["public"] for one in summary(app, "app/src/main/java/shop/app/Far.java")["declarations"]} == {
        True
    }


@pytest.mark.parametrize(
    ("path", "language", "purpose"),
    [
        ("app/build.gradle.kts", "gradle", "Build script, applies com.android.application"),
        ("settings.gradle.kts", "gradle", "includes 2 modules"),
        ("app/src/main/AndroidManifest.xml", "manifest", "1 application, 1 activity"),
        ("app/src/main/res/values/strings.xml", "resource", "1 string"),
        ("tools/run.py", "python", "1 function"),
        ("NOTES.md", "text", "Text file."),
    ],
)
def test_files_that_are_no_code(app, path, language, purpose) -> None:
    app.write("NOTES.md", "# Notes\n")
    app.write("tools/run.py", "def run():\n    pass\n")
    app.workspace.index()
    data = summary(app, path)
    assert data["language"] == language
    assert purpose in data["purpose"]


@pytest.mark.parametrize("tokens", [100, 200, 1000])
def test_the_text_keeps_to_its_budget(app, tokens) -> None:
    text = summary(app, BASKET, tokenBudget=tokens)["text"]
    assert estimate_tokens(text) <= tokens
    assert text.startswith(f"# {BASKET}\n")
    if tokens == 1000:
        assert "`fun Basket.isLarge(): Boolean`" in text
        assert "shop.app.BasketActivity" in text


def test_unsaved_text_wins(app) -> None:
    app.workspace.apply(DocumentOpened(app.root / STORE, "package shop.data\n\nobject Fresh\n", 2))
    data = summary(app, STORE)
    assert [one["name"] for one in data["declarations"]] == ["Fresh"]
    assert data["purpose"] == "Object Fresh."


def test_other_spellings_and_missing_files(app) -> None:
    assert app.call(TOOL, file=BASKET)["success"] is True
    error = app.call(TOOL, filePath="core/data/src/main/kotlin/shop/data/Baskt.kt")["error"]
    assert error["code"] == "FILE_NOT_FOUND"
    assert BASKET in error["details"]["similar"]


def test_binary_and_outside(app) -> None:
    app.write("logo.png", b"\x89PNG\r\n\x1a\n\x00\x00")
    assert app.call(TOOL, filePath="logo.png")["error"]["code"] == "BINARY_FILE"
    assert app.call(TOOL, filePath="../../etc/passwd")["error"]["code"] == "INVALID_PATH"


@pytest.mark.parametrize("parameters", [{}, {"filePath": ""}, {"filePath": "a.kt", "tokenBudget": 10}])
def test_bad_parameters(app, parameters) -> None:
    assert app.call(TOOL, **parameters)["error"]["code"] == "INVALID_PARAMETERS"


def test_broken_code_is_summarised(app) -> None:
    app.write(
        "core/data/src/main/kotlin/shop/data/Broken.kt", "package shop.data\n\nclass Broken {\n  fun (\n"
    )
    app.workspace.index()
    assert summary(app, "core/data/src/main/kotlin/shop/data/Broken.kt")["purpose"] == "Class Broken."
