"""A text after an editor's changes: as if each were made alone, and many at once in good time."""

import time

from hypothesis import given
from hypothesis import strategies as st
from lsprotocol import types

from lsp_server.positions import Positions, apply_changes

TEXTS = st.text(alphabet="ab\n\r\u00e9\U0001f600", max_size=30)
PLACES = st.builds(types.Position, st.integers(0, 6), st.integers(0, 8))
CHANGES = st.lists(
    st.builds(
        types.TextDocumentContentChangePartial,
        range=st.builds(types.Range, PLACES, PLACES),
        text=TEXTS,
    ),
    max_size=5,
)


@given(TEXTS, CHANGES, st.sampled_from(["utf-8", "utf-16", "utf-32"]))
def test_each_change_is_counted_in_the_text_that_the_last_one_left(text, changes, encoding):
    expected = text
    for change in changes:
        places = Positions(expected, encoding)
        ends = sorted((places.offset(change.range.start), places.offset(change.range.end)))
        expected = expected[: ends[0]] + change.text + expected[ends[1] :]
    assert apply_changes(text, changes, encoding) == expected


def test_a_thousand_places_at_once_do_not_take_a_thousand_times_as_long():
    """An editor that replaces a word everywhere sends one message, from the end to the beginning."""
    text = "val x = 1 // something\n" * 20_000
    changes = [
        types.TextDocumentContentChangePartial(
            range=types.Range(types.Position(line, 4), types.Position(line, 5)), text="amount"
        )
        for line in reversed(range(0, 20_000, 20))
    ]

    def seconds(given):
        started = time.thread_time()
        assert apply_changes(text, given, "utf-16").count("amount") == len(given)
        return time.thread_time() - started

    assert seconds(changes) < 50 * min(seconds(changes[:1]) for _ in range(5))
