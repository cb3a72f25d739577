"""Copies of the ledger: whole while others write, kept for some days, and put back under open hands."""

import os
import sys
import threading
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from models.error_codes import ErrorCode
from models.tools.confirm_solution import ConfirmSolutionParams
from models.tools.record_solution import RecordSolutionParams
from rca.knowledge import maintenance
from rca.knowledge.ledger import backup
from rca.knowledge.ledger.ledger import Ledger
from rca.tool_failure import Failure

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)


def ids(ledger):
    return [record.solution.id for record in ledger.everything()]


def put(ledger, solution, *numbers):
    ledger.put([(solution(number), "candidate") for number in numbers], "user")


def test_a_copy_is_whole_while_another_thread_writes(tmp_path, ledger, solution):
    put(ledger, solution, *range(50))
    stop = threading.Event()

    def write():
        number = 1_000
        while not stop.is_set():
            put(ledger, solution, number)
            number += 1

    writer = threading.Thread(target=write)
    writer.start()
    try:
        backup.copy(ledger.database.path, tmp_path / "copy.db")
    finally:
        stop.set()
        writer.join()
    copy = Ledger(tmp_path / "copy.db")
    assert set(ids(copy)) >= {f"test-{number}" for number in range(50)}
    copy.close()


def test_a_copy_of_a_large_ledger_ends_while_others_write(tmp_path, ledger, solution, monkeypatch):
    with ledger.database.writing() as db:
        db.execute("CREATE TABLE ballast (bytes BLOB)")
        db.executemany("INSERT INTO ballast VALUES (randomblob(1000000))", [()] * 60)
    monkeypatch.setattr(backup, "_PAGES", 4)
    stop = threading.Event()

    def write():
        other, number = Ledger(ledger.database.path), 10_000
        while not stop.is_set():
            put(other, solution, number)
            number += 1
        other.close()

    writer = threading.Thread(target=write)
    copier = threading.Thread(target=backup.copy, args=(ledger.database.path, tmp_path / "copy.db"))
    writer.start()
    copier.start()
    copier.join(20)
    ended = not copier.is_alive()
    stop.set()
    writer.join()
    copier.join()
    assert ended


def test_copies_are_made_daily_and_few_are_kept(ledger, solution):
    path = ledger.database.path
    put(ledger, solution, 1)
    assert backup.keep_daily(path, NOW) is not None
    assert backup.keep_daily(path, NOW + timedelta(hours=23)) is None
    for day in range(1, 6):
        assert backup.keep_daily(path, NOW + timedelta(days=day)) is not None
    names = [copy.name for copy in backup.copies(path)]
    assert names == [f"ledger-202603{day:02}T120000.db" for day in (6, 5, 4)]


def test_what_a_kill_left_of_a_copy_goes_with_a_later_one(ledger, solution):
    path = ledger.database.path
    put(ledger, solution, 1)
    folder = backup.folder_of(path)
    folder.mkdir()
    old, fresh = folder / ".ledger-20260101T000000.db.7.7", folder / ".ledger-20260301T000000.db.8.8"
    for part in (old, fresh):
        part.write_bytes(b"half")
    os.utime(old, (0, 0))
    backup.keep_daily(path, NOW)
    assert (old.exists(), fresh.exists()) == (False, True)


def test_copies_that_a_wrong_clock_dated_ahead_stop_no_copy_and_are_not_the_newest(ledger, solution):
    path = ledger.database.path
    put(ledger, solution, 1)
    for year in (2035, 2036, 2037):
        assert backup.keep_daily(path, NOW.replace(year=year)) is not None
    put(ledger, solution, 2)
    made = backup.keep_daily(path, NOW)
    assert made is not None
    assert backup.copies(path)[0] == made
    assert len(backup.copies(path)) == backup.KEPT
    assert backup.keep_daily(path, NOW + timedelta(hours=23)) is None
    assert backup.keep_daily(path, NOW + timedelta(days=1)) is not None


def test_a_ledger_that_is_sound_is_restored_and_kept_aside(ledger, solution):
    path = ledger.database.path
    put(ledger, solution, 1)
    copy = backup.keep_daily(path, NOW)
    put(ledger, solution, 2)
    aside = backup.restore(path, copy, NOW)
    # The same store goes on, on the file that is there now.
    assert ids(ledger) == ["test-1"]
    put(ledger, solution, 3)
    again = Ledger(path)
    assert ids(again) == ["test-1", "test-3"]
    again.close()
    kept = Ledger(aside)
    assert ids(kept) == ["test-1", "test-2"]
    kept.close()


@pytest.mark.skipif(sys.platform != "linux", reason="open files are listed by /proc")
def test_where_open_files_cannot_be_replaced_the_ledger_is_restored_all_the_same(
    ledger, solution, monkeypatch
):
    path = ledger.database.path
    put(ledger, solution, 1)
    copy = backup.keep_daily(path, NOW)
    put(ledger, solution, 2)
    ledger.close()
    replace = Path.replace

    def as_on_windows(self, target):
        opened = {os.path.realpath(one) for one in Path("/proc/self/fd").iterdir()}
        if opened & {str(self), str(target)}:
            raise PermissionError(32, "used by another process", str(target))
        return replace(self, target)

    monkeypatch.setattr(Path, "replace", as_on_windows)
    with pytest.raises(Failure):  # as it is where the lock is held
        backup.restore(path, copy, NOW)
    monkeypatch.setattr(backup, "_OPEN_FILES_ARE_REPLACED", False)
    backup.restore(path, copy, NOW)
    again = Ledger(path)
    assert ids(again) == ["test-1"]
    again.close()


