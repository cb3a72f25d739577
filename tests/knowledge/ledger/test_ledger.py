"""The ledger: what is acknowledged stays, and damage is told, never taken for an empty store."""

import errno
import json
import os
import re
import sqlite3
from pathlib import Path

import pytest

from models.error_codes import ErrorCode
from rca.knowledge.ledger import ledger_database, ledger_schema
from rca.knowledge.ledger.ledger import Filters, Ledger
from rca.knowledge.ledger.record import next_state
from rca.knowledge.ledger.reindexing import Reindexing
from rca.tool_failure import Failure
from rca.web import response_cache


def events(ledger):
    with ledger.database.reading() as db:
        return db.execute("SELECT kind, solution_id FROM event ORDER BY seq").fetchall()


def put(ledger, *solutions, source="user"):
    return ledger.put([(solution, "candidate") for solution in solutions], source)


def test_a_record_comes_back_as_it_was_stored(ledger, solution):
    stored = solution(metadata={"fixedIn": "src/Cart.kt", "versions": {"fixed": "1.2"}})
    assert put(ledger, stored) == ["new"]
    record = ledger.get("test-1")
    assert record is not None
    assert record.solution == stored
    assert (record.state, record.source, record.worked, record.failed) == ("candidate", "user", 0, 0)


def test_storing_twice_is_once_and_every_change_is_an_event(ledger, solution):
    assert put(ledger, solution()) == ["new"]
    assert put(ledger, solution()) == ["unchanged"]
    assert put(ledger, solution(solution="Do it another way.")) == ["updated"]
    assert events(ledger) == [("stored", "test-1"), ("updated", "test-1")]
    with ledger.database.reading() as db:
        (detail,) = db.execute("SELECT detail FROM event WHERE kind = 'updated'").fetchone()
    assert json.loads(detail)["before"]["solution"] == "Attach widget 1 first."


def test_an_update_keeps_the_reports(ledger, solution):
    put(ledger, solution())
    ledger.report("test-1", "worked", None, None)
    put(ledger, solution(root_cause="Now better understood."))
    record = ledger.get("test-1")
    assert (record.state, record.worked) == ("validated", 1)


def test_new_text_drops_the_old_embedding_and_new_reports_keep_it(ledger, solution):
    put(ledger, solution(), solution(2))
    pending = ledger.vectors.missing("m", 10)
    assert [seq for seq, _text, _hash in pending] == [1, 2]
    ledger.vectors.put("m", {seq: (text_hash, b"\0" * 8) for seq, _text, text_hash in pending})
    assert ledger.vectors.state("m") == (2, 2)
    ledger.report("test-1", "worked", None, None)
    assert ledger.vectors.missing("m", 10) == []
    put(ledger, solution(error_description="Something else altogether."))
    assert [seq for seq, _text, _hash in ledger.vectors.missing("m", 10)] == [1]
    assert ledger.vectors.missing("another model", 10) != []


def test_an_embedding_of_text_that_changed_meanwhile_is_not_stored(ledger, solution):
    put(ledger, solution())
    ((seq, _text, text_hash),) = ledger.vectors.missing("m", 10)
    put(ledger, solution(error_description="Changed while the model was at work."))
    ledger.vectors.put("m", {seq: (text_hash, b"\0" * 8)})
    assert ledger.vectors.state("m") == (0, 0)


@pytest.mark.parametrize(
    ("state", "outcome", "worked", "failed", "after"),
    [
        ("candidate", "worked", 1, 0, "validated"),
        ("candidate", "did_not_work", 0, 1, "candidate"),
        ("validated", "did_not_work", 2, 1, "validated"),
        ("validated", "did_not_work", 1, 1, "candidate"),
        ("validated", "superseded", 1, 0, "superseded"),
        ("validated", "harmful", 1, 1, "harmful"),
        ("harmful", "did_not_work", 1, 2, "harmful"),
        ("harmful", "worked", 2, 1, "validated"),
    ],
)
def test_states(state, outcome, worked, failed, after):
    assert next_state(state, outcome, worked, failed) == after


