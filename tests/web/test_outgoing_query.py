"""What leaves the machine: never a secret, a path or a name of the app's own code."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rca.web.github import LONGEST_QUERY, searchable
from rca.web.outgoing import outgoing
from rca.web.plain import SNIPPET_CHARACTERS, from_html, one_line, snippet, terms

APP = ("com.example.shop", "shop.data")
OWN = frozenset({"PriceFormatter", "Result"})


@pytest.mark.parametrize(
    ("query", "sent"),
    [
        (
            "java.lang.IllegalStateException: Fragment not attached",
            "java.lang.IllegalStateException: Fragment not attached",
        ),
        (
            "NullPointerException in com.example.shop.cart.CartViewModel.onClear CartViewModel",
            "NullPointerException in",
        ),
        ("com.example.shopping.Other stays", "com.example.shopping.Other stays"),
        ("shop.data.OrderDao_Impl RuntimeException (OrderDao_Impl.java:42)", "RuntimeException"),
        ("IOException /home/ann/app/build/tmp: no space left", "IOException no space left"),
        ("ENOENT C:\\Users\\Ann\\app\\local.properties", "ENOENT"),
        ("HTTP 401 token=51f0c9a7d2b84e63 okhttp3", "HTTP 401 token= okhttp3"),
        ("leak of com.squareup.leakcanary.Ref@1f2e3d4 at 0x7f00aa", "leak of com.squareup.leakcanary.Ref at"),
        ("mail ann@example.org failed", "mail failed"),
        ("com.example.shop.MainActivity", ""),
        ("Result of PriceFormatter and PriceFormatterFactory", "Result of and PriceFormatterFactory"),
        ("Unresolved reference: and/or kotlin", "Unresolved reference: and/or kotlin"),
    ],
)
def test_queries(query, sent):
    assert outgoing(query, APP, OWN.__contains__) == sent


@given(st.text(alphabet="ab. $:/@0XzCcom.example.shop", max_size=120))
def test_no_name_of_the_app_survives(text):
    assert "com.example.shop.Cart" not in outgoing(
        f"{text} com.example.shop.Cart {text}", APP, OWN.__contains__
    )


@given(st.text(max_size=400))
def test_a_github_query_is_within_its_length_and_searches_issues(text):
    query = searchable(text)
    assert len(query) <= LONGEST_QUERY
    assert query.endswith(" is:issue")
    assert query.count(":") == 1


def test_operators_and_qualifiers_in_a_message_are_words():
    assert searchable('Expected OR but NOT "x" repo:private') == "Expected or but not x repo private is:issue"


@given(st.text(max_size=600), st.frozensets(st.sampled_from(["crash", "context", "main"])))
def test_snippets_are_short_and_part_of_the_text(text, wanted):
    plain = one_line(text)
    cut = snippet(plain, wanted)
    assert len(cut) <= SNIPPET_CHARACTERS
    assert cut.removeprefix("…").removesuffix("…") in plain


def test_a_snippet_is_taken_where_the_words_are():
    text = "filler " * 100 + "the Fragment is not attached here " + "filler " * 100
    assert "Fragment is not attached" in snippet(text, terms("Fragment attached"))


def test_markup_scripts_and_invisible_characters_go():
    assert from_html("<p>a&lt;b<script>evil()</script></p><style>x</style> c") == "a<b c"
    assert one_line("a\u202eb\u200b\x1b[31m\n c") == "ab[31m c"
