"""Dense search over the ledger's own vectors."""

from datetime import UTC, datetime

import numpy as np
import pytest

from rca.knowledge.embedding.exact_search import ExactSearch
from rca.knowledge.ledger import backup
from rca.knowledge.ledger.ledger import Ledger


def embed(ledger, vectors):
    pending = {seq: text_hash for seq, _text, text_hash in ledger.vectors.missing("m", 10_000)}
    ledger.vectors.put(
        "m", {seq: (pending[seq], vector.astype("<f4").tobytes()) for seq, vector in vectors.items()}
    )


def put(ledger, solution, numbers):
    ledger.put([(solution(number), "candidate") for number in numbers], "user")


@pytest.fixture
def vectors():
    random = np.random.default_rng(3)
    rows = random.standard_normal((40, 16)).astype(np.float32)
    return {seq: row / np.linalg.norm(row) for seq, row in enumerate(rows, 1)}


def test_the_nearest_are_those_of_a_plain_sort(ledger, solution, vectors):
    put(ledger, solution, range(1, 41))
    embed(ledger, vectors)
    query = vectors[7] + 0.3 * vectors[9]
    expected = sorted(vectors, key=lambda seq: -float(vectors[seq] @ query))[:5]
    matrix = ExactSearch(ledger, "m")
    assert matrix.nearest(query, None, 5) == expected
    allowed = [seq for seq in vectors if seq % 2 == 0]
    assert (
        matrix.nearest(query, allowed, 3) == sorted(allowed, key=lambda seq: -float(vectors[seq] @ query))[:3]
    )
    assert matrix.nearest(query, [], 3) == []
    assert len(matrix.nearest(query, None, 100)) == 40


def test_it_follows_what_is_added_changed_and_removed(ledger, solution, vectors):
    matrix = ExactSearch(ledger, "m")
    assert matrix.nearest(vectors[1], None, 3) == []
    put(ledger, solution, [1, 2])
    embed(ledger, {1: vectors[1], 2: vectors[2]})
    assert matrix.nearest(vectors[2], None, 1) == [2]
    put(ledger, solution, [3])
    embed(ledger, {3: vectors[3]})
    assert matrix.nearest(vectors[3], None, 1) == [3]
    ledger.put([(solution(1, error_description="Another text."), "candidate")], "user")
    assert 1 not in matrix.nearest(vectors[1], None, 3)
    embed(ledger, {1: vectors[30]})
    assert matrix.nearest(vectors[30], None, 1) == [1]
    assert matrix.nearest(vectors[3], None, 1) == [3]


def test_the_count_of_embeddings_follows_every_process_and_a_restored_file(ledger, solution, tmp_path):
    ledger.put([(solution(number), "candidate") for number in range(3)], "user")
    missing = ledger.vectors.missing("m", 9)

    def embed(into, items):
        into.vectors.put("m", {seq: (text_hash, b"\0" * 8) for seq, _text, text_hash in items})

    assert ledger.vectors.state("m") == (0, 0)
    embed(ledger, missing[:1])
    assert ledger.vectors.state("m")[0] == 1
    other = Ledger(ledger.database.path)
    assert other.vectors.state("m")[0] == 1
    embed(other, missing[1:])
    assert ledger.vectors.state("m")[0] == other.vectors.state("m")[0] == 3
    other.close()
    # Another file in its place may have the same counters.
    copy = Ledger(tmp_path / "copy.db")
    copy.close()
    backup.restore(ledger.database.path, tmp_path / "copy.db", datetime.now(UTC))
    assert ledger.vectors.state("m") == (0, 0)


def test_it_reads_a_restored_ledger_anew_though_it_numbers_alike(ledger, solution, vectors, tmp_path):
    put(ledger, solution, range(1, 11))
    embed(ledger, {seq: vectors[seq] for seq in range(1, 11)})
    backup.copy(ledger.database.path, tmp_path / "copy.db")
    put(ledger, solution, [11])
    embed(ledger, {11: vectors[11]})
    matrix = ExactSearch(ledger, "m")
    assert matrix.nearest(vectors[11], None, 1) == [11]
    backup.restore(ledger.database.path, tmp_path / "copy.db", datetime.now(UTC))
    put(ledger, solution, [12])
    embed(ledger, {11: vectors[12]})
    assert matrix.nearest(vectors[12], None, 1) == [11]
