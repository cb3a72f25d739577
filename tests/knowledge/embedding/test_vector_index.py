"""The ChromaDB index: right, owned by one, doubted after a crash, rebuilt when it is damaged."""

import json
import os
import shutil
import signal
from datetime import UTC, datetime

import numpy as np
import pytest

from models.solution import Solution
from rca.knowledge.embedding import vector_index_check
from rca.knowledge.embedding.chroma_collection import Collection
from rca.knowledge.embedding.vector_index import VectorIndex
from rca.knowledge.ledger import backup
from rca.knowledge.ledger.ledger import Ledger

SIZE = 32


def silent(_what, _done, _of):
    pass


def vector_of(number):
    row = np.random.default_rng(number).standard_normal(SIZE).astype("<f4")
    return row / np.linalg.norm(row)


def make_solution(number):
    return Solution(
        id=f"test-{number}",
        error_description=f"widget {number} is not attached",
        root_cause="It was used too early.",
        solution="Attach it first.",
        error_type="java.lang.IllegalStateException",
    )


def fill(ledger, solution, numbers):
    ledger.put([(solution(number), "candidate") for number in numbers], "user")
    pending = ledger.vectors.missing("m", 100_000)
    ledger.vectors.put("m", {seq: (text_hash, vector_of(seq).tobytes()) for seq, _text, text_hash in pending})


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "chroma-m"


@pytest.fixture
def projections(folder, ledger):
    made = []

    def make():
        projection = VectorIndex(folder, ledger, "m")
        made.append(projection)
        return projection

    yield make
    for projection in made:
        projection.close()


@pytest.fixture
def filled(ledger, solution, projections):
    """A folder whose index was closed in order, with 200 records."""
    fill(ledger, solution, range(1, 201))
    projection = projections()
    projection.bring_up(silent)
    assert projection.state == "ready"
    projection.close()


@pytest.fixture(scope="module")
def large(tmp_path_factory):
    """More records than ChromaDB keeps unindexed, so that there are files of the index to damage."""
    home = tmp_path_factory.mktemp("large")
    ledger = Ledger(home / "ledger.db")
    fill(ledger, make_solution, range(1, 1_101))
    projection = VectorIndex(home / "chroma-m", ledger, "m")
    projection.bring_up(silent)
    projection.close()
    ledger.close()
    return home


def finds_all(projection, count):
    return all(projection.nearest(vector_of(seq), 1) == [seq] for seq in range(1, count + 1))


def generations(folder):
    return sorted(path.name for path in folder.glob("g*"))


def test_it_finds_what_the_ledger_holds_by_cosine(ledger, solution, projections):
    fill(ledger, solution, range(1, 51))
    ledger.put([(solution(99, language="java", error_type="a.B"), "candidate")], "user")
    ((seq, _text, text_hash),) = ledger.vectors.missing("m", 5)
    ledger.vectors.put("m", {seq: (text_hash, vector_of(seq).tobytes())})
    projection = projections()
    assert projection.nearest(vector_of(1), 1) is None
    projection.bring_up(silent)
    assert projection.current
    assert finds_all(projection, 50)
    assert projection.nearest(vector_of(seq), 1) == [seq]


def test_it_does_not_answer_while_it_is_behind(ledger, solution, projections, filled):
    projection = projections()
    projection.bring_up(silent)
    fill(ledger, solution, [500])
    assert not projection.current
    assert projection.nearest(vector_of(1), 1) is None
    projection.bring_up(silent)
    assert projection.nearest(vector_of(201), 1) == [201]


def test_removed_records_are_forgotten(ledger, projections, filled):
    projection = projections()
    projection.bring_up(silent)
    with ledger.database.writing() as db:
        db.execute("DELETE FROM solution WHERE seq = 7")
    projection.bring_up(silent)
    assert projection.current
    assert 7 not in projection.nearest(vector_of(7), 200)


