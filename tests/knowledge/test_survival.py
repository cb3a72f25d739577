"""The short form of `benchmarks/knowledge_survival.py`: kills, a full disk, a folder to read, damage."""

import random
import shutil

import pytest

from benchmarks import knowledge_survival as survival
from rca.knowledge.ledger import Ledger
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
    tally = survival.storm(folder, 6.0, 5, ("library", "call", "server"))
    assert survival.lost(folder, tally.acknowledged) == set()
    assert tally.errors == []
    assert sum(tally.kills.values()) == 5
    assert len(tally.acknowledged) > 3
    assert tally.latest < 5


def test_a_full_disk_loses_nothing_and_is_told(filled):
    code, said, gone = survival.full_disk(filled)
    assert code == 0, said
    assert said.startswith("told DB_CONNECTION_FAILED")
    assert gone == set()


@pytest.mark.parametrize("how", ["truncated", "emptied", "bit-flipped"])
def test_a_search_of_a_damaged_ledger_answers_or_tells(filled, how):
    survival.damaged(filled / "knowledge" / "ledger.db", how, random.Random(how))
    code, said = survival.one_search(filled, "words")
    assert code == 0, said
    assert said.split()[0] in {"answered", "told"}
    if said.startswith("told"):
        assert "DB_CONNECTION_FAILED" in said


def test_a_lost_record_would_be_noticed(filled):
    assert survival.lost(filled, {"test-1", "not there"}) == {"not there"}
    shutil.rmtree(filled)
