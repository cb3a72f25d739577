"""What is worked out before somebody asks is what an answer says."""

import pytest

from rca.analysis.summary import imported
from rca.analysis.warming import warm
from rca.cancellation import Cancelled, Watch
from tests.index.project import Project


@pytest.fixture
def snapshot(tmp_path):
    project = Project(tmp_path)
    project.write("a/Price.kt", "package a\nclass Price")
    project.write("b/Basket.kt", "package b\nimport a.Price\nclass Basket(val one: Price)")
    workspace = project.open()
    yield workspace.snapshot
    workspace.close()


def test_imports_are_read_before_and_only_once(snapshot, monkeypatch):
    warm(snapshot, Watch())
    over = Watch(0.0)
    found, whole = imported.importers(snapshot.index, over)
    assert whole
    assert found == {"a.Price": ["b/Basket.kt"]}


def test_imports_are_read_on_where_the_last_question_ended(snapshot):
    class Twice(Watch):
        looks = 0

        @property
        def expired(self):
            self.looks += 1
            return self.looks == 1

    monkey = imported._BATCH
    imported._BATCH = 1
    try:
        first, whole = imported.importers(snapshot.index, Twice())
        assert (first, whole) == ({}, False)
        second, whole = imported.importers(snapshot.index, Watch())
    finally:
        imported._BATCH = monkey
    assert whole
    assert second == {"a.Price": ["b/Basket.kt"]}


def test_it_stops_when_told(snapshot):
    watch = Watch()
    watch.cancel()
    with pytest.raises(Cancelled):
        warm(snapshot, watch)
