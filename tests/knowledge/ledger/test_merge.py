"""Merging ledgers: every record and report once, whatever the order."""

import shutil
import sqlite3
import time
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rca.knowledge.ledger import event_ids
from rca.knowledge.ledger.ledger import Ledger
from rca.knowledge.ledger.merge import merge
from rca.tool_failure import Failure
from tests.knowledge.conftest import make_solution

OUTCOMES = ["worked", "did_not_work", "harmful", "superseded", "came_back", "stale", "fresh"]


def silent(_done):
    pass


def contents(ledger):
    """Return all that a merge is about."""
    with ledger.database.reading() as db:
        records = db.execute(
            "SELECT id, body, source, state, worked, failed, superseded_by, text_hash FROM solution ORDER BY id"
        ).fetchall()
        events = db.execute(
            "SELECT uid, at, kind, solution_id, detail FROM event"
            " WHERE kind NOT IN ('starter', 'retired') AND coalesce(detail ->> 'source', '') <> 'starter'"
            " ORDER BY uid"
        ).fetchall()
        attempts = db.execute("SELECT uid, solution_id, attempt, note FROM attempt ORDER BY uid").fetchall()
        words = db.execute("SELECT problem, cause, fix FROM solution_text ORDER BY 1, 2, 3").fetchall()
    return records, events, attempts, words


def act(ledger, steps):
    for number, what in steps:
        id_ = f"test-{number}"
        if what == "put":
            ledger.put([(make_solution(number), "candidate")], "user")
        elif what == "import":
            ledger.put([(make_solution(number), "validated")], "import")
        elif what == "update":
            ledger.put(
                [(make_solution(number, root_cause=f"Seen in {ledger.database.path.name}."), "candidate")],
                "user",
            )
        elif what == "starter":
            ledger.replace_starter("one", lambda: [make_solution(1), make_solution(2)])
        elif what == "attempt":
            ledger.add_attempt(id_, "jvm-1", "Tried it.", None)
        else:
            ledger.report(id_, what, "test-9" if what == "superseded" else None, None)


def test_a_text_that_was_corrected_after_the_clock_was_wins(tmp_path, monkeypatch):
    mine, theirs = Ledger(tmp_path / "mine.db"), Ledger(tmp_path / "theirs.db")
    now = time.time_ns
    with monkeypatch.context() as clock:
        clock.setattr(event_ids, "_last", 0)
        clock.setattr(time, "time_ns", lambda: now() + 30 * 86_400 * 10**9)
        mine.put([(make_solution(1), "candidate")], "user")
        mine.report("test-1", "worked", None, None)
    merge(theirs, mine.database.path, silent)
    mine.put([(make_solution(1, root_cause="Corrected."), "candidate")], "user")
    mine.report("test-1", "harmful", None, None)
    merge(theirs, mine.database.path, silent)
    record = theirs.get("test-1")
    assert (record.solution.root_cause, record.state) == ("Corrected.", "harmful")
    mine.close()
    theirs.close()


steps = st.lists(
    st.tuples(
        st.integers(1, 4), st.sampled_from(["put", "import", "update", "starter", "attempt", *OUTCOMES])
    ),
    max_size=8,
)


@settings(max_examples=8, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(one=steps, two=steps, three=steps, later=steps)
def test_the_order_does_not_matter_and_twice_is_once(one, two, three, later, tmp_path_factory):
    folder = tmp_path_factory.mktemp("merge")
    for name, done in (("a", one), ("b", two), ("c", three)):
        ledger = Ledger(folder / f"{name}.db")
        act(ledger, done)
        ledger.close()
    # What was merged before is merged again, with news from both sides.
    grow = Ledger(folder / "a.db")
    merge(grow, folder / "b.db", silent)
    act(grow, later)
    before = contents(grow)
    merge(grow, folder / "b.db", silent)
    assert contents(grow) == before
    grow.close()

    outcomes = []
    for order in (("a", "b", "c"), ("c", "b", "a"), ("b", "a", "c")):
        target = folder / f"{'-'.join(order)}.db"
        shutil.copyfile(folder / f"{order[0]}.db", target)
        merged = Ledger(target)
        for other in order[1:]:
            merge(merged, folder / f"{other}.db", silent)
        outcomes.append(contents(merged))
        merged.close()
    # Packaged records of which nobody said anything are each ledger's own.
    for records, _events, _attempts, _words in outcomes:
        records[:] = [row for row in records if row[2] != "starter" or row[4] + row[5]]
    assert outcomes[0][:3] == outcomes[1][:3] == outcomes[2][:3]


def test_reports_of_both_sides_count_once(tmp_path, ledger, solution):
    ledger.put([(solution(), "candidate")], "user")
    other_path = tmp_path / "other.db"
    with ledger.database.reading() as db, sqlite3.connect(other_path) as copy:
        db.backup(copy)
    other = Ledger(other_path)
    ledger.report("test-1", "worked", None, None)
    other.report("test-1", "worked", None, None)
    other.report("test-1", "did_not_work", None, "still crashes")
    other.close()
    counts = merge(ledger, other_path, silent)
    assert (counts.new, counts.updated, counts.events, counts.attempts) == (0, 0, 2, 1)
    record = ledger.get("test-1")
    assert (record.state, record.worked, record.failed) == ("validated", 2, 1)
    again = merge(ledger, other_path, silent)
    assert (again.new, again.updated, again.events, again.attempts) == (0, 0, 0, 0)


def test_embeddings_come_along_where_the_text_is_the_same(tmp_path, ledger, solution):
    other = Ledger(tmp_path / "other.db")
    other.put([(solution(), "candidate")], "user")
    ((seq, _text, text_hash),) = other.vectors.missing("m", 5)
    other.vectors.put("m", {seq: (text_hash, b"\1" * 16)})
    other.close()
    merge(ledger, tmp_path / "other.db", silent)
    assert ledger.vectors.missing("m", 5) == []


def test_an_older_ledger_is_merged_and_left_as_it_is(tmp_path, ledger):
    old = tmp_path / "old.db"
    db = sqlite3.connect(old)
    db.executescript((Path(__file__).parents[1] / "ledgers" / "v1.sql").read_text("utf-8"))
    db.close()
    before = old.read_bytes()
    assert merge(ledger, old, silent).new == 3
    assert old.read_bytes() == before
    assert ledger.get("old-3").state == "superseded"
    assert ledger.get("old-2").state == "validated"


@pytest.mark.parametrize("content", [b"", b"not a database" * 100])
def test_what_is_no_ledger_is_told(tmp_path, ledger, content):
    (tmp_path / "other.db").write_bytes(content)
    with pytest.raises(Failure, match="cannot be copied"):
        merge(ledger, tmp_path / "other.db", silent)
    with pytest.raises(Failure, match="no file"):
        merge(ledger, tmp_path / "missing.db", silent)


def test_a_secret_that_another_release_left_in_is_not_taken_over(tmp_path, ledger, solution):
    secret = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    other = Ledger(tmp_path / "other.db")
    other.put([(solution(1, solution=f"Use {secret}."), "candidate")], "user")
    other.put([(solution(1), "candidate")], "user")
    other.report("test-1", "did_not_work", None, f"with {secret}")
    other.close()
    merge(ledger, tmp_path / "other.db", silent)
    with ledger.database.reading() as db:
        dumped = "".join(db.iterdump())
    assert secret not in dumped
    assert "Attach widget 1 first." in dumped
