"""What is kept of files that were asked for lately."""

import os
from pathlib import Path

import pytest

from rca.configuration.per_file_cache import KeptLately
from rca.workspace import DocumentOpened, Workspace


@pytest.fixture
def workspace(tmp_path):
    for name in "abc":
        file = tmp_path / f"{name}.yaml"
        file.write_text(name * 4)
        age(file)
    made = Workspace([tmp_path], tmp_path / ".data")
    yield made
    made.close()


def age(file: Path) -> None:
    os.utime(file, ns=(10**18, 10**18 + len(file.read_bytes())))


def test_it_is_read_again_when_it_changes_and_let_go_of_when_there_is_no_room(workspace):
    read = []
    kept = KeptLately(lambda path, data: read.append(path) or data.decode(), len, 10)
    root = workspace.snapshot.folders[0].path

    def of(name):
        return kept.of(workspace.snapshot, f"{name}.yaml")

    assert [of("a"), of("b"), of("a")] == ["aaaa", "bbbb", "aaaa"]
    assert read == ["a.yaml", "b.yaml"]
    assert of("c") == "cccc"
    assert [of("a"), of("b")] == ["aaaa", "bbbb"]
    assert read == ["a.yaml", "b.yaml", "c.yaml", "b.yaml"], "the one that was asked for longest ago went"
    (root / "a.yaml").write_text("aa")
    assert of("a") == "aa"
    workspace.apply(DocumentOpened(root / "a.yaml", "unsaved", 1))
    assert of("a") == "unsaved"
    (root / "b.yaml").unlink()
    assert of("b") is None


def test_what_is_larger_than_all_room_is_given_and_not_kept(workspace):
    read = []
    kept = KeptLately(lambda path, data: read.append(path) or data.decode(), len, 3)
    assert [kept.of(workspace.snapshot, "a.yaml") for _ in range(2)] == ["aaaa", "aaaa"]
    assert len(read) == 2
