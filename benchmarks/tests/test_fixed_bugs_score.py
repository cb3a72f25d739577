"""Ranks of fixed places, the naive order, where a quotation lies, and messy versions of a text."""

from __future__ import annotations

import pytest

from benchmarks.fixed_bugs.cases import Case, FixPlace, QuotedText
from benchmarks.fixed_bugs.materialize import quotation
from benchmarks.fixed_bugs.naive import FileList, rank, read_frames
from benchmarks.fixed_bugs.quotes import find_quotation
from benchmarks.fixed_bugs.score import Place, first_rank, hits, rate, table
from benchmarks.fixed_bugs.variants import make_variants

CART = "app/src/shop/Cart.kt"
FIX = FixPlace(CART, "total", "Cart", 10, 20)
TEXT = """\
java.lang.IllegalStateException: empty
\tat shop.Cart.total(Cart.kt:12)
\tat shop.ui.Screen$show$1.invokeSuspend(Screen.kt:40)
Caused by: java.lang.NullPointerException
\tat java.util.Objects.requireNonNull(Objects.java:203)
\tat shop.Prices.of(Prices.kt:7)"""
FILES = FileList([CART, "app/src/shop/Prices.kt", "app/src/shop/ui/Screen.kt", "lib/other/Cart.kt"])


def case(kind: str = "top_app_frame") -> Case:
    return Case("shop-1", "acme/shop", "", "", ("shop",), (FIX,), kind, QuotedText("", 0, 0, (), 0, 0))


@pytest.mark.parametrize(
    ("place", "hit"),
    [
        (Place(CART, 10), True),
        (Place(CART, 21), False),
        (Place(CART, 5, 12), True),
        (Place(CART, None, None, ("Cart.total",)), True),
        (Place(CART, 99, None, ("total",)), True),
        (Place("app/src/shop/Prices.kt", 12, None, ("total",)), False),
    ],
)
def test_a_place_hits_by_its_lines_or_its_name(place: Place, hit: bool) -> None:
    assert hits(place, FIX) is hit


def test_a_constructor_is_hit_by_the_name_of_its_class() -> None:
    constructor = FixPlace(CART, "<init>", "Cart", 1, 2)
    assert hits(Place(CART, 50, None, ("Cart",)), constructor)
    assert not hits(Place(CART, 50, None, ("total",)), constructor)


def test_repeated_places_count_once() -> None:
    wrong = Place(CART, 1)
    assert first_rank(case(), [wrong, wrong, Place(CART, 12)]) == 2
    assert first_rank(case(), [wrong]) is None


def test_rates_count_misses() -> None:
    rates = rate([1, 2, 4, None])
    assert rates.recall == (0.25, 0.5, 0.75)
    assert rates.mean_reciprocal_rank == pytest.approx((1 + 0.5 + 0.25) / 4)


def test_the_table_has_a_row_for_each_kind_that_has_cases() -> None:
    cases = [case(), case("caller_not_in_trace")]
    rows = table(cases, {"ours": lambda case: 1 if case.fix_kind == "top_app_frame" else None})
    assert rows[2] == "| top_app_frame | 1 | 1.00 / 1.00 / 1.00 (1.00) |"
    assert rows[3] == "| not_in_trace | 1 | 0.00 / 0.00 / 0.00 (0.00) |"
    assert rows[4] == "| all | 2 | 0.50 / 0.50 / 0.50 (0.50) |"


def test_the_naive_order_is_the_order_of_the_project_frames() -> None:
    places = rank(TEXT, ["shop"], FILES)
    assert [(place.file.rpartition("/")[2], place.line) for place in places] == [
        ("Cart.kt", 12),
        ("Screen.kt", 40),
        ("Prices.kt", 7),
    ]
    assert places[1].names == ("show", "invokeSuspend")


def test_frames_know_their_cause() -> None:
    assert [frame.section for frame in read_frames(TEXT)] == [0, 0, 1, 1]


def test_a_compiler_position_is_a_frame() -> None:
    (frame,) = read_frames("e: file:///home/app/src/shop/Cart.kt:12:5 Unresolved reference: total")
    assert FILES.find(frame) == CART


def test_a_quotation_begins_with_its_error_and_ends_with_its_trace() -> None:
    lines = [
        "Fix NPE",
        "",
        "Users see this java.lang.NullPointerException: x",
        *TEXT.split("\n")[1:],
        "",
        "Done.",
    ]
    quoted = find_quotation("c", lines)
    assert quoted is not None
    text = quotation(lines, quoted)
    assert text.startswith("java.lang.NullPointerException: x\n\tat shop.Cart.total")
    assert text.endswith("shop.Prices.of(Prices.kt:7)")


def test_a_message_without_an_error_has_no_quotation() -> None:
    assert find_quotation("c", ["Handle errors", "", "An Exception is thrown no more."]) is None


@pytest.mark.parametrize(
    ("variant", "line"),
    [
        ("quoted", "> \tat shop.Cart.total(Cart.kt:12)"),
        ("indented", "    \tat shop.Cart.total(Cart.kt:12)"),
        ("without `at`", "\tshop.Cart.total(Cart.kt:12)"),
        ("without packages", "\tat Cart.total(Cart.kt:12)"),
        ("space before line", "\tat shop.Cart.total(Cart.kt: 12)"),
        ("Crashlytics console", "       shop.Cart.total(Cart.kt: 12)"),
        ("logcat", "11-23 09:34:40.123  4711  4711 E AndroidRuntime: \tat shop.Cart.total(Cart.kt:12)"),
    ],
)
def test_a_variant_changes_the_frame(variant: str, line: str) -> None:
    assert line in make_variants(TEXT, ["shop"])[variant].split("\n")


def test_long_lines_are_wrapped_between_words() -> None:
    frame = "\tat shop.catalog.Prices.formattedWithCurrencyAndTaxAndDiscountForCountry(Prices.kt:70)"
    lines = make_variants(frame, ["shop"])["wrapped at 72"].split("\n")
    assert [line.strip() for line in lines] == ["at", frame.split()[1]]


def test_one_line_holds_every_frame() -> None:
    text = make_variants(TEXT, ["shop"])["one line"]
    assert "\n" not in text
    assert "empty at shop.Cart.total(Cart.kt:12) at shop.ui.Screen" in text


def test_the_second_part_of_the_package_is_masked() -> None:
    text = "at com.acme.shop.Cart.total(Cart.kt:12)"
    assert make_variants(text, ["com.acme"])["package masked"] == "at com.***.shop.Cart.total(Cart.kt:12)"


def test_a_variant_that_is_the_text_is_left_out() -> None:
    assert "without `at`" not in make_variants("java.lang.Error: x", [])


def test_what_the_fixer_says_after_the_frame_is_left_out() -> None:
    lines = ["#7 NPE Cart.total (Cart.java:12) - check for null"]
    quoted = find_quotation("c", lines)
    assert quoted is not None
    assert quotation(lines, quoted) == "#7 NPE Cart.total (Cart.java:12)"


def test_a_text_out_of_a_log_is_not_printed_by_another_tool() -> None:
    logged = (
        "E/AndroidRuntime(12): java.lang.Error: x\nE/AndroidRuntime(12): \tat shop.Cart.total(Cart.kt:12)"
    )
    assert not {"logcat", "Crashlytics console"} & make_variants(logged, ["shop"]).keys()
