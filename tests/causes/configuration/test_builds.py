"""Failures of a build: scripts, repositories, features, versions of tools."""

import pytest

from evaluation.project_text import project_files
from tests.causes.configuration.shop import causes, first, mechanisms, shown

APP = """plugins {
    id("com.android.application")
}
android {
    compileSdk = 33
    buildTypes {
        release {
            isMinifyEnabled = true
        }
    }
}
repositories {
    maven { url = uri("https://repo.shop.example/maven") }
}
dependencies {
    implementation("com.acme:cart:1.0")
    testImplementation("org.jetbrains.kotlin:kotlin-test")
}
"""
BUILD = {
    "app/build.gradle.kts": APP,
    "core/build.gradle.kts": "dependencies {\n}\n",
    "gradle.properties": "org.gradle.jvmargs=-Xmx2g\n",
    "gradle/wrapper/gradle-wrapper.properties": "a=b\ndistributionUrl=https\\://services.gradle.org/gradle-7.4-bin.zip\n",
}
WENT_WRONG = "* What went wrong:\n"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            (
                "A problem occurred configuring project ':app'.\n> Build Type 'debug' contains custom BuildConfig fields, "
                "but the feature is disabled."
            ),
            ("build_feature", "app/build.gradle.kts:4-11"),
        ),
        (
            (
                "Execution failed for task ':app:checkDebugAarMetadata'.\n> Dependency 'x' requires libraries and "
                "applications that depend on it to compile against version 34 or later of the Android APIs."
            ),
            ("sdk_level", "app/build.gradle.kts:5"),
        ),
        (
            "Minimum supported Gradle version is 8.0. Current version is 7.4.",
            ("gradle_version", "gradle/wrapper/gradle-wrapper.properties:2"),
        ),
        (
            "Execution failed for task ':core:test'.\n> No tests found for given includes: [a.CartTest](--tests filter)",
            ("test_options", "core/build.gradle.kts:1-2"),
        ),
        (
            "Execution failed for task ':app:kaptDebugKotlin'.\n> java.lang.OutOfMemoryError: Metaspace",
            ("gradle_property", "gradle.properties:1"),
        ),
        (
            (
                "Could not resolve all files for configuration ':app:debugRuntimeClasspath'.\n> Could not find com.acme:cart:1.0.\n"
                "  Required by:\n      project :app"
            ),
            ("missing_module_version", "app/build.gradle.kts:16"),
        ),
        (
            (
                "Could not determine the dependencies of task ':app:lint'.\n> Could not GET "
                "'https://repo.shop.example/maven/a.pom'. Received status code 502 from server: Bad Gateway"
            ),
            ("repository_address", "app/build.gradle.kts:12-14"),
        ),
    ],
)
def test_what_a_build_says_leads_to_its_setting(tmp_path, text, expected):
    assert expected in [
        (one.mechanism, shown(one)) for one in causes(tmp_path, WENT_WRONG + text + "\n", BUILD)
    ]


def test_a_property_that_cannot_be_set_is_looked_for_in_the_script_of_its_project(tmp_path):
    files = project_files("""
        // file: app/build.gradle
        tasks.create('report') {
            sourceDirectories = files('a')
        }
        // file: core/build.gradle
        sourceDirectories = files('b')
        """)
    text = (
        f"{WENT_WRONG}A problem occurred configuring project ':app'.\n> Cannot set the value of read-only property "
        "'sourceDirectories' for task ':app:report' of type JacocoReport.\n"
    )
    assert first(tmp_path, text, files) == ("script_name", "app/build.gradle:2")


def test_the_line_of_a_script_that_gradle_names(tmp_path):
    text = "* Where:\nBuild file '/home/x/shop/app/build.gradle.kts' line: 5\n\n* What went wrong:\nno\n"
    assert ("script_line", "app/build.gradle.kts:5") in [
        (one.mechanism, shown(one)) for one in causes(tmp_path, text, BUILD)
    ]


def test_a_task_is_shown_where_it_is_defined(tmp_path):
    files = project_files("""
        // file: app/build.gradle.kts
        tasks.register("pack") {
            error("no")
        }
        """)
    text = f"{WENT_WRONG}Execution failed for task ':app:pack'.\n> no\n"
    assert first(tmp_path, text, files) == ("failed_task", "app/build.gradle.kts:1-3")


def test_a_module_that_a_plugin_asks_for(tmp_path):
    files = project_files("""
        // file: build.gradle.kts
        plugins {
            id("nebula.oss") version "10.6"
        }
        """)
    text = (
        f"{WENT_WRONG}A problem occurred configuring root project 'shop'.\n> Could not resolve all files for "
        "configuration ':classpath'.\n   > Could not find org.grgit:grgit-core:4.0.2.\n"
    )
    assert first(tmp_path, text, files) == ("undeclared_module", "build.gradle.kts:1-3")


def test_removed_members_lead_to_the_rules_of_a_build_that_shrinks(tmp_path):
    files = {**BUILD, "app/proguard-rules.pro": "-keep class a.b.Cart\n-dontwarn x.**\n"}
    text = "java.lang.NoSuchMethodException: androidx.layout.KeyAttributes.<init> []\n"
    assert first(tmp_path, text, files) == ("keep_rule", "app/proguard-rules.pro:1-2")


