"""A listing that is kept gives after any changes what a walk gives."""

import os
import random
import shutil
from pathlib import Path

import pytest

from rca.workspace.file_walk import walk
from rca.workspace.folder_listing import FolderListing

NAMES = ("a.kt", "b.xml", "c.yaml", "d.kt", ".hidden")
FOLDERS = ("one", "two", "src", "build", "src/build", "one/deep", "one/deep/er")


def walked(root, below=""):
    return [one.path for one in walk(root, lambda _name: True, below)]


def change(root, chance):
    folder = root / chance.choice(FOLDERS)
    kind = chance.randrange(6)
    if kind <= 2:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / chance.choice(NAMES)).write_text(str(chance.random()))
    elif kind == 3:
        shutil.rmtree(folder, ignore_errors=True)
    elif kind == 4:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / ".gitignore").write_text(chance.choice(("*.kt\n", "deep/\n", "", "!a.kt\n")))
    else:
        found = [path for path in root.rglob("*") if path.is_file() and path.name != ".gitignore"]
        if found:
            chance.choice(found).unlink()


@pytest.mark.parametrize("seed", range(12))
def test_it_follows_any_changes(tmp_path, seed):
    chance = random.Random(seed)
    (tmp_path / ".git").mkdir()
    listing = FolderListing(tmp_path)
    for _ in range(25):
        change(tmp_path, chance)
        listing._believed = 0.0
        assert list(listing.paths()) == walked(tmp_path)
        below = chance.choice(FOLDERS[:4])
        kept = [path for path in walked(tmp_path) if path.startswith(f"{below}/")]
        assert list(listing.paths(below)) == kept


def test_folders_that_did_not_change_are_not_read_again(tmp_path, monkeypatch):
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "a.kt").write_text("")
    past = 1_000_000_000
    for place in (tmp_path, tmp_path / "one", tmp_path / "two"):
        os.utime(place, (past, past))
    listing = FolderListing(tmp_path)
    assert list(listing.paths()) == ["one/a.kt", "two/a.kt"]
    (tmp_path / "two" / "b.kt").write_text("")
    read = []
    scandir = os.scandir
    monkeypatch.setattr(os, "scandir", lambda place: read.append(Path(place).name) or scandir(place))
    listing._believed = 0.0
    assert list(listing.paths()) == ["one/a.kt", "two/a.kt", "two/b.kt"]
    assert read == ["two"]
    assert list(listing.paths("two")) == ["two/a.kt", "two/b.kt"]


def test_a_folder_that_is_gone_has_no_files(tmp_path):
    root = tmp_path / "gone"
    root.mkdir()
    (root / "a.kt").write_text("")
    listing = FolderListing(root)
    assert list(listing.paths()) == ["a.kt"]
    shutil.rmtree(root)
    listing._believed = 0.0
    assert list(listing.paths()) == []
