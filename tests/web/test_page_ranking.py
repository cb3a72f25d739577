"""One order over all sources: what is about the question first, each thread once."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rca.web.deduplication import canonical, is_copy
from rca.web.page_ranking import Ranking
from rca.web.private_names import PrivateNames
from rca.web.search_source import Page
from rca.web.version_fit import spoken_of, version_fit
from rca.web.web_query import query_of_text

NOW = 1_760_000_000.0
YEAR = 365.25 * 86_400
QUESTION = query_of_text("IllegalStateException: Fragment not attached to a context", PrivateNames())
RANKING = Ranking(QUESTION, {"kotlin": "2.1.20", "androidx.room:room-runtime": "2.6.1"}, NOW)
ABOUT = Page(
    "IllegalStateException: Fragment not attached to a context",
    "https://stackoverflow.com/q/1",
    "It crashes.",
)
OTHER = Page(
    "How to centre a view",
    "https://stackoverflow.com/q/2",
    "Use gravity.",
    solved=True,
    votes=9_000,
    date=NOW,
)


def better(one, other, ranking=RANKING, place=0):
    return ranking.relevance(one, place) > ranking.relevance(other, place)


def page(**changed):
    return Page(**({"title": ABOUT.title, "url": ABOUT.url, "text": ABOUT.text} | changed))


def test_what_is_about_the_question_is_before_what_others_like():
    assert better(ABOUT, OTHER)
    assert RANKING.relevance(ABOUT, 9) > RANKING.relevance(OTHER, 0)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (page(solved=True), page()),
        (page(votes=50), page(votes=1)),
        (page(votes=1), page(votes=-4)),
        (page(date=NOW - YEAR), page(date=NOW - 9 * YEAR)),
        (page(text="With Kotlin 2.1.0 it crashes."), page(text="It crashes.")),
        (page(text="It crashes."), page(text="With Kotlin 1.3.50 it crashes.")),
        (page(text="room: androidx.room:room-runtime:2.6.0"), page(text="room: androidx.room:room-runtime:1.1.0")),
        (page(), page(title="Fragment not attached")),
        (page(), page(title="context to a attached not Fragment: IllegalStateException")),
        (page(title="Fragment gone", text="IllegalStateException here"), page(title="Fragment gone", text="nothing")),
    ],
)  # fmt: skip
def test_each_sign_counts(one, other):
    assert better(one, other)


def test_the_source_s_own_order_decides_between_equals():
    assert RANKING.relevance(ABOUT, 0) > RANKING.relevance(ABOUT, 1) > RANKING.relevance(ABOUT, 5)


@given(
    st.builds(
        Page,
        title=st.text(max_size=60),
        url=st.just("https://a.example/x"),
        text=st.text(max_size=200),
        solved=st.booleans(),
        votes=st.none() | st.integers(-1000, 10**9),
        date=st.none() | st.floats(-1e12, 1e12),
    ),
    st.integers(0, 20),
    st.text(max_size=80),
)
def test_a_score_is_from_nought_to_one(found, place, text):
    ranking = Ranking(query_of_text(text, PrivateNames()), {"kotlin": "2.1"}, NOW)
    assert 0.0 <= ranking.relevance(found, place) <= 1.0


def test_results_are_in_order_and_each_thread_is_there_once():
    copied = Page(
        "android - Fragment not attached to a context of its activity - Some Mirror",
        "https://mirror.example/t/99",
        "My fragment crashes after rotation when the callback of the request returns late and asks for resources",
    )
    original = Page(
        "Fragment not attached to a context of its activity",
        "https://stackoverflow.com/questions/101/fragment-not",
        copied.text + " with a longer explanation.",
        author="a <b>person</b>\n",
        licence="CC BY-SA 4.0",
    )
    again = Page("same question", "http://www.stackoverflow.com/q/101?utm_source=x#answer", "excerpt")
    results = RANKING.ranked([("stackoverflow", [OTHER, original]), ("searxng", [again, copied])])
    assert [(result.url, result.source) for result in results] == [
        (original.url, "stackoverflow"),
        (OTHER.url, "stackoverflow"),
    ]
    assert results[0].relevance_score >= results[1].relevance_score


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("https://stackoverflow.com/questions/5/a-b", "http://stackoverflow.com/q/5/77?noredirect=1"),
        ("https://github.com/A/b/issues/5#issuecomment-1", "https://github.com/a/b/issues/5/"),
        ("https://developer.mozilla.org/en-US/docs/Web/API", "https://developer.mozilla.org/docs/Web/API"),
        (
            "https://kotlinlang.org/docs//null-safety.html",
            "http://www.kotlinlang.org/docs/null-safety.html#npe",
        ),
        ("https://e.org/?b=2&a=1&utm_medium=x", "https://e.org?a=1&b=2"),
        (
            "https://developer.android.com/guide/fragments?hl=de",
            "https://developer.android.com/guide/fragments",
        ),
    ],
)
def test_one_page_has_one_address(one, other):
    assert canonical(one) == canonical(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("https://stackoverflow.com/questions/5/a", "https://stackoverflow.com/questions/6/a"),
        ("https://stackoverflow.com/questions/5/a", "https://android.stackexchange.com/questions/5/a"),
        ("https://github.com/a/b/issues/5", "https://github.com/a/c/issues/5"),
        ("https://e.org/?id=1", "https://e.org/?id=2"),
        ("file:///docs/a.html#x", "file:///docs/a.html#y"),
    ],
)
def test_two_pages_have_two(one, other):
    assert canonical(one) != canonical(other)


def test_the_same_title_on_other_words_is_no_copy():
    long_text = "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda omicron sigma upsilon"
    one = Page("Gradle sync failed", "https://a.example/1", long_text)
    other = Page(
        "Gradle sync failed",
        "https://b.example/1",
        "one two three four five six seven eight nine ten eleven twelve thirteen fourteen",
    )
    assert not is_copy(one, other)
    assert is_copy(
        one, Page("Gradle sync failed [duplicate] - Mirror site", "https://b.example/1", long_text)
    )
    assert not is_copy(one, Page("Gradle sync failed", "https://a.example/2", long_text)), (
        "a site knows its threads"
    )


@pytest.mark.parametrize(
    ("text", "product", "version"),
    [
        ("I use Kotlin 1.9.24 and", "kotlin", "1.9.24"),
        ("kotlin_version = '1.8.10'", "kotlin", "1.8.10"),
        ("Kotlin Gradle plugin version 2.0.0-RC1", "kotlin", "2.0.0"),
        ("AGP 8.5.1", "androidGradlePlugin", "8.5.1"),
        ("com.android.tools.build:gradle:7.4.2", "androidGradlePlugin", "7.4.2"),
        ("Android Gradle plugin: 8.1.0", "androidGradlePlugin", "8.1.0"),
        ("with Gradle 8.7 it", "gradle", "8.7"),
        ("gradle-8.7-bin.zip", "gradle", "8.7"),
        ("implementation(\"io.ktor:ktor-client-core:2.3.1\")", "io.ktor:ktor-client-core", "2.3.1"),
    ],
)  # fmt: skip
def test_versions_are_found_in_words(text, product, version):
    assert version in spoken_of(text)[product]


def test_versions_that_nobody_speaks_of_say_nothing():
    assert version_fit("it crashes on line 1.2", {"kotlin": "2.1.0"}) == 0
    assert version_fit("Kotlin 2.1.0", {}) == 0
    assert version_fit("Kotlin 1.3 and now Kotlin 2.1.20", {"kotlin": "2.1.20"}) == 1
    assert version_fit("Kotlin 1.3", {"kotlin": "2.1.20"}) == -1