@pytest.mark.parametrize("damage", ["emptied", "truncated", "garbled", "gone"])
def test_a_damaged_ledger_says_how_to_restore_it_and_open_stores_go_on(ledger, solution, damage):
    path = ledger.database.path
    put(ledger, solution, *range(300))
    copy = backup.keep_daily(path, NOW)
    writer = Ledger(path)
    with ledger.database.reading() as db:
        # Without the log, which holds what was written last whatever becomes of the file.
        assert db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0] == 0
    content = path.read_bytes()
    match damage:
        case "emptied":
            os.truncate(path, 0)
        case "truncated":
            os.truncate(path, len(content) // 2)
        case "garbled":
            path.write_bytes(bytes(byte ^ 0x5A for byte in content))
        case "gone":
            path.unlink()
    if damage != "gone":
        with pytest.raises(Failure) as caught:
            list(Ledger(path).everything())
        assert caught.value.error.code is ErrorCode.DB_CONNECTION_FAILED
        assert "rca knowledge restore" in caught.value.error.suggestion
        assert "2026-03-01" in caught.value.error.suggestion
    backup.restore(path, copy, NOW)
    for opened in (ledger, writer):
        assert len(ids(opened)) == 300
    put(writer, solution, 500)
    assert "test-500" in ids(ledger)
    writer.close()
    assert len(ids(ledger)) == 301


def test_a_copy_is_synced_as_windows_takes_it(tmp_path, ledger, solution, monkeypatch):
    fcntl = pytest.importorskip("fcntl")
    sync = os.fsync

    def sync_what_is_open_for_writing(descriptor):
        if fcntl.fcntl(descriptor, fcntl.F_GETFL) & os.O_ACCMODE == os.O_RDONLY:
            raise OSError(9, "Bad file descriptor")
        sync(descriptor)

    monkeypatch.setattr(os, "fsync", sync_what_is_open_for_writing)
    put(ledger, solution, 1)
    backup.copy(ledger.database.path, tmp_path / "copy.db")
    assert (tmp_path / "copy.db").stat().st_size


def test_a_copy_that_is_damaged_is_not_put_back(ledger, solution, tmp_path):
    put(ledger, solution, *range(200))
    copy = backup.keep_daily(ledger.database.path, NOW)
    content = bytearray(copy.read_bytes())
    content[len(content) // 2 :] = bytes(len(content) - len(content) // 2)
    copy.write_bytes(bytes(content))
    with pytest.raises(Failure, match="cannot be copied"):
        backup.restore(ledger.database.path, copy, NOW)
    assert len(ids(ledger)) == 200
    assert not [path for path in ledger.database.path.parent.iterdir() if path.name.startswith(".restored")]


def test_the_ledger_is_not_copied_onto_itself(ledger, solution):
    put(ledger, solution, 1)
    before = ledger.database.path.stat().st_ino
    with pytest.raises(Failure, match="the ledger itself"):
        backup.copy(ledger.database.path, ledger.database.path)
    assert ledger.database.path.stat().st_ino == before


def test_a_copy_that_cannot_be_written_is_told(ledger, tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(Failure) as caught:
        backup.copy(ledger.database.path, tmp_path / "file" / "copy.db")
    assert caught.value.error.code is ErrorCode.PERMISSION_DENIED


def test_a_store_copies_itself_daily_and_comes_back(new_store, tmp_path):
    store = new_store()
    given = {"errorDescription": "The cart total is wrong", "rootCause": "A cause.", "solution": "Solve it."}
    stored = store.record(RecordSolutionParams.model_validate(given))
    with pytest.raises(Failure, match="no file"):
        store.restore(tmp_path / "missing.db")
    assert store.stats().copied is not None
    store.record(RecordSolutionParams.model_validate(given | {"solution": "Another way."}))
    copy, aside = store.restore(None)
    assert copy.name.startswith("ledger-")
    assert store.stats().records == 1
    counts = store.merge(aside)
    assert (counts.new, counts.updated) == (1, 0)
    assert {hit.id for hit in store.find("cart total").outcome.results} > {stored.id}


def test_a_word_about_a_solution_is_a_write_that_is_copied(new_store):
    store = new_store(starter=True)
    (hit, *_rest) = store.find("Unresolved reference: viewModelScope").outcome.results
    assert store.stats().copied is None
    store.confirm(ConfirmSolutionParams(id=hit.id, outcome="worked"))
    assert store.stats().copied is not None


def test_a_large_ledger_is_copied_where_no_model_can_be_loaded(new_store, tmp_path, monkeypatch):
    monkeypatch.setattr(maintenance, "_COPIED_AT_ONCE", 0)
    store = new_store(embedding_model=str(tmp_path / "no model"))
    with pytest.raises(Failure):
        store.wait_until_ready(60)
    store.record(
        RecordSolutionParams(
            error_description="The cart is empty", root_cause="A cause.", solution="Fill it."
        )
    )
    until = time.monotonic() + 20
    while store.stats().copied is None and time.monotonic() < until:
        time.sleep(0.05)
    assert store.stats().copied is not None


def test_without_a_copy_there_is_nothing_to_restore(new_store):
    with pytest.raises(Failure, match="no daily copy") as caught:
        new_store().restore(None)
    assert caught.value.error.code is ErrorCode.FILE_NOT_FOUND
