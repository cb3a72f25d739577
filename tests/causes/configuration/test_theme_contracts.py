"""Errors that demand something of an activity's theme."""

import pytest

from tests.causes.configuration.shop import causes, mechanisms, shown

VALUES = "app/src/main/res/values/themes.xml"
MANIFEST = "app/src/main/AndroidManifest.xml"
DEMANDED = "java.lang.IllegalStateException: You need to use a Theme.AppCompat theme (or descendant) with this activity.\n"
THEMES = """<resources>
<style name="Shop" parent="Common"/>
<style name="Common" parent="@style/Theme.AppCompat.Light">
    <item name="colorPrimary">#fff</item>
</style>
<style name="Shop.Till"/>
<style name="Receipt" parent="@android:style/Theme.Holo.Light.Dialog">
    <item name="android:windowNoTitle">true</item>
</style>
</resources>
"""


def project(activities: str, themes: str = THEMES, **classes: str) -> dict[str, str]:
    """Return a manifest, styles and the activities' classes, each a supertype or a whole body."""
    files = {
        VALUES: themes,
        MANIFEST: f'<manifest xmlns:android="http://x" package="a.b">\n<application android:theme="@style/Shop">\n{activities}'
        "</application>\n</manifest>\n",
    }
    for name, body in classes.items():
        code = body if "{" in body else f"class {name} : {body}()\n"
        header = (
            "package a.b\n\nimport androidx.appcompat.app.AppCompatActivity\nimport android.app.Activity\n\n"
        )
        files[f"app/src/main/java/a/b/{name}.kt"] = header + code
    return files


CART = '<activity android:name=".CartActivity"/>\n'
RECEIPT = '<activity android:name=".ReceiptActivity"\n    android:theme="@style/Receipt"/>\n'


def test_an_activity_whose_theme_descends_from_the_platforms(tmp_path):
    files = project(CART + RECEIPT, CartActivity="AppCompatActivity", ReceiptActivity="AppCompatActivity")
    [found] = causes(tmp_path, DEMANDED, files)
    assert (found.mechanism, shown(found), shown(found, 1)) == ("theme", f"{VALUES}:7", f"{MANIFEST}:5")
    assert "`ReceiptActivity` runs with `Receipt`" in found.statement
    assert "`android:Theme.Holo.Light.Dialog`" in found.statement
    assert "the themes of 1 other activities give it" in found.evidence


def test_an_activity_that_needs_no_such_theme(tmp_path):
    files = project(CART + RECEIPT, CartActivity="AppCompatActivity", ReceiptActivity="Activity")
    assert "theme" not in mechanisms(tmp_path, DEMANDED, files)


def test_the_theme_of_the_platform_right_in_the_manifest(tmp_path):
    body = CART + '<activity android:name=".ReceiptActivity" android:theme="@android:style/Theme.Dialog"/>\n'
    files = project(body, CartActivity="AppCompatActivity", ReceiptActivity="Base", Base="AppCompatActivity")
    files["app/src/main/java/a/b/Base.kt"] = files["app/src/main/java/a/b/Base.kt"].replace(
        "class", "open class"
    )
    [found] = causes(tmp_path, DEMANDED, files)
    assert shown(found) == f"{MANIFEST}:4"


def test_a_parent_under_one_qualifier_alone(tmp_path):
    night = VALUES.replace("values/", "values-v31/")
    files = project(CART, CartActivity="AppCompatActivity")
    files[night] = '<resources>\n<style name="Common" parent="android:Theme.Material"/>\n</resources>\n'
    [found] = causes(tmp_path, DEMANDED, files)
    assert shown(found) == f"{night}:2"


def test_a_style_that_devices_of_some_versions_alone_have(tmp_path):
    body = '<activity android:name=".CartActivity" android:theme="@style/Shop.Light"/>\n'
    files = project(body, CartActivity="AppCompatActivity")
    files[VALUES.replace("values/", "values-v23/")] = (
        '<resources>\n<style name="Shop.Light"/>\n</resources>\n'
    )
    [found] = causes(tmp_path, DEMANDED, files)
    assert (shown(found), "a style of `values-v23` alone" in found.statement) == (f"{VALUES}:2", True)


def test_a_dotted_name_is_a_parent(tmp_path):
    body = '<activity android:name=".CartActivity" android:theme="@style/Shop.Till"/>\n'
    assert "theme" not in mechanisms(tmp_path, DEMANDED, project(body, CartActivity="AppCompatActivity"))


