"""What can throw an error in a class that the text names, with no line."""

import pytest

from rca.analysis.locating.frame_locator import locate
from rca.analysis.locating.text_places import places_in_text
from rca.causes.failure.find_failure import find_failure
from rca.error_text import parse
from rca.scheduling.deadline import Deadline
from tests.indexed_project import indexed


@pytest.fixture
def ask(tmp_path):
    """Ask what failed by a text without a frame of the project."""

    def find(text, name, code):
        snapshot = indexed(tmp_path, {f"src/main/java/shop/{name}": code}).snapshot
        report = parse(text, app_packages=("shop",))
        places = locate(report, snapshot) or places_in_text(text, report, snapshot)[0]
        return find_failure(report, places, snapshot, Deadline(20))

    return find


ROWS = """package shop;
class Rows {
    String[] names;
    int count;
    String checked(int at) {
        if (at < names.length) {
            return names[at];
        }
        return null;
    }
    String first(String text) {
        return text.split(",")[1];
    }
    int share(int all) {
        return all / count;
    }
    int parsed(String text) {
        return Integer.parseInt(text);
    }
    String picked(java.util.Iterator<String> all) {
        return all.next();
    }
    Row cast(Object row) {
        return (Row) row;
    }
    void clean(java.util.List<String> rows) {
        for (String row : rows) {
            rows.remove(row);
        }
    }
}
class Row {}
"""


@pytest.mark.parametrize(
    ("thrown", "shown"),
    [
        ("java.lang.ArrayIndexOutOfBoundsException", ('text.split(",")[1]', 12)),
        ("java.lang.ArithmeticException: / by zero", ("all / count", 15)),
        ("java.lang.NumberFormatException", ("Integer.parseInt(text)", 18)),
        ("java.util.NoSuchElementException", ("all.next()", 21)),
        ("java.lang.ClassCastException", ("(Row) row", 24)),
        ("java.util.ConcurrentModificationException", ("rows.remove(row)", 28)),
    ],
)
def test_the_expression_of_the_kind(ask, thrown, shown):
    found = ask(f"{thrown} in shop.Rows", "Rows.java", ROWS)
    assert (found.expression.text, found.expression.start_line) == shown
    assert found.expression.note.startswith("the text names this class and no line")
    assert found.others == ()


def test_what_is_checked_is_shown_where_nothing_else_is(ask):
    code = ROWS.replace('text.split(",")[1]', "text")
    found = ask("java.lang.ArrayIndexOutOfBoundsException in shop.Rows", "Rows.java", code)
    assert found.expression.text == "names[at]"
    assert found.expression.note.endswith("checked in line 6")


LIST = """package shop
class ListFragment : Fragment() {
    fun onCreate(state: Any?) {
        title = getString(1)
    }
    fun load() {
        source.observe(this) { rows -> show(getString(2)) }
        source.let { show(resources) }
    }
    fun onSharedPreferenceChanged(key: String) {
        show(getString(3))
    }
    fun onLoaded() {
        if (!isAdded) return
        show(getString(4))
    }
}
"""
DETACHED = "java.lang.IllegalStateException: Fragment ListFragment{2bbadca} not attached to a context."


def test_what_a_fragment_asks_of_its_host_in_callbacks(ask):
    found = ask(DETACHED, "ListFragment.kt", LIST)
    shown = [(one.text, one.start_line) for one in (found.expression, *found.others)]
    assert shown == [("getString(2)", 7), ("getString(3)", 11), ("resources", 8)]
    assert found.expression.note.endswith("in code that `observe` gets")


def test_another_refusal_names_nothing(ask):
    found = ask(
        "java.lang.IllegalStateException: Fragment ListFragment{2bbadca} is busy", "ListFragment.kt", LIST
    )
    assert found.expression is None


def test_reads_of_a_property_that_was_not_set(ask):
    code = """package shop
class Screen {
    lateinit var view: View
    fun show() {
        if (::view.isInitialized) view.show()
    }
    fun hide() {
        view.hide()
    }
}
class View { fun show() {}; fun hide() {} }
"""
    thrown = "kotlin.UninitializedPropertyAccessException: lateinit property view has not been initialized"
    found = ask(f"{thrown} (class shop.Screen)", "Screen.kt", code)
    assert (found.expression.text, found.expression.start_line, found.others) == ("view", 8, ())


def test_a_fragment_that_is_visible_has_its_host(ask):
    code = LIST.replace("if (!isAdded) return", "if (!isVisible) return")
    found = ask(DETACHED, "ListFragment.kt", code)
    assert all(one.text != "getString(4)" for one in (found.expression, *found.others))
    shown = [one.text for one in (found.expression, *found.others)]
    code = LIST.replace("if (!isAdded) return", "if (!row.isVisible) return")
    again = ask(DETACHED, "ListFragment.kt", code)
    assert len((again.expression, *again.others)) == len(shown) + 1
