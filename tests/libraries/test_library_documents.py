"""Declarations of libraries in documents: their source where it is on the machine, else their signature."""

import shutil
import zipfile
from pathlib import Path

import pytest

from rca.libraries.all_libraries import Libraries
from rca.libraries.archive_index import ArchiveIndex
from rca.libraries.dependency_resolution import Artifact
from rca.libraries.library_documents import LibraryDocuments
from rca.libraries.library_store import LibraryStore

SAMPLES = Path(__file__).parent / "samples"
ORIGIN = "sample:forms:1.0"


def sources_archive(path, folder=""):
    """Pack the samples' sources as builds publish them: in the folders of their packages."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(path, "w") as archive:
        for source in sorted(SAMPLES.iterdir()):
            if source.suffix in (".kt", ".java"):
                text = source.read_text()
                package = next(line for line in text.splitlines() if line.startswith("package "))
                inside = package.removeprefix("package ").rstrip(";").replace(".", "/")
                archive.writestr(f"{folder}{inside}/{source.name}", text)
    return path


@pytest.fixture
def archive(tmp_path):
    """The archive of classes in a repository like Maven's, without its sources."""
    target = tmp_path / "repository" / "sample" / "forms" / "1.0" / "forms-1.0.jar"
    target.parent.mkdir(parents=True)
    return Path(shutil.copy(SAMPLES / "forms.jar", target))


@pytest.fixture
def known(archive):
    libraries = ArchiveIndex(LibraryStore(None), (Artifact(ORIGIN, archive),))
    assert libraries.read() == ()
    return libraries


def place_of(libraries, documents, path, wanted):
    """Find a declaration by `Class.member(number of parameters)` in a file of a library, and its place."""
    name, _, count = wanted.partition("/")
    facts = libraries.facts(path)
    found = [
        index
        for index, row in enumerate(facts.declarations)
        if ".".join((*facts.class_paths[index], *(() if row.is_class else (row.name,)))) == name
        and (not count or len(row.parameters) == int(count))
    ]
    return documents.place(path, facts, found[0])


def line_of(place):
    """Return the line of a place, stripped, with its name in [[]]."""
    start = place.text.rfind("\n", 0, place.start) + 1
    end = place.text.find("\n", place.start)
    marked = f"{place.text[start : place.start]}[[{place.text[place.start : place.end]}]]"
    return f"{marked}{place.text[place.end : end]}".strip()


JAVA = f"library:{ORIGIN}/sample.java.Forms"
KOTLIN = f"library:{ORIGIN}/sample.every.Base"
IN_SOURCE = [
    (JAVA, "Forms", "public abstract class [[Forms]]<T extends"),
    (JAVA, "Forms.of", "public static <K, V extends Number> Map<K, V> [[of]](K key"),
    (JAVA, "Forms.Forms/0", "protected [[Forms]]() {}"),
    (JAVA, "Forms.Forms/2", "public [[Forms]](int size, String... names) {}"),
    (JAVA, "Forms.Level.LOW", "public enum Level { [[LOW]], HIGH"),
    (JAVA, "Forms.Listener.on", "public interface Listener<A> { void [[on]](A a, int b);"),
    (KOTLIN, "Base", "abstract class [[Base]]<out T>(val value"),
    (KOTLIN, "Base.state", "protected var [[state]]: Int = 0"),
    (KOTLIN, "Base.get", "operator fun [[get]](index: Int): T = value"),
    (
        f"library:{ORIGIN}/sample.every.EveryForm#joined",
        "joined",
        "infix fun Int.[[joined]](other: Int): Int",
    ),
]


@pytest.mark.parametrize(("path", "wanted", "expected"), IN_SOURCE)
@pytest.mark.parametrize("folder", ["", "jvmMain/"])
def test_a_declaration_is_shown_in_its_source(known, archive, tmp_path, path, wanted, expected, folder):
    sources_archive(archive.with_name("forms-1.0-sources.jar"), folder)
    place = place_of(known, LibraryDocuments(tmp_path / "made", {ORIGIN: archive}), path, wanted)
    assert expected in line_of(place)
    assert place.is_source
    assert place.path.read_text() == place.text
    assert place.path.is_relative_to(tmp_path / "made" / "sources")
    assert not place.path.stat().st_mode & 0o222


