"""Tokens of forms that nobody listed, and names and hashes that only look so."""

import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluation.redaction import blind
from evaluation.redaction.measures import blind_misses
from rca.redaction import redact
from rca.redaction.randomness import made_by_chance

ALNUM = string.ascii_letters + string.digits


def test_the_blind_part_is_masked_and_nothing_harmless_is():
    missed, count = blind_misses(blind.secrets())
    assert len(missed) / count < 0.02, missed
    assert [line for line in blind.clean() if redact(line).text != line] == []


@pytest.mark.parametrize("prefix", ["acme_", "acme-live-", "zq_pat_", "x9-"])
def test_a_prefix_and_a_string_made_by_chance_are_a_token(prefix):
    token = prefix + "k7GdQ2xLw9TzR4mB8vNc1YpH"
    assert redact(f"rejected {token}, retrying").text == "rejected <redacted token>, retrying"


@pytest.mark.parametrize(
    "text",
    [
        "app-3f2a9c1d7e5b4a6f8091a2b3c4d5e6f708192a3b.js",
        "classes_sha256_3f2a9c1d7e5b4a6f8091a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d5e6f7",
        "r8-map-id-4d1be1a5c5fb3c1a1b7d2b1a6f9f5d0ce2f5c1a0fbd2c3e4f5a6b7c8d9e0f1a2:39",
        "sha512-mB8vNc1YpHk7GdQ2xLw9TzR4mB8vNc1YpHk7GdQ2xLw9TzR4==",
        "TestUtf8_givenBase64Text_whenDecodedTwice_thenUtf16IsKept2",
        "/data/app/~~k7GdQ2xLw9TzR4mB8vNc1Y==/com.example-k7GdQ2xLw9TzR4mB8vNc1Y==/base.apk",
        "kotlin-stdlib-jdk8-1.9.22-sources",
        "transforms-4/0a1b2c3d4e5f60718293a4b5c6d7e8f9/transformed",
    ],
)
def test_names_and_hashes_stay(text):
    assert redact(text).text == text


@given(
    st.lists(
        st.sampled_from(
            ["get", "set", "Token", "User", "Http2", "Base64", "View", "Model", "load", "for", "With"]
        ),
        min_size=4,
    )
)
def test_names_made_of_words_are_no_chance(words):
    assert not made_by_chance("".join(word.capitalize() for word in words if not word[-1].isdigit()))


@given(st.text(alphabet=ALNUM + "_-.~/=$ ", max_size=200))
def test_masking_twice_changes_nothing_more(text):
    once = redact(text).text
    assert redact(once).text == once


def test_a_scheme_before_a_mask_is_no_credential():
    text = "Authorization: Bearer <redacted header>"
    assert redact(text).text == text
