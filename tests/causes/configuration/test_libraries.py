"""Classes that the classpath lacks or has in another version."""

import subprocess

from evaluation.project_text import project_files
from tests.causes.configuration.shop import causes, first, mechanisms, shown

CATALOG = """[versions]
svg = "1.2"
okhttp = "4.9.0"

[libraries]
svg = { module = "com.github.big:androidsvg", version.ref = "svg" }
okhttp = { group = "com.squareup.okhttp3", name = "okhttp", version.ref = "okhttp" }

[libraries.fabric]
module = "io.fabric8:kubernetes-client"
version.ref = "okhttp"
"""
SCRIPT = """plugins {
    id("com.android.application")
}
dependencies {
    implementation(libs.svg)
    implementation(libs.okhttp)
    implementation("io.netty:netty-resolver-dns:4.1.60.Final")
}
"""
BUILD = {"gradle/libs.versions.toml": CATALOG, "app/build.gradle.kts": SCRIPT, "core/build.gradle.kts": ""}


def test_a_linkage_error_leads_to_the_version_of_the_caller(tmp_path):
    text = (
        "java.lang.NoSuchMethodError: 'java.lang.String java.lang.String.chop()'\n"
        "\tat com.caverock.androidsvg.SVG.parse(SVG.java:40)\n"
    )
    found = causes(tmp_path, text, BUILD)[0]
    assert (found.mechanism, shown(found), shown(found, 1)) == (
        "linkage", "gradle/libs.versions.toml:2", "gradle/libs.versions.toml:6",
    )  # fmt: skip


def test_a_catalogs_table_of_one_entry_is_read(tmp_path):
    text = "java.lang.NoSuchMethodError: x\n\tat io.fabric8.kubernetes.client.Config.load(Config.java:4)\n"
    assert first(tmp_path, text, BUILD) == ("linkage", "gradle/libs.versions.toml:3")


def test_a_version_that_a_property_sets(tmp_path):
    files = project_files("""
        // file: gradle.properties
        org.gradle.parallel=true
        fiatVersion=1.7.0
        // file: app/build.gradle
        dependencies {
          api "io.spinnaker.fiat:fiat-core:$fiatVersion"
        }
        """)
    text = (
        "groovy.lang.MissingMethodException: No signature of method: com.netflix.fiat.model.Permissions.isEmpty() "
        "is applicable for argument types: () values: []\n"
    )
    assert first(tmp_path, text, files) == ("linkage", "gradle.properties:2")


def test_a_missing_artifact_belongs_to_the_module_that_asks_for_its_group(tmp_path):
    text = "java.lang.ClassNotFoundException: io.netty.resolver.macos.AddressProvider\n"
    assert first(tmp_path, text, BUILD) == ("missing_dependency", "app/build.gradle.kts:4-8")


def test_an_import_that_does_not_resolve(tmp_path):
    files = {
        **BUILD,
        "core/build.gradle.kts": "dependencies {\n}\n",
        "core/src/main/kotlin/a/b/Mapper.kt": "package a.b\n\nimport com.fasterxml.jackson.databind.ObjectMapper\n",
    }
    text = "e: file:///w/core/src/main/kotlin/a/b/Mapper.kt:3:30 Unresolved reference: databind\n"
    assert first(tmp_path, text, files) == ("missing_dependency", "core/build.gradle.kts:1-2")


def test_a_class_of_the_project_is_no_libraries(tmp_path):
    files = {**BUILD, "app/src/main/kotlin/a/b/Cart.kt": "package a.b\nclass Cart\n"}
    text = "java.lang.ClassNotFoundException: a.b.Cart\n"
    assert "missing_dependency" not in mechanisms(tmp_path, text, files)