def test_reports_move_the_prior_both_ways(ledger, solution):
    put(ledger, solution(confidence=0.5))
    assert ledger.get("test-1").prior == 0.5
    better = ledger.report("test-1", "worked", None, None)
    assert better.prior > 0.5
    worse = ledger.report("test-1", "did_not_work", None, "crashed again")
    assert worse.prior < better.prior
    (attempt,) = ledger.attempts(None, ["test-1"], 5)
    assert (attempt.attempt, attempt.note) == ("Attach widget 1 first.", "crashed again")


def test_a_report_on_nothing_is_none(ledger):
    assert ledger.report("missing", "worked", None, None) is None
    assert events(ledger) == []


def test_harmful_and_superseded_records_are_not_offered(ledger, solution):
    put(ledger, solution(1), solution(2), solution(3))
    ledger.report("test-1", "harmful", None, None)
    ledger.report("test-2", "superseded", "test-3", None)
    assert ledger.allowed(Filters()) == [3]
    assert ledger.get("test-2").superseded_by == "test-3"


def test_filters_take_simple_and_qualified_types_in_any_case(ledger, solution):
    put(ledger, solution(1), solution(2, language="java"), solution(3, error_type="Room/QueryError"))
    assert ledger.allowed(Filters("Kotlin", "illegalstateexception")) == [1]
    assert sorted(ledger.allowed(Filters(None, "java.lang.IllegalStateException"))) == [1, 2]
    assert ledger.allowed(Filters(error_type="room/queryerror")) == [3]
    assert ledger.allowed(Filters("rust")) == []


def test_the_starter_is_loaded_once_and_again_when_it_changes(ledger, solution):
    first = [solution(1), solution(2)]
    assert ledger.replace_starter("a", lambda: first)
    assert not ledger.replace_starter("a", lambda: pytest.fail("read although nothing changed"))
    ledger.report("test-1", "worked", None, None)
    assert ledger.replace_starter("b", lambda: [solution(3)])
    # test-1 left the package, but someone has vouched for it.
    assert [record.solution.id for record in ledger.everything()] == ["test-1", "test-3"]
    assert ledger.get("test-1").state == "validated"


def test_two_releases_that_share_a_ledger_do_not_replace_each_others_starter(ledger, solution):
    older = [solution(1), solution(2)]
    newer = [solution(1, solution="Another way."), solution(3)]
    assert ledger.replace_starter("older", lambda: older)
    assert ledger.replace_starter("newer", lambda: newer)
    done = events(ledger)
    for _start in range(3):
        assert not ledger.replace_starter("older", lambda: older)
        assert not ledger.replace_starter("newer", lambda: newer)
    assert ledger.get("test-1").solution.solution == "Another way."
    assert events(ledger) == done
    assert ledger.replace_starter("newest", lambda: older)


def test_texts_of_the_package_are_not_kept_once_more_when_it_changes_them(ledger, solution):
    ledger.replace_starter("a", lambda: [solution(solution="One way.")])
    ledger.replace_starter("b", lambda: [solution(solution="Another way.")])
    with ledger.database.reading() as db:
        details = [row[0] for row in db.execute("SELECT detail FROM event ORDER BY seq")]
    assert not any("One way." in detail for detail in details)


def test_the_starter_never_overwrites_a_record_that_a_person_made(ledger, solution):
    put(ledger, solution(solution="My own way."))
    ledger.replace_starter("a", lambda: [solution(), solution(2)])
    assert ledger.get("test-1").solution.solution == "My own way."
    assert ledger.get("test-2").source == "starter"


def test_another_connection_sees_a_change_at_once(ledger, solution):
    other = Ledger(ledger.database.path)
    before = other.database.version
    put(ledger, solution())
    assert other.database.version != before
    assert other.get("test-1") is not None
    other.close()


def test_records_are_derived_anew_when_the_derivation_changes(ledger, solution, monkeypatch):
    put(ledger, solution())
    with ledger.database.writing() as db:
        db.execute("""UPDATE solution SET problem = '{"of": "another version"}', text_hash = 'old'""")
        db.execute("DELETE FROM solution_text")
    monkeypatch.setattr("rca.knowledge.problem.problem.VERSION", 99)
    again = Ledger(ledger.database.path)
    assert "widget 1" in again.get("test-1").problem.text
    with again.database.reading() as db:
        assert db.execute(
            "SELECT count(*) FROM solution_text WHERE solution_text MATCH 'widget'"
        ).fetchone() == (1,)
    again.close()


