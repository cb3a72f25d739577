"""The short form of `benchmarks/knowledge_survival`: kills, a full disk, a folder to read, damage.

Damage to the vector index is in `test_projection.py`, to the ledger of a store that is open in `test_backup.py`.
"""

import random
import subprocess
from itertools import islice

import pytest

from evaluation.knowledge_survival import faults
from evaluation.knowledge_survival.conversations import command, converse
from evaluation.knowledge_survival.storm import Tally, environment, lost, storm
from rca.knowledge.ledger.ledger import Ledger
from tests.knowledge.conftest import make_solution


@pytest.fixture
def filled(tmp_path):
    folder = tmp_path / "store"
    ledger = Ledger(folder / "knowledge" / "ledger.db")
    ledger.put([(make_solution(number), "candidate") for number in range(300)], "user")
    ledger.close()
    return folder


def test_kills_lose_nothing_that_was_acknowledged(tmp_path):
    folder = tmp_path / "store"
    folder.mkdir()
    tally = storm(folder, 3.0, 4, ("library", "server", "mcp"))
    assert lost(folder, tally) == set()
    assert tally.errors == []
    assert sum(tally.kills.values()) == 4
    assert len(tally.stored) > 2
    assert len(tally.confirmed) > 2
    assert tally.latest < 5


@pytest.mark.parametrize("kind", ["call", "server", "mcp"])
def test_every_surface_records_confirms_and_searches(tmp_path, kind):
    process = subprocess.Popen(
        command(kind, tmp_path, "one"),
        cwd=tmp_path,
        env=environment(tmp_path),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    told = list(islice(converse(kind, process, tmp_path, "one"), 6))
    process.kill()
    process.communicate()
    assert [one.what for one in told] == ["stored", "confirmed", "answered"] * 2
    tally = Tally({one.id for one in told[:4] if one.id}, {told[1].id, told[4].id})
    assert lost(tmp_path, tally) == set()


def test_a_full_disk_loses_nothing_and_is_told(filled):
    code, said, gone = faults.full_disk(filled)
    assert code == 0, said
    assert said.startswith("told DB_CONNECTION_FAILED")
    assert gone == set()


def test_a_full_file_system_loses_nothing_and_is_told(filled, tmp_path):
    outcome = faults.full_file_system(filled, tmp_path / "small")
    if outcome is None:
        pytest.skip("this user may mount nothing; the limit of a file's size stands in")
    code, said, gone = outcome
    assert code == 0, said
    assert said.startswith("told DB_CONNECTION_FAILED")
    assert "Free some disk space" in said
    assert gone == set()


def test_a_folder_that_can_only_be_read_is_searched_and_takes_no_writes(filled):
    with faults.read_only(filled):
        code, said = faults.one_run(filled, "words", faults.obey_permissions)
        assert (code, said.split()[0]) == (0, "answered"), said
        code, said = faults.one_run(filled, "write", faults.obey_permissions)
        assert (code, said.split()[0]) == (0, "told"), said
        assert "Make the folder writable" in said


@pytest.mark.parametrize("how", faults.DAMAGES)
def test_a_search_of_a_damaged_ledger_answers_or_tells(filled, how):
    faults.damaged(filled / "knowledge" / "ledger.db", how, random.Random(how))
    code, said = faults.one_run(filled, "words")
    assert code == 0, said
    assert said.split()[0] in {"answered", "told"}
    if said.startswith("told"):
        assert "DB_CONNECTION_FAILED" in said


def test_a_loss_would_be_noticed(filled):
    tally = Tally(stored={"test-1", "not there"}, confirmed={"test-2"})
    assert lost(filled, tally) == {"not there", "test-2"}
