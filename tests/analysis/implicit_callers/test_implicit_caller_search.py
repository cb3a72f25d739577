"""What calls code beside the project's own sources: told where something points at it, and only there."""

from __future__ import annotations

import pytest

from rca.analysis.implicit_callers.implicit_caller_search import unseen_callers
from rca.scheduling.deadline import Deadline
from rca.tools.find_callers_of_function import TOOL
from tests.indexed_project import Project
from tests.tools.code_project import CodeProject

HOME = "app/src/main/java/shop/Home.kt"


@pytest.fixture
def project(tmp_path):
    made = Project(tmp_path)
    made.write("app/build.gradle.kts", 'plugins { id("com.android.application") }\n')
    yield made
    if made.workspace is not None:
        made.workspace.close()


def reasons(project: Project, name: str, class_name: str | None = None, path: str = HOME) -> tuple[str, ...]:
    snapshot = project.open().snapshot
    targets = snapshot.index.functions(path, name, class_name)
    assert targets, name
    return unseen_callers(snapshot, targets, Deadline())


def test_an_ordinary_function_has_none(project) -> None:
    project.write(
        HOME,
        """package shop
class Basket(val items: List<String>) {
    fun total(): Int = count() + 1
    private fun count() = items.size
}
interface Priced { fun price(): Int }
class Item : Priced { override fun price() = 1 }
fun top() = Basket(emptyList()).total()
val tag = Basket::class.java.simpleName
val log = LoggerFactory.getLogger(Basket::class.java)
""",
    )
    for name in ("total", "count", "price", "top", "Basket", "items"):
        assert reasons(project, name) == ()


def test_libraries_call_what_overrides_their_members(project) -> None:
    project.write(
        HOME,
        """package shop
import android.app.Activity
import com.unknown.Base
open class Screen : Activity(), Runnable {
    override fun onPause() {}
    override fun run() {}
    override fun toString() = "screen"
}
class Home : Screen() { override fun onPause() {} }
class Odd : Base() { override fun go() {} }
val job = object : Runnable { override fun run() {} }
""",
    )
    project.write(
        "app/src/main/java/shop/J.java", "package shop; class J implements Runnable { public void run() {} }"
    )
    assert reasons(project, "onPause", "Home") == (
        "called by the library through android.app.Activity.onPause",
    )
    assert reasons(project, "run", "Screen") == ("called by the library through java.lang.Runnable.run",)
    assert reasons(project, "toString") == ("called by the library through kotlin.Any.toString",)
    assert reasons(project, "run", path="app/src/main/java/shop/J.java") == (
        "called by the library through java.lang.Runnable.run",
    )
    assert "com.unknown.Base" in reasons(project, "go")[0]


def test_annotations_count_by_their_packages(project) -> None:
    project.write(
        HOME,
        """package shop
import dagger.Provides
import javax.inject.Inject
import org.junit.Test
import kotlinx.serialization.Serializable
import mine.Subscribe
class Repo @Inject constructor()
@Serializable data class Item(val name: String)
object Graph { @Provides fun repo() = Repo() }
class RepoTest { @Test fun works() {}  @Subscribe fun mine() {} }
class Fields { @field:Inject lateinit var repo: Repo }
""",
    )
    assert reasons(project, "Repo") == ("made from generated code: @Inject of javax.inject",)
    assert reasons(project, "Item") == ("made from generated code: @Serializable of kotlinx.serialization",)
    assert reasons(project, "repo", "Graph") == ("called from generated code: @Provides of dagger",)
    assert reasons(project, "works") == ("called by reflection: @Test of org.junit",)
    assert reasons(project, "RepoTest") == ("made by reflection: @Test of org.junit",)
    assert reasons(project, "mine") == ()


def test_annotations_of_a_generator_that_the_build_runs(project) -> None:
    project.write(
        "app/build.gradle.kts",
        'dependencies { ksp("io.acme.codegen:mapper-processor:1.0")\n implementation("io.other.thing:lib:1.0") }',
    )
    project.write(
        HOME,
        "package shop\nimport io.acme.mapping.AutoMap\nimport io.other.thing.Marked\n"
        "@AutoMap class Item\n@Marked class Plain\n",
    )
    assert reasons(project, "Item") == (
        "may be made from generated code: @AutoMap, which io.acme.codegen:mapper-processor reads",
    )
    assert reasons(project, "Plain") == ()


