"""Tags that manifests give, and to what."""

from __future__ import annotations

from rca.index.tags import tag_inheritance
from rca.navigation.file_query import all_files, tagged
from rca.workspace import DocumentClosed, DocumentOpened

MAIN = "app/src/main/AndroidManifest.xml"
DEBUG = "app/src/debug/AndroidManifest.xml"
HOME = "app/src/main/java/shop/Home.kt"


def entry(kind: str) -> str:
    return f'<manifest package="shop"><application>\n<{kind} android:name=".Home"/></application></manifest>'


def tags(project, path: str) -> list[tuple[str, str, str]]:
    found = project.open().snapshot.index.tags([path])[path]
    return [(one.tag, one.name, one.evidence) for one in found]


def test_a_manifest_has_the_tags_of_its_own_entries(project) -> None:
    project.write(HOME, "package shop\nclass Home")
    project.write(MAIN, entry("activity"))
    project.write(DEBUG, entry("service"))
    assert tags(project, MAIN) == [("activity", "shop.Home", f"declared in the manifest ({MAIN}:2)")]
    assert tags(project, DEBUG) == [("service", "shop.Home", f"declared in the manifest ({DEBUG}:2)")]


def test_a_class_has_the_tags_of_all_manifests_that_name_it(project) -> None:
    project.write(HOME, "package shop\nclass Home")
    project.write(MAIN, entry("activity"))
    project.write(DEBUG, entry("service"))
    assert {tag for tag, name, _ in tags(project, HOME) if name == "shop.Home"} == {"activity", "service"}


def test_tags_that_were_let_go_of_are_found_again(project, monkeypatch) -> None:
    monkeypatch.setattr(tag_inheritance, "_MOST_KEPT", 1)
    project.write(HOME, "package shop\nabstract class Home\nsealed class Away\ndata class There(val at: Int)")
    project.write("app/src/main/java/shop/Other.kt", "package shop\nabstract class Other")
    workspace = project.open()
    index = workspace.snapshot.index
    asked = [tag for _ in range(3) for tag in ("abstract", "sealed", "data")]
    found = [sorted(one.name for tags in index.tagged(tag).values() for one in tags) for tag in asked]
    assert found == [["shop.Home", "shop.Other"], ["shop.Away"], ["shop.There"]] * 3


def test_an_unsaved_new_file_is_listed_in_its_place_and_gone_once_closed(project) -> None:
    project.add("""
        // file: a/One.kt
        class One
        // file: c/Three.java
        class Three {}
    """)
    workspace = project.open()
    before = list(all_files(workspace.snapshot.index))
    path = project.root / "b/Two.kt"
    index = workspace.apply(DocumentOpened(path, "package b\nclass Two", 1)).index
    assert list(all_files(index)) == ["a/One.kt", "b/Two.kt", "c/Three.java"]
    assert tagged(index, "kotlin") == ["a/One.kt", "b/Two.kt"]
    assert list(all_files(workspace.apply(DocumentClosed(path)).index)) == before
