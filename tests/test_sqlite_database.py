"""Databases that several threads and processes open at once."""

import sqlite3
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import pytest

from rca import sqlite_database

SCHEMA = "CREATE TABLE notes (text TEXT); CREATE VIRTUAL TABLE words USING fts5(text)"


def open_with_tables(path, version=1):
    connection = sqlite_database.connect(path)
    sqlite_database.create_tables(connection, SCHEMA, version)
    return connection


@pytest.mark.parametrize("attempt", range(20))
def test_many_threads_open_a_new_database_at_once(tmp_path, attempt):
    path, together = tmp_path / "new.db", threading.Barrier(8)

    def write(number):
        together.wait()
        with closing(open_with_tables(path)) as connection, sqlite_database.transaction(connection):
            connection.execute("INSERT INTO notes VALUES (?)", (str(number),))

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(write, range(8)))
    with closing(open_with_tables(path)) as connection:
        assert connection.execute("SELECT count(*) FROM notes").fetchone() == (8,)


def test_switching_to_the_log_waits_for_a_reader_and_gives_up_in_time(tmp_path):
    path = tmp_path / "held.db"
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("CREATE TABLE held (number INTEGER)")
        other.execute("BEGIN EXCLUSIVE")
        begun = time.monotonic()
        with pytest.raises(sqlite3.OperationalError) as raised:
            sqlite_database.connect(path, busy_seconds=0.2)
        assert sqlite_database.is_busy(raised.value)
        assert 0.15 < time.monotonic() - begun < 30
        with ThreadPoolExecutor(1) as pool:
            opened = pool.submit(sqlite_database.connect, path, busy_seconds=30)
            time.sleep(0.3)
            assert not opened.done()
            other.execute("COMMIT")
            with closing(opened.result(30)) as connection:
                assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)


@pytest.mark.parametrize("mode", ["rw", "ro", "immutable"])
def test_a_missing_file_is_told_and_not_made(tmp_path, mode):
    with pytest.raises(sqlite3.OperationalError):
        sqlite_database.connect_existing(tmp_path / "none.db", mode)
    assert not list(tmp_path.iterdir())


def test_a_database_is_read_in_a_folder_that_takes_no_new_files(tmp_path, obeyed_permissions):
    path = tmp_path / "closed" / "a.db"
    path.parent.mkdir()
    with closing(open_with_tables(path)) as connection:
        connection.execute("INSERT INTO notes VALUES ('kept')")
    path.parent.chmod(0o500)
    try:
        with closing(sqlite_database.connect_for_reading(path)) as connection:
            assert connection.execute("SELECT text FROM notes").fetchone() == ("kept",)
            with pytest.raises(sqlite3.OperationalError):
                connection.execute("INSERT INTO notes VALUES ('new')")
    finally:
        path.parent.chmod(0o700)


def test_what_is_no_database_is_told(tmp_path):
    path = tmp_path / "text.db"
    path.write_text("no database" * 100)
    with pytest.raises(sqlite3.DatabaseError):
        sqlite_database.connect_for_reading(path)


def test_tables_of_another_version_are_replaced_and_of_this_one_kept(tmp_path):
    path = tmp_path / "a.db"
    with closing(open_with_tables(path)) as connection:
        connection.execute("INSERT INTO notes VALUES ('kept')")
        connection.execute("INSERT INTO words VALUES ('kept')")
    with closing(open_with_tables(path)) as connection:
        assert connection.execute("SELECT text FROM notes").fetchall() == [("kept",)]
    with closing(open_with_tables(path, version=2)) as connection:
        assert connection.execute("SELECT text FROM notes").fetchall() == []
        assert connection.execute("SELECT text FROM words").fetchall() == []
        connection.execute("DROP TABLE notes")
    with closing(open_with_tables(path, version=2)) as connection:
        assert "notes" in sqlite_database.tables(connection)


def test_tables_that_are_there_need_no_write_lock(tmp_path):
    path = tmp_path / "a.db"
    with closing(open_with_tables(path)) as writer, sqlite_database.transaction(writer):
        writer.execute("INSERT INTO notes VALUES ('under way')")
        with closing(sqlite_database.connect(path, busy_seconds=0.1)) as reader:
            sqlite_database.create_tables(reader, SCHEMA, 1)
            assert reader.execute("SELECT count(*) FROM notes").fetchone() == (0,)


def write_and_fail(connection):
    with sqlite_database.transaction(connection):
        connection.execute("INSERT INTO notes VALUES ('lost')")
        raise ZeroDivisionError


def test_a_transaction_that_fails_leaves_nothing(tmp_path):
    with closing(open_with_tables(tmp_path / "a.db")) as connection:
        with pytest.raises(ZeroDivisionError):
            write_and_fail(connection)
        assert not connection.in_transaction
        assert connection.execute("SELECT count(*) FROM notes").fetchone() == (0,)


def test_damage_is_found_and_the_file_removed_with_its_log(tmp_path):
    path = tmp_path / "a.db"
    with closing(open_with_tables(path)) as connection:
        connection.executemany("INSERT INTO notes VALUES (?)", [("x" * 1000,)] * 100)
        assert sqlite_database.is_sound(connection)
    data = bytearray(path.read_bytes())
    data[4096:] = b"\xff" * (len(data) - 4096)
    path.write_bytes(data)
    with closing(sqlite_database.connect(path)) as connection:
        assert not sqlite_database.is_sound(connection)
    path.write_text("no database at all, but long enough to be read as one" * 100)
    with pytest.raises(sqlite3.DatabaseError, match="not a database"):
        sqlite_database.connect(path)
    for suffix in ("-wal", "-shm"):
        (tmp_path / f"a.db{suffix}").touch()
    sqlite_database.remove(path)
    assert list(tmp_path.iterdir()) == []


def test_processes_open_a_new_database_at_once(tmp_path):
    code = (
        "import sys; from rca import sqlite_database as s; c = s.connect(sys.argv[1]); "
        "s.create_tables(c, 'CREATE TABLE notes (text TEXT)', 1); c.execute('INSERT INTO notes VALUES (1)')"
    )
    path = tmp_path / "new.db"
    running = [subprocess.Popen([sys.executable, "-c", code, str(path)]) for _ in range(6)]
    assert [process.wait(60) for process in running] == [0] * 6
    with closing(sqlite_database.connect(path)) as connection:
        assert connection.execute("SELECT count(*) FROM notes").fetchone() == (6,)
