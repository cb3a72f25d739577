"""Layouts, styles and texts whose form an error is about."""

from tests.causes.configuration.shop import causes, first, mechanisms, shown

LAYOUT = "app/src/main/res/layout/cart_view.xml"
GRAPH = "app/src/main/res/navigation/main.xml"
CODE = "app/src/main/java/a/b/Cart.kt"


def test_a_merge_that_is_inflated_without_parent(tmp_path):
    other = LAYOUT.replace("cart_view", "about")
    files = {
        other: "<merge>\n    <View/>\n</merge>\n",
        LAYOUT: "<merge>\n    <View/>\n</merge>\n",
        CODE: "package a.b\n\nclass Cart {\n    fun show() {\n        setContentView(R.layout.cart_view)\n    }\n}\n",
    }
    text = (
        "android.view.InflateException: <merge /> can be used only with a valid ViewGroup root and attachToRoot=true\n"
        "\tat a.b.Cart.show(Cart.kt:5)\n"
    )
    assert first(tmp_path, text, files) == ("layout_root", f"{LAYOUT}:1")


def test_an_id_of_the_platform_where_a_binding_needs_the_apps(tmp_path):
    files = {LAYOUT: '<FrameLayout>\n    <CheckBox android:id="@android:id/checkbox"/>\n</FrameLayout>\n'}
    text = (
        "java.lang.NullPointerException: Missing required view with ID: a.b:id/checkbox\n"
        "\tat a.b.databinding.CartViewBinding.bind(CartViewBinding.java:62)\n"
    )
    assert first(tmp_path, text, files) == ("view_id", f"{LAYOUT}:2")


def test_the_layout_that_has_the_view_where_the_trace_is_cut(tmp_path):
    files = {LAYOUT: '<FrameLayout>\n    <CheckBox android:id="@+id/checkbox"/>\n</FrameLayout>\n'}
    text = (
        "java.lang.RuntimeException: Unable to start activity ComponentInfo{a.b/a.b.Main}: "
        "java.lang.NullPointerException: Missing required view with ID: a.b:id/checkbox\n"
        "\tat android.app.ActivityThread.performLaunchActivity(ActivityThread.java:3792)\n"
    )
    assert first(tmp_path, text, files) == ("bound_view", f"{LAYOUT}:2")


def test_views_that_share_an_id_and_not_their_class(tmp_path):
    files = {LAYOUT: '<FrameLayout>\n    <ListView android:id="@+id/root"/>\n</FrameLayout>\n'}
    text = (
        "java.lang.IllegalArgumentException: Wrong state class, expecting View State but received class a.State "
        "instead. This view's id is id/root.\n"
    )
    assert first(tmp_path, text, files) == ("view_id", f"{LAYOUT}:2")


def test_an_action_that_no_graph_declares(tmp_path):
    files = {
        GRAPH: '<navigation>\n    <action android:id="@+id/to_home"/>\n    <fragment android:id="@+id/home"/>\n</navigation>\n'
    }
    text = (
        "java.lang.IllegalArgumentException: Navigation action/destination a.b:id/to_cart cannot be found from the "
        "current destination Destination(a.b:id/home)\n"
    )
    assert first(tmp_path, text, files) == ("navigation_action", f"{GRAPH}:2")


def test_the_theme_that_lacks_an_attribute(tmp_path):
    values = "app/src/main/res/values/themes.xml"
    files = {values: '<resources>\n    <style name="Theme.Shop" parent="Theme.Material3"/>\n</resources>\n'}
    text = (
        "java.lang.UnsupportedOperationException: Failed to resolve attribute at index 6: TypedValue{t=0x2}, "
        "theme={InheritanceMap=[id=0x7fa.b:style/Theme.Shop, id=0x1android:style/Theme]}\n"
    )
    assert first(tmp_path, text, files) == ("theme", f"{values}:2")


def test_the_text_that_is_no_format_comes_before_its_translations(tmp_path):
    good = "app/src/main/res/values/strings.xml"
    bad = "app/src/main/res/values-ja/strings.xml"
    files = {
        good: '<resources>\n    <string name="sale">%1$d%% off</string>\n</resources>\n',
        bad: '<resources>\n    <string name="sale">%1$d% off</string>\n</resources>\n',
        CODE: "package a.b\n\nclass Cart {\n    fun show() {\n        getString(R.string.sale, 5)\n    }\n}\n",
    }
    text = (
        "java.util.UnknownFormatConversionException: Conversion = '%'\n"
        "\tat java.util.Formatter.parse(Formatter.java:2663)\n\tat a.b.Cart.show(Cart.kt:5)\n"
    )
    assert first(tmp_path, text, files) == ("format_text", f"{bad}:2")


def test_resources_without_qualifier_come_first(tmp_path):
    plain = "app/src/main/res/drawable/icon.xml"
    files = {plain: "<bitmap/>\n", plain.replace("drawable/", "drawable-v26/"): "<bitmap/>\n"}
    text = "android.content.res.Resources$NotFoundException: File res/drawable/icon.xml from drawable resource ID #0x7\n"
    assert shown(causes(tmp_path, text, files)[0]).startswith(plain)


def test_a_class_of_a_library_is_no_wrong_name(tmp_path):
    files = {LAYOUT: "<x.y.Badge/>\n", CODE: "package a.b\n\nclass Cart\n"}
    text = "android.view.InflateException: Binary XML file line #1: Error inflating class x.y.Badge\n"
    assert "xml_class" not in mechanisms(tmp_path, text, files)