def test_a_theme_that_code_sets(tmp_path):
    code = (
        "class CartActivity : AppCompatActivity() {\n    fun onCreate() {\n"
        "        setTheme(R.style.Receipt)\n    }\n}\n"
    )
    [found] = causes(tmp_path, DEMANDED, project(CART, CartActivity=code))
    assert [shown(found), shown(found, 1)] == [f"{VALUES}:7", "app/src/main/java/a/b/CartActivity.kt:8"]


def test_a_dialog_with_the_applications_context(tmp_path):
    code = (
        "class CartActivity : AppCompatActivity() {\n    fun ask() {\n"
        "        AlertDialog.Builder(applicationContext).show()\n    }\n}\n"
    )
    [found] = causes(tmp_path, DEMANDED, project(CART, CartActivity=code))
    assert shown(found) == "app/src/main/java/a/b/CartActivity.kt:8"
    assert "no theme of an activity in the manifests lacks it" in found.evidence


@pytest.mark.parametrize(
    "message",
    [
        (
            "This component requires that you specify a valid TextAppearance attribute. Update your app theme to "
            "inherit from Theme.MaterialComponents (or a descendant)."
        ),
        "The style on this component requires your app theme to be Theme.MaterialComponents (or a descendant).",
    ],
)
def test_a_component_of_material_under_an_appcompat_theme(tmp_path, message):
    code = (
        "class CartActivity : AppCompatActivity() {\n    fun onCreate() {\n"
        "        setContentView(R.layout.cart)\n    }\n}\n"
    )
    files = project(CART, CartActivity=code)
    files["app/src/main/res/layout/cart.xml"] = (
        '<com.google.android.material.chip.Chip xmlns:android="http://x"/>\n'
    )
    [found] = [
        one
        for one in causes(tmp_path, f"java.lang.IllegalArgumentException: {message}\n", files)
        if one.mechanism == "theme"
    ]
    assert shown(found) == f"{VALUES}:3"
    assert "`Theme.MaterialComponents`" in found.statement
    fitting = {**files, VALUES: THEMES.replace("Theme.AppCompat", "Theme.Material3.DayNight")}
    assert "theme" not in mechanisms(
        tmp_path / "fitting", f"java.lang.IllegalArgumentException: {message}\n", fitting
    )


def test_styles_of_another_module_do_not_count_where_the_own_has_them(tmp_path):
    files = project(CART, CartActivity="AppCompatActivity")
    files["app/build.gradle.kts"] = files["core/build.gradle.kts"] = "plugins {\n}\n"
    files["core/src/main/res/values/themes.xml"] = (
        '<resources>\n<style name="Common" parent="android:Theme.Material"/>\n</resources>\n'
    )
    assert "theme" not in mechanisms(tmp_path, DEMANDED, files)


def test_the_activity_of_a_frame_below_its_base_class(tmp_path):
    base = "open class BaseActivity : AppCompatActivity() {\n    fun onCreate() {\n    }\n}\n"
    files = project(
        CART + RECEIPT, CartActivity="AppCompatActivity", ReceiptActivity="BaseActivity", BaseActivity=base
    )
    text = (
        DEMANDED
        + "\tat a.b.BaseActivity.onCreate(BaseActivity.kt:7)\n\tat a.b.ReceiptActivity.onCreate(R.kt:3)\n"
    )
    found = next(one for one in causes(tmp_path, text, files) if one.mechanism == "theme")
    assert shown(found) == f"{VALUES}:7"


def test_an_action_bar_that_the_theme_takes_away(tmp_path):
    text = "java.lang.IllegalStateException: This Activity already has an action bar supplied by the window decor.\n"
    code = (
        "class CartActivity : AppCompatActivity() {\n    fun onCreate() {\n"
        "        setSupportActionBar(bar)\n    }\n}\n"
    )
    files = project(CART + RECEIPT, CartActivity=code, ReceiptActivity="AppCompatActivity")
    [found] = causes(tmp_path, text, files)
    assert (found.mechanism, "`CartActivity` runs with `Shop`" in found.statement) == ("theme", True)
    without = THEMES.replace("</style>", '<item name="windowActionBar">false</item></style>', 1)
    assert "theme" not in mechanisms(tmp_path / "without", text, {**files, VALUES: without})
    failed = text + "\tat a.b.CartActivity.onCreate(CartActivity.kt:8)\n"
    found = next(
        one
        for one in causes(tmp_path / "failed", failed, {**files, VALUES: without})
        if one.mechanism == "theme"
    )
    assert "whose action bar items of the style take away" in found.statement
