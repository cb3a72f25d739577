"""What is worked out before somebody asks is what an answer says."""

import pytest

from rca.analysis.entry_points import entry_point_search
from rca.analysis.prime_caches import warm
from rca.analysis.summary import import_counts
from rca.scheduling.deadline import Cancelled, Deadline
from rca.workspace import DocumentOpened
from rca.workspace.build_modules import modules_of
from tests.indexed_project import Project


@pytest.fixture
def snapshot(tmp_path):
    project = Project(tmp_path)
    project.add("""
        // file: a/Price.kt
        package a
        class Price
        // file: b/Basket.kt
        package b
        import a.Price
        class Basket(val one: Price)
    """)
    workspace = project.open()
    yield workspace.snapshot
    workspace.close()


def test_imports_are_read_before_and_only_once(snapshot, monkeypatch):
    warm(snapshot, Deadline(), lambda: None)
    over = Deadline(0.0)
    found, whole = import_counts.importers(snapshot.index, over)
    assert whole
    assert found == {"a.Price": ["b/Basket.kt"]}


def test_imports_are_read_on_where_the_last_question_ended(snapshot):
    class Twice(Deadline):
        looks = 0

        @property
        def expired(self):
            self.looks += 1
            return self.looks == 1

    monkey = import_counts._BATCH
    import_counts._BATCH = 1
    try:
        first, whole = import_counts.importers(snapshot.index, Twice())
        assert (first, whole) == ({}, False)
        second, whole = import_counts.importers(snapshot.index, Deadline())
    finally:
        import_counts._BATCH = monkey
    assert whole
    assert second == {"a.Price": ["b/Basket.kt"]}


def test_it_stops_when_told(snapshot):
    deadline = Deadline()
    deadline.cancel()
    with pytest.raises(Cancelled):
        warm(snapshot, deadline, deadline.checkpoint)


SCREENS = """package a
import androidx.compose.runtime.Composable
@Composable fun Home() { Part() }
@Composable fun Part() {}
"""


def roots(snapshot, only=entry_point_search.everything):
    search = entry_point_search.EntryPoints(snapshot, modules_of(snapshot.index), only)
    found = [one.name for one in search.find(("composable",), Deadline())]
    assert not search.lacking
    return found


def test_entry_points_are_kept_until_a_text_changes(tmp_path, monkeypatch):
    project = Project(tmp_path)
    path = project.write("a/Screens.kt", SCREENS)
    workspace = project.open()
    warm(workspace.snapshot, Deadline(), lambda: None)
    with monkeypatch.context() as patched:
        patched.setattr(entry_point_search, "composable_roots", None)  # nothing is looked for again
        assert roots(workspace.snapshot) == ["Home"]
        assert roots(workspace.snapshot, lambda name: name == "a.Part") == []
    workspace.apply(DocumentOpened(path, SCREENS.replace("{ Part() }", "{}"), 1))
    assert roots(workspace.snapshot) == ["Home", "Part"]
    workspace.close()


def test_what_the_time_limit_left_out_is_taken_on(tmp_path):
    project = Project(tmp_path)
    project.write("a/Screens.kt", SCREENS)
    workspace = project.open()
    search = entry_point_search.EntryPoints(workspace.snapshot, modules_of(workspace.snapshot.index))
    assert list(search.find(("composable",), Deadline(0.0))) == []
    assert search.lacking
    assert roots(workspace.snapshot) == ["Home"]
    workspace.close()
