"""Errors that name a resource."""

import pytest

from tests.causes.configuration.shop import causes, first, shown

DRAWABLE = "app/src/main/res/drawable/cart.xml"
SHAPE = '<shape xmlns:android="http://x"\n    android:shape="oval"/>\n'


def test_a_drawable_that_cannot_be_read(tmp_path):
    text = "android.content.res.Resources$NotFoundException: Drawable a.b:drawable/cart with resource ID #0x7f07\n"
    assert first(tmp_path, text, {DRAWABLE: SHAPE}) == ("resource_file", f"{DRAWABLE}:1-2")


NOT_FOUND = (
    "android.content.res.Resources$NotFoundException: Drawable a.b:drawable/cart with resource ID #0x7f07\n"
)


@pytest.mark.parametrize(
    ("body", "line", "lacking"),
    [
        (
            """<vector xmlns:android="http://x"
    android:width="24dp"
    android:height="24dp"
    android:tint="#fff">
</vector>
""",
            3,
            "`android:viewportWidth` and `android:viewportHeight`",
        ),
        ('<bitmap xmlns:android="http://x"\n    android:gravity="center"/>\n', 1, "`android:src`"),
        (
            '<selector xmlns:android="http://x">\n    <item android:state_pressed="true"/>\n</selector>\n',
            2,
            "`android:drawable`",
        ),
    ],
)
def test_the_line_after_which_a_required_attribute_belongs(tmp_path, body, line, lacking):
    found = causes(tmp_path, NOT_FOUND, {DRAWABLE: body})
    assert [one.mechanism for one in found] == ["resource_attribute"]
    assert (shown(found[0]), lacking in found[0].statement) == (f"{DRAWABLE}:{line}", True)
    assert f"after line {line}" in found[0].check


def test_a_drawable_that_has_what_its_kind_needs(tmp_path):
    body = (
        '<selector xmlns:android="http://x">\n    <item android:drawable="@drawable/bag"/>\n'
        "    <item>\n        <shape/>\n    </item>\n</selector>\n"
    )
    assert first(tmp_path, NOT_FOUND, {DRAWABLE: body})[0] == "resource_file"


def test_every_qualifier_of_a_drawable_is_shown(tmp_path):
    night = DRAWABLE.replace("drawable/", "drawable-night/")
    text = "android.content.res.Resources$NotFoundException: File res/drawable/cart.xml from drawable resource ID #0x7\n"
    found = causes(tmp_path, text, {DRAWABLE: SHAPE, night: SHAPE})[0]
    assert {span.path for span in found.spans} == {DRAWABLE, night}


def test_a_drawable_that_only_a_qualifier_has(tmp_path):
    text = "android.content.res.Resources$NotFoundException: Drawable a.b:drawable/cart with resource ID #0x7f07\n"
    found = causes(tmp_path, text, {DRAWABLE.replace("drawable/", "drawable-v24/"): SHAPE})[0]
    assert "drawable-v24" in found.statement


def test_the_line_of_a_layout_that_cannot_be_inflated(tmp_path):
    layout = "app/src/main/res/layout/cart.xml"
    text = "android.view.InflateException: Binary XML file line #3 in a.b:layout/cart: Error inflating class a.b.Badge\n"
    body = '<LinearLayout\n    xmlns:android="http://x">\n    <a.b.Badge/>\n</LinearLayout>\n'
    files = {layout: body, "app/src/main/java/a/b/Badge.kt": "package a.b\n\nclass Badge\n"}
    assert first(tmp_path, text, files) == ("resource_file", f"{layout}:3")


def test_a_layout_that_names_a_class_which_is_not_there(tmp_path):
    layout = "app/src/main/res/layout/cart.xml"
    text = "android.view.InflateException: Binary XML file line #3 in a.b:layout/cart: Error inflating class a.b.Badge\n"
    body = '<LinearLayout\n    xmlns:android="http://x">\n    <a.b.Badge/>\n</LinearLayout>\n'
    files = {layout: body, "app/src/main/java/a/b/Cart.kt": "package a.b\n\nclass Cart\n"}
    assert first(tmp_path, text, files) == ("xml_class", f"{layout}:3")


