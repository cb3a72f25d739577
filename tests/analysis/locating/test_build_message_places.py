"""Messages of builds find their places: a resource, a test of Gradle's console, the declaration of what is missing."""

import pytest

from evaluation.project_text import project_files
from rca.analysis.locating.frame_locator import choose_culprit, locate
from rca.error_text import parse
from tests.indexed_project import indexed


@pytest.fixture
def project(tmp_path):
    return lambda files: indexed(tmp_path / "project", files)


def test_a_resource_is_found_though_it_is_no_source_file(project):
    workspace = project(
        project_files("""
        // file: app/src/main/res/layout/row.xml
        <a>
        <b/>
        </a>
        // file: src/A.kt
        class A
        """)
    )
    text = "ERROR:/ci/app/src/main/res/layout/row.xml:2: AAPT: error: resource color/ink not found."
    assert [(found.file_path, found.line) for found in locate(parse(text), workspace.snapshot)] == [
        ("app/src/main/res/layout/row.xml", 2)
    ]


CONSOLE = """\
> Task :feature:cart:testDebugUnitTest FAILED

CartTest > sums FAILED
    java.lang.AssertionError at CartTest.kt:7
"""


@pytest.mark.parametrize("module", ["feature/cart", "feature/bill"])
def test_a_test_of_gradles_console_is_found_without_its_package(project, module):
    test = (
        "package {}\n\nclass CartTest {{\n\n    @Test\n    fun sums() {{\n        check(false)\n    }}\n}}\n"
    )
    workspace = project(
        {
            "feature/bill/src/test/kotlin/CartTest.kt": test.format("com.example.bill"),
            "feature/cart/src/test/kotlin/CartTest.kt": test.format("com.example.cart"),
        }
    )
    report = parse(CONSOLE.replace(":feature:cart", f":{module.replace('/', ':')}"), ())
    (found,) = locate(report, workspace.snapshot)
    assert (found.file_path, found.line) == (f"{module}/src/test/kotlin/CartTest.kt", 7)
    assert found.function.name == "CartTest.sums"
    assert choose_culprit(report, [found], workspace.snapshot) == found


BUILD = project_files("""
// file: gradle/libs.versions.toml
[libraries]
okio-assets = { module = "com.squareup.okio:okio-assets", version = "3" }
okio = { module = "com.squareup.okio:okio", version = "3" }
retrofit = { group = "com.squareup.retrofit2", name = "retrofit", version = "2" }
[plugins]
ksp-more = { id = "com.google.devtools.ksp.more", version = "1" }
ksp = { id = "com.google.devtools.ksp", version = "1" }
// file: build.gradle.kts
plugins {
    kotlin("jvm") version "9.9" apply false
}
// file: old/build.gradle
dependencies {
    api group: 'junit', name: 'junit', version: '4'
}
// file: jvm/pom.xml
<project>
<groupId>a</groupId>
<dependency>
<groupId>a.b</groupId>
  <artifactId>c</artifactId>
</dependency>
</project>
// file: src/A.kt
class A
""")


def conflict(artifact):
    return (
        "Could not resolve all files for configuration ':app:debugRuntimeClasspath'.\n"
        f"> Could not find {artifact}:9.9.\n  Required by:\n      project :app\n"
    )


def missing(plugin):
    return (
        f"Plugin [id: '{plugin}', version: '9.9', apply: false] was not found in any of the following sources:\n\n"
        "- Gradle Core Plugins (plugin is not in 'org.gradle' namespace)\n"
    )


@pytest.mark.parametrize(
    ("wrong", "place"),
    [
        (conflict("com.squareup.okio:okio"), ("gradle/libs.versions.toml", 3)),
        (conflict("com.squareup.retrofit2:retrofit"), ("gradle/libs.versions.toml", 4)),
        (conflict("junit:junit"), ("old/build.gradle", 2)),
        (conflict("a.b:c"), ("jvm/pom.xml", 4)),
        (missing("com.google.devtools.ksp"), ("gradle/libs.versions.toml", 7)),
        (missing("org.jetbrains.kotlin.jvm"), ("build.gradle.kts", 2)),
    ],
)
def test_what_is_missing_is_found_where_the_build_declares_it(project, wrong, place):
    workspace = project(BUILD)
    text = f"FAILURE: Build failed with an exception.\n\n* What went wrong:\n{wrong}"
    assert [(found.file_path, found.line) for found in locate(parse(text), workspace.snapshot)] == [place]
