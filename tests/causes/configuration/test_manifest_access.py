"""Access that the manifest decides: to components, other apps, plain `http`, files of a provider."""

from evaluation.project_text import project_files
from tests.causes.configuration.shop import causes, first, mechanisms, shown

PATH = "app/src/main/AndroidManifest.xml"
RULES = "app/src/main/res/xml/network.xml"
CART = project_files("""
// file: app/src/main/java/a/b/Cart.kt
package a.b

class Cart
""")


def manifest(body="", application="", before=""):
    return {
        PATH: f'<manifest package="a.b">\n{before}    <application{application}>\n{body}    </application>\n</manifest>\n',
        "app/build.gradle.kts": 'plugins { id("com.android.application") }\n',
    }


def test_a_component_that_demands_a_permission_is_not_the_callers_lack(tmp_path):
    body = '        <service android:name=".Vpn" android:permission="android.permission.BIND_VPN_SERVICE"/>\n'
    text = (
        "java.lang.SecurityException: Not allowed to bind to service Intent { cmp=a.b/.Vpn }: "
        "requires android.permission.BIND_VPN_SERVICE\n"
    )
    assert mechanisms(tmp_path, text, manifest(body)) == {"component_permission"}


def test_a_service_that_another_app_may_not_bind(tmp_path):
    body = '        <service android:name="a.b.Sync" android:exported="false"/>\n'
    text = (
        "java.lang.SecurityException: Permission Denial: Accessing service a.b/a.b.Sync from pid=1, uid=2 "
        "that is not exported from uid 3\n"
    )
    assert first(tmp_path, text, manifest(body)) == ("not_exported", f"{PATH}:3")


def test_the_network_rules_come_before_the_application(tmp_path):
    files = manifest(application=' android:networkSecurityConfig="@xml/network"')
    rules = "<network-security-config>\n    <base-config/>\n</network-security-config>\n"
    text = (
        "java.net.UnknownServiceException: CLEARTEXT communication to shop.example not permitted by policy\n"
    )
    cause = causes(tmp_path, text, {**files, RULES: rules})[0]
    assert (shown(cause), shown(cause, 1)) == (f"{RULES}:1-3", f"{PATH}:2")


def test_the_rule_of_the_host_comes_first(tmp_path):
    files = manifest(application=' android:networkSecurityConfig="@xml/network"')
    rules = (
        "<network-security-config>\n    <base-config/>\n    <domain-config>\n"
        "        <domain>shop.example</domain>\n    </domain-config>\n</network-security-config>\n"
    )
    text = "java.io.IOException: Cleartext HTTP traffic to api.shop.example not permitted\n"
    assert first(tmp_path, text, {**files, RULES: rules}) == ("network_security", f"{RULES}:3-5")


def test_another_app_that_the_manifest_does_not_name(tmp_path):
    before = '    <queries>\n        <package android:name="c.d"/>\n    </queries>\n'
    text = (
        "android.content.ActivityNotFoundException: No Activity found to handle Intent { act=PAY pkg=e.f }\n"
    )
    found = causes(tmp_path, text, {**manifest(before=before), **CART})
    assert ("package_visibility", f"{PATH}:2-4") in [(one.mechanism, shown(one)) for one in found]


def test_an_app_that_the_manifest_names_is_seen(tmp_path):
    before = '    <queries>\n        <package android:name="e.f"/>\n    </queries>\n'
    text = (
        "android.content.ActivityNotFoundException: No Activity found to handle Intent { act=PAY pkg=e.f }\n"
    )
    assert "package_visibility" not in mechanisms(tmp_path, text, {**manifest(before=before), **CART})


def test_a_factory_of_components_that_cannot_be_made(tmp_path):
    text = (
        "E/LoadedApk: Unable to instantiate appComponentFactory\n"
        'java.lang.ClassNotFoundException: Didn\'t find class "androidx.core.app.CoreComponentFactory"\n'
    )
    assert first(tmp_path, text, manifest()) == ("component_factory", f"{PATH}:2")


def test_a_provider_without_paths(tmp_path):
    body = '        <provider android:name="androidx.core.content.FileProvider"\n            android:authorities="a.b"/>\n'
    text = "java.lang.IllegalArgumentException: Missing android.support.FILE_PROVIDER_PATHS meta-data\n"
    assert first(tmp_path, text, manifest(body)) == ("provider_meta_data", f"{PATH}:3-4")


def test_a_component_declared_under_the_name_of_a_class_that_is_gone(tmp_path):
    body = '        <activity android:name="a.old.Cart"/>\n'
    text = (
        "android.content.ActivityNotFoundException: Unable to find explicit activity class {a.b/a.b.Cart}; "
        "have you declared this activity in your AndroidManifest.xml?\n"
    )
    assert first(tmp_path, text, {**manifest(body), **CART}) == ("component_undeclared", f"{PATH}:3")


def test_an_activity_that_shows_nothing_and_stays(tmp_path):
    body = '        <activity android:name=".Cart"\n            android:theme="@android:style/Theme.NoDisplay"/>\n'
    text = (
        "java.lang.IllegalStateException: Activity {a.b/a.b.Cart} did not call finish() prior to onResume() "
        "completing\n"
    )
    assert first(tmp_path, text, {**manifest(body), **CART}) == ("no_display_theme", f"{PATH}:3-4")


def test_the_manifest_of_the_module_whose_merger_fails(tmp_path):
    core = "core/src/main/AndroidManifest.xml"
    entry = '        <activity android:name=".Cart">\n            <intent-filter/>\n        </activity>\n'
    files = {**manifest(entry * 2), core: f"<manifest>\n<application>\n{entry}</application>\n</manifest>\n"}
    text = (
        "Execution failed for task ':core:processDebugManifest'.\n> Manifest merger failed : android:exported needs "
        "to be explicitly specified for element <activity#a.b.Cart>.\n"
    )
    files["core/build.gradle.kts"] = 'plugins { id("com.android.library") }\n'
    assert first(tmp_path, text, files) == ("exported", f"{core}:3-5")
