"""`get_dependents` by its contract."""

from __future__ import annotations

import pytest

from rca.navigation.callers import find_linked_callers
from rca.scheduling.deadline import Deadline
from rca.tools.get_dependents import TOOL
from rca.workspace import DocumentOpened
from tests.tools.code_app import USE_OF_BASKET, add_folder
from tests.tools.code_project import CodeProject

BASKET = "core/data/src/main/kotlin/shop/data/Basket.kt"


def why(answer) -> dict[str, set[str]]:
    return {one["qualifiedName"]: set(one["why"]) for one in answer["data"]["dependents"]}


def test_a_class_is_used_in_kotlin_java_and_tests(app) -> None:
    found = why(app.call(TOOL, target="shop.data.Basket"))
    assert set(found) == {
        "shop.data.Store", "shop.data.isLarge", "shop.app.BasketActivity", "shop.app.warn", "shop.app.Printer",
        "shop.app.BasketTest",
    }  # fmt: skip
    assert found["shop.data.Store"] == {"type"}  # one package, no import
    assert found["shop.app.Printer"] == {"type", "call"}
    assert "call" in found["shop.app.BasketActivity"]


def test_a_namesake_elsewhere_is_not_meant(app) -> None:
    app.write(
        "app/src/main/java/other/Basket.kt", "package other\nclass Basket\nfun hold(one: Basket) = Basket()\n"
    )
    app.workspace.index()
    assert "other.hold" not in why(app.call(TOOL, target="shop.data.Basket"))
    assert set(why(app.call(TOOL, target="other.Basket"))) == {"other.hold"}


def test_callers_of_a_function_stand_for_themselves(app) -> None:
    answer = app.call(TOOL, target="Basket.total")
    assert why(answer) == {
        "shop.data.isLarge": {"call"}, "shop.app.warn": {"call"}, "shop.app.Printer.printAll": {"call"},
    }  # fmt: skip
    place = next(one for one in answer["data"]["dependents"] if one["name"] == "warn")["places"]
    assert place == [
        {
            "filePath": "app/src/main/java/shop/app/BasketActivity.kt", "line": 21, "kind": "call",
            "uses": "Basket.total", "inside": "warn",
        }
    ]  # fmt: skip


def test_extensions_and_constants_of_a_file(app) -> None:
    app.write(
        "core/data/src/main/kotlin/shop/data/Rules.kt", "package shop.data\nfun over(n: Int) = n > LIMIT\n"
    )
    app.workspace.index()
    found = why(app.call(TOOL, filePath=BASKET))
    assert found["shop.data.over"] == {"property"}
    assert "call" in found["shop.app.BasketActivity"]
    assert "shop.data.Basket" not in found


def test_what_uses_the_dependents(app) -> None:
    direct = app.call(TOOL, target="Store")["data"]["dependents"]
    assert [one["qualifiedName"] for one in direct] == ["shop.data.Basket"]
    deeper = app.call(TOOL, target="Store", depth=2)["data"]["dependents"]
    activity = next(one for one in deeper if one["name"] == "BasketActivity")
    assert (activity["depth"], activity["via"]) == (2, "shop.data.Basket")


def test_circles_end(app) -> None:
    found = app.call(TOOL, target="Store", depth=5)["data"]["dependents"]
    names = [one["qualifiedName"] for one in found]
    assert len(names) == len(set(names))
    assert "shop.data.Store" not in names


def test_a_module_and_its_share(app) -> None:
    data = app.call(TOOL, target=":core:data")["data"]
    assert {one["module"] for one in data["dependents"]} == {":app"}
    assert data["byModule"][0]["name"] == ":app"
    assert data["byPackage"][0]["name"] == "shop.app"


def test_an_import_that_nothing_uses_is_still_a_reason(app) -> None:
    app.write("app/src/main/java/shop/app/Idle.kt", "package shop.app\nimport shop.data.Store\n")
    app.workspace.index()
    found = why(app.call(TOOL, target="Store"))
    assert found["app/src/main/java/shop/app/Idle.kt"] == {"import"}


