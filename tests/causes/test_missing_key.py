"""A key that is missing, and the collection that lacks it: which one looks wrong."""

from __future__ import annotations

import pytest

from models.captured_state import CapturedValue
from rca.causes.captured.declared_size import weigh_declared_size
from rca.causes.captured.known_value import KnownValue
from rca.causes.captured.missing_key import weigh_map_key, weigh_wanted


@pytest.mark.parametrize(
    ("wanted", "present"),
    [
        ("7", ["17"]),  # outside of all numbers
        ('"4109"', ['"04109"', '"80331"']),  # cut
        ('"A17"', ['"17"', '"18"']),  # of another form
        ('"ana"', ['"Ana"', '"Ben"']),  # in another case than the others
    ],
)
def test_a_key_that_differs_from_all_others_is_rather_wrong(wanted: str, present: list[str]) -> None:
    weights = weigh_wanted(wanted, present)
    assert weights.key > weights.collection


@pytest.mark.parametrize(
    ("wanted", "present"),
    [
        ("3", ["1", "2", "4"]),  # a gap
        ('"80331"', ['"04109"']),  # of the same form
        ('"Ben"', ['"Ana"', '"ben"']),  # it is there in another case than the others
    ],
)
def test_a_key_that_fits_in_is_rather_missing(wanted: str, present: list[str]) -> None:
    weights = weigh_wanted(wanted, present)
    assert weights.collection > weights.key


@pytest.mark.parametrize(
    ("wanted", "present"), [('"a"', []), ("app.Key", ["app.Key"]), ('"x-1"', ['"yy"']), ("3", ["app.Key"])]
)
def test_nothing_tells(wanted: str, present: list[str]) -> None:
    weights = weigh_wanted(wanted, present)
    assert weights.key == weights.collection == 1


def test_an_entry_under_a_wrong_key_is_the_collections_fault() -> None:
    locker = CapturedValue(
        name="[70]",
        type="app.Locker",
        text="app.Locker",
        fields=(CapturedValue(name="number", type="int", text="7"),),
    )
    held = CapturedValue(
        name="lockers", type="java.util.HashMap", text="java.util.HashMap", size=1, fields=(locker,)
    )
    weights = weigh_map_key(KnownValue("7"), KnownValue(held.text, 1, held))
    assert weights.collection > 1 > weights.key


def _object(**sizes: int) -> CapturedValue:
    fields = tuple(CapturedValue(name=name, type="int", text=str(size)) for name, size in sizes.items())
    return CapturedValue(name="board", type="app.Board", text="app.Board", fields=fields)


def test_a_container_smaller_than_its_object_says_is_rather_wrong() -> None:
    weights = weigh_declared_size(3, 3, "file", [_object(width=4)])
    assert (weights.container > weights.index, weights.field) == (True, "width")


def test_an_index_beyond_what_the_object_says_is_rather_wrong() -> None:
    weights = weigh_declared_size(3, 3, "file", [_object(width=3)])
    assert weights.index > weights.container


def test_the_size_that_is_named_like_the_index_counts() -> None:
    weights = weigh_declared_size(2, 2, "column", [_object(rows=2, columns=4)])
    assert weights.field == "columns"


def test_other_numbers_are_no_sizes() -> None:
    weights = weigh_declared_size(3, 3, "file", [_object(moves=9)])
    assert weights.index == weights.container == 1


@pytest.mark.parametrize(
    ("wanted", "present", "is_key"),
    [
        ('"image/jpg"', ['"image/png"', '"image/jpeg"'], True),
        ('"image/webp"', ['"image/png"', '"image/jpeg"'], False),
        ('"home.title"', ['"about.title"', '"home.title "'], False),
        ('"Quay 9, "', ['"Quay 9"', '"Mill Lane 4"'], True),
    ],
)
def test_the_odd_one_of_a_key_and_those_that_are_there(wanted, present, is_key) -> None:
    weights = weigh_wanted(wanted, present)
    assert (weights.key > weights.collection) is is_key
