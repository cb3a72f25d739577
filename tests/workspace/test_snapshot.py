"""Snapshots: unsaved text, encodings, changing files, ignore rules."""

from __future__ import annotations

import subprocess
import threading

import pytest

from evaluation.project_text import write_project
from models.error_codes import ErrorCode
from rca.tool_failure import Failure
from rca.workspace import DocumentChanged, DocumentClosed, DocumentOpened, FilesChanged, Workspace


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "app").mkdir()
    return tmp_path / "app"


@pytest.fixture
def workspace(folder, tmp_path):
    made = Workspace([folder], tmp_path / "data")
    yield made
    made.close()


def test_a_file_that_is_open_and_saved_is_not_unsaved(workspace, folder) -> None:
    file = folder / "A.kt"
    file.write_bytes(b"\xef\xbb\xbfclass A\r\n")
    workspace.index()
    assert not workspace.snapshot.is_unsaved("A.kt")
    assert not workspace.apply(DocumentOpened(file.as_uri(), "class A\n", 1)).is_unsaved("A.kt")
    assert workspace.apply(DocumentChanged(file, "class B\n", 2)).is_unsaved("A.kt")
    file.write_text("class B\n")
    assert not workspace.snapshot.is_unsaved("A.kt")


def test_unsaved_text_wins_and_snapshots_stay_as_they_were(workspace, folder) -> None:
    file = folder / "A.kt"
    file.write_text("class Saved\n")
    workspace.index()
    before = workspace.snapshot
    opened = workspace.apply(DocumentOpened(file.as_uri(), "class Unsaved {", 1))
    changed = workspace.apply(DocumentChanged(file, "class Later\r\n", 2))
    assert before.read("A.kt").text == "class Saved\n"
    assert opened.read("A.kt").source == "editor"
    assert opened.index.find_classes("Unsaved")
    assert not opened.index.find_classes("Saved")
    assert changed.read("A.kt").newline == "\r\n"
    closed = workspace.apply(DocumentClosed(file))
    assert closed.read("A.kt").source == "disk"
    assert closed.index.find_classes("Saved")
    revisions = [one.revision for one in (before, opened, changed, closed)]
    assert revisions == sorted(set(revisions))


def test_a_document_that_is_not_on_the_disk_yet(workspace, folder) -> None:
    snapshot = workspace.apply(DocumentOpened(folder / "new" / "N.kt", "package n\nfun fresh() {}", 1))
    assert snapshot.read("new/N.kt").text.endswith("{}")
    assert list(snapshot.files(".kt")) == ["new/N.kt"]
    assert snapshot.app_packages == ("n",)


def test_a_document_outside_changes_nothing(workspace, tmp_path) -> None:
    snapshot = workspace.apply(DocumentOpened(tmp_path / "Other.kt", "class Other", 1))
    assert not snapshot.overlays
    with pytest.raises(Failure) as caught:
        snapshot.read(str(tmp_path / "Other.kt"))
    assert caught.value.error.code == ErrorCode.INVALID_PATH


def test_encodings_marks_and_line_ends(workspace, folder) -> None:
    text = "package a\r\nfun grüße() {}\r\n"
    for name, encoding in (("a.kt", "utf-8-sig"), ("b.kt", "utf-16"), ("c.kt", "utf-16-le")):
        (folder / name).write_bytes(text.encode(encoding))
    workspace.index()
    snapshot = workspace.snapshot
    for name in ("a.kt", "b.kt", "c.kt"):
        read = snapshot.read(name)
        assert (read.text, read.newline) == (text, "\r\n")
        assert read.byte_size == (folder / name).stat().st_size
        assert [symbol.line for symbol in snapshot.index.functions(name, "grüße")] == [2]
    assert snapshot.read("a.kt").bom


