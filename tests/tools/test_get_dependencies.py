"""`get_dependencies` by its contract."""

from __future__ import annotations

import pytest

from rca.tools.get_dependencies import TOOL
from rca.workspace import DocumentOpened
from tests.tools.code_app import USE_OF_BASKET, add_folder
from tests.tools.code_project import CodeProject

BASKET = "core/data/src/main/kotlin/shop/data/Basket.kt"
ACTIVITY = "app/src/main/java/shop/app/BasketActivity.kt"


def why(answer) -> dict[str, set[str]]:
    return {one["qualifiedName"]: set(one["why"]) for one in answer["data"]["dependencies"]}


def test_a_class_and_its_package_without_any_import(app) -> None:
    answer = app.call(TOOL, target="shop.data.Basket")
    assert answer["data"]["subject"] == {
        "name": "Basket", "qualifiedName": "shop.data.Basket", "kind": "class", "filePath": BASKET,
        "line": 12, "module": ":core:data",
    }  # fmt: skip
    found = why(answer)
    assert found["shop.data.Store"] == {"type", "call", "construct"}
    assert "type" in found["shop.data.Item"]
    assert "java.util.UUID" not in found
    assert answer["data"]["unusedImports"] == []


def test_each_use_has_its_place(app) -> None:
    store = next(
        one for one in app.call(TOOL, target="Basket")["data"]["dependencies"] if one["name"] == "Store"
    )
    assert {"filePath": BASKET, "line": 17, "kind": "call", "uses": "save", "inside": "Basket.add"} in store[
        "places"
    ]
    assert (store["filePath"], store["line"]) == ("core/data/src/main/kotlin/shop/data/Store.kt", 3)


def test_a_file_tells_unused_imports_apart(app) -> None:
    answer = app.call(TOOL, filePath=BASKET)
    assert answer["data"]["unusedImports"] == [
        {"filePath": BASKET, "line": 3, "imported": "java.time.Instant"},
        {"filePath": BASKET, "line": 4, "imported": "java.util.UUID"},
    ]
    assert "java.util.UUID" not in why(answer)


def test_what_documentation_links_to_is_no_unused_import(app) -> None:
    app.write(
        "app/src/main/java/shop/app/Doc.kt",
        "package shop.app\nimport java.io.File\nimport java.io.Reader\nimport java.io.Writer\n\n"
        "/** Reads a [File]; a Writer is none.\n * @see Reader\n */\nclass Doc\n",
    )
    app.workspace.index()
    unused = app.call(TOOL, filePath="app/src/main/java/shop/app/Doc.kt")["data"]["unusedImports"]
    assert [one["imported"] for one in unused] == ["java.io.Writer"]


def test_star_imports_libraries_and_resources_of_android_code(app) -> None:
    answer = app.call(TOOL, target=ACTIVITY)
    found = why(answer)
    assert "call" in found["shop.data.Basket"]
    assert found["shop.data.isLarge"] == {"call"}
    assert "supertype" in found["android.app.Activity"]
    assert "import" in found["android.os.Bundle"]
    title = next(one for one in answer["data"]["dependencies"] if one["why"] == ["resource"])
    assert (title["name"], title["kind"], title["filePath"], title["line"]) == (
        "basket_title", "string", "app/src/main/res/values/strings.xml", 2,
    )  # fmt: skip
    external = {one["qualifiedName"] for one in answer["data"]["dependencies"] if one["external"]}
    assert {"android.app.Activity", "android.os.Bundle"} <= external
    assert not external & {"shop.data.Basket", "shop.app.Printer"}
    assert answer["data"]["external"] == len(external)


def test_kotlin_depends_on_java_and_java_on_kotlin(app) -> None:
    assert why(app.call(TOOL, target="warn"))["shop.app.Printer.print"] == {"call"}
    assert "call" in why(app.call(TOOL, className="Printer"))["shop.data.Basket"]


def test_external_ones_can_be_left_out(app) -> None:
    answer = app.call(TOOL, target=ACTIVITY, includeExternal=False)
    assert answer["data"]["dependencies"]
    assert answer["data"]["external"] == 0
    assert all(not one["external"] for one in answer["data"]["dependencies"])