def test_a_library_that_throws_above_all_code_of_the_project(tmp_path):
    text = (
        "java.lang.IllegalArgumentException: bad base-64\n\tat android.util.Base64.decode(Base64.java:161)\n"
        "\tat com.caverock.androidsvg.SVGRenderer.image(SVGRenderer.java:19)\n"
        "\tat com.caverock.androidsvg.SVGRenderer.render(SVGRenderer.java:18)\n\tat a.b.Cart.draw(Cart.kt:2)\n"
    )
    assert first(tmp_path, text, BUILD)[0] == "thrown_in_library"


def test_a_failure_in_code_of_the_project_is_no_librarys(tmp_path):
    text = "java.lang.IllegalArgumentException: bad\n\tat a.b.Cart.draw(Cart.kt:2)\n\tat okhttp3.Call.run(Call.kt:3)\n"
    files = {**BUILD, "app/src/main/kotlin/a/b/Cart.kt": "package a.b\nclass Cart {\n fun draw() {}\n}\n"}
    assert causes(tmp_path, text, files) == []


def test_versions_of_a_platform_come_before_what_asks_without_one(tmp_path):
    files = project_files("""
        // file: bom/build.gradle
        plugins { id "java-platform" }
        dependencies {
          api("org.jooq:jooq:3.1")
        }
        // file: app/build.gradle
        dependencies {
          api "org.liquibase:liquibase-core"
        }
        """)
    text = (
        "liquibase.exception.ChangeLogParseException: twice\n"
        "\tat liquibase.parser.YamlParser.parse(YamlParser.java:25)\n\tat liquibase.Liquibase.update(L.java:2)\n"
    )
    assert first(tmp_path, text, files) == ("thrown_in_library", "bom/build.gradle:2-4")


def test_a_version_that_was_changed_lately_is_offered_for_linkage_errors(tmp_path):
    folder = tmp_path / "shop"
    folder.mkdir()
    script = folder / "build.gradle"
    git = ["git", "-C", str(folder), "-c", "user.name=x", "-c", "user.email=x@example.invalid"]
    subprocess.run([*git, "init", "-q"], check=True)
    for version in ("1.3.1", "1.3.2"):
        script.write_text(f"ext {{\n  a = '2.0'\n  mavenVersion = '{version}'\n}}\n", encoding="utf-8")
        subprocess.run([*git, "add", "-A"], check=True)
        subprocess.run([*git, "commit", "-qm", f"maven {version}"], check=True)
    text = "java.lang.NoSuchMethodError: java.nio.ByteBuffer.rewind()Ljava/nio/ByteBuffer;\n"
    assert first(tmp_path, text, {}) == ("recent_version_linkage", "build.gradle:3")


def test_a_class_of_the_ide_needs_its_plugin(tmp_path):
    descriptor = (
        "<idea-plugin>\n  <id>x</id>\n  <depends>com.intellij.modules.xml</depends>\n</idea-plugin>\n"
    )
    files = {
        "app/src/main/resources/META-INF/plugin.xml": descriptor,
        "core/src/main/resources/META-INF/plugin.xml": descriptor,
        "core/src/main/kotlin/a/b/Inject.kt": "package a.b\nimport org.intellij.lang.InjectorUtils\nclass Inject\n",
        **BUILD,
    }
    text = "java.lang.NoClassDefFoundError: org/intellij/lang/InjectorUtils\n"
    assert first(tmp_path, text, files) == (
        "plugin_descriptor",
        "core/src/main/resources/META-INF/plugin.xml:2-3",
    )


def test_a_plugin_of_the_build_throws_nothing_in_the_app(tmp_path):
    files = project_files("""
        // file: app/build.gradle.kts
        plugins {
            id("org.jetbrains.intellij") version "1.13"
        }
        """)
    text = (
        "java.lang.IllegalStateException: no\n\tat com.intellij.ui.Tree.paint(Tree.java:4)\n"
        "\tat com.intellij.ui.Tree.show(Tree.java:2)\n"
    )
    assert causes(tmp_path, text, files) == []
