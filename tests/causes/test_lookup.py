"""What is looked up where no frame of an error lies in the project."""

import pytest

from rca.causes.lookup.project_places import look_up
from rca.causes.lookup.searchable_texts import message_texts
from rca.causes.project_code import ProjectCode
from rca.error_text import parse
from rca.scheduling.deadline import Deadline
from tests.indexed_project import indexed

APP = """// file: src/main/kotlin/shop/Keys.kt
package shop

const val CART_KEY = "extra_cart_id"
val cartKeys = listOf(CART_KEY)
// file: src/main/kotlin/shop/CartScreen.kt
package shop

class CartScreen {
    // extra_cart_id is read in open
    fun open(): String = read(CART_KEY)
    fun close() {}
}
// file: src/main/kotlin/shop/Http.kt
package shop

import okhttp3.Request

class Http {
    fun ask(base: String): Request = Request.Builder().url(base).build()
    fun other(link: Link) = link.url("x")
}

class Link { fun url(to: String) = to }
// file: src/main/kotlin/shop/Routes.kt
package shop

import androidx.navigation.compose.NavHost

fun Routes() {
    NavHost(start = "cart") { }
}
// file: src/main/res/values/prefs.xml
<resources>
    <string name="pref_sync_hours">6</string>
</resources>
// file: src/main/res/values-de/prefs.xml
<resources>
    <string name="pref_sync_hours">7</string>
</resources>
// file: src/test/kotlin/shop/KeysTest.kt
package shop

class KeysTest { fun check() = "extra_cart_id" }
"""
NO_FRAME = "\n    at lib.Bundle.require(Bundle.java:10)\n"


def texts(error):
    return {one.text: one.kind for one in message_texts(parse(error), error)}


def test_what_gradle_quotes_within_quotes():
    error = (
        "org.codehaus.groovy.runtime.typehandling.GroovyCastException: Cannot cast object "
        "'task ':apollo-core:publishShop'' with class 'a.b.PublishTask_Decorated' to class 'a.b.PublishTask'\n"
    )
    found = texts(error)
    assert found["publishShop"] == "name"
    assert "test" not in texts("org.gradle.api.GradleException: Execution failed for task ':core:test'.\n")
    assert not {"task ", ":apollo-core:publishShop", "' with class '"} & set(found)


@pytest.mark.parametrize(
    "message",
    ["A problem occurred configuring project ':shop-core'.", "Failed to notify \"root project 'shop-core'\""],
)
def test_the_path_of_a_gradle_project_is_a_folder_and_no_text(message):
    assert not [one for one in texts(f"org.gradle.api.GradleException: {message}\n") if "shop" in one]


@pytest.fixture
def places(tmp_path):
    def find(error, *, words=False):
        workspace = indexed(tmp_path / "project", APP)
        if words:
            assert workspace.collect_words(Deadline(60))
        return look_up(parse(error), error, ProjectCode(workspace.snapshot), Deadline(20)).places

    return find


@pytest.mark.parametrize(
    ("message", "text", "kind"),
    [
        ('Key "cart total" expected', "cart total", "literal"),
        ("Unknown URI content://com.shop/remove_alarms", "remove_alarms", "address"),
        ("no such table: cart_items (code 1)", "cart_items", "key"),
        ("Resource @layout/cart_row not found", "cart_row", "resource"),
        ("Missing pref.sync.hours", "pref.sync.hours", "key"),
        ("Missing extra EXTRA_CART", "EXTRA_CART", "key"),
        ("lateinit property cartAdapter has not been set", "cartAdapter", "name"),
        ("android.content.TypedArray cannot be cast to x", "TypedArray", "class"),
        ("died in DefaultDispatcher-worker-1 @syncCart#7", "syncCart", "literal"),
    ],
)
def test_texts_of_messages(message, text, kind):
    assert texts(f"java.lang.IllegalStateException: {message}{NO_FRAME}")[text] == kind


@pytest.mark.parametrize("message", ["java.lang.AutoCloseable", "worker @coroutine#4", "12345678"])
def test_what_says_nothing_is_no_text(message):
    assert texts(f"java.lang.IllegalStateException: {message}{NO_FRAME}") == {}


@pytest.mark.parametrize("words", [False, True])
def test_a_text_that_stands_once_leads_to_the_code_that_uses_it(places, words):
    first, *others = places(f"java.lang.IllegalStateException: no extra_cart_id{NO_FRAME}", words=words)
    assert (first.path, first.line) == ("src/main/kotlin/shop/CartScreen.kt", 5)
    assert first.statement == "`CartScreen.open` uses `CART_KEY`, which holds the error's `extra_cart_id`."
    assert [(one.path, one.line) for one in others] == [
        ("src/main/kotlin/shop/Keys.kt", 3),
        ("src/main/kotlin/shop/Keys.kt", 4),
    ]


def test_resources_are_searched_and_translations_are_not(places):
    (only,) = places(f"java.lang.IllegalStateException: pref_sync_hours is bad{NO_FRAME}")
    assert (only.path, only.line, only.function) == ("src/main/res/values/prefs.xml", 2, None)


def test_a_library_call_leads_to_the_project_code_that_makes_it(places):
    error = "java.lang.IllegalArgumentException: bad\n    at okhttp3.Request$Builder.url(Request.kt:30)\n"
    (only,) = places(error)
    assert only.function.display_name == "Http.ask"
    assert only.statement.startswith("The error names `Builder.url`, which `Http.ask` ")


def test_a_call_in_a_message_leads_to_the_project_code_that_makes_it(places):
    (only,) = places("java.lang.IllegalArgumentException: bad base in Builder.url()\n")
    assert only.function.display_name == "Http.ask"


def test_a_frame_of_a_library_composable_leads_to_the_composable_that_calls_it(places):
    error = "java.lang.IllegalStateException: null\n    at androidx.navigation.compose.NavHostKt.NavHost(NavHost.kt:9)\n"
    (only,) = places(error)
    assert (only.function.display_name, only.line) == ("Routes", 6)


def test_a_class_of_a_library_leads_to_the_code_that_uses_it(places):
    error = "java.lang.IllegalStateException: null\n    at okhttp3.Request.close(Request.kt:30)\n"
    assert [one.function.display_name for one in places(error)] == ["Http.ask"]


def test_without_time_the_answer_says_so(tmp_path):
    error = f"java.lang.IllegalStateException: no extra_cart_id{NO_FRAME}"
    snapshot = indexed(tmp_path / "project", APP).snapshot
    assert look_up(parse(error), error, ProjectCode(snapshot), Deadline(0)).cut


def test_a_text_that_stands_once_is_one_hypothesis_with_the_way_to_its_use(bug):
    first, *_ = (
        bug(APP, f"java.lang.IllegalStateException: no extra_cart_id{NO_FRAME}").hypotheses().hypotheses
    )
    assert [(one.file_path.rpartition("/")[2], one.line) for one in first.places] == [
        ("CartScreen.kt", 5),
        ("Keys.kt", 3),
        ("Keys.kt", 4),
    ]
    assert first.evidence[0].startswith("The error's `extra_cart_id` stands in")
    assert first.kind == "looked_up"


def test_a_trace_of_the_project_decides_before_what_is_looked_up(bug):
    text = (
        "java.lang.IllegalStateException: no extra_cart_id\n    at shop.CartScreen.close(CartScreen.kt:6)\n"
    )
    hypotheses = bug(APP, text).hypotheses().hypotheses
    assert hypotheses[0].places[0].function == "CartScreen.close"
