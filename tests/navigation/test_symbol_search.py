"""Declarations by a part of their name."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rca.index.storage.symbol_names import letters_of
from rca.navigation.symbol_search import names_beginning, rank, symbols_like
from rca.scheduling.deadline import Deadline
from rca.workspace import DocumentOpened, FilesChanged


@pytest.mark.parametrize(
    ("wanted", "name", "expected"),
    [
        ("BasketTotal", "BasketTotal", 0),
        ("baskettotal", "BasketTotal", 1),
        ("Basket", "BasketTotal", 2),
        ("basket", "BasketTotal", 3),
        ("basTot", "BasketTotal", 4),
        ("bt", "BasketTotal", 4),
        ("BT", "BasketTotal", 4),
        ("hp", "HTMLParser", 4),
        ("maxsize", "MAX_SIZE", 4),
        ("max_s", "MAX_SIZE", 3),
        ("sket", "BasketTotal", 5),
        ("bkl", "basketTotal", 6),
        ("tb", "BasketTotal", None),
        ("zz", "BasketTotal", None),
        ("a", "BasketTotal", None),
        ("b", "BasketTotal", 3),
        ("", "BasketTotal", 0),
        ("größ", "größeBerechnen", 2),
    ],
)
def test_rank(wanted, name, expected):
    assert rank(wanted, name) == expected


def names(project, query, most=50):
    found = symbols_like(project.open().snapshot.index, query, most, Deadline())
    return [one.qualified_name for one in found]


@pytest.fixture
def shop(project):
    project.add("""
        // file: a/A.kt
        package a
        class BasketTotal { fun total() = 1; fun run() { fun totalInside() = 2; val total = 3 } }
        fun total() = 3
        class Total
        // file: b/B.java
        package b;
        class BasketTotals { int total; BasketTotals() {} }
    """)
    return project


def test_the_best_come_first_and_classes_before_members(shop):
    assert names(shop, "Total")[:1] == ["a.Total"]
    assert names(shop, "BasketTotal")[:2] == ["a.BasketTotal", "b.BasketTotals"]
    assert names(shop, "total", most=1) == names(shop, "total")[:1]


def test_members_are_asked_for_inside_a_class_and_locals_are_none(shop):
    assert names(shop, "BasketTotal.total") == ["a.BasketTotal.total", "b.BasketTotals.total"]
    assert names(shop, "totalInside") == []


def test_an_expired_watch_gives_what_there_is(shop):
    assert symbols_like(shop.open().snapshot.index, "total", 50, Deadline(0.0)) == []


@given(
    wanted=st.text(alphabet="abAB1_é ßİ", min_size=1, max_size=5),
    name=st.text(alphabet="abcABC1_éßSİi", min_size=1, max_size=8),
)
def test_no_name_that_fits_is_left_out_by_its_letters(wanted, name) -> None:
    asked = letters_of(wanted)
    if rank(wanted, name) is not None:
        assert letters_of(name) & asked == asked


def test_names_follow_files_that_are_written(project) -> None:
    project.write("A.kt", "class Alpha")
    workspace = project.open()
    assert [one.name for one in symbols_like(workspace.snapshot.index, "alpha", 5, Deadline())] == ["Alpha"]
    target = project.write("A.kt", "class Gamma { fun gammaRay() = 1 }")
    workspace.apply(FilesChanged((target,)))
    found = symbols_like(workspace.snapshot.index, "gamma", 5, Deadline())
    assert [one.name for one in found] == ["Gamma", "gammaRay"]
    assert symbols_like(workspace.snapshot.index, "alpha", 5, Deadline()) == []
    workspace.close()


def test_names_that_begin_with_a_letter(project) -> None:
    project.write("A.kt", "class Basket { fun buy() = 1\n fun Émile() = 2 }\nclass apple")
    workspace = project.open()
    index = workspace.snapshot.index
    assert sorted(names_beginning(index, "B")) == ["Basket", "buy"]
    assert sorted(names_beginning(index, "é")) == ["Émile"]
    project.write("A.kt", "class Bread")
    workspace.apply(FilesChanged((project.root / "A.kt",)))
    workspace.apply(DocumentOpened(project.root / "New.kt", "class bun", 1))
    assert {"Bread", "bun"} <= set(names_beginning(workspace.snapshot.index, "b"))
    workspace.close()
