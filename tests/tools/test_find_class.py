"""`find_class` by its contract."""

from __future__ import annotations

from dataclasses import replace

import pytest

from models.tools.find_class import FindClassParams
from rca.scheduling.deadline import Deadline
from rca.tools.find_class import TOOL
from rca.workspace import DocumentOpened, Workspace
from tests.tools.code_app import add_folder, make_app
from tests.tools.code_project import CodeProject

BASKET = "core/data/src/main/kotlin/shop/data/Basket.kt"


@pytest.fixture
def app(tmp_path):
    made = make_app(CodeProject(tmp_path))
    made.write(
        "app/src/main/java/shop/app/Shapes.kt",
        "package shop.app\n\nsealed interface Shape {\n    class Circle(val r: Int) : Shape\n"
        "    object Dot : Shape\n}\n\nenum class Colour { RED, GREEN }\n\ntypealias Shapes = List<Shape>\n\n"
        "fun dot() = object : Shape {}\n",
    )
    made.workspace.index()
    return made


def names(answer) -> list[str]:
    return [one["qualifiedName"] for one in answer["data"]["classes"]]


def test_what_is_told_of_a_class(app) -> None:
    data = app.call(TOOL, name="Basket")["data"]
    (found,) = data["classes"]
    assert found == {
        "name": "Basket", "qualifiedName": "shop.data.Basket", "binaryName": "shop.data.Basket", "kind": "class",
        "match": "exact", "filePath": BASKET, "line": 12, "endLine": 25, "module": ":core:data",
        "signature": "class Basket(private val store: Store)", "subclasses": 0,
        "members": {
            "constructors": 1, "functions": 2, "properties": 2, "classes": 1,
            "names": ["add(item: Item)", "total(): Int", "Companion"],
        },
    }  # fmt: skip
    assert (data["totalFound"], data["ambiguous"]) == (1, False)


def test_supertypes_and_subclasses(app) -> None:
    (item,) = app.call(TOOL, name="Item")["data"]["classes"]
    assert item["supertypes"] == [
        {"name": "Priced", "qualifiedName": "shop.data.Priced", "filePath": BASKET, "line": 6}
    ]
    (activity,) = app.call(TOOL, name="BasketActivity")["data"]["classes"]
    assert activity["supertypes"] == [{"name": "Activity", "qualifiedName": "android.app.Activity"}]
    assert set(activity["tags"]) == {"activity", "launcher"}
    (shape,) = app.call(TOOL, name="Shape")["data"]["classes"]
    assert shape["subclasses"] == 3  # a class, an object and an anonymous one


@pytest.mark.parametrize(
    "name",
    ["Circle", "Shape.Circle", "shop.app.Shape.Circle", "shop.app.Shape$Circle", "shop.app.Shape$Circle$1"],
)
def test_each_spelling_of_a_nested_class(app, name) -> None:
    (circle,) = app.call(TOOL, name=name)["data"]["classes"]
    assert (circle["qualifiedName"], circle["binaryName"]) == (
        "shop.app.Shape.Circle",
        "shop.app.Shape$Circle",
    )
    assert (circle["name"], circle["match"]) == ("Shape.Circle", "exact")


@pytest.mark.parametrize(
    ("name", "first", "match"),
    [
        ("basket", "shop.data.Basket", "ignore_case"),
        ("BasketA", "shop.app.BasketActivity", "prefix"),
        ("BasAct", "shop.app.BasketActivity", "camel"),
        ("activity", "shop.app.BasketActivity", "part"),
    ],
)
def test_parts_and_humps_best_first(app, name, first, match) -> None:
    found = app.call(TOOL, name=name)["data"]["classes"][0]
    assert (found["qualifiedName"], found["match"]) == (first, match)