def test_depth_and_circles(app) -> None:
    direct = app.call(TOOL, target="BasketActivity", includeExternal=False)["data"]
    assert {one["depth"] for one in direct["dependencies"]} == {1}
    deeper = app.call(TOOL, target="BasketActivity", includeExternal=False, depth=2)["data"]
    store = next(one for one in deeper["dependencies"] if one["name"] == "Store")
    assert (store["depth"], store["via"]) == (2, "shop.data.Basket")
    circle = app.call(TOOL, target="Basket")["data"]["dependencies"]
    assert [one["name"] for one in circle if one["cyclic"]] == ["Store"]


def test_modules_and_packages_add_up(app) -> None:
    data = app.call(TOOL, target=":app")["data"]
    assert data["subject"]["kind"] == "module"
    assert {one["name"] for one in data["byModule"]} == {":core:data"}
    package = app.call(TOOL, target="shop.app", kind="package")["data"]
    shares = {one["name"]: one for one in package["byPackage"]}
    assert shares["shop.data"]["external"] is False
    assert shares["android.app"]["external"] is True
    assert shares["shop.data"]["uses"] >= shares["shop.data"]["declarations"] >= 2


def test_pages(app) -> None:
    names, cursor = [], 0
    while cursor is not None:
        answer = app.call(TOOL, target=":app", limit=2, cursor=cursor)
        names += [one["qualifiedName"] for one in answer["data"]["dependencies"]]
        cursor = int(answer["meta"]["next"]) if answer["meta"]["truncated"] else None
    assert len(names) == len(set(names)) == answer["data"]["totalDependencies"] > 4


def test_nothing_is_told_from_not_found_and_not_ready(tmp_path, app) -> None:
    app.write("core/data/src/main/kotlin/shop/data/Alone.kt", "package shop.data\nobject Alone\n")
    app.workspace.index()
    alone = app.call(TOOL, target="Alone")
    assert (alone["data"]["dependencies"], alone["meta"]["completeness"]) == ([], "complete")
    missing = app.call(TOOL, target="Baskett")["error"]
    assert missing["code"] == "SYMBOL_NOT_FOUND"
    assert "Basket" in missing["suggestion"]
    assert app.call(TOOL, filePath="nope.kt")["error"]["code"] == "FILE_NOT_FOUND"
    (tmp_path / "cold").mkdir()
    cold = CodeProject(tmp_path / "cold")
    cold.write("A.kt", "class A\n")
    assert cold.call(TOOL, target="A")["error"]["code"] == "LSP_UNAVAILABLE"
    assert cold.call(TOOL, filePath="A.kt")["error"]["code"] == "LSP_UNAVAILABLE"


@pytest.mark.parametrize(
    "parameters",
    [
        {},
        {"target": ""},
        {"target": "Basket", "depth": 6},
        {"target": "Basket", "limit": 501},
        {"target": "B", "kind": "x"},
    ],
)
def test_bad_parameters(app, parameters) -> None:
    assert app.call(TOOL, **parameters)["error"]["code"] == "INVALID_PARAMETERS"


def test_unsaved_text_is_what_counts(app) -> None:
    text = "package shop.data\nclass Store {\n    fun save(basket: Basket) { Fresh() }\n}\nclass Fresh\n"
    app.workspace.apply(DocumentOpened(app.root / "core/data/src/main/kotlin/shop/data/Store.kt", text, 2))
    assert "shop.data.Fresh" in why(app.call(TOOL, target="Store"))


def test_a_name_declared_twice_is_told(app) -> None:
    app.write(
        "app/src/main/java/shop/app/Store.kt",
        "package shop.app\nimport java.io.File\nclass Store(val file: File)\n",
    )
    app.workspace.index()
    both = app.call(TOOL, target="Store")
    assert both["meta"]["completeness"] == "partial"
    assert "shop.app.Store, shop.data.Store" in both["meta"]["provenance"][0]
    assert set(why(both)) >= {"shop.data.Basket", "java.io.File"}
    one = app.call(TOOL, target="Store", filePath="app/src/main/java/shop/app/Store.kt")
    assert set(why(one)) == {"java.io.File"}


def test_several_folders(app) -> None:
    add_folder(app, "plugin", {"src/Use.kt": USE_OF_BASKET})
    answer = app.call(TOOL, target="plugin/src/Use.kt")
    assert answer["data"]["subject"]["filePath"] == "plugin/src/Use.kt"
    assert set(why(answer)["shop.data.Basket"]) >= {"type", "call"}
