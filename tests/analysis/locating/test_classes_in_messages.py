"""Errors without a line of the project: the classes that their messages name stand in, and no others."""

from __future__ import annotations

import pytest

from rca.analysis.locating.frame_locator import choose_culprit, locate
from rca.error_text import parse
from tests.indexed_project import indexed

FILES = """\
// file: core/src/main/kotlin/shop/data/Repo.kt
package shop.data

interface Repo

class Unsaid
// file: app/src/main/kotlin/shop/ui/CartScreen.kt
package shop.ui

import shop.data.Repo

class CartViewModel(private val repo: Repo) {
    class Args
}

class CartActivity
// file: app/src/main/kotlin/shop/ui/Twin.kt
package shop.ui

class Twin
// file: core/src/main/kotlin/shop/data/Twin.kt
package shop.data

class Twin
// file: app/src/main/res/layout-land/cart.xml
<FrameLayout/>
// file: app/src/main/res/layout/cart.xml
<FrameLayout>
    <fragmnt/>
</FrameLayout>
// file: app/src/main/res/menu/cart.xml
<menu/>
// file: app/build/generated/hilt/shop/Parts.java
package shop;

class Parts {
}
"""
DAGGER = """\
> Task :app:hiltJavaCompileDebug FAILED
{file}:3: error: [Dagger/MissingBinding] shop.data.Repo cannot be provided without an @Provides-annotated method.
class Parts {{
^
      shop.data.Repo is injected at
          [shop.App_HiltComponents.ViewModelC] shop.ui.CartViewModel(…, repo)
1 error
"""


@pytest.fixture
def names(tmp_path):
    workspace = indexed(tmp_path / "shop", FILES)

    def run(text):
        report = parse(text, ("shop",))
        frames = locate(report, workspace.snapshot)
        culprit = choose_culprit(report, frames, workspace.snapshot)
        assert (culprit is None) == (not frames)
        return [(frame.file_path.rpartition("/")[2], frame.line, frame.class_name) for frame in frames]

    yield run
    workspace.close()


@pytest.mark.parametrize(
    "file", ["/home/ci/shop/other/Parts.java", "app/build/generated/hilt/shop/Parts.java"]
)
def test_a_missing_binding_leads_to_the_type_and_to_who_wants_it(names, file):
    found = names(DAGGER.format(file=file))
    assert found[:2] == [("Repo.kt", 3, "shop.data.Repo"), ("CartScreen.kt", 5, "shop.ui.CartViewModel")]
    assert len(found) == (2 if file.startswith("/") else 3), "generated code comes after"


@pytest.mark.parametrize(
    ("message", "named"),
    [
        ("android.content.ActivityNotFoundException: Unable to find {shop.app/shop.ui.CartActivity}; declared?",
         ["shop.ui.CartActivity"]),
        ("android.app.RemoteServiceException: Bad notification: ServiceRecord{1f2 u0 shop.ui/.CartActivity}",
         ["shop.ui.CartActivity"]),
        ("java.lang.NoClassDefFoundError: Failed resolution of: Lshop/data/Repo;", ["shop.data.Repo"]),
        ("java.lang.RuntimeException: Parcelable encountered IOException (name = shop.ui.CartViewModel$Args)",
         ["shop.ui.CartViewModel.Args"]),
        ("kotlinx.serialization.SerializationException: Serializer for class 'CartViewModel' is not found.",
         ["shop.ui.CartViewModel"]),
        ("java.lang.IllegalStateException: type Twin is declared twice", []),
        ("java.lang.IllegalStateException: no Repo here, nor org.other.CartActivity", []),
    ],
)  # fmt: skip
def test_messages_name_classes(names, message, named):
    text = f"{message}\n\tat android.os.Looper.loop(Looper.java:201)\n"
    assert [class_name for _, _, class_name in names(text)] == named


def test_names_stand_back_where_a_frame_is_of_the_project(names):
    text = (
        "java.lang.ClassCastException: shop.data.Repo cannot be cast to shop.ui.CartViewModel\n"
        "\tat shop.ui.CartActivity.onCreate(CartScreen.kt:9)\n"
    )
    assert [line for _, line, _ in names(text)] == [9]


def test_names_without_end_are_bounded(names):
    graph = " -> ".join(f"shop.made.Up{number}" for number in range(4_000))
    assert (
        names(f"java.lang.IllegalStateException: {graph} shop.data.Repo\n\tat a.b.C.d(C.java:1)\n")
        is not None
    )


def test_a_layout_that_cannot_be_inflated_is_found_at_its_line(names):
    error = "Binary XML file line #2 in shop.app:layout/cart: Error inflating class fragmnt"
    text = f"""\
java.lang.RuntimeException: Unable to start activity: android.view.InflateException: {error}
\tat android.app.ActivityThread.performLaunchActivity(ActivityThread.java:3635)
Caused by: android.view.InflateException: {error}
Caused by: java.lang.ClassNotFoundException: android.view.fragmnt
\tat java.lang.Class.classForName(Native Method)
"""
    assert names(text) == [("cart.xml", 2, None)]
    assert names(text.replace("layout/cart", "layout/gone")) == []
