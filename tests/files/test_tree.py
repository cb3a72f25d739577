"""Files out of the listings that are kept are those that a walk finds."""

from dataclasses import replace

import pytest

from lsp_server.user_session import Session
from models.settings import Settings
from rca.files.path_targets import directory
from rca.files.tree import Tree
from rca.scheduling.deadline import Deadline
from rca.tools.file_search import TOOL as FILE_SEARCH
from rca.tools.grep_search import TOOL as GREP_SEARCH
from rca.workspace import DocumentOpened, Workspace
from tests.tools.file_project import FileProject

DEEP = "/".join("abcdefghijklmnopqrstuvwxyz")


@pytest.fixture
def project(tmp_path):
    made = FileProject(tmp_path)
    for path in (
        "README.md", "a/b.kt", "a.b/c.kt", "a/build/x.kt", "a/.gradle/y", "a/log/1.log", "a/log/kept.txt",
        "src/a/Price.kt", "src/a/line\nend.kt", "src/a/picture.png", f"{DEEP}/z.kt", f"{DEEP}/0/z.kt",
    ):  # fmt: skip
        made.write(path, f"// price of {path}\n")
    made.write(".gitignore", "*.log\n")
    (made.root / "link.kt").symlink_to(made.root / "a/b.kt")
    return made


def walked(snapshot):
    return replace(snapshot, listings=(), words=())


@pytest.mark.parametrize("below", [".", "a", "a/log", "a/build", "src", "src/a", "a/b/c/d"])
def test_a_walk_finds_the_same(project, below):
    snapshot = project.workspace.snapshot
    snapshot.files()
    trees = [Tree(one, directory(one, below), Deadline()) for one in (snapshot, walked(snapshot))]
    kept, found = [sorted(tree.files()) for tree in trees]
    assert kept == found
    assert [tree.omissions() for tree in trees[:1]] == [tree.omissions() for tree in trees[1:]]
    assert trees[0].gaps() == trees[1].gaps()


def test_several_folders_and_unsaved_files(project, tmp_path):
    other = tmp_path / "other"
    (other / DEEP).mkdir(parents=True)
    (other / DEEP / "z.kt").write_text("x")
    (other / "Price.kt").write_text("x")
    workspace = Workspace([project.root, other], tmp_path / "data3")
    workspace.apply(DocumentOpened(other / "New.kt", "class New", 1))
    snapshot = workspace.snapshot
    snapshot.files()
    trees = [Tree(one, directory(one, "."), Deadline()) for one in (snapshot, walked(snapshot))]
    kept, found = [sorted(tree.files()) for tree in trees]
    assert kept == found
    assert "other/New.kt" in kept
    assert trees[0].gaps() == trees[1].gaps()
    workspace.close()


@pytest.mark.parametrize("pattern", ["*.kt", "a/*", "**/*Price*", "src/", "line*", "[!a]*/**/z.kt"])
def test_globs_over_all_paths_at_once(project, pattern):
    before = project.call(FILE_SEARCH, pattern=pattern)
    project.workspace.snapshot.files()
    assert project.workspace.snapshot.listings[0].is_known
    assert project.call(FILE_SEARCH, pattern=pattern)["data"] == before["data"]


def test_a_search_passes_over_files_whose_words_tell_enough(project):
    before = project.call(GREP_SEARCH, pattern="price of a/b")
    project.workspace.index()
    project.workspace.collect_words()
    project.workspace.snapshot.files()
    assert project.call(GREP_SEARCH, pattern="price of a/b")["data"] == before["data"]
    assert before["data"]["totalMatches"] == 1


def test_a_file_that_changed_on_the_disk_is_read(project):
    project.workspace.index()
    project.workspace.collect_words()
    project.workspace.snapshot.files()
    project.write("a/b.kt", "fun refunded() = 1\n")
    (project.root / "src/a/Price.kt").write_bytes("fun refunded() = 2\n".encode("utf-16"))
    project.workspace.apply(DocumentOpened(project.root / "a.b/c.kt", "fun refunded() = 3\n", 1))
    found = project.call(GREP_SEARCH, pattern=r"fun\s+refunded", is_regex=True)["data"]["matches"]
    assert sorted(one["filePath"] for one in found) == ["a.b/c.kt", "a/b.kt", "src/a/Price.kt"]


def test_what_a_tool_wrote_is_found_at_once(project, tmp_path):
    session = Session([project.root], tmp_path / "data4", Settings())
    session.call("file_search", {"pattern": "*.kt"})
    session.workspace.snapshot.files()
    session.workspace.snapshot.listings[0]._believed = float("inf")  # as after a look at many folders
    yes = session.confirmed()
    assert session.call("create_file", {"filePath": "a/New.kt", "content": "class New\n"}, asker=yes)[
        "success"
    ]
    assert session.call("file_search", {"pattern": "New.kt"})["data"]["files"] == ["a/New.kt"]
    session.close()
