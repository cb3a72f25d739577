"""Records are derived anew a few at a time: searched, written, killed and shared meanwhile."""

import multiprocessing
import os
import time

import pytest

from models.settings import KnowledgeSettings
from rca.knowledge.knowledge_store import KnowledgeStore
from rca.knowledge.ledger import reindexing
from rca.knowledge.ledger.ledger import Ledger
from rca.knowledge.problem import problem
from tests.knowledge.conftest import make_solution

MANY = 230
LAST = make_solution(MANY - 1, root_cause="The axle of the turntable was loose.")


@pytest.fixture
def path(tmp_path, monkeypatch):
    """A ledger that another version derived: in another form, under other words."""
    monkeypatch.setattr(reindexing, "_AT_ONCE", 0.0)
    place = tmp_path / "knowledge" / "ledger.db"
    old = Ledger(place)
    old.put([(make_solution(number), "candidate") for number in range(MANY - 1)], "user")
    old.put([(LAST, "candidate")], "user")
    with old.database.writing() as db:
        db.execute("""UPDATE solution SET problem = '{"of": "another version"}', fingerprint = 'old'""")
        db.execute("UPDATE fact SET value = '1' WHERE name = 'derived'")
    old.close()
    return place


def mark(ledger):
    return ledger.fact("derived")


def old_ones(ledger):
    with ledger.database.reading() as db:
        return db.execute("SELECT count(*) FROM solution WHERE fingerprint = 'old'").fetchone()[0]


def finish(ledger):
    while ledger.derivation.behind:
        ledger.derivation.step()


def counted(ledger):
    with ledger.database.reading() as db:
        return (
            db.execute("SELECT * FROM corpus").fetchone(),
            db.execute("SELECT * FROM word WHERE documents <> 0 ORDER BY word").fetchall(),
            db.execute("SELECT count(*) FROM solution_text").fetchone(),
        )


def test_a_step_derives_a_batch_and_the_last_one_says_that_all_is_done(path):
    ledger = Ledger(path)
    assert ledger.derivation.behind
    assert (ledger.derivation.progress(), old_ones(ledger)) == ((0, MANY), MANY)
    ledger.derivation.step()
    assert ledger.derivation.progress() == (reindexing.BATCH, MANY)
    assert old_ones(ledger) == MANY - reindexing.BATCH
    finish(ledger)
    assert (mark(ledger), old_ones(ledger)) == (str(problem.VERSION), 0)
    assert not Ledger(path).derivation.behind
    ledger.close()


def test_what_comes_out_is_what_a_fresh_ledger_has(path, tmp_path):
    ledger, fresh = Ledger(path), Ledger(tmp_path / "fresh" / "ledger.db")
    fresh.put([(make_solution(number), "candidate") for number in range(MANY - 1)], "user")
    fresh.put([(LAST, "candidate")], "user")
    finish(ledger)
    assert counted(ledger) == counted(fresh)
    assert [one.problem for one in ledger.everything()] == [one.problem for one in fresh.everything()]
    ledger.close()
    fresh.close()


def test_records_are_read_and_written_meanwhile(path):
    ledger = Ledger(path)
    ledger.derivation.step()
    last = ledger.get(f"test-{MANY - 1}")
    assert f"widget {MANY - 1}" in last.problem.text  # its stored form is another version's
    ledger.put([(make_solution(900), "candidate")], "user")
    assert ledger.report(f"test-{MANY - 1}", "worked", None, None).worked == 1
    finish(ledger)
    assert ledger.get("test-900") is not None
    assert ledger.get(f"test-{MANY - 1}").worked == 1
    ledger.close()


def test_a_record_that_changes_while_its_batch_is_worked_out_keeps_its_change(path, monkeypatch):
    ledger, other = Ledger(path), Ledger(path)
    changed = make_solution(3, root_cause="The gearbox was grinding.")
    derive = reindexing._derived

    def derive_slowly(body):
        if '"test-3"' in body and ledger.get("test-3").solution != changed:
            other.put([(changed, "candidate")], "user")
        return derive(body)

    monkeypatch.setattr(reindexing, "_derived", derive_slowly)
    finish(ledger)
    assert ledger.get("test-3").solution == changed
    with ledger.database.reading() as db:
        found = db.execute("SELECT count(*) FROM solution_text WHERE cause MATCH 'gearbox'").fetchone()
    assert found == (1,)
    ledger.close()
    other.close()


