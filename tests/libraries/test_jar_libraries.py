"""What was read of archives: found by the resolver's questions, kept on disk, read anew when damaged."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from rca.libraries.archive_index import ArchiveIndex
from rca.libraries.dependency_resolution import Artifact
from rca.libraries.jar import entries, read_jar
from rca.libraries.library_chain import LibraryChain
from rca.libraries.library_store import LibraryStore
from rca.resolve.index_protocols import Libraries
from rca.scheduling.deadline import Cancelled, Deadline
from tests.libraries.rendering import render

FORMS = Path(__file__).parent / "samples" / "forms.jar"
FORMS_ARTIFACT = Artifact("sample:forms:1.0", FORMS)


def opened(data_dir: Path | None, *artifacts: Artifact) -> ArchiveIndex:
    libraries = ArchiveIndex(LibraryStore(data_dir), artifacts or (FORMS_ARTIFACT,))
    assert libraries.read() == ()
    return libraries


def part_of(folder: Path, name: str, wanted) -> Artifact:
    """Make an archive of some of the samples' classes."""
    path = folder / f"{name}.jar"
    with FORMS.open("rb") as stream, zipfile.ZipFile(path, "w") as archive:
        for entry, data in entries(stream):
            if wanted(entry):
                archive.writestr(entry, data)
    return Artifact(name, path)


@pytest.fixture
def libraries(tmp_path) -> Libraries:
    return opened(tmp_path)


def test_classes_by_full_name(libraries):
    assert libraries.class_places("sample.every.Base.Inner.Deeper") == (
        "library:sample:forms:1.0/sample.every.Base",
    )
    assert libraries.class_places("sample.every.Base") == ("library:sample:forms:1.0/sample.every.Base",)
    assert libraries.class_places("sample.every.Named.Factory") == (
        "library:sample:forms:1.0/sample.every.Named",
    )
    assert libraries.class_places("sample.every.Handler") == (
        "library:sample:forms:1.0/sample.every.EveryForm#Handler",
    )
    assert libraries.class_places("sample.every.Nowhere") == ()
    assert libraries.class_places("sample.every.plain") == ()


def test_top_level_callables_by_full_name(libraries):
    (path,) = libraries.callable_places("sample.every.joined")
    facts = libraries.facts(path)
    assert facts is not None
    assert (facts.language, facts.package, facts.facade) == ("library", "sample.every", "EveryForm")
    assert render(facts) == ["infix function (kotlin.Int).joined(other: kotlin.Int): kotlin.Int"]
    assert libraries.callable_places("sample.every.Point") == ()
    assert libraries.callable_places("sample.every.closed") == ()


def test_every_file_is_kept_as_it_was_read(libraries):
    for name, facts in read_jar(FORMS).files:
        assert libraries.facts(f"library:sample:forms:1.0/{name}") == facts
    assert libraries.facts("library:sample:forms:1.0/sample.every.Nowhere") is None
    assert libraries.facts("library:other/sample.every.Base") is None


def test_simple_names_and_packages(libraries):
    assert libraries.declares("joined")
    assert libraries.declares("pair")
    assert not libraries.declares("secret")
    assert libraries.has_package("sample.every")
    assert not libraries.has_package("sample")


def test_a_second_start_reads_nothing(tmp_path, monkeypatch):
    opened(tmp_path)
    monkeypatch.setattr("rca.libraries.archive_packing.read_jar", lambda *_: pytest.fail("read again"))
    monkeypatch.setattr("rca.libraries.archive_index.digest_of", lambda *_: pytest.fail("hashed again"))
    assert opened(tmp_path).class_places("sample.every.Point")


def test_the_same_content_elsewhere_is_not_read_again(tmp_path, monkeypatch):
    opened(tmp_path)
    copy = tmp_path / "copy.jar"
    copy.write_bytes(FORMS.read_bytes())
    monkeypatch.setattr("rca.libraries.archive_packing.read_jar", lambda *_: pytest.fail("read again"))
    found = opened(tmp_path, Artifact("copy", copy))
    assert found.class_places("sample.every.Point") == ("library:copy/sample.every.Point",)


def test_changed_content_is_read(tmp_path):
    artifact = part_of(tmp_path, "some", lambda name: name.endswith("/Point.class"))
    assert opened(tmp_path, artifact).class_places("sample.every.Base") == ()
    artifact.path.write_bytes(FORMS.read_bytes())
    assert opened(tmp_path, artifact).class_places("sample.every.Base")


def test_a_project_sees_its_own_archives_only(tmp_path):
    opened(tmp_path)
    other = opened(tmp_path, part_of(tmp_path, "points", lambda name: name.endswith("/Point.class")))
    assert other.class_places("sample.every.Point") == ("library:points/sample.every.Point",)
    assert other.class_places("sample.every.Base") == ()
    assert other.callable_places("sample.every.joined") == ()
    assert not other.declares("joined")
    assert not other.has_package("sample.java")


def test_the_first_archive_of_the_class_path_has_a_class(tmp_path):
    points = part_of(tmp_path, "points", lambda name: name.endswith("/Point.class"))
    both = opened(tmp_path, points, FORMS_ARTIFACT)
    assert both.class_places("sample.every.Point") == ("library:points/sample.every.Point",)
    assert both.class_places("sample.every.Base") == ("library:sample:forms:1.0/sample.every.Base",)


def test_joined_sources_answer_in_their_order(tmp_path):
    points = opened(None, part_of(tmp_path, "points", lambda name: name.endswith("/Point.class")))
    joined: Libraries = LibraryChain(points, opened(None))
    (place,) = joined.class_places("sample.every.Point")
    assert place.startswith("library:points/")
    assert joined.facts(place) is not None
    (place,) = joined.callable_places("sample.every.joined")
    assert joined.facts(place) is not None
    assert joined.declares("joined")
    assert joined.has_package("sample.java")
    assert not joined.has_package("nowhere")


