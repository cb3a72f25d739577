"""Meta-data of a `FileProvider` that an error calls missing."""

import pytest

from tests.causes.configuration.shop import causes, shown

MANIFEST = "app/src/main/AndroidManifest.xml"
OWN = "app/src/main/java/a/b/ShareProvider.kt"
MISSING = (
    "java.lang.RuntimeException: Unable to get provider a.b.ShareProvider: java.lang.IllegalArgumentException: "
    "Missing android.support.FILE_PROVIDER_PATHS meta-data\n"
)
META_DATA = (
    '<meta-data android:name="android.support.FILE_PROVIDER_PATHS" android:resource="@xml/shared"{more}/>\n'
)
PATHS = {"app/src/main/res/xml/shared.xml": "<paths>\n<files-path/>\n</paths>\n"}
CLASS = "package a.b\n\nclass ShareProvider : FileProvider()\n"


def entry(children: str, name: str = ".ShareProvider") -> str:
    return (
        '<manifest xmlns:android="http://x" xmlns:tools="http://y" package="a.b">\n<application>\n'
        f'<provider android:name="{name}"\n    android:authorities="${{applicationId}}.files">\n'
        f"{children}</provider>\n</application>\n</manifest>\n"
    )


def cause(folder, text, files):
    return next(one for one in causes(folder, text, files) if one.mechanism.startswith("provider"))


def test_an_entry_without_the_meta_data(tmp_path):
    found = cause(tmp_path, MISSING, {MANIFEST: entry(""), OWN: CLASS})
    assert (shown(found), "has no meta-data" in found.statement) == (f"{MANIFEST}:3-5", True)


def test_a_class_that_hands_no_resource_on_though_the_manifest_has_the_meta_data(tmp_path):
    files = {MANIFEST: entry(META_DATA.format(more="")), OWN: CLASS, **PATHS}
    found = cause(tmp_path, MISSING, files)
    assert [shown(found), shown(found, 1)] == [f"{OWN}:3", f"{MANIFEST}:3-6"]
    assert found.statement.startswith("The manifest has the meta-data.")
    assert any(f"`{MANIFEST}`, line 5" in fact for fact in found.evidence)
    assert "super(R.xml.shared)" in found.check


@pytest.mark.parametrize(
    ("change", "place", "words"),
    [
        ({"app/src/main/res/xml/shared.xml": None}, f"{MANIFEST}:5", "No `xml` folder"),
        ({MANIFEST: entry(META_DATA.format(more=' tools:node="remove"'))}, f"{MANIFEST}:3-6", "`tools:node`"),
        (
            {"core/src/main/AndroidManifest.xml": entry("", "a.b.ShareProvider")},
            "core/src/main/AndroidManifest.xml:3-5",
            "has another entry, with it",
        ),
        ({OWN: CLASS.replace("()", "(R.xml.shared)")}, f"{MANIFEST}:3-6", "A library's entry"),
    ],
)
def test_what_remains(tmp_path, change, place, words):
    files = {MANIFEST: entry(META_DATA.format(more="")), OWN: CLASS, **PATHS, **change}
    found = cause(tmp_path, MISSING, {path: text for path, text in files.items() if text is not None})
    assert (shown(found), words in found.statement) == (place, True)


def test_the_class_of_the_library_itself(tmp_path):
    name = "androidx.core.content.FileProvider"
    files = {MANIFEST: entry(META_DATA.format(more=""), name), **PATHS}
    found = cause(tmp_path, MISSING.replace("a.b.ShareProvider", name), files)
    assert (shown(found), "takes `FileProvider` itself" in found.statement) == (f"{MANIFEST}:3-6", True)


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ("a.b.debug.files", "The manifest has the meta-data."),
        ("a.b.provider", "No provider of the manifests"),
    ],
)
def test_an_authority(tmp_path, asked, words):
    text = (
        f"java.lang.IllegalArgumentException: Couldn't find meta-data for provider with authority {asked}\n"
    )
    files = {MANIFEST: entry(META_DATA.format(more="")), OWN: CLASS, **PATHS}
    assert cause(tmp_path, text, files).statement.startswith(words)
