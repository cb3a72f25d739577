"""Patterns of `.editorconfig`, as its specification and its reference implementations take them."""

import pytest

from rca.conventions.editorconfig_glob import matches
from rca.files.regex_engine import Invalid
from tests.complexity import assert_grows_linearly


@pytest.mark.parametrize(
    ("glob", "fits", "others"),
    [
        ("*.kt", ["A.kt", "a/b/A.kt"], ["A.kts", "A.kt/x"]),
        ("a/*.kt", ["a/A.kt"], ["A.kt", "a/b/A.kt", "x/a/A.kt"]),
        ("/A.kt", ["A.kt"], ["a/A.kt"]),
        ("a/**.kt", ["a/A.kt", "a/b/A.kt"], ["b/A.kt"]),
        ("a/**/b", ["a/b", "a/x/b", "a/x/y/b"], ["ab", "a/xb"]),
        ("**/b.kt", ["b.kt", "a/b.kt"], ["ab.kt"]),
        ("*.{kt,kts}", ["a.kt", "a.kts"], ["a.java", "a.{kt,kts}"]),
        ("a.{x,{y,z}}", ["a.x", "a.y", "a.z"], ["a.{y"]),
        ("a.{,x}", ["a.", "a.x"], ["a.y"]),
        ("{single}.kt", ["{single}.kt"], ["single.kt"]),
        ("{}.kt", ["{}.kt"], [".kt"]),
        ("a{b.kt", ["a{b.kt"], ["ab.kt"]),
        ("a}b,c", ["a}b,c"], ["ab"]),
        ("f{3..10}", ["f3", "f7", "f10"], ["f2", "f11", "f05", "f", "f30", "f{3..10}"]),
        ("f{-2..12}", ["f-2", "f0", "f9", "f12"], ["f-3", "f13", "f--1"]),
        ("f{120..87}", ["f87", "f99", "f100", "f119", "f120"], ["f86", "f121", "f8", "f1000"]),
        ("f{-12..-3}", ["f-3", "f-9", "f-12"], ["f-2", "f-13", "f3"]),
        ("[ab]?.kt", ["ax.kt", "by.kt"], ["cx.kt", "a/.kt"]),
        ("[!ab].kt", ["c.kt"], ["a.kt", "[!ab].kt"]),
        ("[a-c].kt", ["b.kt"], ["d.kt", "-.kt"]),
        ("a[b", ["a[b"], ["ab"]),
        (r"a\*b", ["a*b"], ["axb"]),
        (r"{a\,b}", ["{a,b}"], ["a", "b"]),
        ("größe.kt", ["größe.kt", "x/größe.kt"], ["groesse.kt"]),
    ],
)
def test_a_pattern_fits_what_the_specification_says(glob, fits, others):
    assert [path for path in (*fits, *others) if matches(glob, path)] == fits


def test_a_range_of_numbers_is_exact():
    for low, high in ((0, 0), (1, 9), (5, 123), (98, 1002), (-15, 20), (-101, -99)):
        fitting = [number for number in range(-1100, 1101) if matches(f"{{{low}..{high}}}", str(number))]
        assert fitting == list(range(low, high + 1))


@pytest.mark.parametrize("glob", ["[z-a]", "{a,b}" * 5_000])
def test_what_is_no_pattern_is_refused(glob):
    with pytest.raises(Invalid):
        matches(glob, "a")


def test_a_hostile_pattern_takes_linear_time():
    assert_grows_linearly(lambda path: matches("*a" * 14 + "*b", path), lambda size: "a" * size, 2_000)
