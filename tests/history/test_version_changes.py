"""Version changes: those that name a library of the error come first."""

from __future__ import annotations

import pytest

from evaluation.project_text import project_files
from rca.history.change_query import ChangeTarget
from rca.history.suspect_changes import suspects
from rca.history.version_changes import words
from rca.scheduling.deadline import Deadline

MAIN = "app/src/main/kotlin/Main.kt"
CATALOG = "gradle/libs.versions.toml"


PROJECT = """
// file: app/src/main/kotlin/Main.kt
fun main() {{
    run()
}}
// file: gradle/libs.versions.toml
[versions]
sqk = "{sqk}"
json = "{moshi}"

[libraries]
http = {{ module = "com.squareup.okhttp3:okhttp", version.ref = "sqk" }}
json = {{ group = "com.squareup.moshi", name = "moshi", version.ref = "json" }}
// file: gradle.properties
org.gradle.jvmargs=-Xmx2g
"""


def catalog(sqk: str, moshi: str) -> str:
    return project_files(PROJECT.format(sqk=sqk, moshi=moshi))[CATALOG]


def project(sandbox) -> None:
    sandbox.add(PROJECT.format(sqk="4.11.0", moshi="1.14.0"))
    sandbox.commit("Begin")


def changes(sandbox, *libraries: str):
    outcome = suspects(sandbox.root, ChangeTarget(MAIN, 2, (1, 3), libraries=libraries), Deadline())
    return [change for change in outcome.changes if change.reason == "dependency_changed"]


def test_a_version_is_matched_through_the_library_that_uses_it(sandbox):
    project(sandbox)
    sandbox.write(CATALOG, catalog("5.0.0", "1.14.0"))
    http = sandbox.commit("Update")
    sandbox.write(CATALOG, catalog("5.0.0", "1.15.0"))
    json = sandbox.commit("Update again")
    assert [change.commit for change in changes(sandbox, "okhttp3.internal.http.RealInterceptorChain")] == [
        http
    ]
    assert [change.commit for change in changes(sandbox, "com.squareup.moshi.JsonReader")] == [json]


def test_an_update_of_a_library_that_the_error_does_not_name_is_no_suspect(sandbox):
    project(sandbox)
    sandbox.write(CATALOG, catalog("5.0.0", "1.14.0"))
    sandbox.commit("Update")
    sandbox.write(CATALOG, catalog("5.1.0", "1.14.0"))
    assert changes(sandbox, "com.squareup.moshi.JsonReader") == []
    assert changes(sandbox) == []


def test_an_uncommitted_update_is_named_with_its_new_version(sandbox):
    project(sandbox)
    sandbox.write(CATALOG, catalog("5.0.0", "1.14.0"))
    change = changes(sandbox, "okhttp3")[0]
    assert change.commit is None
    assert change.summary == 'Dependency edit, not committed: sqk = "5.0.0"'
    assert change.file_path == CATALOG
    assert '-sqk = "4.11.0"' in change.diff


def test_the_wrapper_and_properties_count_and_other_lines_do_not(sandbox):
    project(sandbox)
    wrapper = "gradle/wrapper/gradle-wrapper.properties"
    sandbox.write(wrapper, "distributionUrl=https\\://services.gradle.org/distributions/gradle-8.5-bin.zip\n")
    sandbox.commit("Add the wrapper")
    sandbox.write(wrapper, "distributionUrl=https\\://services.gradle.org/distributions/gradle-9.1-bin.zip\n")
    update = sandbox.commit("Update Gradle")
    sandbox.write("app/build.gradle.kts", "android {\n}\n")
    sandbox.commit("Add a module")
    sandbox.write("app/build.gradle.kts", "android {\n    lint { }\n}\n")
    sandbox.commit("Lint")
    assert [(change.commit, change.file_path) for change in changes(sandbox, "Gradle")] == [(update, wrapper)]


def test_secrets_in_properties_are_masked(sandbox):
    project(sandbox)
    sandbox.write("gradle.properties", "ktorVersion=3.0.1\nstorePassword=hunter2hunter\n")
    sandbox.commit("Set up signing")
    diff = changes(sandbox, "io.ktor.client.HttpClient")[0].diff
    assert "ktorVersion=3.0.1" in diff
    assert "hunter2hunter" not in diff


def test_words_tell_libraries_apart():
    assert words("com.squareup.retrofit2:converter-gson") == {"retrofit", "converter", "gson"}
    assert words("androidx.room.RoomDatabase") == {"room", "database"}


@pytest.mark.parametrize(
    "broken", ["[versions\n", "libraries = 3\nplugins = []\n[versions]\nsqk = '5.0.0'\n"]
)
def test_a_catalog_that_is_broken_today_is_no_defect_and_is_said(sandbox, broken):
    project(sandbox)
    sandbox.write(CATALOG, catalog("5.0.0", "1.14.0"))
    update = sandbox.commit("Update")
    sandbox.write(CATALOG, broken)
    outcome = suspects(sandbox.root, ChangeTarget(MAIN, 2, (1, 3), libraries=("okhttp3",)), Deadline())
    assert update in [change.commit for change in outcome.changes]
    said = [note for note in outcome.notes if CATALOG in note]
    assert bool(said) == (broken == "[versions\n")
