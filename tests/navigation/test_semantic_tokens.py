"""Semantic tokens of a file: bounds, cancellation, and places that no definition is asked about."""

import pytest

from rca.navigation import semantic_tokens
from rca.navigation.semantic_tokens import find_semantic_tokens
from rca.scheduling.deadline import Deadline
from rca.workspace import Workspace

TEXT = "package a\nclass A(val b: Int) { fun c() = b }\n" + "".join(
    f"fun f{number}(x: A) = x.c()\n" for number in range(200)
)


@pytest.fixture
def snapshot(tmp_path):
    root = tmp_path / "project"
    root.mkdir()
    (root / "A.kt").write_text(TEXT)
    workspace = Workspace([root], tmp_path / "data")
    workspace.index()
    yield workspace.snapshot
    workspace.close()


def tokens(snapshot, deadline=None, within=None):
    return find_semantic_tokens(snapshot.index, "A.kt", snapshot.text, deadline or Deadline(60), within)


def test_tokens_stand_in_the_order_of_the_text_and_do_not_overlap(snapshot):
    found = tokens(snapshot)
    assert found.complete
    assert len(found.tokens) > 1000
    assert all(one.end <= other.start for one, other in zip(found.tokens, found.tokens[1:], strict=False))


def test_a_cancelled_or_late_answer_ends_and_says_that_it_is_not_whole(snapshot):
    cancelled = Deadline(60)
    cancelled.cancel()
    assert tokens(snapshot, cancelled) == ((), False)
    assert not tokens(snapshot, Deadline(0)).complete


def test_of_a_huge_file_the_first_names_have_tokens(snapshot, monkeypatch):
    monkeypatch.setattr(semantic_tokens, "MOST_NAMES", 100)
    found = tokens(snapshot)
    assert not found.complete
    assert found.tokens == tokens(snapshot, within=(0, found.tokens[-1].end)).tokens


def test_a_part_has_the_tokens_of_its_offsets(snapshot):
    start = TEXT.index("fun f7(")
    found = tokens(snapshot, within=(start, TEXT.index("\n", start)))
    assert [TEXT[one.start : one.end] for one in found.tokens] == ["f7", "x", "A", "x", "c"]


def test_a_file_that_is_not_there_has_none(snapshot):
    assert find_semantic_tokens(snapshot.index, "B.kt", snapshot.text, Deadline(60)) is None
