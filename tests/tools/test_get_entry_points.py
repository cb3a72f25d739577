"""`get_entry_points` by its contract."""

from __future__ import annotations

from dataclasses import replace

import pytest

from models.tools.get_entry_points import GetEntryPointsParams
from rca.scheduling.deadline import Deadline
from rca.tools.get_entry_points import TOOL
from rca.workspace import DocumentOpened, Workspace
from tests.tools.code_app import make_app
from tests.tools.code_project import CodeProject

SCREENS = """package shop.ui

import androidx.activity.ComponentActivity
import androidx.compose.runtime.Composable
import androidx.compose.ui.tooling.preview.Preview

class ShopActivity : ComponentActivity() {
    fun onCreate() {
        setContent { Theme { ShopScreen() } }
    }
}

fun graph(builder: NavGraphBuilder) {
    builder.detail("detail") { DetailScreen() }
}

fun NavGraphBuilder.detail(route: String, content: @Composable () -> Unit) {
    composable(route) { content() }
}

@Composable
fun Theme(content: @Composable () -> Unit) { content() }

@Composable
fun ShopScreen() { Row() }

@Composable
fun DetailScreen() { Row() }

@Composable
fun Row() {}

@Composable
fun Unused() {}

@Preview
@Composable
fun ShopPreview() { Row() }
"""


@pytest.fixture
def app(tmp_path):
    made = make_app(CodeProject(tmp_path))
    made.write("app/src/main/java/shop/ui/Screens.kt", SCREENS)
    made.add("""
        // file: app/src/main/java/shop/app/SyncWorker.kt
        package shop.app
        import androidx.work.CoroutineWorker
        abstract class Base : CoroutineWorker()
        class SyncWorker : Base()
        // file: cli/build.gradle.kts
        tasks.register<Copy>("pack") {}
        val lint by tasks.registering {}
        // file: cli/src/main/kotlin/Main.kt
        fun main(args: Array<String>) {}
        // file: cli/build.gradle
        task legacy(type: Copy) {}
        // task commented
    """)
    made.workspace.index()
    return made


def found(answer, kind: str) -> dict[str, dict]:
    return {one["name"]: one for one in answer["data"]["entryPoints"] if one["kind"] == kind}


def test_components_of_android(app) -> None:
    answer = app.call(TOOL)
    activity = found(answer, "activity")["BasketActivity"]
    assert (activity["filePath"], activity["line"], activity["module"]) == (
        "app/src/main/java/shop/app/BasketActivity.kt", 7, ":app",
    )  # fmt: skip
    assert (activity["evidence"], activity["evidencePath"], activity["evidenceLine"]) == (
        "declared in the manifest", "app/src/main/AndroidManifest.xml", 3,
    )  # fmt: skip
    assert activity["details"] == [
        "exported", "android.intent.action.MAIN", "android.intent.category.LAUNCHER",
    ]  # fmt: skip
    assert "details" not in found(answer, "application")["ShopApp"]
    assert set(found(answer, "activity")) == {"BasketActivity", "ShopActivity"}


def test_workers_through_a_base_class_of_the_project(app) -> None:
    workers = found(app.call(TOOL, kinds=["worker"]), "worker")
    assert set(workers) == {"SyncWorker"}  # an abstract class is never made
    assert "androidx.work.CoroutineWorker" in workers["SyncWorker"]["evidence"]


def test_composables_that_begin_a_screen(app) -> None:
    roots = found(app.call(TOOL, kinds=["composable"]), "composable")
    assert set(roots) == {"Theme", "ShopScreen", "DetailScreen", "Unused"}
    assert roots["ShopScreen"]["evidence"].startswith("shown by setContent in ShopActivity.onCreate (")
    assert roots["DetailScreen"]["evidence"].startswith("shown by detail in graph (")
    assert roots["Unused"]["evidence"] == "called by no other composable"


def test_mains_tests_and_gradle(app) -> None:
    answer = app.call(TOOL)
    assert found(answer, "main")["main"]["module"] == ":cli"
    assert found(answer, "test")["BasketTest"]["details"] == ["1 test"]
    assert set(found(answer, "gradle_task")) == {"pack", "lint", "legacy"}
    assert found(answer, "gradle_task")["lint"]["line"] == 2


def test_tests_of_each_framework(app) -> None:
    app.write(
        "app/src/test/java/shop/app/More.kt",
        "package shop.app\nimport io.kotest.core.spec.style.FunSpec\nimport kotlin.test.Test\n"
        "import org.junit.jupiter.params.ParameterizedTest\n"
        "class Spec : FunSpec({})\nclass Plain {\n    @Test fun a() {}\n    @Test fun b() {}\n}\n"
        "class Jupiter {\n    @ParameterizedTest fun c(n: Int) {}\n    fun helper() {}\n}\n",
    )
    app.workspace.index()
    tests = found(app.call(TOOL, kinds=["test"]), "test")
    assert {"BasketTest", "Spec", "Plain", "Jupiter"} <= set(tests)
    assert (tests["Plain"]["details"], tests["Jupiter"]["details"]) == (["2 tests"], ["1 test"])