def test_subclasses_annotations_and_constructions(app) -> None:
    app.write(
        "app/src/main/java/shop/app/More.kt",
        "package shop.app\nimport shop.data.Priced\nannotation class Mark\n@Mark class Book(override val price: Int) : Priced\n"
        "fun make() = Book(3)\n",
    )
    app.workspace.index()
    assert why(app.call(TOOL, target="Priced"))["shop.app.Book"] == {"supertype"}
    assert why(app.call(TOOL, target="Mark"))["shop.app.Book"] == {"annotation"}
    assert why(app.call(TOOL, target="Book"))["shop.app.make"] == {"construct"}


def test_manifests_and_layouts_that_name_a_class(app) -> None:
    app.write("app/src/main/res/layout/a.xml", "<x><shop.app.Printer/>\n<other.app.Printer/></x>\n")
    app.workspace.index()
    manifest = "app/src/main/AndroidManifest.xml"
    assert why(app.call(TOOL, target="BasketActivity")) == {manifest: {"resource"}}
    (layout,) = (
        one
        for one in app.call(TOOL, target="Printer")["data"]["dependents"]
        if one["filePath"].endswith("a.xml")
    )
    assert (layout["kind"], [place["line"] for place in layout["places"]]) == ("file", [1])


def test_pages(app) -> None:
    names, cursor = [], 0
    while cursor is not None:
        answer = app.call(TOOL, target="Basket", limit=4, cursor=cursor)
        names += [one["qualifiedName"] for one in answer["data"]["dependents"]]
        cursor = int(answer["meta"]["next"]) if answer["meta"]["truncated"] else None
    assert len(names) == len(set(names)) == answer["data"]["totalDependents"] == 6


def test_unsaved_text_is_what_counts(app) -> None:
    text = "package shop.app\nimport shop.data.Basket\nfun fresh(one: Basket) {}\n"
    app.workspace.apply(DocumentOpened(app.root / "app/src/main/java/shop/app/BasketActivity.kt", text, 2))
    found = why(app.call(TOOL, target="Basket"))
    assert "shop.app.fresh" in found
    assert "shop.app.BasketActivity" not in found


def test_none_not_found_and_not_ready(tmp_path, app) -> None:
    none = app.call(TOOL, target="BasketTest")
    assert (none["data"]["dependents"], none["meta"]["completeness"]) == ([], "complete")
    missing = app.call(TOOL, target="Basket.totl")["error"]
    assert (missing["code"], missing["suggestion"]) == ("SYMBOL_NOT_FOUND", "Did you mean total?")
    (tmp_path / "cold").mkdir()
    cold = CodeProject(tmp_path / "cold")
    cold.write("A.kt", "class A\n")
    assert cold.call(TOOL, target="A")["error"]["code"] == "LSP_UNAVAILABLE"


@pytest.mark.parametrize(
    "parameters", [{}, {"target": "A", "depth": 0}, {"target": "A", "cursor": -1}, {"wrong": 1}]
)
def test_bad_parameters(app, parameters) -> None:
    assert app.call(TOOL, **parameters)["error"]["code"] == "INVALID_PARAMETERS"


def test_several_folders(app) -> None:
    add_folder(app, "plugin", {"src/Use.kt": USE_OF_BASKET})
    use = next(one for one in app.call(TOOL, target="Basket")["data"]["dependents"] if one["name"] == "use")
    assert use["filePath"] == "plugin/src/Use.kt"


def test_links_give_the_same_dependents(app) -> None:
    def found() -> list[list[tuple[object, ...]]]:
        targets = ("shop.data.Item", "Basket.total", "Store")
        answers = (app.call(TOOL, target=target, depth=3)["data"]["dependents"] for target in targets)
        return [
            sorted((one["qualifiedName"], one["depth"], sorted(one["why"])) for one in dependents)
            for dependents in answers
        ]

    before = found()
    assert app.workspace.link(lambda _done, _all: None)
    linked = app.workspace.snapshot.index.find_classes("shop.data.Basket")[0]
    total = app.workspace.snapshot.index.functions(linked.path, "total")[0]
    assert find_linked_callers(app.workspace.snapshot.index, total, Deadline()) is not None
    assert found() == before