def test_gradle_keeps_sources_in_a_folder_beside(known, archive, tmp_path):
    other = sources_archive(archive.parent / "b" / "forms-1.0-sources.jar")
    moved = archive.parent / "a" / archive.name
    moved.parent.mkdir()
    shutil.move(archive, moved)
    assert other.parent.parent == moved.parent.parent
    assert place_of(known, LibraryDocuments(tmp_path / "made", {ORIGIN: moved}), KOTLIN, "Base").is_source


@pytest.mark.parametrize(
    ("path", "wanted", "expected"),
    [
        (JAVA, "Forms.of", "/* static */ fun <K, V : kotlin.Number> [[of]](p0: K, p1: V)"),
        (JAVA, "Forms.Forms/0", "protected [[constructor]]()"),
        (JAVA, "Forms.Level.LOW", "[[LOW]],"),
        (KOTLIN, "Base", "abstract class [[Base]]<T> : kotlin.Comparable<sample.every.Base<*>> {"),
        (KOTLIN, "Base.state", "protected var [[state]]: kotlin.Int"),
        (
            f"library:{ORIGIN}/sample.every.EveryForm#joined",
            "joined",
            "infix fun kotlin.Int.[[joined]](other: ",
        ),
    ],
)
def test_without_sources_a_signature_says_what_it_is(known, archive, tmp_path, path, wanted, expected):
    place = place_of(known, LibraryDocuments(tmp_path / "made", {ORIGIN: archive}), path, wanted)
    assert expected in line_of(place)
    assert not place.is_source
    assert place.text.startswith(
        f"// Signatures of {ORIGIN}, made by Kotlin RCA from its class files.\n// This is not"
    )
    assert "forms-1.0-sources.jar" in place.text
    assert place.path.read_text() == place.text


def test_what_the_shipped_table_knows_is_shown_as_such(tmp_path):
    libraries = Libraries()
    (path,) = libraries.class_places("kotlin.Pair")
    place = place_of(libraries, LibraryDocuments(tmp_path, {}), path, "Pair.copy")
    assert "fun [[copy]](" in line_of(place)
    assert "from the table of signatures that comes with Kotlin RCA" in place.text


def test_each_name_of_a_signature_document_is_where_it_says():
    from rca.libraries.signature_document import render_signatures

    libraries = Libraries()
    for name in ("kotlin.collections.Map", "java.util.concurrent.ConcurrentHashMap", "android.view.View"):
        (path,) = libraries.class_places(name)
        facts = libraries.facts(path)
        made = render_signatures(facts, "x")
        shown = [made.text[start:end] for start, end in made.names]
        assert shown == [
            one.name if one.kind != "constructor" else "constructor" for one in facts.declarations
        ]


def test_damaged_sources_are_told_in_the_signature(known, archive, tmp_path):
    archive.with_name("forms-1.0-sources.jar").write_bytes(b"PK\x03\x04 no archive")
    place = place_of(known, LibraryDocuments(tmp_path / "made", {ORIGIN: archive}), KOTLIN, "Base")
    assert not place.is_source
    assert "forms-1.0-sources.jar cannot be read" in place.text


def test_an_archive_writes_nothing_outside_its_folder(known, archive, tmp_path):
    """Names of entries that lead out, as `../`, are names of files below the folder."""
    with zipfile.ZipFile(archive.with_name("forms-1.0-sources.jar"), "w") as hostile:
        for name in ("../../../sample/every/Base.kt", "/etc/sample/every/Base.kt"):
            hostile.writestr(name, "package sample.every\nclass Base\n")
    place = place_of(known, LibraryDocuments(tmp_path / "made", {ORIGIN: archive}), KOTLIN, "Base")
    assert place.path.resolve().is_relative_to(tmp_path / "made" / "sources")
    assert ".." not in place.path.parts
    written = set(tmp_path.rglob("Base.kt"))
    assert written == {place.path}


def test_a_document_that_was_changed_is_written_again(known, archive, tmp_path):
    documents = LibraryDocuments(tmp_path / "made", {ORIGIN: archive})
    place = place_of(known, documents, KOTLIN, "Base")
    place.path.chmod(0o644)
    place.path.write_text("changed")
    assert place_of(known, documents, KOTLIN, "Base").path.read_text() == place.text


def test_where_nothing_can_be_written_there_is_no_place(known, archive, tmp_path):
    (tmp_path / "made").write_text("a file")
    assert place_of(known, LibraryDocuments(tmp_path / "made", {ORIGIN: archive}), KOTLIN, "Base") is None
