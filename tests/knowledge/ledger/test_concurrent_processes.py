"""Several processes on one folder, some of them killed: nothing that was acknowledged is lost."""

import json
import random
import signal
import time

from rca.knowledge.ledger.ledger import Ledger

WRITER = """
import sys, pathlib
from models.settings import KnowledgeSettings
from models.tools.record_solution import RecordSolutionParams
from rca.knowledge.knowledge_store import KnowledgeStore
folder, name, count = pathlib.Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
store = KnowledgeStore(folder, KnowledgeSettings(starter=False))
for number in range(count):
    result = store.record(RecordSolutionParams(
        root_cause=f"cause {name} {number}", solution=f"solution {name} {number}",
        error_description=f"gadget {name} number {number} broke"))
    print(result.id, flush=True)
    store.find(f"gadget {name} number {number}").outcome
store.close()
"""

STARTER = """
import sys, pathlib
from models.settings import KnowledgeSettings
from rca.knowledge.knowledge_store import KnowledgeStore
store = KnowledgeStore(pathlib.Path(sys.argv[1]), KnowledgeSettings(starter=True))
print(store.load_starter())
print(store.stats().records)
"""


def ids_in(folder):
    ledger = Ledger(folder / "knowledge" / "ledger.db")
    with ledger.database.reading() as db:
        assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert db.execute("INSERT INTO solution_text (solution_text) VALUES ('integrity-check')")
        words = db.execute("SELECT count(*) FROM solution_text").fetchone()[0]
    found = {record.solution.id for record in ledger.everything()}
    assert words == len(found)
    ledger.close()
    return found


def test_processes_that_write_at_once_lose_nothing(tmp_path, run_python):
    writers = [run_python(WRITER, tmp_path, f"writer{index}", 20) for index in range(2)]
    acknowledged = set()
    for writer in writers:
        out, err = writer.communicate(timeout=90)
        assert writer.returncode == 0, err
        acknowledged.update(out.split())
    assert len(acknowledged) == 40
    assert ids_in(tmp_path) == acknowledged


def test_a_process_that_is_killed_loses_nothing_it_acknowledged(tmp_path, run_python):
    chance = random.Random(7)
    acknowledged = set()
    for round_ in range(2):
        writer = run_python(WRITER, tmp_path, f"round{round_}", 100_000)
        acknowledged.update(writer.stdout.readline().strip() for _line in range(chance.randint(2, 12)))
        time.sleep(chance.uniform(0.0, 0.05))
        writer.send_signal(signal.SIGKILL)
        out, _err = writer.communicate(timeout=30)
        # A line that was cut by the kill was not acknowledged.
        acknowledged.update(text.strip() for text in out.splitlines(keepends=True) if text.endswith("\n"))
    found = ids_in(tmp_path)
    assert acknowledged <= found
    assert len(acknowledged) > 2
    # At most the one write in hand of each round was done and not yet told.
    assert len(found) <= len(acknowledged) + 2


def test_processes_that_start_at_once_load_the_starter_once(tmp_path, run_python):
    started = [run_python(STARTER, tmp_path) for _index in range(2)]
    answers = []
    for process in started:
        out, err = process.communicate(timeout=90)
        assert process.returncode == 0, err
        answers.append(out.split())
    assert sorted(loaded for loaded, _count in answers) == ["False", "True"]
    assert len({count for _loaded, count in answers}) == 1
    ledger = Ledger(tmp_path / "knowledge" / "ledger.db")
    with ledger.database.reading() as db:
        (detail,) = db.execute("SELECT detail FROM event WHERE kind = 'starter'").fetchone()
    ledger.close()
    assert json.loads(detail)["records"] == int(answers[0][1])


def test_a_killed_first_start_leaves_no_half_made_ledger(tmp_path, run_python):
    process = run_python(STARTER, tmp_path)
    ledger = tmp_path / "knowledge" / "ledger.db"
    # From here on it takes a third of a second to store the records.
    while not ledger.exists() and process.poll() is None:
        time.sleep(0.002)
    process.kill()
    process.communicate()
    process = run_python(STARTER, tmp_path)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 0, err
    loaded, count = out.split()
    assert loaded == "True"
    assert int(count) > 0