def test_a_style_that_the_error_names(tmp_path):
    values = "app/src/main/res/values/styles.xml"
    text = "error: resource style/Cart (aka a.b:style/Cart) not found.\nandroid resource linking failed (AAPT2)\n"
    body = '<resources>\n    <style name="Cart" parent="Gone">\n    </style>\n</resources>\n'
    assert (values, "resource_value") in [
        (one.spans[0].path, one.mechanism) for one in causes(tmp_path, text, {values: body})
    ]


def test_a_message_that_a_bundle_lacks(tmp_path):
    bundle = "app/src/main/resources/ShopBundle.properties"
    body = "title=Shop\n\naction.cart.add=Add\naction.cart.drop=Drop\n\n# end\n"
    text = (
        "java.util.MissingResourceException: Can't find resource for bundle java.util.PropertyResourceBundle, "
        "key action.cart.pay\n\tat java.base/java.util.ResourceBundle.getObject(ResourceBundle.java:564)\n"
        "\tat a.b.ShopBundle.text(ShopBundle.kt:2)\n"
    )
    source = "package a.b\nobject ShopBundle {\n    fun text() {}\n}\n"
    files = {bundle: body, "app/src/main/kotlin/a/b/ShopBundle.kt": source}
    assert first(tmp_path, text, files) == ("bundle_key", f"{bundle}:3-4")


def test_the_text_that_the_failing_call_formats(tmp_path):
    values = "app/src/main/res/values/strings.xml"
    source = "package a.b\nclass Cart {\n    fun show() = getString(R.string.count, 1)\n}\n"
    files = {
        values: '<resources>\n<string name="title">Shop</string>\n<string name="count">%1$d of %2$d</string>\n</resources>\n',
        "app/src/main/kotlin/a/b/Cart.kt": source,
    }
    text = (
        "java.util.MissingFormatArgumentException: Format specifier '%2$d'\n\tat a.b.Cart.show(Cart.kt:3)\n"
    )
    found = causes(tmp_path, text, files)[0]
    assert (found.mechanism, shown(found)) == ("format_text", f"{values}:3")


def test_a_layout_that_the_failing_line_inflates(tmp_path):
    layout = "app/src/main/res/layout/item_cart.xml"
    files = {
        layout: "<LinearLayout>\n    <View/>\n</LinearLayout>\n",
        "app/src/main/kotlin/a/b/Cart.kt": "package a.b\nclass Cart {\n    fun show() = ItemCartBinding.inflate(x)\n}\n",
    }
    text = "android.view.InflateException: Binary XML file line #2: Error inflating class View\n\tat a.b.Cart.show(Cart.kt:3)\n"
    assert first(tmp_path, text, files) == ("resource_file", f"{layout}:2")


def test_a_destination_that_the_graph_has_elsewhere(tmp_path):
    graph = "app/src/main/res/navigation/main.xml"
    body = '<navigation>\n<fragment android:id="@+id/cart">\n<action android:id="@+id/to_till"/>\n</fragment>\n</navigation>\n'
    text = (
        "java.lang.IllegalArgumentException: Navigation action/destination a.b:id/to_till cannot be found from the "
        "current destination Destination(a.b:id/home)\n"
    )
    body = body.replace("<navigation>", '<navigation xmlns:android="http://x">')
    assert first(tmp_path, text, {graph: body}) == ("resource_id", f"{graph}:3")


def test_a_key_that_no_file_of_a_server_sets(tmp_path):
    file = "app/src/main/resources/application.yml"
    body = "server:\n  port: 1\nmail:\n  host: x\n  from: y\nend: 1\n"
    text = "java.lang.IllegalArgumentException: Could not resolve placeholder 'mail.sender' in value \"${mail.sender}\"\n"
    assert first(tmp_path, text, {file: body}) == ("configuration_key", f"{file}:3-5")