def test_a_build_that_does_not_shrink_removes_nothing(tmp_path):
    files = {
        "app/build.gradle.kts": APP.replace("isMinifyEnabled = true", ""),
        "app/proguard-rules.pro": "-keep class a.b.Cart\n",
    }
    text = "java.lang.NoSuchMethodException: androidx.layout.KeyAttributes.<init> []\n"
    assert "keep_rule" not in mechanisms(tmp_path, text, files)


def test_coverage_is_switched_on_where_its_agent_fails(tmp_path):
    files = project_files("""
        // file: app/build.gradle
        android {
            buildTypes {
                debug {
                    testCoverageEnabled true
                }
            }
        }
        """)
    text = (
        "java.io.FileNotFoundException: /jacoco.exec: open failed: EROFS\n"
        "\tat org.jacoco.agent.rt.internal.output.FileOutput.openFile(FileOutput.java:67)\n\tat a.b.Cart.<init>(Cart.kt)\n"
    )
    assert first(tmp_path, text, files) == ("coverage", "app/build.gradle:4")


def test_a_missing_provider_belongs_to_the_module_that_asks_for_it(tmp_path):
    files = {
        **BUILD,
        "core/src/main/kotlin/a/b/Cart.kt": "package a.b\nclass Cart {\n    fun check() {}\n}\n",
    }
    text = (
        "javax.validation.NoProviderFoundException: Unable to create a Configuration, because no Bean Validation "
        "provider could be found. Add a provider to your classpath.\n\tat a.b.Cart.check(Cart.kt:3)\n"
    )
    assert first(tmp_path, text, files) == ("asked_dependency", "core/build.gradle.kts:1-2")


def test_an_unknown_text_has_no_cause_here(tmp_path):
    assert causes(tmp_path, "it does not work\n", BUILD) == []


CATALOG = "gradle/libs.versions.toml"
TABLES = '[versions]\nkotlin = "2.0"\n\n[plugins]\nkotlin-jvm = { id = "org.jetbrains.kotlin.jvm" }\n'
ACCESSOR = "Build file 'x/app/build.gradle.kts' line: 2\nLine 2:     alias(libs.plugins.{})\n^ Unresolved reference: serialization\n"


def test_an_accessor_that_the_catalog_lacks_belongs_to_its_table(tmp_path):
    text = ACCESSOR.format("kotlin.serialization")
    found = {one.mechanism: shown(one) for one in causes(tmp_path, text, {CATALOG: TABLES})}
    assert found["catalog_entry"] == f"{CATALOG}:4-5"


def test_an_accessor_that_the_catalog_has_is_no_cause(tmp_path):
    assert "catalog_entry" not in mechanisms(tmp_path, ACCESSOR.format("kotlin.jvm"), {CATALOG: TABLES})


def test_a_module_of_google_that_was_looked_for_elsewhere_alone(tmp_path):
    files = project_files("""
        // file: build.gradle
        repositories {
            jcenter()
        }
        // file: app/build.gradle
        dependencies {
            implementation 'com.google.android.gms:play:1'
        }
        """)
    text = (
        "Could not find com.google.android.gms:play:1.\nSearched in the following locations:\n"
        "https://jcenter.bintray.com/com/google/android/gms/play/1/play-1.pom\n"
    )
    assert first(tmp_path, text, files) == ("google_repository", "build.gradle:1-3")


def test_who_requires_a_module_without_a_version(tmp_path):
    files = project_files("""
        // file: app/build.gradle.kts
        dependencies {
            implementation("x.maps:widgets:1")
        }
        """)
    text = (
        "What went wrong:\nCould not resolve all files for configuration ':core:main'.\n> Could not find y.ui:material:.\n"
        "  Required by:\n      project :core > project :app > x.maps:widgets:1\n"
    )
    assert first(tmp_path, text, files) == ("required_module", "app/build.gradle.kts:2")


def test_memory_of_tests_and_of_the_build_are_set_apart(tmp_path):
    files = project_files("""
        // file: gradle.properties
        org.gradle.jvmargs=-Xmx2g
        // file: app/build.gradle.kts
        tasks.test {
            maxHeapSize = "1g"
        }
        """)
    failed = "Execution failed for task ':app:{}'.\n> java.lang.OutOfMemoryError: Java heap space\n"
    assert first(tmp_path / "a", failed.format("test"), files) == ("test_memory", "app/build.gradle.kts:2")
    assert first(tmp_path / "b", failed.format("mergeDex"), files) == (
        "gradle_property",
        "gradle.properties:1",
    )


def test_a_package_that_a_host_app_includes_by_its_name(tmp_path):
    files = project_files("""
        // file: package.json
        {"name": "shop-widget"}
        // file: android/build.gradle
        android {
        }
        // file: example/android/app/build.gradle
        android {
        }
        """)
    text = "A problem occurred configuring project ':shop-widget'.\n> Namespace not specified.\n"
    assert first(tmp_path, text, files) == ("build_feature", "android/build.gradle:1-2")
