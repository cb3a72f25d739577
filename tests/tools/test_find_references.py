"""`find_references` by its contract."""

from __future__ import annotations

import pytest

from rca.tools.find_references import TOOL
from rca.workspace import DocumentOpened
from tests.tools.code_app import USE_OF_BASKET, add_folder
from tests.tools.code_project import CodeProject

BASKET = "core/data/src/main/kotlin/shop/data/Basket.kt"
ACTIVITY = "app/src/main/java/shop/app/BasketActivity.kt"
PRINTER = "app/src/main/java/shop/app/Printer.java"
TEST = "app/src/test/java/shop/app/BasketTest.kt"


def lines(answer) -> set[tuple[str, int, str]]:
    return {
        (file["filePath"], one["line"], one["kind"])
        for file in answer["data"]["files"]
        for one in file["references"]
    }


def test_a_function_in_kotlin_and_java(app) -> None:
    answer = app.call(TOOL, symbol="Basket.total")
    assert lines(answer) == {(BASKET, 27, "call"), (ACTIVITY, 21, "call"), (PRINTER, 9, "call")}
    in_java = next(one for one in answer["data"]["files"] if one["filePath"] == PRINTER)
    assert in_java == {
        "filePath": PRINTER, "module": ":app",
        "references": [
            {
                "line": 9, "column": 22, "kind": "call", "text": "print(basket.total());",
                "inside": "Printer.printAll", "evidence": "receiver_type", "confidence": 0.95,
            }
        ],
    }  # fmt: skip
    assert answer["data"]["declarations"][0]["filePath"] == BASKET
    assert answer["data"]["byKind"] == {"call": 3}
    assert (answer["data"]["totalReferences"], answer["data"]["totalFiles"]) == (3, 3)
    assert answer["meta"]["completeness"] == "complete"


def test_a_class_as_type_import_and_construction(app) -> None:
    found = lines(app.call(TOOL, symbol="shop.data.Item"))
    assert (TEST, 5, "import") in found
    assert any(path == TEST and line == 11 for path, line, _ in found)
    assert (BASKET, 15, "type") in found


def test_supertypes_and_overrides(app) -> None:
    assert (BASKET, 10, "supertype") in lines(app.call(TOOL, symbol="Priced"))
    assert (BASKET, 10, "override") in lines(app.call(TOOL, symbol="Priced.price"))


def test_kinds_are_chosen(app) -> None:
    answer = app.call(TOOL, symbol="Basket", kinds=["import"])
    assert {kind for _, _, kind in lines(answer)} == {"import"}
    assert answer["data"]["byKind"] == {"import": 2}
    assert answer["data"]["totalReferences"] == 2


def test_files_are_chosen(app) -> None:
    assert {path for path, _, _ in lines(app.call(TOOL, symbol="Basket", pathPrefix="app/src/test/"))} == {
        TEST
    }


def test_pages(app) -> None:
    whole = lines(app.call(TOOL, symbol="Basket"))
    count, found, cursor = 0, set(), 0
    while cursor is not None:
        answer = app.call(TOOL, symbol="Basket", limit=3, cursor=cursor)
        page = [one for file in answer["data"]["files"] for one in file["references"]]
        assert len(page) <= 3
        count += len(page)
        found |= lines(answer)
        cursor = int(answer["meta"]["next"]) if answer["meta"]["truncated"] else None
    assert (count, found) == (answer["data"]["totalReferences"], whole)


def test_overloads_are_told_apart(app) -> None:
    app.write(
        "app/src/main/java/shop/app/Show.kt",
        'package shop.app\nfun show(n: Int) {}\nfun show(s: String) {}\nfun go() {\n    show(1)\n    show("a")\n}\n',
    )
    app.workspace.index()
    both = app.call(TOOL, symbol="show", filePath="app/src/main/java/shop/app/Show.kt")["data"]
    assert [one["line"] for one in both["declarations"]] == [2, 3]
    (file,) = both["files"]
    assert [(one["line"], one["declaration"]) for one in file["references"]] == [(5, 0), (6, 1)]
    second = app.call(TOOL, symbol="show", filePath="app/src/main/java/shop/app/Show.kt", line=3)
    assert [line for _, line, _ in lines(second)] == [6]


def test_a_namesake_is_not_meant(app) -> None:
    app.write(
        "app/src/main/java/shop/app/Other.kt",
        "package shop.app\nclass Bill { fun total() = 1 }\nfun pay() = Bill().total()\n",
    )
    app.workspace.index()
    assert all(not path.endswith("Other.kt") for path, _, _ in lines(app.call(TOOL, symbol="Basket.total")))