def test_handlers_of_spring_and_ktor(app) -> None:
    app.add("""
        // file: server/src/main/kotlin/Web.kt
        package web
        import io.ktor.server.routing.*
        import org.springframework.web.bind.annotation.GetMapping
        class Web {
            @GetMapping("/a") fun get() = 1
            fun plain() = 2
        }
        fun Route.baskets() {}
        // file: server/src/main/kotlin/Client.kt
        package web
        import retrofit2.http.GET
        interface Client {
            @GET("a") fun get(): Int
        }
        """)
    app.workspace.index()
    made = found(app.call(TOOL, kinds=["handler"]), "handler")
    assert {name: one["evidence"] for name, one in made.items()} == {
        "Web.get": "annotated @GetMapping", "baskets": "extends Ktor's Route",
    }  # fmt: skip


def test_plugins_of_gradle(app) -> None:
    app.add("""
        // file: plugin/build.gradle.kts
        gradlePlugin {
            plugins {
                register("shop") {
                    id = "shop.plugin"
                    implementationClass = "shop.ShopPlugin"
                }
            }
        }
        // file: plugin/src/main/kotlin/ShopPlugin.kt
        package shop
        import org.gradle.api.Plugin
        import org.gradle.api.Project
        class ShopPlugin : Plugin<Project>
        """)
    app.workspace.index()
    plugins = found(app.call(TOOL, kinds=["gradle_plugin"]), "gradle_plugin")
    assert (plugins["shop.plugin"]["line"], plugins["shop.plugin"]["details"]) == (4, ["shop.ShopPlugin"])
    assert "ShopPlugin" in plugins


def test_filters(app) -> None:
    by_module = app.call(TOOL, module="cli")["data"]
    assert by_module["byModule"] == {":cli": 4}
    assert by_module["byKind"] == {"main": 1, "gradle_task": 3}
    by_kind = app.call(TOOL, module="cli", kinds=["main"])["data"]
    assert by_kind["byKind"] == {"main": 1}
    by_path = app.call(TOOL, pathPrefix="app/src/test/")["data"]
    assert [one["name"] for one in by_path["entryPoints"]] == ["BasketTest"]
    missing = app.call(TOOL, module=":clii")["error"]
    assert (missing["code"], missing["suggestion"]) == ("SYMBOL_NOT_FOUND", "Did you mean :cli?")


def test_none_is_an_answer(app) -> None:
    answer = app.call(TOOL, module=":core:data")
    assert (answer["data"]["entryPoints"], answer["meta"]["completeness"]) == ([], "complete")


def test_pages(app) -> None:
    names, cursor = [], 0
    while cursor is not None:
        answer = app.call(TOOL, limit=4, cursor=cursor)
        names += [(one["kind"], one["qualifiedName"]) for one in answer["data"]["entryPoints"]]
        cursor = int(answer["meta"]["next"]) if answer["meta"]["truncated"] else None
    assert len(names) == len(set(names)) == answer["data"]["totalEntryPoints"] > 8


def test_unsaved_text_is_what_counts(app) -> None:
    text = "package shop.app\nimport android.app.Service\nclass Player : Service()\n"
    app.workspace.apply(DocumentOpened(app.root / "app/src/main/java/shop/app/SyncWorker.kt", text, 2))
    answer = app.call(TOOL)
    assert "Player" in found(answer, "service")
    assert found(answer, "worker") == {}


def test_not_ready(tmp_path) -> None:
    cold = CodeProject(tmp_path)
    cold.write("A.kt", "fun main() {}\n")
    assert cold.call(TOOL)["error"]["code"] == "LSP_UNAVAILABLE"


@pytest.mark.parametrize(
    "parameters", [{"kinds": []}, {"kinds": ["fragment"]}, {"limit": 501}, {"module": ""}]
)
def test_bad_parameters(app, parameters) -> None:
    assert app.call(TOOL, **parameters)["error"]["code"] == "INVALID_PARAMETERS"


def test_several_folders(tmp_path, app) -> None:
    other = tmp_path / "tool"
    other.mkdir()
    (other / "Run.kt").write_text("fun main() {}\n")
    app.workspace = Workspace([app.root, other], tmp_path / "data2")
    app.workspace.index()
    mains = [one["filePath"] for one in app.call(TOOL, kinds=["main"])["data"]["entryPoints"]]
    assert sorted(mains) == ["cli/src/main/kotlin/Main.kt", "tool/Run.kt"]


def test_an_answer_from_an_unchecked_index_or_without_time_says_so(app) -> None:
    app.workspace.close()
    app.workspace = Workspace([app.root], app.root.parent / "data")
    unchecked = app.call(TOOL)
    assert unchecked["data"]["entryPoints"]
    assert unchecked["meta"]["completeness"] == "partial"
    assert unchecked["meta"]["provenance"] == ["the index is still being checked against the disk"]
    app.workspace.index()
    hurried = TOOL.run(replace(app.context(TOOL), deadline=Deadline(0.0)), GetEntryPointsParams())
    assert (hurried.completeness, hurried.provenance) == (
        "partial", ("the time limit ended the search; ask for fewer kinds",),
    )  # fmt: skip