def test_java_classes(app) -> None:
    (printer,) = app.call(TOOL, className="Printer")["data"]["classes"]
    assert (printer["signature"], printer["members"]["functions"]) == ("public class Printer", 2)


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("Priced", "interface"),
        ("Dot", "object"),
        ("Colour", "enum"),
        ("RED", "enum_entry"),
        ("Shapes", "typealias"),
    ],
)
def test_kinds(app, name, kind) -> None:
    (found,) = app.call(TOOL, name=name, kinds=[kind])["data"]["classes"]
    assert found["kind"] == kind
    assert app.call(TOOL, name=name, kinds=["annotation"])["error"]["code"] == "SYMBOL_NOT_FOUND"


def test_a_name_of_several_classes_is_told(app) -> None:
    app.write("app/src/main/java/other/Basket.java", "package other;\nclass Basket {}\n")
    app.workspace.index()
    answer = app.call(TOOL, name="Basket")
    assert answer["data"]["ambiguous"] is True
    assert set(names(answer)) == {"other.Basket", "shop.data.Basket"}
    assert names(app.call(TOOL, name="other.Basket")) == ["other.Basket"]
    assert names(app.call(TOOL, name="Basket", pathPrefix="core/")) == ["shop.data.Basket"]


def test_pages(app) -> None:
    for number in range(7):
        app.write(f"app/src/main/java/many/Many{number}.kt", f"package many\nclass Many{number}\n")
    app.workspace.index()
    found, cursor = [], 0
    while cursor is not None:
        answer = app.call(TOOL, name="many", limit=3, cursor=cursor)
        found += names(answer)
        cursor = int(answer["meta"]["next"]) if answer["meta"]["truncated"] else None
    assert found == [f"many.Many{number}" for number in range(7)]


def test_unsaved_classes_are_found(app) -> None:
    text = "package shop.app\n\n\n\nclass Fresh : Missing()\n"
    app.workspace.apply(DocumentOpened(app.root / "app/src/main/java/shop/app/ShopApp.kt", text, 2))
    (fresh,) = app.call(TOOL, name="Fresh")["data"]["classes"]
    assert fresh["line"] == 5
    assert app.call(TOOL, name="ShopApp")["error"]["code"] == "SYMBOL_NOT_FOUND"


def test_near_names_and_not_ready(tmp_path, app) -> None:
    missing = app.call(TOOL, name="BasketActvity")["error"]
    assert (missing["code"], missing["suggestion"]) == ("SYMBOL_NOT_FOUND", "Did you mean BasketActivity?")
    (tmp_path / "cold").mkdir()
    cold = CodeProject(tmp_path / "cold")
    cold.write("A.kt", "class A\n")
    assert cold.call(TOOL, name="A")["error"]["code"] == "LSP_UNAVAILABLE"


@pytest.mark.parametrize(
    "parameters", [{}, {"name": ""}, {"name": "A", "kinds": ["struct"]}, {"name": "A", "limit": 101}]
)
def test_bad_parameters(app, parameters) -> None:
    assert app.call(TOOL, **parameters)["error"]["code"] == "INVALID_PARAMETERS"


def test_source_sets_and_folders(app) -> None:
    add_folder(app, "plugin", {"src/Basket.kt": "package shop.data\nclass Basket\n"})
    answer = app.call(TOOL, name="Basket")
    assert [one["filePath"] for one in answer["data"]["classes"]] == [BASKET, "plugin/src/Basket.kt"]
    assert answer["data"]["ambiguous"] is False  # one name, two files


def test_an_answer_from_an_unchecked_index_or_without_time_says_so(app) -> None:
    app.workspace.close()
    app.workspace = Workspace([app.root], app.root.parent / "data")
    unchecked = app.call(TOOL, name="Basket")
    assert unchecked["data"]["classes"][0]["filePath"] == BASKET
    assert unchecked["meta"]["completeness"] == "partial"
    assert unchecked["meta"]["provenance"] == ["the index is still being checked against the disk"]
    app.workspace.index()
    hurried = TOOL.run(replace(app.context(TOOL), deadline=Deadline(0.0)), FindClassParams(name="Shape"))
    assert hurried.completeness == "partial"
    assert "subclasses; ask for fewer classes" in hurried.provenance[0]