def test_migrations_run_in_order_and_once(tmp_path, monkeypatch, solution):
    path = tmp_path / "ledger.db"
    old = Ledger(path)
    put(old, solution())
    old.close()
    steps = (
        lambda db: db.execute("ALTER TABLE solution ADD COLUMN team TEXT"),
        lambda db: db.execute("UPDATE solution SET team = 'all'"),
    )
    monkeypatch.setattr(ledger_schema, "MIGRATIONS", (*ledger_schema.MIGRATIONS, *steps))
    current = ledger_schema.VERSION + len(steps)
    monkeypatch.setattr(ledger_schema, "VERSION", current)
    for _opening in range(2):
        new = Ledger(path)
        with new.database.reading() as db:
            assert db.execute("SELECT team FROM solution").fetchall() == [("all",)]
            assert db.execute("PRAGMA user_version").fetchone() == (current,)
        new.close()


def test_a_migration_that_fails_leaves_the_old_ledger(tmp_path, monkeypatch, solution):
    path = tmp_path / "ledger.db"
    old = Ledger(path)
    put(old, solution())
    old.close()

    def breaks(db):
        db.execute("DELETE FROM solution")
        db.execute("ALTER TABLE no_such_table ADD COLUMN x")

    with monkeypatch.context() as patch:
        patch.setattr(ledger_schema, "MIGRATIONS", (*ledger_schema.MIGRATIONS, breaks))
        patch.setattr(ledger_schema, "VERSION", ledger_schema.VERSION + 1)
        readable = Ledger(path)
        assert readable.database.read_only is not None
        readable.close()
    again = Ledger(path)
    assert again.get("test-1") is not None
    again.close()


