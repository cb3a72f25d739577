"""Which files belong to a project."""

from __future__ import annotations

import os
import sys

import pytest

from rca.workspace.file_walk import is_ignored, walk
from rca.workspace.ignore_rules import _user_excludes
from tests.project_folder import write_file


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    """A user without git configuration of their own."""
    folder = tmp_path / "home"
    folder.mkdir()
    monkeypatch.setenv("HOME", str(folder))
    monkeypatch.setenv("USERPROFILE", str(folder))
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    _user_excludes.cache_clear()
    yield folder
    _user_excludes.cache_clear()


def make(root, *paths):
    for path in paths:
        write_file(root, path, "x")


def listed(root):
    found = [stamp.path for stamp in walk(root, lambda path: "ignore" not in path)]
    for path in found:
        assert not is_ignored(root, path), path
    return found


def test_nested_ignore_files_and_negation(tmp_path) -> None:
    root = tmp_path / "p"
    make(root, "a.kt", "gen.kt", "m/gen.kt", "m/keep/gen.kt", "m/x.tmp", "m/deep/a/b.kt", "m/only/b.kt")
    (root / ".gitignore").write_text("gen.kt\n*.tmp\n/m/deep/**\n")
    (root / "m/keep/.gitignore").write_text("!gen.kt\n")
    (root / "m/.ignore").write_text("only/\n")
    assert listed(root) == ["a.kt", "m/keep/gen.kt"]
    assert is_ignored(root, "gen.kt")
    assert is_ignored(root, "m/only/b.kt")


def test_rules_above_the_folder_and_of_the_repository_and_the_user(tmp_path, home) -> None:
    repository = tmp_path / "r"
    root = repository / "sub" / "p"
    make(root, "a.kt", "out.log", "b/no.kt", "c.local", "mine.kt")
    (repository / ".git" / "info").mkdir(parents=True)
    (repository / ".git" / "info" / "exclude").write_text("*.local\n")
    (repository / ".gitignore").write_text("*.log\n/sub/p/b/\n")
    (home / ".gitconfig").write_text("[core]\n\texcludesFile = ~/ignored\n")
    (home / "ignored").write_text("mine.kt\n")
    assert listed(root) == ["a.kt"]


def test_rules_above_a_repository_do_not_count(tmp_path) -> None:
    make(tmp_path / "outer" / "p", "a.kt")
    (tmp_path / "outer" / ".gitignore").write_text("*.kt\n")
    assert listed(tmp_path / "outer" / "p") == ["a.kt"]


def test_build_folders_hidden_ones_and_links(tmp_path) -> None:
    root = tmp_path / "p"
    make(root, "a.kt", "build/b.kt", ".gradle/c.kt", "src/build/d.kt", "m/node_modules/e.kt")
    (tmp_path / "secret.kt").write_text("x")
    (root / "loop").symlink_to(root, target_is_directory=True)
    (root / "out.kt").symlink_to(tmp_path / "secret.kt")
    assert listed(root) == ["a.kt", "src/build/d.kt"]


@pytest.mark.skipif(sys.platform != "linux", reason="other systems allow no such names")
def test_names_of_all_kinds(tmp_path) -> None:
    root = tmp_path / "p"
    odd = ["a b.kt", "é'\"\\.kt", "#x.kt", "new\nline.kt", "A.kt", "a.kt", "日本.kt"]
    make(root, *odd)
    with open(os.fsencode(root) + b"/\xff.kt", "wb"):  # noqa: PTH123 - a name that is no text
        pass
    assert listed(root) == sorted(odd)


def test_a_part_of_a_folder_obeys_the_rules_above_it(tmp_path) -> None:
    root = tmp_path / "p"
    make(root, "a.kt", "m/b.kt", "m/n/c.kt", "m/n/d.tmp")
    (root / ".gitignore").write_text("*.tmp\n")
    assert [stamp.path for stamp in walk(root, lambda _path: True, "m/n")] == ["m/n/c.kt"]