def test_manifests_layouts_and_clicks(project) -> None:
    project.write(
        HOME,
        """package shop
class Home { fun save(view: View) {}  fun title() = "a"  fun other() {}  fun size(n: Int) = n }
class Chart
class Shown
class Model { fun title() = "b" }
""",
    )
    project.add("""
        // file: app/src/main/AndroidManifest.xml
        <manifest package="shop"><application>
        <activity android:name=".Home"/></application></manifest>
        // file: app/src/main/res/layout/home.xml
        <layout xmlns:android="a" xmlns:tools="t">
        <data><variable name="model" type="shop.Model"/></data>
        <shop.Chart android:onClick="save"
          android:text="@{model.title()}"
          tools:context="shop.Shown"/>
        </layout>
    """)
    layout = "app/src/main/res/layout/home.xml"
    assert reasons(project, "Home") == ("made by reflection: named at app/src/main/AndroidManifest.xml:2",)
    assert reasons(project, "Chart") == (f"made by reflection: named at {layout}:3",)
    assert reasons(project, "Shown") == ()
    assert reasons(project, "Model") == ()
    assert reasons(project, "save") == (f"called by reflection: android:onClick at {layout}:3",)
    assert reasons(project, "title", "Model") == (
        f"called from generated code: a binding expression at {layout}:4",
    )
    assert reasons(project, "title", "Home") == ()
    assert reasons(project, "other") == reasons(project, "size") == ()


def test_names_and_class_literals_in_code(project) -> None:
    project.write(
        HOME,
        """package shop
class Named
class Handed
class Made
class Mocked
class Listed { fun hidden() {}  fun plain() {} }
fun all(gson: Gson) {
    Class.forName("shop.Named").getDeclaredMethod("other")
    gson.fromJson(text(1), Handed::class.java)
    Made::class.java.getDeclaredConstructor().newInstance()
    mock(Mocked::class.java)
    Listed::class.java.getDeclaredMethod("hidden")
}
""",
    )
    assert reasons(project, "Named") == (f'may be made by reflection: "shop.Named" at {HOME}:8',)
    assert reasons(project, "Handed") == (f"may be made by reflection: Handed::class at {HOME}:9",)
    assert reasons(project, "Made") == (f"may be made by reflection: Made::class at {HOME}:10",)
    assert reasons(project, "Mocked") == ()
    assert reasons(project, "hidden") == (
        f'may be called by reflection: getDeclaredMethod("hidden") at {HOME}:12',
    )
    assert reasons(project, "plain") == ()


def test_services_and_keep_rules(project) -> None:
    project.write(
        HOME,
        """package shop
interface Codec
class Json : Codec
class Plain : Codec
class Kept { fun used() {}  fun free() {} }
class Native { fun back() {}  fun free() {} }
""",
    )
    services = "app/src/main/resources/META-INF/services/shop.Codec"
    project.write(services, "# all of them\nshop.Json  # first\n")
    project.write(
        "app/proguard-rules.pro",
        "-keep class ** { *; }\n-keep class shop.Kept { void used(); }\n"
        "-keepclassmembers class shop.N* {\n  public void back();\n}\n",
    )
    assert reasons(project, "Json") == (f"made by reflection: a service of shop.Codec at {services}:2",)
    assert reasons(project, "Plain") == ()
    kept = "may be made by reflection: kept by name at app/proguard-rules.pro:2"
    assert reasons(project, "Kept") == (kept,)
    assert reasons(project, "used") == (kept.replace("made", "called"),)
    assert reasons(project, "free", "Kept") == reasons(project, "free", "Native") == ()
    assert reasons(project, "Native") == ()
    assert reasons(project, "back") == (
        "may be called by reflection: kept by name at app/proguard-rules.pro:3",
    )


def test_the_tool_tells_both_kinds_apart(tmp_path) -> None:
    app = CodeProject(tmp_path)
    app.write("Home.kt", "class Home : Runnable { override fun run() { go() }\n fun go() {} }")
    app.workspace.index()
    seen = app.call(TOOL, filePath="Home.kt", functionName="go")
    assert (seen["meta"]["completeness"], seen["meta"].get("provenance")) == ("complete", None)
    unseen = app.call(TOOL, filePath="Home.kt", functionName="run")
    assert unseen["meta"]["completeness"] == "partial"
    assert unseen["meta"]["provenance"] == ["called by the library through java.lang.Runnable.run"]
