"""Databases that nobody opened for long go, with all that lies beside them; those in use stay."""

import os
import time

import pytest

from rca.index.stale_databases import UNUSED_DAYS, remove_unused
from rca.index.storage.index_store import IndexStore

LONG = UNUSED_DAYS + 1


def aged(path, days):
    at = time.time() - days * 86_400
    os.utime(path, (at, at))


@pytest.mark.parametrize(("days", "stays"), [(UNUSED_DAYS - 1, True), (LONG, False)])
def test_databases_go_by_their_last_use(tmp_path, days, stays):
    files = [
        tmp_path / place
        for place in ("index/ab.db", "index/ab.lock", "index/ab.words.db", "links/cd.db", "links/cd.db-wal")
    ]
    for path in files:
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(b"x")
        aged(path, days)
    remove_unused(tmp_path)
    assert [path.exists() for path in files] == [stays] * len(files)


def test_one_young_file_keeps_those_beside_it(tmp_path):
    (tmp_path / "index").mkdir()
    old, young = tmp_path / "index" / "ab.db", tmp_path / "index" / "ab.words.db"
    for path in (old, young):
        path.write_bytes(b"x")
    aged(old, LONG)
    remove_unused(tmp_path)
    assert old.exists()


def test_opening_is_use(tmp_path):
    root = tmp_path / "project"
    IndexStore(root, tmp_path).close()
    (database,) = (tmp_path / "index").glob("*.db")
    for path in (tmp_path / "index").iterdir():
        aged(path, LONG)
    IndexStore(root, tmp_path).close()
    remove_unused(tmp_path)
    assert database.exists()


def test_what_else_lies_there_stays(tmp_path):
    other = tmp_path / "knowledge" / "ledger.db"
    other.parent.mkdir()
    other.write_bytes(b"x")
    aged(other, LONG)
    remove_unused(tmp_path)
    assert other.exists()