def damage(path, kind):
    match kind:
        case "emptied":
            path.write_bytes(b"")
        case "foreign":
            path.write_bytes(b"not a database at all" * 500)
        case "truncated":
            content = path.read_bytes()
            path.write_bytes(content[: len(content) // 2])
        case "newer":
            db = sqlite3.connect(path)
            db.execute("PRAGMA user_version = 9999")
            db.close()


@pytest.mark.parametrize("kind", ["emptied", "foreign", "truncated", "newer"])
def test_a_damaged_ledger_is_told_and_left_as_it_is(tmp_path, solution, kind):
    path = tmp_path / "ledger.db"
    ledger = Ledger(path)
    put(ledger, *(solution(number) for number in range(300)))
    ledger.close()
    damage(path, kind)
    before = path.read_bytes()
    with pytest.raises(Failure) as caught:
        list(Ledger(path).everything())
    assert caught.value.error.code is ErrorCode.DB_CONNECTION_FAILED
    assert caught.value.error.suggestion
    assert path.read_bytes() == before


def test_a_full_disk_is_told_and_nothing_is_half_stored(ledger, solution):
    put(ledger, solution())
    with ledger.database.reading() as db:
        (pages,) = db.execute("PRAGMA page_count").fetchone()
        db.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(Failure, match="full") as caught:
        put(ledger, *(solution(number) for number in range(2, 400)))
    assert caught.value.error.code is ErrorCode.DB_CONNECTION_FAILED
    assert "disk space" in caught.value.error.suggestion
    assert [record.solution.id for record in ledger.everything()] == ["test-1"]
    with ledger.database.reading() as db:
        db.execute("PRAGMA max_page_count = 1000000")
    assert put(ledger, solution(2)) == ["new"]


def test_a_disk_without_hard_links_holds_a_ledger(tmp_path, solution, monkeypatch):
    def unsupported(*_paths):
        raise OSError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(os, "link", unsupported)
    for number in (1, 2):
        opened = Ledger(tmp_path / "ledger.db")
        put(opened, solution(number))
        assert len(list(opened.everything())) == number
        opened.close()
    assert [path.name for path in tmp_path.iterdir()] == ["ledger.db"]


def test_a_ledger_that_another_process_held_when_it_was_opened_is_written_later(
    tmp_path, solution, monkeypatch
):
    path = tmp_path / "ledger.db"
    first = Ledger(path)
    put(first, solution(1))
    first.close()
    monkeypatch.setattr(ledger_database, "BUSY_SECONDS", 0.05)
    other = sqlite3.connect(path, isolation_level=None)
    # As a restored copy is, and as it is held where it is migrated.
    other.execute("PRAGMA journal_mode = DELETE")
    other.execute("BEGIN IMMEDIATE")
    late = Ledger(path)
    assert late.database.read_only is not None
    with pytest.raises(Failure, match="locked") as told:
        put(late, solution(2))
    assert "try again" in told.value.error.suggestion
    other.execute("ROLLBACK")
    other.close()
    put(late, solution(3))
    assert [record.solution.id for record in late.everything()] == ["test-1", "test-3"]
    assert late.database.read_only is None
    late.close()


def test_a_path_that_cannot_be_made_is_told(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(Failure) as caught:
        Ledger(tmp_path / "file" / "ledger.db")
    assert caught.value.error.code is ErrorCode.DB_CONNECTION_FAILED


@pytest.mark.parametrize("column", ["body", "problem"])
def test_a_record_that_is_garbled_is_told_and_hides_no_other(ledger, solution, column):
    put(ledger, solution(1), solution(2))
    with ledger.database.writing() as db:
        db.execute(f"UPDATE solution SET {column} = substr({column}, 3) WHERE id = 'test-1'")
    assert [record.solution.id for record in ledger.by_seq([1, 2]).values()] == ["test-2"]
    with pytest.raises(Failure, match=r"test-1 .* damaged"):
        ledger.get("test-1")


LEAVE_A_LOG = """
import os, sys
from pathlib import Path
from rca.knowledge.ledger.ledger import Ledger
from tests.knowledge.conftest import make_solution
ledger = Ledger(Path(sys.argv[1]))
for number in range(300):
    ledger.put([(make_solution(number), "candidate")], "user")
os.kill(os.getpid(), 9)
"""


def test_the_log_of_a_ledger_that_was_moved_away_is_not_played_into_the_new_one(
    tmp_path, solution, run_python
):
    path = tmp_path / "ledger.db"
    run_python(LEAVE_A_LOG, path).communicate(timeout=60)
    path.rename(tmp_path / "aside.db")
    left = (tmp_path / "ledger.db-wal").read_bytes()
    opened = Ledger(path)
    put(opened, solution(1))
    assert [record.solution.id for record in opened.everything()] == ["test-1"]
    with opened.database.reading() as db:
        assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    opened.close()
    # It may hold what was stored last in the other one.
    (kept,) = tmp_path.glob("ledger.db-wal.left-*")
    assert kept.read_bytes() == left


def test_a_full_disk_keeps_no_ledger_of_another_derivation_from_being_searched(ledger, solution, monkeypatch):
    put(ledger, solution(1))

    def full(_self):
        raise Failure(ErrorCode.DB_CONNECTION_FAILED, "database or disk is full")

    monkeypatch.setattr(Reindexing, "begin", full)
    again = Ledger(ledger.database.path)
    assert [record.solution.id for record in again.everything()] == ["test-1"]
    again.close()


def test_what_was_tried_often_comes_back_once(ledger):
    for attempt in ("Clean the build.", "Restart.", "Clean the build.", "Clean the build."):
        ledger.add_attempt("nowhere", "jvm-1", attempt, None)
    assert [one.attempt for one in ledger.attempts("jvm-1", [], 2)] == ["Clean the build.", "Restart."]


def test_no_statement_wants_a_newer_sqlite_than_long_supported_systems_have():
    """`->` and `->>` came with 3.38: Ubuntu 22.04 has 3.37, and Red Hat's 9 has 3.34."""
    sources = [
        *Path(ledger_schema.__file__).parents[1].rglob("*.py"),
        *Path(response_cache.__file__).parent.glob("*.py"),
    ]
    assert len(sources) > 60
    assert [path.name for path in sources if re.search(r"->>?\s*'", path.read_text("utf-8"))] == []
