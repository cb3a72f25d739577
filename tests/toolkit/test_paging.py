"""Pages of a list, from cursor to cursor."""

from types import SimpleNamespace

from models.tools.file_search import FileSearchResult
from rca.toolkit.paging import page_of


def pages(items, limit):
    cursor = "0"
    while cursor is not None:
        page = page_of(items, SimpleNamespace(cursor=int(cursor), limit=limit))
        yield page.items
        assert page.truncated == (page.next is not None)
        cursor = page.next


def test_pages_show_each_item_once():
    assert list(pages("abcde", 2)) == [("a", "b"), ("c", "d"), ("e",)]
    assert list(pages("abcd", 2)) == [("a", "b"), ("c", "d")]
    assert list(pages("", 2)) == [()]


def test_an_answer_that_lacks_something_is_partial_and_notes_alone_make_it_no_such():
    page = page_of("abc", SimpleNamespace(cursor=0, limit=2))
    result = FileSearchResult(files=page.items, matches=3, pattern="*", truncated=True)
    partial, whole = page.answer(result, ["no time"], ["a note"]), page.answer(result, (), ["a note"])
    assert (partial.completeness, partial.provenance) == ("partial", ("no time", "a note"))
    assert (whole.completeness, whole.provenance) == ("complete", ("a note",))
    assert (whole.truncated, whole.next) == (True, "2")