def test_a_file_that_is_rewritten_while_read_is_of_one_version(workspace, folder) -> None:
    file, stop = folder / "busy.txt", threading.Event()
    texts = {"a" * 200_000, "b" * 300_000}
    file.write_text(next(iter(texts)))

    def rewrite() -> None:
        while not stop.is_set():
            for text in texts:
                (folder / "next.txt").write_text(text)
                (folder / "next.txt").replace(file)

    writer = threading.Thread(target=rewrite)
    writer.start()
    try:
        for _ in range(40):
            assert workspace.snapshot.read("busy.txt").text in texts
    finally:
        stop.set()
        writer.join()


def test_a_file_that_vanishes_between_listing_and_parsing(workspace, folder) -> None:
    for name in ("A.kt", "B.kt"):
        (folder / name).write_text(f"class {name[0]}\n")
    workspace.index()
    (folder / "A.kt").unlink()
    with pytest.raises(Failure) as caught:
        workspace.snapshot.read("A.kt")
    assert caught.value.error.code == ErrorCode.FILE_NOT_FOUND
    workspace.apply(FilesChanged((folder / "A.kt", folder / "B.kt", folder / "C.kt")))
    assert not workspace.snapshot.index.find_classes("A")
    assert workspace.snapshot.index.find_classes("B")


def test_what_git_ignores_is_left_out(workspace, folder) -> None:
    files = {
        ".gitignore": "generated/\n*.tmp.kt\n/only-here.kt\n!keep.tmp.kt\n",
        "a.kt": "", "a.tmp.kt": "", "keep.tmp.kt": "", "only-here.kt": "", "sub/only-here.kt": "",
        "generated/g.kt": "", "sub/.gitignore": "/local.kt\n", "sub/local.kt": "", "sub/deep/local.kt": "",
    }  # fmt: skip
    write_project(folder, files)
    subprocess.run(["git", "init", "-q", "."], cwd=folder, check=True)
    listed = subprocess.run(
        ["git", "ls-files", "-o", "--exclude-standard", "*.kt"],
        cwd=folder,
        check=True,
        capture_output=True,
        text=True,
    ).stdout.split()
    found = list(workspace.snapshot.files(".kt"))
    assert found == sorted(listed) == ["a.kt", "keep.tmp.kt", "sub/deep/local.kt", "sub/only-here.kt"]


def test_build_hidden_and_linked_folders_are_left_out(workspace, folder) -> None:
    paths = (
        "build/Gen.kt", ".gradle/x.kt", "node_modules/y.ts", "app/build/Z.kt",
        "src/main/kotlin/com/acme/build/Kept.kt", "src/A.kt",
    )  # fmt: skip
    write_project(folder, dict.fromkeys(paths, "package p\n"))
    (folder / "loop").symlink_to(folder)
    (folder / "Linked.kt").symlink_to(folder / "src" / "A.kt")
    assert list(workspace.snapshot.files()) == [
        "src/A.kt",
        "src/main/kotlin/com/acme/build/Kept.kt",
    ]
    workspace.index()
    assert workspace.snapshot.index.totals()[0] == 2
    workspace.apply(FilesChanged((folder / "build" / "Gen.kt",)))
    assert workspace.snapshot.index.totals()[0] == 2


def test_huge_and_binary_sources_are_listed_and_said(workspace, folder) -> None:
    (folder / "Huge.kt").write_text("// x\n" * 500_000)
    (folder / "Bin.kt").write_bytes(b"\0\1\2" * 100)
    notes = workspace.index().notes
    assert notes == ("Bin.kt: not text", "Huge.kt: larger than 2 MB, not read")


def test_the_packages_that_a_gradle_project_declares(workspace, folder) -> None:
    (folder / "build.gradle.kts").write_text('android { namespace = "com.acme.shop" }\n')
    (folder / "Old").mkdir()
    (folder / "Old" / "AndroidManifest.xml").write_text('<manifest package="org.acme.old"/>')
    (folder / "A.kt").write_text("package com.acme.shop.ui\n")
    (folder / "B.java").write_text("package net.acme.tool;\nclass B {}\n")
    workspace.index()
    assert workspace.snapshot.app_packages == ("com.acme.shop", "net.acme.tool", "org.acme.old")
