"""`get_module_summary` by its contract."""

from __future__ import annotations

import pytest

from rca.analysis.rendering.token_budget import estimate_tokens
from rca.tools.get_module_summary import TOOL
from rca.workspace import DocumentOpened
from tests.tools.code_project import CodeProject
from tests.tools.summary_build import make_build


@pytest.fixture
def app(tmp_path):
    made = make_build(CodeProject(tmp_path))
    made.workspace.index()
    return made


def summary(app, module, **more):
    return app.call(TOOL, module=module, **more)["data"]


def test_what_a_module_is(app) -> None:
    data = summary(app, ":app")
    assert (data["name"], data["path"], data["script"]) == (":app", "app", "app/build.gradle.kts")
    assert data["namespace"] == "shop.app"
    assert data["plugins"] == ["com.android.application 8.7.1", "org.jetbrains.kotlin.android 2.1.0"]


def test_modules_by_path_and_by_typed_accessor(app) -> None:
    assert summary(app, ":app")["dependsOn"] == [
        {"module": ":core:data", "configurations": ["implementation"]},
        {"module": ":feature:pay-now", "configurations": ["implementation"]},
    ]


def test_libraries_with_versions_of_the_catalogue(app) -> None:
    assert [(one["name"], one["version"]) for one in summary(app, ":app")["libraries"]] == [
        ("com.squareup.okio:okio", "3.9.0"),
        ("junit:junit", "4.13.2"),
    ]


def test_a_bundle_is_its_libraries(app) -> None:
    found = summary(app, ":feature:pay-now")["libraries"]
    assert [(one["name"], one["version"], one["configurations"]) for one in found] == [
        ("androidx.room:room-ktx", "2.6.1", ["implementation"]),
        ("androidx.room:room-runtime", "2.6.1", ["implementation"]),
        ("junit:junit", "4.13.2", ["testImplementation"]),
    ]


def test_who_depends_on_it(app) -> None:
    assert summary(app, ":core:data")["dependedOnBy"] == [":app", ":feature:pay-now"]
    assert summary(app, ":app")["dependedOnBy"] == []


def test_the_public_api_is_what_other_modules_import(app) -> None:
    (first, *others) = summary(app, ":core:data")["publicApi"]
    assert (first["qualifiedName"], first["importedBy"]) == ("shop.data.Basket", 3)
    assert [one["qualifiedName"] for one in others] == ["shop.data.Item"]
    assert summary(app, ":feature:pay-now")["publicApi"] == []


def test_files_packages_languages_and_tests(app) -> None:
    data = summary(app, ":app")
    assert (data["files"], data["testFiles"], data["testFunctions"]) == (7, 1, 1)
    assert {one["name"]: one["count"] for one in data["languages"]} == {
        "kotlin": 3, "java": 1, "gradle": 1, "manifest": 1, "resource": 1,
    }  # fmt: skip
    assert data["packages"] == [{"name": "shop.app", "count": 4}]


def test_tags_and_entry_points(app) -> None:
    data = summary(app, ":app")
    assert {"activity", "application", "launcher"} <= {one["name"] for one in data["tags"]}
    assert [(one["kind"], one["name"]) for one in data["someEntryPoints"]] == [
        ("activity", "BasketActivity"),
        ("application", "ShopApp"),
    ]
    assert summary(app, ":core:data")["entryPoints"] == []


@pytest.mark.parametrize(
    "name", [":feature:pay-now", "feature:pay-now", "feature/pay-now", "pay-now", "feature/pay-now/"]
)
def test_each_spelling_of_a_module(app, name) -> None:
    assert summary(app, name)["name"] == ":feature:pay-now"


@pytest.mark.parametrize(("name", "near"), [("pay-nov", ":feature:pay-now"), (":core:dat", ":core:data")])
def test_near_names(app, name, near) -> None:
    error = app.call(TOOL, module=name)["error"]
    assert error["code"] == "SYMBOL_NOT_FOUND"
    assert near in error["details"]["similar"]
    assert near in error["suggestion"]


def test_the_root_is_a_module(app) -> None:
    data = summary(app, ":")
    assert (data["name"], data["path"]) == (":", "")
    assert {one["name"] for one in data["languages"]} == {"gradle", "catalog"}


@pytest.mark.parametrize("tokens", [100, 2000])
def test_the_text_keeps_to_its_budget(app, tokens) -> None:
    text = summary(app, ":core:data", tokenBudget=tokens)["text"]
    assert estimate_tokens(text) <= tokens
    assert text.startswith("# Module :core:data\n")
    assert "shop.data.Basket" in text  # what matters most stays
    assert ("## Packages" in text) == (tokens >= 2000)


def test_unsaved_scripts_count(app) -> None:
    script = app.root / "core/data/build.gradle.kts"
    app.workspace.apply(DocumentOpened(script, 'dependencies { api("a.b:c:1.0") }\n', 2))
    assert [one["name"] for one in summary(app, ":core:data")["libraries"]] == ["a.b:c"]


def test_an_unready_index_is_told(tmp_path) -> None:
    cold = make_build(CodeProject(tmp_path))
    assert cold.call(TOOL, module=":app")["error"]["code"] == "LSP_UNAVAILABLE"


@pytest.mark.parametrize("parameters", [{}, {"module": ""}, {"module": ":app", "tokenBudget": 1}])
def test_bad_parameters(app, parameters) -> None:
    assert app.call(TOOL, **parameters)["error"]["code"] == "INVALID_PARAMETERS"
