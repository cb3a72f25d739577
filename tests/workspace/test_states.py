"""What tells texts of files from others that they may have had, one by one and many at once."""

import os

import pytest

from rca.workspace import DocumentOpened, Workspace

NAMES = ("old.txt", "fresh.txt", "gone.txt")


@pytest.fixture
def workspace(tmp_path):
    for name in NAMES[:2]:
        (tmp_path / name).write_text(name)
    os.utime(tmp_path / "old.txt", (10**9, 10**9))
    made = Workspace([tmp_path], tmp_path / ".data")
    yield made
    made.close()


def test_many_at_once_are_as_one_by_one(workspace):
    found = dict(workspace.snapshot.states(NAMES))
    assert found == {name: workspace.snapshot.state(name) for name in NAMES}
    assert found["old.txt"] == (10**18, len("old.txt"))
    assert found["fresh.txt"] is None, "it may change again with the same time"
    assert found["gone.txt"] is None


def test_unsaved_text_is_what_counts(workspace):
    root = workspace.snapshot.folders[0].path
    workspace.apply(DocumentOpened(root / "old.txt", "unsaved", 1))
    assert dict(workspace.snapshot.states(["old.txt"])) == {"old.txt": "unsaved"}


def test_files_of_several_folders(workspace, tmp_path):
    other = tmp_path / "other"
    other.mkdir()
    (other / "there.txt").write_text("x")
    os.utime(other / "there.txt", (10**9, 10**9))
    both = Workspace([workspace.snapshot.folders[0].path, other], tmp_path / ".data2")
    assert dict(both.snapshot.states(["old.txt", "other/there.txt"])) == {
        "old.txt": (10**18, 7),
        "other/there.txt": (10**18, 1),
    }
    both.close()
