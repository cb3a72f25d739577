"""Words of files that the index does not hold: a search leaves out those that are known to lack a text."""

import os

import pytest

from rca.scheduling.deadline import Deadline
from rca.tools import grep_search
from rca.tools.grep_search import TOOL as GREP_SEARCH
from rca.workspace import DocumentOpened
from rca.workspace.word_filter import files_possibly_containing
from tests.tools.file_project import FileProject

AGO = 100


def age(file) -> None:
    then = file.stat().st_mtime_ns - AGO * 10**9
    os.utime(file, ns=(then, then))


@pytest.fixture
def project(tmp_path):
    made = FileProject(tmp_path)
    made.write("a/Price.kt", "class Price // orange\n")
    for number in range(5):
        made.write(f"docs/{number}.md", f"\ufefforange{number} and apple\r\nplum\n")
    (made.root / "docs/picture.png").write_bytes(b"\x89PNG\0\0plum")
    (made.root / "docs/wide.txt").write_bytes("plum and cherry\n".encode("utf-16"))
    for file in made.root.rglob("*.*"):
        age(file)
    made.workspace.index()
    assert made.workspace.collect_words()
    made.workspace.snapshot.files()
    return made


@pytest.fixture
def read(project, monkeypatch):
    found = []
    kind = type(project.workspace.snapshot)
    content = kind.content
    monkeypatch.setattr(kind, "content", lambda self, path: found.append(path) or content(self, path))
    return found


def matches(project, pattern):
    data = project.call(GREP_SEARCH, pattern=pattern)["data"]
    return [one["filePath"] for one in data["matches"]]


def test_only_files_that_may_hold_it_are_read(project, read) -> None:
    assert matches(project, "orange3") == ["docs/3.md"]
    assert sorted(read) == ["docs/3.md", "docs/wide.txt"]


def test_answers_are_those_of_reading(project, monkeypatch) -> None:
    for pattern in ("plum", "cherry", r"\bapple\b", "orange", "^orange1"):
        known = project.call(GREP_SEARCH, pattern=pattern)
        with monkeypatch.context() as patch:
            patch.setattr(
                grep_search, "files_possibly_containing", lambda _snapshot, paths, *_, **__: list(paths)
            )
            plain = project.call(GREP_SEARCH, pattern=pattern)
        assert known["data"] == plain["data"]
        assert known["meta"].get("provenance") == plain["meta"].get("provenance")


def test_a_file_that_changed_is_read(project) -> None:
    file = project.root / "docs/2.md"
    file.write_text(file.read_text().replace("apple", "peach"))
    assert matches(project, "peach") == ["docs/2.md"]
    snapshot = project.workspace.snapshot
    assert files_possibly_containing(snapshot, ["docs/1.md", "docs/2.md"], [b"peach"], Deadline()) == [
        "docs/2.md"
    ]


def test_unsaved_text_counts(project) -> None:
    project.workspace.apply(DocumentOpened(project.root / "docs/4.md", "melon", 1))
    assert matches(project, "melon") == ["docs/4.md"]


def test_they_are_no_files_of_the_index(project) -> None:
    words = project.workspace.snapshot.words[0]
    assert list(words.level().bytes_of) == ["a/Price.kt"]
    assert words.unknown() == 0


def test_what_was_no_text_may_become_one(project, read) -> None:
    assert matches(project, "cherry") == ["docs/wide.txt"]
    assert "docs/picture.png" not in read
    (project.root / "docs/picture.png").write_bytes(b"cherry plum")
    assert "docs/picture.png" in matches(project, "plum")
    assert "docs/picture.png" in matches(project, "cherry")


def test_they_are_read_once(project) -> None:
    level = project.workspace.snapshot.words[0].level()
    assert project.workspace.collect_words()
    assert list(project.workspace.snapshot.words[0].level().segments) == list(level.segments)
    file = project.root / "docs/2.md"
    file.write_text("pear\n")
    age(file)
    assert project.workspace.collect_words()
    snapshot = project.workspace.snapshot
    assert files_possibly_containing(
        snapshot, [f"docs/{number}.md" for number in range(5)], [b"pear"], Deadline()
    ) == ["docs/2.md"]
