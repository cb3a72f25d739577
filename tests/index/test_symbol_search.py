"""Declarations by a part of their name."""

from __future__ import annotations

import pytest

from rca.cancellation import Watch
from rca.index.symbol_search import rank, symbols_like


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
    found = symbols_like(project.open().snapshot.index, query, most, Watch())
    return [one.qualified_name for one in found]


@pytest.fixture
def shop(project):
    project.write(
        "a/A.kt",
        "package a\nclass BasketTotal { fun total() = 1; fun run() { fun totalInside() = 2; val total = 3 } }\n"
        "fun total() = 3\nclass Total\n",
    )
    project.write("b/B.java", "package b;\nclass BasketTotals { int total; BasketTotals() {} }\n")
    return project


def test_the_best_come_first_and_classes_before_members(shop):
    assert names(shop, "Total")[:1] == ["a.Total"]
    assert names(shop, "BasketTotal")[:2] == ["a.BasketTotal", "b.BasketTotals"]
    assert names(shop, "total", most=1) == names(shop, "total")[:1]


def test_members_are_asked_for_inside_a_class_and_locals_are_none(shop):
    assert names(shop, "BasketTotal.total") == ["a.BasketTotal.total", "b.BasketTotals.total"]
    assert names(shop, "totalInside") == []


def test_an_expired_watch_gives_what_there_is(shop):
    assert symbols_like(shop.open().snapshot.index, "total", 50, Watch(0.0)) == []
