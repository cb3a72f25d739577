"""A function of a library that is entered again before its first call ended."""

import pytest

from rca.analysis.locating.frame_locator import locate
from rca.causes.failure.reentry import find_reentry
from rca.error_text import parse
from tests.indexed_project import indexed

CODE = """package shop;
class Pages {
    void back() {
        refresh();
    }
    void refresh() {
        adapter.changed();
    }
    void onRow(int at) {
        refresh();
    }
}
"""
TWICE = """{thrown}
    at lib.Manager.run(Manager.java:5)
    at lib.Adapter.changed(Adapter.java:9)
    at shop.Pages.refresh(Pages.java:7)
    at shop.Pages.onRow(Pages.java:10)
    at lib.Rows$Click.onClick(Rows.java:4)
    at lib.Manager.close(Manager.java:7)
    at lib.Adapter.changed(Adapter.java:9)
    at shop.Pages.refresh(Pages.java:7)
    at shop.Pages.back(Pages.java:4)
"""
RECURSIVE = "java.lang.IllegalStateException: Recursive entry to run"


@pytest.fixture
def reentry(tmp_path):
    snapshot = indexed(tmp_path, {"src/main/java/shop/Pages.java": CODE}).snapshot

    def find(text):
        report = parse(text, app_packages=("shop",))
        return find_reentry(report, locate(report, snapshot))

    return find


@pytest.mark.parametrize(
    "thrown",
    [
        RECURSIVE,
        "java.lang.IllegalStateException: FragmentManager is already executing transactions",
        "java.util.ConcurrentModificationException",
    ],
)
def test_both_ways_in_are_stated(reentry, thrown):
    found = reentry(TWICE.format(thrown=thrown))
    assert found.statement == (
        "`Adapter.changed` is entered again before its first call ended: first from `Pages.back` (line 4), then "
        "from `Pages.onRow` (line 10), by way of `Rows.Click.onClick`."
    )
    assert (found.outer.line, found.inner.line) == (4, 10)


def test_a_message_about_something_else_states_nothing(reentry):
    assert reentry(TWICE.format(thrown="java.lang.IllegalStateException: closed")) is None


def test_a_function_that_stands_once_is_not_entered_again(reentry):
    once = "".join(TWICE.format(thrown=RECURSIVE).splitlines(keepends=True)[:5])
    assert reentry(once) is None
