"""Dense search with filters, whoever finds the neighbours."""

import numpy as np
import pytest

from rca.knowledge.embedding import vector_search
from rca.knowledge.embedding.vector_index import VectorIndex
from rca.knowledge.embedding.vector_search import VectorSearch
from rca.knowledge.ledger.ledger import Filters, Ledger
from tests.knowledge.conftest import make_solution

SIZE = 24
LANGUAGES = ("kotlin", "kotlin", "kotlin", "java", "groovy")


def vector_of(seq):
    row = np.random.default_rng(seq).standard_normal(SIZE).astype("<f4")
    return row / np.linalg.norm(row)


@pytest.fixture(scope="module")
def filled(tmp_path_factory):
    """A ledger of some hundred records with their vectors, to be searched only."""
    ledger = Ledger(tmp_path_factory.mktemp("knowledge") / "ledger.db")
    made = [
        make_solution(n, language=LANGUAGES[n % 5], error_type="Rare" if n % 97 == 1 else "a.Common")
        for n in range(1, 301)
    ]
    ledger.put([(one, "candidate") for one in made], "user")
    ledger.report("test-10", "harmful", None, None)
    pending = ledger.vectors.missing("m", 1_000)
    ledger.vectors.put("m", {seq: (text_hash, vector_of(seq).tobytes()) for seq, _text, text_hash in pending})
    yield ledger
    ledger.close()


@pytest.fixture(scope="module", params=["ChromaDB", "ledger"])
def dense(request, filled, tmp_path_factory):
    projection = VectorIndex(tmp_path_factory.mktemp("index") / "chroma-m", filled, "m")
    if request.param == "ChromaDB":
        projection.bring_up(lambda *_: None)
    yield VectorSearch(filled, projection, "m"), f"dense: ready ({request.param})"
    projection.close()


def plain(ledger, query, filters, limit):
    allowed = ledger.allowed(filters)
    return sorted(allowed, key=lambda seq: -float(vector_of(seq) @ query))[:limit]


@pytest.mark.parametrize(
    "filters",
    [
        Filters(),
        Filters("kotlin"),
        Filters("GROOVY"),
        Filters(error_type="x.Rare"),
        Filters("java", "Rare"),
        Filters("rust"),
    ],
)
@pytest.mark.parametrize("few", [4_000, 3])
def test_filters_give_what_a_plain_sort_gives(filled, dense, filters, few, monkeypatch):
    monkeypatch.setattr(vector_search, "_FEW", few)
    search, by = dense
    query = vector_of(7) + vector_of(10)
    query /= np.linalg.norm(query)
    found, said = search.find(query, filters, 5)
    assert said == by
    assert found == plain(filled, query, filters, 5)
    assert 10 not in found