@pytest.mark.parametrize("symbol", ["Basket.total()", "Basket#total", "shop.data.Basket.total"])
def test_each_spelling_of_a_member(app, symbol) -> None:
    assert app.call(TOOL, symbol=symbol)["data"]["totalReferences"] == 3


def test_names_in_backticks(app) -> None:
    app.write(
        "app/src/test/java/shop/app/Ticks.kt",
        "package shop.app\nclass Ticks {\n    fun `2 items()`() {}\n    fun all() = `2 items()`()\n}\n",
    )
    app.workspace.index()
    assert {line for _, line, _ in lines(app.call(TOOL, symbol="shop.app.Ticks.2 items()"))} == {4}


def test_operators_and_properties(app) -> None:
    app.write(
        "app/src/main/java/shop/app/Sum.kt",
        "package shop.app\nclass Sum(var n: Int) {\n    operator fun plus(other: Sum) = Sum(n + other.n)\n}\n"
        "fun add(a: Sum, b: Sum): Sum {\n    a.n = 2\n    return a + b\n}\n",
    )
    app.workspace.index()
    assert {line for _, line, _ in lines(app.call(TOOL, symbol="Sum.plus"))} == {7}
    assert {(line, kind) for _, line, kind in lines(app.call(TOOL, symbol="Sum.n"))} == {
        (3, "read"), (6, "write"),
    }  # fmt: skip


def test_unsaved_text_is_what_counts(app) -> None:
    text = "package shop.app\n\n\nimport shop.data.Basket\nfun fresh(one: Basket) = one.total()\n"
    app.workspace.apply(DocumentOpened(app.root / ACTIVITY, text, 2))
    found = lines(app.call(TOOL, symbol="Basket.total"))
    assert (ACTIVITY, 5, "call") in found
    assert (ACTIVITY, 21, "call") not in found


def test_none_not_found_and_not_ready(tmp_path, app) -> None:
    none = app.call(TOOL, symbol="BasketTest")
    assert (none["data"]["files"], none["data"]["totalReferences"]) == ([], 0)
    assert none["meta"]["completeness"] == "complete"
    missing = app.call(TOOL, symbol="Printr")["error"]
    assert missing["code"] == "SYMBOL_NOT_FOUND"
    assert missing["suggestion"].startswith("Did you mean Printer")
    assert app.call(TOOL, symbol="Basket", filePath=PRINTER)["error"]["code"] == "SYMBOL_NOT_FOUND"
    (tmp_path / "cold").mkdir()
    cold = CodeProject(tmp_path / "cold")
    cold.write("A.kt", "class A\n")
    assert cold.call(TOOL, symbol="A")["error"]["code"] == "LSP_UNAVAILABLE"


@pytest.mark.parametrize(
    "parameters",
    [{}, {"symbol": "A", "kinds": []}, {"symbol": "A", "kinds": ["use"]}, {"symbol": "A", "limit": 0}],
)
def test_bad_parameters(app, parameters) -> None:
    assert app.call(TOOL, **parameters)["error"]["code"] == "INVALID_PARAMETERS"


def test_several_folders(app) -> None:
    add_folder(app, "plugin", {"src/Use.kt": USE_OF_BASKET})
    assert ("plugin/src/Use.kt", 3, "call") in lines(app.call(TOOL, symbol="Basket.total"))


def test_an_android_resource_and_a_class_in_xml(app) -> None:
    title = app.call(TOOL, symbol="R.string.basket_title")
    assert title["data"]["declarations"][0]["kind"] == "string"
    assert (ACTIVITY, 11, "resource") in lines(title)
    assert title["meta"]["completeness"] == "complete"
    assert lines(app.call(TOOL, symbol="@string/basket_title")) == lines(title)
    assert ("app/src/main/AndroidManifest.xml", 3, "resource") in lines(
        app.call(TOOL, symbol="BasketActivity")
    )
    assert app.call(TOOL, symbol="R.string.nothing")["error"]["code"] == "SYMBOL_NOT_FOUND"


def test_places_that_could_not_be_resolved_are_listed_apart(tmp_path) -> None:
    project = CodeProject(tmp_path)
    project.add("""
        // file: Canvas.kt
        package shop
        class Canvas { fun setRatio(ratio: Float) {} }
        // file: Home.kt
        package shop
        import other.unknown
        class Home(val canvas: Canvas) { fun draw() { unknown().canvas.setRatio(1f); canvas.setRatio(2f) } }
        """)
    project.workspace.index()
    answer = project.call(TOOL, symbol="Canvas.setRatio")
    assert answer["data"]["totalReferences"] == 1
    (file,) = answer["data"]["possibleUses"]
    assert [(one["line"], one["evidence"], one["confidence"]) for one in file["references"]] == [
        (3, "name_only", 0.1)
    ]
    assert answer["meta"]["completeness"] == "partial"
