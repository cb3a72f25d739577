"""`get_plugin_summary` by its contract: 002's plugin is the whole project."""

from __future__ import annotations

import pytest

from rca.analysis.rendering.token_budget import estimate_tokens
from rca.tools.get_plugin_summary import TOOL
from rca.workspace import DocumentOpened
from tests.tools.code_project import CodeProject
from tests.tools.summary_build import make_build


@pytest.fixture
def app(tmp_path):
    made = make_build(CodeProject(tmp_path))
    made.workspace.index()
    return made


def summary(app, **parameters):
    return app.call(TOOL, **parameters)["data"]


def test_name_and_build(app) -> None:
    data = summary(app)
    assert (data["name"], data["build"]) == ("shop", "gradle")


def test_versions_from_catalogue_wrapper_and_scripts(app) -> None:
    assert summary(app)["versions"] == {
        "kotlin": "2.1.0",
        "androidGradlePlugin": "8.7.1",
        "gradle": "8.11.1",
        "compileSdk": "35",
        "minSdk": "24",
    }


def test_versions_of_build_logic(app) -> None:
    app.write("build-logic/src/main/kotlin/Config.kt", "object Config {\n    const val SDK_TARGET = 34\n}\n")
    app.workspace.index()
    assert summary(app)["versions"]["targetSdk"] == "34"


def test_the_graph_of_modules_and_its_layers(app) -> None:
    data = summary(app)
    graph = {one["name"]: (one["level"], one.get("dependsOn", [])) for one in data["modules"]}
    assert graph == {
        ":": (0, []),
        ":app": (2, [":core:data", ":feature:pay-now"]),
        ":core:data": (0, []),
        ":feature:pay-now": (1, [":core:data"]),
    }
    assert data["layers"] == [[":", ":core:data"], [":feature:pay-now"], [":app"]]


def test_modules_that_depend_on_each_other(app) -> None:
    app.write("core/data/build.gradle.kts", 'dependencies { implementation(project(":app")) }\n')
    app.workspace.index()
    data = summary(app)
    names = sorted(name for layer in data["layers"] for name in layer)
    assert names == [":", ":app", ":core:data", ":feature:pay-now"]


def test_files_and_languages(app) -> None:
    data = summary(app)
    assert data["files"] == sum(one["count"] for one in data["languages"])
    assert (data["codeFiles"], data["testFiles"]) == (7, 1)


def test_libraries_and_those_of_tests(app) -> None:
    data = summary(app)
    assert [(one["name"], one["modules"]) for one in data["testLibraries"]] == [("junit:junit", 2)]
    assert {one["name"]: one.get("version") for one in data["libraries"]} == {
        "androidx.room:room-ktx": "2.6.1",
        "androidx.room:room-runtime": "2.6.1",
        "com.squareup.okio:okio": "3.9.0",
    }


def test_packages_from_outside(app) -> None:
    names = {one["name"]: one["count"] for one in summary(app)["importedPackages"]}
    assert names == {"android.app": 2, "android.os": 1, "kotlinx.coroutines.flow": 1, "org.junit": 1}


def test_the_classes_that_most_import(app) -> None:
    (first, *_) = summary(app)["mostDependedOn"]
    assert (first["qualifiedName"], first["importedBy"]) == ("shop.data.Basket", 3)


def test_entry_points_and_launchers(app) -> None:
    data = summary(app)
    kinds = {one["name"]: one["count"] for one in data["entryPoints"]}
    assert (kinds["activity"], kinds["application"]) == (1, 1)
    assert {one["name"] for one in data["launchers"]} == {"BasketActivity", "ShopApp"}


def test_largest_files(app) -> None:
    sizes = [one["count"] for one in summary(app)["largestFiles"]]
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[0] == max(
        path.stat().st_size for path in app.root.rglob("*") if path.suffix in (".kt", ".xml", ".toml")
    )


@pytest.mark.parametrize("name", ["shop", "Shop", "project"])
def test_the_project_by_name_or_folder(app, name) -> None:
    assert summary(app, plugin=name)["name"] == "shop"


def test_another_name_is_not_found(app) -> None:
    error = app.call(TOOL, plugin=":app")["error"]
    assert error["code"] == "SYMBOL_NOT_FOUND"
    assert error["details"]["similar"] == ["shop", "project"]
    assert "get_module_summary" in error["suggestion"]


@pytest.mark.parametrize("tokens", [140, 300, 3000])
def test_the_text_keeps_to_its_budget(app, tokens) -> None:
    text = summary(app, tokenBudget=tokens)["text"]
    assert estimate_tokens(text) <= tokens
    assert text.startswith("# Project shop\n")
    assert "- 2: :app" in text  # what matters most stays
    assert ("## Largest files" in text) == (tokens >= 2000)


def test_unsaved_settings_count(app) -> None:
    app.workspace.apply(DocumentOpened(app.root / "settings.gradle.kts", 'rootProject.name = "market"\n', 2))
    assert summary(app)["name"] == "market"


def test_a_folder_without_a_build(tmp_path) -> None:
    bare = CodeProject(tmp_path)
    bare.write("A.kt", "class A\n")
    bare.workspace.index()
    data = summary(bare)
    assert (data["name"], data["build"], data["versions"]) == ("project", "none", {})
    assert [one["name"] for one in data["modules"]] == [":"]


def test_an_unready_index_is_told(tmp_path) -> None:
    cold = make_build(CodeProject(tmp_path))
    assert cold.call(TOOL)["error"]["code"] == "LSP_UNAVAILABLE"


@pytest.mark.parametrize("parameters", [{"plugin": ""}, {"tokenBudget": 10}, {"module": ":app"}])
def test_bad_parameters(app, parameters) -> None:
    assert app.call(TOOL, **parameters)["error"]["code"] == "INVALID_PARAMETERS"
