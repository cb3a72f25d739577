"""What a search takes words for, and which files it reads first."""

from __future__ import annotations

import pytest

from rca.analysis.search.search_query import query_of, stem_of
from rca.analysis.search.text_candidates import scan
from rca.scheduling.deadline import Deadline
from tests.indexed_project import Project


@pytest.mark.parametrize(
    ("doer", "done"),
    [
        ("mapper", "mapping"),
        ("parser", "parse"),
        ("loader", "loads"),
        ("selector", "selected"),
        ("encoder", "encode"),
    ],
)
def test_what_does_a_thing_goes_by_the_thing_done(doer, done) -> None:
    assert stem_of(doer) == stem_of(done)


@pytest.mark.parametrize(
    ("one", "other"), [("server", "serve"), ("folder", "fold"), ("header", "head"), ("user", "use")]
)
def test_other_words_in_er_stay_apart(one, other) -> None:
    assert stem_of(one) != stem_of(other)


class OneBatch(Deadline):
    """Expires after its first look."""

    def __init__(self) -> None:
        super().__init__()
        self._looks = 0

    @property
    def expired(self) -> bool:
        self._looks += 1
        return self._looks > 1


def test_where_time_is_short_promising_files_are_read(tmp_path) -> None:
    project = Project(tmp_path)
    for number in range(80):
        project.write(f"a/Other{number:02}.kt", f"class Other{number}")
    project.add("""
        // file: z/PriceParser.kt
        class PriceParser
        // file: z/src/test/kotlin/PriceParserTest.kt
        class PriceParserTest
    """)
    snapshot = project.open().snapshot
    found = scan(snapshot, tuple(sorted(snapshot.index.listed)), query_of("parse the price"), OneBatch())
    assert found.read == 64
    assert found.ranked[0] == "z/PriceParser.kt"
    project.open().close()
