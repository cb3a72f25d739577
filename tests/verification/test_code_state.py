"""The code that a run saw, told by git: what is committed, and what is not."""

from __future__ import annotations

import os
import subprocess

import pytest

from rca.history.git import OUTPUT_LIMIT
from rca.scheduling.deadline import Deadline
from rca.verification.code_state import CodeState, code_state


@pytest.fixture
def project(tmp_path):
    def git(*arguments):
        identity = ("-c", "user.name=Ann Example", "-c", "user.email=ann@example.invalid")
        subprocess.run(["git", *identity, *arguments], cwd=tmp_path, check=True, capture_output=True)

    git("init", "-q")
    (tmp_path / "Cart.kt").write_text("class Cart\n")
    (tmp_path / "model.bin").write_bytes(os.urandom(1_000))
    git("add", ".")
    git("commit", "-q", "-m", "Begin")
    return tmp_path


def seen(folder):
    return code_state(folder, Deadline())


def test_all_committed_has_no_hash_and_edits_have_one_of_their_own(project):
    clean = seen(project)
    assert clean.commit is not None
    assert clean.diff_hash is None
    (project / "Cart.kt").write_text("class Cart(val size: Int)\n")
    edited = seen(project)
    (project / "New.kt").write_text("class New\n")
    hashes = {edited.diff_hash, seen(project).diff_hash}
    assert None not in hashes
    assert len(hashes) == 2


def test_a_large_binary_that_is_not_committed_is_told_from_another(project):
    hashes = set()
    for _time in range(2):
        (project / "model.bin").write_bytes(os.urandom(OUTPUT_LIMIT))
        hashes.add(seen(project).diff_hash)
    assert None not in hashes
    assert len(hashes) == 2


def test_what_a_build_writes_is_no_change(project):
    before = seen(project)
    (project / "app" / "build").mkdir(parents=True)
    (project / "app" / "build" / "out.txt").write_text("x")
    assert seen(project) == before


def test_a_diff_that_git_cannot_give_whole_is_not_called_clean(project):
    with (project / "Cart.kt").open("w") as file:
        file.writelines(f"val line{number} = {number}\n" for number in range(OUTPUT_LIMIT // 16))
    told = seen(project)
    assert told.diff_hash is None
    assert "could not be told" in told.lack


def test_a_new_file_that_cannot_be_read_is_named(project, monkeypatch):
    (project / "New.kt").write_text("class New\n")
    assert seen(project).lack is None
    monkeypatch.setattr("rca.verification.code_state._content", lambda _path: None)
    assert "New.kt" in seen(project).lack


def test_a_repository_that_git_refuses_is_told(project):
    (project / ".git" / "config").write_text("[core\n")
    assert "the commit could not be told" in seen(project).lack


def test_a_repository_without_a_commit_lacks_nothing(tmp_path):
    subprocess.run(["git", "init", "-q"], cwd=tmp_path, check=True)
    assert seen(tmp_path) == CodeState()


def test_outside_of_git_nothing_is_told(tmp_path):
    assert seen(tmp_path) == CodeState()
