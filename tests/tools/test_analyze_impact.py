"""`analyze_impact` by its contract."""

from __future__ import annotations

import pytest

from rca.tools.analyze_impact import TOOL
from rca.workspace import DocumentOpened
from tests.tools.code_app import USE_OF_BASKET, add_folder
from tests.tools.code_project import CodeProject

BASKET = "core/data/src/main/kotlin/shop/data/Basket.kt"
ACTIVITY = "app/src/main/java/shop/app/BasketActivity.kt"


def names(rows) -> set[str]:
    return {one["qualifiedName"] for one in rows}


def test_a_class_and_all_that_it_reaches(app) -> None:
    answer = app.call(TOOL, target="shop.data.Basket")
    data = answer["data"]
    assert [one["qualifiedName"] for one in data["subjects"]] == ["shop.data.Basket"]
    assert {"shop.data.Store", "shop.app.BasketActivity", "shop.app.Printer"} <= names(data["direct"])
    assert names(data["tests"]) == {"shop.app.BasketTest"}
    assert "shop.app.BasketTest" not in names(data["direct"])
    assert "shop.app.BasketActivity" in names(data["entryPoints"])
    assert data["affectedModules"] == [":app", ":core:data"]
    assert data["totals"]["direct"] == len(data["direct"])
    assert answer["meta"]["completeness"] == "complete"


def test_callers_of_a_function(app) -> None:
    data = app.call(TOOL, target="Basket.total")["data"]
    assert {(one["callerName"], one["filePath"], one["line"]) for one in data["callers"]} == {
        ("isLarge", BASKET, 27), ("warn", ACTIVITY, 21), ("Printer.printAll", "app/src/main/java/shop/app/Printer.java", 9),
    }  # fmt: skip
    assert data["callers"][0]["evidence"] == "receiver_type"


def test_transitive_dependents_say_what_they_came_through(app) -> None:
    data = app.call(TOOL, target="Basket.total")["data"]
    show = next(one for one in data["transitive"] if one["qualifiedName"] == "shop.app.BasketActivity.show")
    assert (show["depth"], show["via"]) in {(2, "shop.data.isLarge"), (2, "shop.app.warn")}
    assert app.call(TOOL, target="Basket.total", depth=1)["data"]["transitive"] == []


def test_overrides_and_subclasses(app) -> None:
    data = app.call(TOOL, target="Priced")["data"]
    related = {(one["relation"], one["qualifiedName"]) for one in data["related"]}
    assert {("extended_by", "shop.data.Item"), ("overridden_by", "shop.data.Item.price")} <= related
    up = app.call(TOOL, target="Item.price")["data"]["related"]
    assert {(one["relation"], one["qualifiedName"]) for one in up} == {
        ("overrides", "shop.data.Priced.price")
    }


def test_manifest_lines_that_name_a_class(app) -> None:
    app.add("""
        // file: app/src/main/res/layout/a.xml
        <x><shop.app.PriceView/>
        <other.app.PriceView/></x>
        // file: app/src/main/java/shop/app/PriceView.kt
        package shop.app
        class PriceView
        """)
    app.workspace.index()
    (mention,) = app.call(TOOL, target="BasketActivity")["data"]["resources"]
    assert (mention["filePath"], mention["line"]) == ("app/src/main/AndroidManifest.xml", 3)
    assert mention["names"] == "shop.app.BasketActivity"


def test_tests_by_name_too(app) -> None:
    app.write("app/src/test/java/shop/app/PrinterTest.kt", "package shop.app\nclass PrinterTest\n")
    app.workspace.index()
    tests = app.call(TOOL, target="Printer")["data"]["tests"]
    assert ("PrinterTest", "its name, after Printer") in {(one["name"], one.get("via")) for one in tests}


def test_risk_has_its_reasons(app) -> None:
    basket = app.call(TOOL, target="Basket")["data"]["risk"]
    assert basket["level"] in ("medium", "high")
    assert any("direct dependents" in one for one in basket["reasons"])
    assert any("entry point" in one for one in basket["reasons"])
    app.write("app/src/main/java/shop/app/Alone.kt", "package shop.app\nprivate fun alone() {}\n")
    app.workspace.index()
    alone = app.call(TOOL, target="alone")["data"]["risk"]
    assert alone == {"level": "low", "score": 0, "reasons": ["nothing that is known uses it"]}


