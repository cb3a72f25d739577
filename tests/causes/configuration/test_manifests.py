"""Errors that an entry of the manifest answers."""

import pytest

from tests.causes.configuration.shop import causes, first, mechanisms, shown

PATH = "app/src/main/AndroidManifest.xml"


def manifest(body="", permissions="", application=""):
    return {
        PATH: '<manifest xmlns:android="http://schemas.android.com/apk/res/android"\n'
        f'    xmlns:tools="http://schemas.android.com/tools" package="a.b">\n{permissions}'
        f"    <application{application}>\n{body}    </application>\n</manifest>\n",
        "app/build.gradle.kts": 'plugins { id("com.android.application") }\nandroid { namespace = "a.b" }\n',
    }


CAMERA = '    <uses-permission android:name="android.permission.CAMERA"/>\n'
DENIED = (
    "java.lang.SecurityException: Permission Denial: starting Intent { act=x } "
    "requires android.permission.CALL_PHONE\n\tat android.os.Parcel.createException(Parcel.java:1950)\n"
)


def test_a_permission_that_no_manifest_asks_for_belongs_to_the_others(tmp_path):
    assert first(tmp_path, DENIED, manifest(permissions=CAMERA)) == ("permission_missing", f"{PATH}:3")


def test_a_permission_that_is_asked_for_is_shown_as_such(tmp_path):
    files = manifest(permissions=CAMERA.replace("CAMERA", "CALL_PHONE"))
    assert mechanisms(tmp_path, DENIED, files) == {"permission_declared"}


def test_sockets_need_the_internet_permission(tmp_path):
    text = "java.net.SocketException: socket failed: EPERM (Operation not permitted)\n\tat a.b.Api.load(Api.kt:3)\n"
    assert first(tmp_path, text, manifest(permissions=CAMERA))[0] == "permission_missing"


def test_a_foreground_service_without_a_type(tmp_path):
    body = '        <service android:name=".Sync"/>\n        <service android:name=".Player"/>\n'
    text = (
        "java.lang.RuntimeException: Unable to start service a.b.Player@1 with Intent { cmp=a.b/.Player }: "
        "android.app.MissingForegroundServiceTypeException: Starting FGS without a type targetSDK=34\n"
    )
    assert first(tmp_path, text, manifest(body)) == ("foreground_service", f"{PATH}:5")


def test_a_start_up_provider_that_is_taken_out_whole(tmp_path):
    body = (
        '        <provider android:name="androidx.startup.InitializationProvider"\n'
        '            android:authorities="x" tools:node="remove"/>\n'
    )
    text = "java.lang.IllegalStateException: WorkManager is not initialized properly. You have explicitly\n"
    assert first(tmp_path, text, manifest(body)) == ("startup_provider", f"{PATH}:5")


INITIALIZED = (
    "java.lang.IllegalStateException: WorkManager is not initialized properly. You have explicitly disabled "
    "WorkManagerInitializer in your manifest, have not manually called WorkManager#initialize at this point, "
    "and your Application does not implement Configuration.Provider.\n"
)


@pytest.mark.parametrize(
    ("supertypes", "said"),
    [
        (": Application(), Configuration.Provider", "implements `Configuration.Provider`: this condition"),
        (": Application()", "does not implement `Configuration.Provider`"),
    ],
)
def test_what_a_message_says_of_the_application_is_checked(tmp_path, supertypes, said):
    entry = (
        '<manifest xmlns:android="http://x" package="a.b">\n    <application android:name=".Shop">\n'
        '        <provider android:name="androidx.startup.InitializationProvider"\n'
        '            tools:node="remove"/>\n    </application>\n</manifest>\n'
    )
    source = f"package a.b\n\nclass Shop {supertypes}\n"
    found = causes(tmp_path, INITIALIZED, {PATH: entry, "app/src/main/kotlin/a/b/Shop.kt": source})[0]
    assert shown(found) == f"{PATH}:4"
    assert "`Shop` (Shop.kt:3)" in found.evidence[0]
    assert said in found.evidence[0]


def test_an_activity_of_the_project_that_is_not_declared(tmp_path):
    text = (
        "android.content.ActivityNotFoundException: Unable to find explicit activity class {a.b/a.b.Cart}; "
        "have you declared this activity in your AndroidManifest.xml?\n"
    )
    files = {**manifest(), "app/src/main/kotlin/a/b/Cart.kt": "package a.b\nclass Cart : Activity()\n"}
    assert first(tmp_path, text, files) == ("component_undeclared", f"{PATH}:3-4")