def test_what_cannot_be_read_is_said_each_time(tmp_path):
    broken = tmp_path / "broken.jar"
    broken.write_bytes(b"no archive")
    artifacts = (Artifact("broken", broken), Artifact("gone", tmp_path / "gone.jar"), FORMS_ARTIFACT)
    for _ in range(2):
        libraries = ArchiveIndex(LibraryStore(tmp_path), artifacts)
        problems = libraries.read()
        assert sorted(line.split(":")[0] for line in problems) == ["broken", "gone"]
        assert libraries.class_places("sample.every.Point")


def test_progress_and_cancellation(tmp_path):
    told = []
    ArchiveIndex(LibraryStore(tmp_path), (FORMS_ARTIFACT, FORMS_ARTIFACT)).read(
        progress=lambda *now: told.append(now)
    )
    assert told == [(0, 2), (2, 2)]
    deadline = Deadline()
    deadline.cancel()
    with pytest.raises(Cancelled):
        ArchiveIndex(LibraryStore(tmp_path / "other"), (FORMS_ARTIFACT,)).read(deadline)
    assert opened(tmp_path / "other").class_places("sample.every.Point")


def test_processes_read_what_one_would(tmp_path, monkeypatch):
    points = part_of(tmp_path, "points", lambda name: name.endswith("/Point.class"))
    broken = tmp_path / "broken.jar"
    broken.write_bytes(b"no archive")
    artifacts = (points, Artifact("broken", broken), FORMS_ARTIFACT)
    monkeypatch.setattr("rca.libraries.archive_pool._POOL_BYTES", 0)
    monkeypatch.setattr("os.cpu_count", lambda: 2)
    told = []
    libraries = ArchiveIndex(LibraryStore(tmp_path), artifacts)
    (problem,) = libraries.read(Deadline(), lambda *now: told.append(now))
    assert problem.startswith("broken: the archive cannot be read")
    assert told == [(0, 3), (1, 3), (2, 3), (3, 3)]
    assert libraries.class_places("sample.every.Point") == ("library:points/sample.every.Point",)
    for name, facts in read_jar(FORMS).files:
        assert libraries.facts(f"library:sample:forms:1.0/{name}") == facts
    deadline = Deadline()
    deadline.cancel()
    with pytest.raises(Cancelled):
        ArchiveIndex(LibraryStore(None), artifacts).read(deadline)


def database(data_dir: Path) -> Path:
    return data_dir / "libraries" / "libraries.db"


@pytest.mark.parametrize("damage", ["garbage", "empty", "middle", "version"])
def test_a_damaged_file_is_read_anew(tmp_path, damage):
    store = LibraryStore(tmp_path)
    ArchiveIndex(store, (FORMS_ARTIFACT,)).read()
    store._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    if damage == "version":
        store._connection.execute("PRAGMA user_version = 1")
    store.close()
    content = bytearray(database(tmp_path).read_bytes())
    if damage == "garbage":
        content = bytearray(os.urandom(len(content)))
    elif damage == "empty":
        content = bytearray()
    elif damage == "middle":
        content[4096:] = os.urandom(len(content) - 4096)
    database(tmp_path).write_bytes(content)
    libraries = opened(tmp_path)
    path = libraries.class_places("sample.every.Point") or opened(tmp_path).class_places("sample.every.Point")
    assert path
    assert opened(tmp_path).facts(path[0]) is not None


def test_a_damaged_row_is_read_anew(tmp_path):
    store = LibraryStore(tmp_path)
    libraries = ArchiveIndex(store, (FORMS_ARTIFACT,))
    libraries.read()
    store._connection.execute("UPDATE files SET packed = x'00'")
    assert libraries.facts("library:sample:forms:1.0/sample.every.Point") is None
    assert store.notes
    assert libraries.read() == ()
    assert libraries.facts("library:sample:forms:1.0/sample.every.Point") is not None


def test_without_a_place_to_write_rows_live_in_memory(tmp_path):
    (tmp_path / "libraries").write_text("a file stands where the folder should", encoding="utf-8")
    store = LibraryStore(tmp_path)
    libraries = ArchiveIndex(store, (FORMS_ARTIFACT,))
    assert libraries.read() == ()
    assert libraries.class_places("sample.every.Point")
    assert store.notes


def test_libraries_that_are_gone_are_dropped(tmp_path):
    artifact = part_of(tmp_path, "some", lambda name: name.endswith("/Point.class"))
    store = LibraryStore(tmp_path)
    ArchiveIndex(store, (artifact, FORMS_ARTIFACT)).read()
    artifact.path.unlink()
    store.prune()
    assert len(store.class_files("sample.every.Point")) == 1
    assert len(store.class_files("sample.every.Base")) == 1


READING = """
import sys
from pathlib import Path
from rca.libraries.dependency_resolution import Artifact
from rca.libraries.archive_index import ArchiveIndex
from rca.libraries.library_store import LibraryStore
data, jar = map(Path, sys.argv[1:])
for _ in range(3):
    libraries = ArchiveIndex(LibraryStore(data), (Artifact("a", jar),))
    assert libraries.read() == ()
    assert libraries.facts("library:a/sample.every.Point") is not None
"""


def test_several_processes_at_once(tmp_path):
    running = [
        subprocess.Popen([sys.executable, "-c", READING, str(tmp_path), str(FORMS)], cwd=Path.cwd())
        for _ in range(4)
    ]
    assert [one.wait(timeout=60) for one in running] == [0, 0, 0, 0]
    store = LibraryStore(tmp_path)
    assert store.notes == []
    assert len(store.class_files("sample.every.Point")) == 1
