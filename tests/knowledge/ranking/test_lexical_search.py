"""Lexical search: the same answers whether all words are looked up or the rarest alone."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rca.knowledge.ledger import full_text
from rca.knowledge.ledger.full_text import Text
from rca.knowledge.ledger.ledger import Filters
from rca.knowledge.ranking import bm25

WORDS = [f"word{chr(97 + n // 26)}{chr(97 + n % 26)}" for n in range(120)]
ANY = Filters()


def counted(ledger):
    """Count the words anew, from the texts."""
    counts = {}
    tokens = documents = 0
    with ledger.database.reading() as db:
        for row in db.execute("SELECT problem, cause, fix FROM solution_text"):
            text = Text(*row)
            documents, tokens = documents + 1, tokens + len(text.tokens)
            for word in set(text.tokens):
                counts[word] = counts.get(word, 0) + 1
    return counts, full_text.Corpus(documents, tokens)


def kept(ledger):
    with ledger.database.reading() as db:
        counts = dict(db.execute("SELECT word, documents FROM word WHERE documents > 0").fetchall())
        return counts, full_text.corpus(db)


@pytest.fixture
def filled(ledger, solution):
    chance = random.Random(5)

    def some(count):
        # The first words are in most of the records, the last in few.
        return " ".join(WORDS[int(len(WORDS) * chance.random() ** 3)] for _word in range(count))

    made = [
        solution(n, error_description=some(12), root_cause=some(8), solution=some(8), error_type="X")
        for n in range(400)
    ]
    ledger.put([(one, "candidate") for one in made], "user")
    return ledger


def test_all_words_give_what_fts5_gives(filled):
    asked = WORDS[:20]
    found = bm25.search(filled.database, asked, ANY, 50)
    match = " OR ".join(asked)
    with filled.database.reading() as db:
        rows = db.execute(
            "SELECT rowid, -bm25(solution_text, 3.0, 1.5, 1.0) AS score FROM solution_text"
            " WHERE solution_text MATCH ? ORDER BY score DESC LIMIT 50",
            (match,),
        ).fetchall()
    assert found == pytest.approx(dict(rows))


def test_the_rarest_words_find_with_the_scores_of_all(filled, monkeypatch):
    asked = [*WORDS[:12], *WORDS[60:75]]
    whole = bm25.search(filled.database, asked, ANY, 400)
    monkeypatch.setattr(bm25, "_POSTINGS", 150)
    with filled.database.reading() as db:
        chosen = bm25._rarest(full_text.documents(db, asked))
        texts = full_text.texts(db, whole)
    assert 1 < len(chosen) < len(asked)
    having = [seq for seq in whole if set(chosen) & set(texts[seq].tokens)]
    # More than enough are scored: the best are those of all words.
    part = bm25.search(filled.database, asked, ANY, 50)
    assert list(part)[:20] == having[:20]
    for seq, score in part.items():
        assert score == pytest.approx(whole[seq])


def test_filters_hold_for_the_rarest_words_too(filled, solution, monkeypatch):
    filled.put([(solution(900, error_description=WORDS[3], language="java"), "candidate")], "user")
    monkeypatch.setattr(bm25, "_POSTINGS", 1)
    found = bm25.search(filled.database, [WORDS[3], WORDS[0]], Filters("java"), 10)
    assert list(found) == [filled.get("test-900").seq]


def test_words_that_nobody_has_find_nothing(filled):
    assert bm25.search(filled.database, ["nowhere"], ANY, 10) == {}
    assert bm25.search(filled.database, [], ANY, 10) == {}


steps = st.lists(
    st.tuples(st.integers(1, 4), st.sampled_from(["put", "other", "starter"]), st.sampled_from(WORDS[:9])),
    max_size=12,
)


@settings(max_examples=40, deadline=None)
@given(steps=steps)
def test_the_counts_are_those_of_the_texts_after_any_changes(steps, tmp_path_factory):
    from rca.knowledge.ledger.ledger import Ledger
    from tests.knowledge.conftest import make_solution

    ledger = Ledger(tmp_path_factory.mktemp("counts") / "ledger.db")
    for place, (number, what, word) in enumerate(steps):
        one = make_solution(number, error_description=f"{word} {word} and {number}", root_cause=word)
        if what == "starter":
            ledger.replace_starter(f"stamp{place}", lambda one=one: [one])
        else:
            ledger.put([(one, "candidate")], "user")
    assert kept(ledger) == counted(ledger)
    ledger.close()
