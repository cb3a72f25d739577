"""Masked messages: two occurrences of one problem read alike, two problems do not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rca.knowledge.problem.message_template import legible, mask, simple_type


@pytest.mark.parametrize(
    ("message", "masked"),
    [
        ("Index 4 out of bounds for length 4", "Index <n> out of bounds for length <n>"),
        ("data parcel size 1540332 bytes", "data parcel size <n> bytes"),
        ('Key "order-17" was already used', "Key <text> was already used"),
        ("Unresolved reference 'viewModelScope'.", "Unresolved reference 'viewModelScope'."),
        ("requires Kotlin version 1.9.24 but", "requires Kotlin version <version> but"),
        (
            "token android.os.BinderProxy@447a6748 is not valid",
            "token android.os.BinderProxy@<hex> is not valid",
        ),
        ("fault addr 0xdeadbeef", "fault addr <hex>"),
        ("cannot open /data/user/0/com.example/databases/shop.db", "cannot open <path>"),
        ("failed to load https://example.com/a?b=1 now", "failed to load <url> now"),
        ("e: C:\\work\\app\\Main.kt broke", "e: <path> broke"),
        ("two\n\n  lines", "two lines"),
    ],
)
def test_what_varies_is_masked_and_what_names_the_problem_stays(message, masked):
    assert mask(message) == masked


@given(st.text(max_size=400))
def test_masking_ends_and_never_grows_text_without_bound(text):
    assert len(mask(text)) <= 4 * len(text) + 10


def test_long_hostile_text_is_linear():
    # Each of these would take minutes with a pattern that backtracks.
    for text in (
        "/" * 500_000,
        "a." * 250_000,
        '"' * 500_000,
        "0x" * 250_000,
        "1." * 250_000,
        "a/b " * 100_000,
    ):
        mask(text)


@pytest.mark.parametrize(
    ("name", "simple"),
    [
        ("java.lang.NullPointerException", "NullPointerException"),
        ("android.view.WindowManager$BadTokenException", "BadTokenException"),
        ("Dagger/MissingBinding", "Dagger/MissingBinding"),
    ],
)
def test_simple_names(name, simple):
    assert simple_type(name) == simple


@pytest.mark.parametrize(
    ("message", "template"),
    [
        ("10: ", "10:"),
        ("12500", "12500"),
        ("Forbidden, status code: 403", "Forbidden, status code: 403"),
        ("due to error -12", "due to error -12"),
        ("finished with non-zero exit value 137", "finished with non-zero exit value 137"),
        ("Index 10 out of bounds for length 9", "Index <n> out of bounds for length <n>"),
        ("version code 230 is older", "version code <n> is older"),
        ("1712345678: stamp", "<n>: stamp"),
        ("3 tests failed", "<n> tests failed"),
    ],
)
def test_numbers_that_are_codes_stay_in_a_template(message: str, template: str) -> None:
    assert mask(message) == template


@pytest.mark.parametrize(
    ("message", "read"),
    [
        ("Could not GET 'https://user:pw@repo.shop.org/a/b.pom'", "Could not GET 'repo.shop.org'"),
        ("origin: /ci/app/proguard-rules.pro:37", "origin: proguard-rules.pro:37"),
        ('Unknown option "-dontwarm"', "Unknown option '-dontwarm'"),
        (f'before "{"x" * 60}" after', "before <text> after"),
        ("needs 1.9.0 and Java 17", "needs 1.9.0 and Java 17"),
        ("size 2097152 at 0x7f0800a1", "size <n> at <hex>"),
    ],
)
def test_what_a_reader_learns_of_a_variable_stays_legible(message: str, read: str) -> None:
    assert legible(message) == read