def test_an_index_that_was_closed_in_order_is_opened_without_doubt(folder, projections, filled, monkeypatch):
    monkeypatch.setattr(vector_index_check, "sound", lambda *_arguments: pytest.fail("was doubted"))
    projection = projections()
    projection.bring_up(silent)
    assert finds_all(projection, 20)
    assert generations(folder) == ["g1"]


def test_there_is_one_owner_and_the_next_takes_over(projections, filled):
    first, second = projections(), projections()
    first.bring_up(silent)
    second.bring_up(silent)
    assert second.state == "other_process"
    assert second.nearest(vector_of(1), 1) is None
    first.close()
    second.bring_up(silent)
    assert second.state == "ready"
    assert finds_all(second, 20)


HOLD = """
import sys, pathlib
from rca.knowledge.ledger.ledger import Ledger
from rca.knowledge.embedding.vector_index import VectorIndex
ledger = Ledger(pathlib.Path(sys.argv[2]))
projection = VectorIndex(pathlib.Path(sys.argv[1]), ledger, "m")
projection.bring_up(lambda *_: None)
print(projection.state, flush=True)
import time; time.sleep(60)
"""


def test_an_owner_that_is_killed_leaves_an_index_that_is_tried_and_kept(
    folder, ledger, projections, filled, run_python, monkeypatch
):
    owner = run_python(HOLD, folder, ledger.database.path)
    assert owner.stdout.readline().strip() == "ready"
    waiting = projections()
    waiting.bring_up(silent)
    assert waiting.state == "other_process"
    owner.send_signal(signal.SIGKILL)
    owner.wait(timeout=10)
    tried = []
    sound = vector_index_check.sound
    monkeypatch.setattr(
        vector_index_check, "sound", lambda *arguments: tried.append(sound(*arguments)) or tried[-1]
    )
    waiting.bring_up(silent)
    assert tried == [True]
    assert waiting.state == "ready"
    assert generations(folder) == ["g1"]
    assert finds_all(waiting, 20)


def largest(folder, pattern):
    return max(folder.rglob(pattern), key=lambda path: path.stat().st_size)


def truncate_database(folder):
    os.truncate(folder / "g1" / "chroma.sqlite3", 5_000)


def empty_database(folder):
    (folder / "g1" / "chroma.sqlite3").write_bytes(b"")


def remove_database(folder):
    (folder / "g1" / "chroma.sqlite3").unlink()


def remove_generation(folder):
    shutil.rmtree(folder / "g1")


def garble_vectors(folder):
    for path in folder.rglob("*.bin"):
        path.write_bytes(os.urandom(path.stat().st_size))