def _die_in_the_middle(place, steps):
    reindexing._AT_ONCE = 0.0
    ledger = Ledger(place)
    for _ in range(steps):
        ledger.derivation.step()
    with ledger.database.writing() as db:
        db.execute("DELETE FROM solution")
        os._exit(9)


def test_a_process_that_is_killed_loses_no_batch_that_was_done(path):
    process = multiprocessing.get_context("spawn").Process(target=_die_in_the_middle, args=(path, 2))
    process.start()
    process.join(60)
    assert process.exitcode == 9
    ledger = Ledger(path)
    assert ledger.derivation.progress() == (2 * reindexing.BATCH, MANY)
    assert old_ones(ledger) == MANY - 2 * reindexing.BATCH
    finish(ledger)
    assert old_ones(ledger) == 0
    ledger.close()


def _derive_all(place):
    reindexing._AT_ONCE = 0.0
    ledger = Ledger(place)
    while ledger.derivation.behind:
        ledger.derivation.step()
    ledger.close()


def test_several_processes_share_the_work(path, tmp_path):
    context = multiprocessing.get_context("spawn")
    processes = [context.Process(target=_derive_all, args=(path,)) for _ in range(3)]
    for process in processes:
        process.start()
    for process in processes:
        process.join(120)
    assert [process.exitcode for process in processes] == [0, 0, 0]
    ledger, fresh = Ledger(path), Ledger(tmp_path / "fresh" / "ledger.db")
    fresh.put([(make_solution(number), "candidate") for number in range(MANY - 1)], "user")
    fresh.put([(LAST, "candidate")], "user")
    assert (ledger.derivation.behind, old_ones(ledger)) == (False, 0)
    assert counted(ledger) == counted(fresh)
    ledger.close()
    fresh.close()


def test_two_versions_do_not_fight(path, monkeypatch):
    ledger = Ledger(path)
    ledger.derivation.step()
    with monkeypatch.context() as patch:
        patch.setattr(problem, "VERSION", 99)
        newer = Ledger(path)
        assert mark(newer) == "99@0"
        newer.close()
    finish(ledger)
    assert mark(ledger) == "99@0"
    ledger.close()


def test_what_a_newer_version_derived_stays(path, monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr(problem, "VERSION", 99)
        newer = Ledger(path)
        finish(newer)
        assert mark(newer) == "99"
    older = Ledger(path)
    assert (older.derivation.behind, mark(older)) == (False, "99")
    older.put([(make_solution(MANY), "candidate")], "user")
    older.put([(make_solution(MANY + 1), "candidate")], "user")
    with older.database.writing() as db:
        db.execute("UPDATE solution SET fingerprint = 'old' WHERE id = ?", (make_solution(MANY).id,))
    older.close()
    newer.close()
    monkeypatch.setattr(problem, "VERSION", 99)
    again = Ledger(path)
    # What the older one stored is derived as the newer one does it, and nothing else.
    assert again.derivation.progress() == (MANY, MANY + 2)
    finish(again)
    assert (old_ones(again), mark(again)) == (0, "99")
    again.close()


def test_a_damaged_record_does_not_end_it(path):
    ledger = Ledger(path)
    with ledger.database.writing() as db:
        db.execute("UPDATE solution SET body = '{garbled' WHERE id = 'test-7'")
    finish(ledger)
    assert (mark(ledger), old_ones(ledger)) == (str(problem.VERSION), 1)
    ledger.close()


def test_a_small_ledger_is_done_when_it_opens(path, monkeypatch):
    monkeypatch.setattr(reindexing, "_AT_ONCE", 60.0)
    ledger = Ledger(path)
    assert (ledger.derivation.behind, old_ones(ledger)) == (False, 0)
    ledger.close()


def test_a_search_answers_meanwhile_and_says_so(path, monkeypatch):
    step = reindexing.Reindexing.step
    held = []
    monkeypatch.setattr(reindexing.Reindexing, "step", lambda self: step(self) if held else time.sleep(0.01))
    store = KnowledgeStore(path.parent.parent, KnowledgeSettings(starter=False))
    found = store.find("the axle of the turntable is loose", dense="off")
    assert found.outcome.results[0].id == LAST.id
    assert found.partial
    assert any(note.startswith(f"knowledge: 0 of {MANY} records are derived") for note in found.notes)
    held.append("let go")
    until = time.monotonic() + 60
    while store._opener.opened().ledger.derivation.behind and time.monotonic() < until:
        time.sleep(0.02)
    found = store.find("the axle of the turntable is loose", dense="off")
    assert found.outcome.results[0].id == LAST.id
    assert not any("are derived" in note for note in found.notes)
    store.close()
