"""Names that a compiler does not find: in another module, or taken away by a commit."""

import subprocess

from tests.causes.configuration.shop import causes, first, shown

USER = "app/src/main/kotlin/a/b/Till.kt"
DESK = "core/src/main/kotlin/a/c/Desk.kt"
TEXT = f"e: file:///w/{USER}:3:12 Unresolved reference: Desk\n"
SCRIPTS = {"app/build.gradle.kts": "dependencies {\n}\n", "core/build.gradle.kts": "dependencies {\n}\n"}
SOURCES = {USER: "package a.b\nclass Till {\n    val desk = Desk()\n}\n", DESK: "package a.c\nclass Desk\n"}


def test_a_class_of_a_module_that_is_not_asked_for(tmp_path):
    found = causes(tmp_path, TEXT, {**SCRIPTS, **SOURCES})[0]
    assert (found.mechanism, shown(found)) == ("missing_project_dependency", "app/build.gradle.kts:1-2")


def test_a_module_that_is_asked_for_is_not_missing(tmp_path):
    files = {**SCRIPTS, **SOURCES, "app/build.gradle.kts": 'dependencies {\n    api(project(":core"))\n}\n'}
    assert "missing_project_dependency" not in {one.mechanism for one in causes(tmp_path, TEXT, files)}


def test_the_commit_that_renamed_a_class(tmp_path):
    folder = tmp_path / "shop"
    (folder / DESK).parent.mkdir(parents=True)
    git = ["git", "-C", str(folder), "-c", "user.name=x", "-c", "user.email=x@example.invalid"]
    subprocess.run([*git, "init", "-q"], check=True)
    for name in ("Desk", "Counter"):
        (folder / DESK).write_text(f"package a.c\n\nclass {name}\n", encoding="utf-8")
        subprocess.run([*git, "add", "-A"], check=True)
        subprocess.run([*git, "commit", "-qm", f"name it {name}"], check=True)
    assert first(tmp_path, TEXT, {**SCRIPTS, USER: SOURCES[USER]}) == ("removed_name", f"{DESK}:2-3")