def truncate_vectors(folder):
    for path in folder.rglob("*.bin"):
        os.truncate(path, path.stat().st_size // 3)


def break_stamp(folder):
    (folder / "stamp.json").write_text("{")


def foreign_stamp(folder):
    (folder / "stamp.json").write_text("[1]")


@pytest.mark.parametrize(
    "damage",
    [
        truncate_database,
        empty_database,
        remove_database,
        remove_generation,
        garble_vectors,
        truncate_vectors,
        break_stamp,
        foreign_stamp,
    ],
)
def test_a_damaged_index_is_rebuilt_and_answers_right(large, tmp_path, damage):
    shutil.copytree(large, tmp_path / "copy")
    folder = tmp_path / "copy" / "chroma-m"
    assert largest(folder, "*.bin").stat().st_size > 10_000
    damage(folder)
    ledger = Ledger(tmp_path / "copy" / "ledger.db")
    projection = VectorIndex(folder, ledger, "m")
    projection.bring_up(silent)
    assert projection.state == "ready", projection.note
    assert finds_all(projection, 60)
    projection.close()
    ledger.close()
    assert json.loads((folder / "stamp.json").read_text())["clean"]
    assert len(generations(folder)) == 1


def test_an_index_that_fails_at_work_gives_way_to_the_ledger(projections, filled, monkeypatch):
    # The index is sound, and the child process that would say so takes seconds.
    monkeypatch.setattr(vector_index_check, "sound", lambda *_arguments: True)
    projection = projections()
    projection.bring_up(silent)
    assert projection.nearest(np.zeros(SIZE + 1, dtype="<f4"), 1) is None
    assert projection.state == "failed"
    projection.bring_up(silent)
    assert finds_all(projection, 20)


def test_a_folder_that_cannot_be_made_is_no_error(tmp_path, ledger):
    (tmp_path / "file").write_text("")
    projection = VectorIndex(tmp_path / "file" / "chroma", ledger, "m")
    projection.bring_up(silent)
    assert projection.state == "failed"
    assert projection.note


def test_the_probe_tells_wrong_vectors(folder, ledger, solution, filled):
    assert vector_index_check.finds_all(folder / "g1", ledger.database.path, "m", 200)
    with ledger.database.writing() as db:
        db.execute("UPDATE embedding SET vector = (SELECT vector FROM embedding WHERE solution = 2)")
        db.execute("UPDATE embedding SET vector = ? WHERE solution = 1", (vector_of(9_999).tobytes(),))
    assert not vector_index_check.finds_all(folder / "g1", ledger.database.path, "m", 200)


def test_an_index_of_records_that_a_restored_ledger_lacks_is_made_anew(
    ledger, solution, projections, tmp_path
):
    fill(ledger, solution, range(1, 21))
    copied = tmp_path / "copy.db"
    backup.copy(ledger.database.path, copied)
    fill(ledger, solution, [30])
    projection = projections()
    projection.bring_up(silent)
    projection.close()
    backup.restore(ledger.database.path, copied, datetime.now(UTC))
    # As many records as before, numbered as before; the last one is another.
    ledger.put([(solution(40), "candidate")], "user")
    ((seq, _text, text_hash),) = ledger.vectors.missing("m", 5)
    ledger.vectors.put("m", {seq: (text_hash, vector_of(40).tobytes())})
    again = projections()
    again.bring_up(silent)
    assert again.nearest(vector_of(40), 1) == [seq]
    assert again._collection.nearest(vector_of(40), 1)[0][1] < 1e-3


def test_a_running_owner_follows_a_restored_ledger(ledger, solution, projections, tmp_path):
    fill(ledger, solution, range(1, 21))
    copied = tmp_path / "copy.db"
    backup.copy(ledger.database.path, copied)
    with ledger.database.writing() as db:
        db.execute("DELETE FROM embedding WHERE seq = 20")
    fill(ledger, solution, [20])
    projection = projections()
    projection.bring_up(silent)
    backup.restore(ledger.database.path, copied, datetime.now(UTC))
    assert projection.wants_work
    projection.bring_up(silent)
    assert projection.current
    assert finds_all(projection, 20)


def test_an_index_that_cannot_be_finished_leaves_nothing(folder, ledger, solution, projections, monkeypatch):
    def full(_self, *_arguments):
        raise OSError(28, "No space left on device")

    fill(ledger, solution, range(1, 21))
    monkeypatch.setattr(Collection, "put", full)
    projection = projections()
    for _try in range(3):
        projection.bring_up(silent)
        assert projection.state == "failed"
    assert generations(folder) == []
    # Searches do not have it tried again and again.
    assert not projection.wants_work
    monkeypatch.undo()
    projection.bring_up(silent)
    assert finds_all(projection, 20)


def test_a_disk_that_is_full_at_the_end_only_brings_doubt(folder, projections, filled, monkeypatch):
    projection = projections()
    projection.bring_up(silent)
    monkeypatch.setattr(projection, "_write_stamp", lambda **_how: os.truncate(folder / "none", 0))
    projection.close()
    assert projection.state == "closed"
    again = projections()
    monkeypatch.setattr(vector_index_check, "sound", lambda *_arguments: True)
    again.bring_up(silent)
    assert again.state == "ready"


def test_a_project_that_has_modules_of_our_names_is_not_run(
    folder, ledger, solution, filled, tmp_path, monkeypatch
):
    for name in ("rca", "models"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text("raise SystemExit(7)")
    monkeypatch.chdir(tmp_path)
    assert vector_index_check.sound(folder / "g1", ledger.database.path, "m", 200)