def test_untested_code_is_riskier(app) -> None:
    reasons = app.call(TOOL, target="isLarge")["data"]["risk"]["reasons"]
    assert "no test reaches it" in reasons


def test_a_file_a_module_and_a_line(app) -> None:
    file = app.call(TOOL, filePath=BASKET)["data"]
    assert file["subjects"][0]["kind"] == "file"
    assert "shop.app.BasketActivity" in names(file["direct"])
    module = app.call(TOOL, target=":core:data")["data"]
    assert module["affectedModules"] == [":app"]
    line = app.call(TOOL, filePath=BASKET, line=20)["data"]
    assert [one["qualifiedName"] for one in line["subjects"]] == ["shop.data.Basket.total"]


def test_a_diff(app) -> None:
    diff = (
        f"diff --git a/{BASKET} b/{BASKET}\n--- a/{BASKET}\n+++ b/{BASKET}\n"
        "@@ -19,3 +19,3 @@\n \n-    fun total(): Int = 0\n+    fun total(): Int = items.sumOf { it.price }\n \n"
        "diff --git a/gone.kt b/gone.kt\n--- a/gone.kt\n+++ /dev/null\n@@ -1 +0,0 @@\n-class Gone\n"
    )
    answer = app.call(TOOL, diff=diff)
    assert [one["qualifiedName"] for one in answer["data"]["subjects"]] == ["shop.data.Basket.total"]
    assert "shop.app.warn" in names(answer["data"]["direct"])
    assert answer["meta"]["completeness"] == "partial"
    assert "gone.kt" in answer["meta"]["provenance"][0]
    plain = diff.partition("diff --git a/gone.kt")[0].partition("\n")[2]
    assert [one["name"] for one in app.call(TOOL, diff=plain)["data"]["subjects"]] == ["Basket.total"]
    assert app.call(TOOL, diff="no diff")["error"]["code"] == "INVALID_PARAMETERS"


def test_limits_cut_lists_and_not_totals(app) -> None:
    answer = app.call(TOOL, target="Basket", limit=1)
    assert answer["meta"]["truncated"] is True
    assert len(answer["data"]["direct"]) == 1
    assert answer["data"]["totals"]["direct"] > 1


def test_unsaved_text_is_what_counts(app) -> None:
    text = "package shop.app\nimport shop.data.Store\nfun fresh(one: Store) = one.save(shop.data.Basket.empty())\n"
    app.workspace.apply(DocumentOpened(app.root / ACTIVITY, text, 2))
    assert "shop.app.fresh" in names(app.call(TOOL, target="Store")["data"]["direct"])


def test_none_not_found_and_not_ready(tmp_path, app) -> None:
    missing = app.call(TOOL, target="Baskett")["error"]
    assert missing["code"] == "SYMBOL_NOT_FOUND"
    assert app.call(TOOL, filePath="nope.kt", line=1)["error"]["code"] == "FILE_NOT_FOUND"
    (tmp_path / "cold").mkdir()
    cold = CodeProject(tmp_path / "cold")
    cold.write("A.kt", "class A\n")
    assert cold.call(TOOL, target="A")["error"]["code"] == "LSP_UNAVAILABLE"
    assert cold.call(TOOL, filePath="A.kt", line=1)["error"]["code"] == "LSP_UNAVAILABLE"


@pytest.mark.parametrize(
    "parameters", [{}, {"target": "A", "depth": 6}, {"diff": ""}, {"target": "A", "limit": 0}]
)
def test_bad_parameters(app, parameters) -> None:
    assert app.call(TOOL, **parameters)["error"]["code"] == "INVALID_PARAMETERS"


def test_several_folders(app) -> None:
    add_folder(app, "plugin", {"src/Use.kt": USE_OF_BASKET})
    data = app.call(TOOL, target="Basket")["data"]
    assert "plugin/src/Use.kt" in {one["filePath"] for one in data["direct"]}