def test_an_activity_that_a_library_brings_in(tmp_path):
    text = (
        "java.lang.RuntimeException: Unable to start activity ComponentInfo{a.b/org.lib.TrampolineActivity}: "
        "java.lang.IllegalArgumentException: no target\n\tat org.lib.TrampolineActivity.onCreate(T.kt:1)\n"
    )
    found = causes(tmp_path, text, manifest())
    assert [cause.mechanism for cause in found] == ["foreign_component"]


def test_a_crash_inside_a_declared_activity_is_not_the_manifests(tmp_path):
    body = '        <activity android:name=".Cart"/>\n'
    text = (
        "java.lang.RuntimeException: Unable to start activity ComponentInfo{a.b/a.b.Cart}: "
        "java.lang.IllegalArgumentException: no id\n\tat a.b.Cart.onCreate(Cart.kt:2)\n"
    )
    files = {
        **manifest(body),
        "app/src/main/kotlin/a/b/Cart.kt": "package a.b\nclass Cart {\n fun onCreate() {}\n}\n",
    }
    assert causes(tmp_path, text, files) == []


def test_a_filter_without_exported(tmp_path):
    body = (
        '        <activity android:name=".Plain"/>\n        <activity android:name=".Open">\n'
        '            <intent-filter><action android:name="x"/></intent-filter>\n        </activity>\n'
    )
    text = "Manifest merger failed : android:exported needs to be explicitly specified for element <activity#a.b.Open>."
    assert first(tmp_path, text, manifest(body)) == ("exported", f"{PATH}:5-7")


def test_clear_text_is_the_applications(tmp_path):
    text = "java.io.IOException: Cleartext HTTP traffic to shop.example not permitted\n\tat a.b.Api.load(Api.kt:9)\n"
    assert first(tmp_path, text, manifest()) == ("network_security", f"{PATH}:3")


def test_folders_of_a_file_provider(tmp_path):
    body = (
        '        <provider android:name="androidx.core.content.FileProvider" android:authorities="a.b.files">\n'
        '            <meta-data android:name="android.support.FILE_PROVIDER_PATHS" android:resource="@xml/shared"/>\n'
        "        </provider>\n"
    )
    files = {
        **manifest(body),
        "app/src/main/res/xml/shared.xml": '<paths>\n<files-path path="x"/>\n</paths>\n',
    }
    text = "java.lang.IllegalArgumentException: Failed to find configured root that contains /data/a.pdf\n"
    found = causes(tmp_path, text, files)
    assert [shown(found[0]), shown(found[0], 1)] == ["app/src/main/res/xml/shared.xml:1-3", f"{PATH}:4-6"]


def test_the_theme_of_the_activity_down_to_the_style_that_decides(tmp_path):
    styles = (
        '<resources>\n<style name="Cart" parent="Base">\n</style>\n'
        '<style name="Base" parent="Theme.AppCompat.Light">\n</style>\n</resources>\n'
    )
    body = '        <activity android:name=".CartActivity" android:theme="@style/Cart"/>\n'
    text = (
        "java.lang.IllegalStateException: This Activity already has an action bar supplied by the window decor.\n"
        "\tat a.b.CartActivity.onCreate(CartActivity.kt:3)\n"
    )
    files = {
        **manifest(body),
        "app/src/main/res/values/styles.xml": styles,
        "app/src/main/kotlin/a/b/CartActivity.kt": "package a.b\nclass CartActivity {\n fun onCreate() {\n }\n}\n",
    }
    found = causes(tmp_path, text, files)[0]
    assert (found.mechanism, shown(found)) == ("theme", "app/src/main/res/values/styles.xml:4-5")
    assert shown(found, 1) == "app/src/main/res/values/styles.xml:2-3"


def test_a_library_of_the_device(tmp_path):
    text = "java.lang.NoClassDefFoundError: Failed resolution of: Lorg/apache/http/ProtocolVersion;\n"
    assert first(tmp_path, text, manifest()) == ("uses_library", f"{PATH}:3-4")


def test_a_permission_by_its_short_name(tmp_path):
    text = "java.lang.SecurityException: Requires VIBRATE permission\n\tat android.os.Parcel.readException(Parcel.java:1)\n"
    assert "VIBRATE" in causes(tmp_path, text, manifest(permissions=CAMERA))[0].statement


def test_a_permission_that_only_apps_of_the_system_get(tmp_path):
    text = DENIED.replace("CALL_PHONE", "READ_PRIVILEGED_PHONE_STATE")
    [cause, *_] = causes(tmp_path, text, manifest(permissions=CAMERA))
    assert cause.statement.endswith("which is granted to apps of the system alone.")
