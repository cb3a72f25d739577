"""What stands around a text: measured as it should be, kept in eight bits, and of the packaged model alone."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rca.knowledge.embedding.embedder import Embedder
from rca.knowledge.ranking import hubness
from rca.knowledge.ranking.hubness import NEAREST, LocalScaling


def units(seed, count, width=24):
    vectors = np.random.default_rng(seed).normal(size=(count, width)).astype(np.float32)
    return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)


@given(st.integers(0, 1000), st.integers(1, 60))
def test_it_is_the_mean_of_the_nearest_less_what_is_usual(seed, count):
    there = LocalScaling.of(units(seed, count), units(seed + 1, count))
    asked = units(seed + 2, 5)
    wanted = [np.mean(sorted(one @ there.records.T)[-NEAREST:]) for one in asked]
    assert there.around_queries(asked) + there.usual_query == pytest.approx(wanted, abs=1e-5)
    assert there.around_queries(there.said).mean() == pytest.approx(0, abs=1e-5)
    assert there.around_records(there.records).mean() == pytest.approx(0, abs=1e-5)


def test_eight_bits_are_enough():
    there = LocalScaling.of(units(1, 300, 384), units(2, 300, 384))
    kept = LocalScaling.read(there.written())
    asked = units(3, 50, 384)
    assert np.abs(kept.around_queries(asked) - there.around_queries(asked)).max() < 0.002
    assert np.abs(kept.around_records(asked) - there.around_records(asked)).max() < 0.002


def test_another_model_has_none(tmp_path):
    assert hubness.of_model(Embedder(None).id) is not None
    assert hubness.of_model(Embedder(str(tmp_path)).id) is None


def test_what_is_well_known_stands_in_a_crowd(embedder):
    there = hubness.of_model(embedder.id)
    known, strange = there.around_queries(
        embedder.encode(["app crashes when I turn the phone", "the soup needs more salt, says my aunt"])
    )
    assert known > strange + 0.1
