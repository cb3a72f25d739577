"""Tags that manifests give, and to what."""

from __future__ import annotations

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
