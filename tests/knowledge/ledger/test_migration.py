"""Ledgers of every older version become current ones, with all that they hold."""

import sqlite3
from pathlib import Path

import pytest

from rca.knowledge.ledger import ledger_schema, migration_backup
from rca.knowledge.ledger.ledger import Filters, Ledger

OLD = sorted((Path(__file__).parents[1] / "ledgers").glob("v*.sql"))


def lay(path, script):
    db = sqlite3.connect(path)
    db.executescript(script.read_text("utf-8"))
    db.close()


@pytest.mark.parametrize("script", OLD, ids=lambda path: path.stem)
def test_an_older_ledger_is_kept_as_it_was(tmp_path, script):
    path = tmp_path / "ledger.db"
    lay(path, script)
    version = int(script.stem.removeprefix("v"))
    before = content(path)
    Ledger(path).close()
    copy = migration_backup.path_of(path, version)
    assert content(copy) == before
    assert content(path) != before
    assert sorted(found.name for found in tmp_path.glob("*schema*")) == [copy.name]
    # A restored copy is migrated once more, and the first copy stays.
    path.write_bytes(copy.read_bytes())
    Ledger(path).close()
    assert content(copy) == before


def test_a_ledger_that_cannot_be_copied_is_not_migrated(tmp_path, monkeypatch):
    path = tmp_path / "ledger.db"
    lay(path, OLD[0])
    before = content(path)
    # A folder in its place: the copy cannot be put there, as on a disk that is full.
    blocked = tmp_path / "blocked"
    (blocked / "copy").mkdir(parents=True)
    monkeypatch.setattr(migration_backup, "path_of", lambda ledger, version: blocked / "copy" / "gone" / "x")
    ledger = Ledger(path)
    assert ledger.database.read_only is not None
    assert [record.solution.id for record in ledger.everything()] == ["old-1", "old-2", "old-3"]
    ledger.close()
    assert content(path) == before


def content(path):
    db = sqlite3.connect(path)
    lines = [*db.execute("PRAGMA user_version").fetchone(), *db.iterdump()]
    db.close()
    return lines


def columns(path):
    db = sqlite3.connect(path)
    tables = [
        name for (name,) in db.execute("SELECT name FROM sqlite_schema WHERE type IN ('table', 'view')")
    ]
    found = {name: [row[1:4] for row in db.execute(f"PRAGMA table_info({name})")] for name in tables}
    indexes = sorted(name for (name,) in db.execute("SELECT name FROM sqlite_schema WHERE type = 'index'"))
    db.close()
    return found, indexes


def test_there_is_a_ledger_of_each_older_version():
    assert [path.stem for path in OLD] == [f"v{number}" for number in range(1, ledger_schema.VERSION)]


@pytest.mark.parametrize("script", OLD, ids=lambda path: path.stem)
def test_an_older_ledger_becomes_like_a_new_one(tmp_path, script):
    lay(tmp_path / "old.db", script)
    Ledger(tmp_path / "old.db").close()
    Ledger(tmp_path / "new.db").close()
    assert columns(tmp_path / "old.db") == columns(tmp_path / "new.db")


@pytest.mark.parametrize("script", OLD, ids=lambda path: path.stem)
def test_nothing_of_an_older_ledger_is_lost(tmp_path, script):
    lay(tmp_path / "ledger.db", script)
    ledger = Ledger(tmp_path / "ledger.db")
    assert [record.solution.id for record in ledger.everything()] == ["old-1", "old-2", "old-3"]
    first = ledger.get("old-1")
    assert (first.state, first.worked, first.failed) == ("candidate", 1, 1)
    assert ledger.get("old-3").superseded_by == "old-2"
    assert sorted(ledger.allowed(Filters())) == [1, 2]
    assert [attempt.attempt for attempt in ledger.attempts("jvm-1", ["old-1"], 9)] == [
        "Clear the cache",
        "Attach widget 1 first.",
    ]
    with ledger.database.reading() as db:
        assert db.execute("SELECT count(*), count(DISTINCT uid) FROM event").fetchone() == (8, 8)
        order = [uid for (uid,) in db.execute("SELECT uid FROM event ORDER BY seq")]
    assert order == sorted(order)
    ledger.report("old-1", "worked", None, None)
    ledger.close()


def test_copies_of_an_old_ledger_name_its_events_alike(tmp_path):
    names = []
    for copy in ("one.db", "two.db"):
        lay(tmp_path / copy, OLD[0])
        ledger = Ledger(tmp_path / copy)
        with ledger.database.reading() as db:
            names.append(db.execute("SELECT uid FROM event UNION ALL SELECT uid FROM attempt").fetchall())
        ledger.close()
    assert names[0] == names[1]


READ = """
import sys
from pathlib import Path
from models.settings import KnowledgeSettings
from rca.knowledge.knowledge_store import KnowledgeStore
store = KnowledgeStore(Path(sys.argv[1]), KnowledgeSettings(starter=False))
print(sorted(hit.id for hit in store.find("widget is not attached", dense="off").outcome.results))
"""


@pytest.mark.parametrize("script", OLD, ids=lambda path: path.stem)
def test_an_older_ledger_that_cannot_be_written_is_searched(tmp_path, script, run_python):
    place = tmp_path / "knowledge"
    place.mkdir()
    lay(place / "ledger.db", script)
    (place / "ledger.db").chmod(0o444)
    place.chmod(0o555)
    try:
        out, err = run_python(READ, tmp_path, unprivileged=True).communicate(timeout=60)
    finally:
        place.chmod(0o755)
    assert out.strip() == "['old-1', 'old-2']", err


def test_a_disk_that_fills_up_during_a_migration_says_so(tmp_path, monkeypatch):
    def full(db):
        db.execute("ROLLBACK")  # as SQLite does by itself
        raise sqlite3.OperationalError("database or disk is full")

    lay(tmp_path / "ledger.db", OLD[-1])
    monkeypatch.setattr(ledger_schema, "MIGRATIONS", (*ledger_schema.MIGRATIONS[:-1], full))
    ledger = Ledger(tmp_path / "ledger.db")
    assert ledger.database.read_only == "database or disk is full"
