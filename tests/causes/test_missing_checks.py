"""Checks that the same function or class makes, and the failing line does not."""

import pytest

from rca.causes.candidate_set import CandidateSet
from rca.causes.platform_facts.missing_checks import find_missing_checks
from rca.causes.project_code import ProjectCode
from rca.causes.trace_candidates import app_frames
from rca.scheduling.deadline import Deadline


@pytest.fixture
def stated(bug):
    def find(name, code, thrown, method, line):
        owner = name.partition(".")[0]
        semicolon = ";" * name.endswith("java")
        files = f"// file: src/main/java/shop/{name}\npackage shop{semicolon}\n{code}"
        asked = bug(files, f"{thrown}\n\tat shop.{owner}.{method}({name}:{line})\n")
        project, deadline = ProjectCode(asked.snapshot), Deadline(20)
        app = app_frames(CandidateSet(project, deadline), asked.frames, asked.culprit)
        return [one.statement for one in find_missing_checks(asked.failure, app, project, deadline)]

    return find


NULL = "java.lang.NullPointerException"
CALLED = 'java.lang.NullPointerException: Cannot invoke "shop.View.hide()" because "this.view" is null'
JAVA = """class Screen {
    private View view;
    void show(int state) {
        if (state == 1) {
            if (view != null) {
                view.show();
            }
        } else {
            view.hide();
        }
    }
}
class View { void show() {} void hide() {} }
"""


def test_a_null_check_of_a_sibling_branch(stated):
    assert stated("Screen.java", JAVA, CALLED, "show", 10) == [
        (
            "`Screen.show` uses `view` at line 10 without a check for null; line 7 of the same function uses it "
            "after one (line 6: `if (view != null) {`)."
        )
    ]


def test_nothing_is_stated_behind_a_check(stated):
    code = JAVA.replace(
        "        if (state == 1) {\n            if", "        if (view == null) return;\n            { if", 1
    )
    assert stated("Screen.java", code, CALLED, "show", 10) == []


def test_a_check_of_another_function_of_the_class(stated):
    code = """class Screen {
    private var view: View? = null
    fun show() {
        view?.show()
    }
    fun hide() {
        view!!.hide()
    }
}
class View { fun show() {} fun hide() {} }
"""
    assert stated("Screen.kt", code, NULL, "hide", 8) == [
        (
            "`Screen.hide` uses `view` at line 8 without a check for null; line 5 of `Screen.show` makes one "
            "(`view?.show()`)."
        )
    ]


def test_a_local_of_another_function_is_another_value(stated):
    code = """class Screen {
    fun show(view: View?) {
        view?.show()
    }
    fun hide(view: View?) {
        view!!.hide()
    }
}
class View { fun show() {} fun hide() {} }
"""
    assert stated("Screen.kt", code, NULL, "hide", 7) == []


def test_a_lateinit_property_whose_state_is_asked_for(stated):
    code = """class Screen {
    lateinit var view: View
    fun show() {
        if (::view.isInitialized) view.show()
    }
    fun hide() {
        view.hide()
    }
}
class View { fun show() {} fun hide() {} }
"""
    thrown = "kotlin.UninitializedPropertyAccessException: lateinit property view has not been initialized"
    assert stated("Screen.kt", code, thrown, "hide", 8) == [
        (
            "`Screen.hide` uses `view` at line 8 without a check of whether it is set; line 5 of `Screen.show` "
            "makes one (`if (::view.isInitialized) view.show()`)."
        )
    ]


BOUNDS = """class Rows {{
    private final java.util.List<String> rows = load();
    String first(int at) {{
        {check}
        return rows.get(0);
    }}
    String last() {{
        return rows.get(rows.size() - 1);
    }}
}}
"""
OUTSIDE = "java.lang.ArrayIndexOutOfBoundsException: Index -1 out of bounds for length 0"


@pytest.mark.parametrize(
    "check",
    [
        "if (rows.isEmpty()) return null;",
        "if (rows.size() == 0) return null;",
        "if (rows.size() < 1) { return null; }",
        "if (0 >= rows.size()) throw new IllegalStateException();",
    ],
)
def test_a_check_of_the_size(stated, check):
    said = stated("Rows.java", BOUNDS.format(check=check), OUTSIDE, "last", 9)
    assert len(said) == 1
    assert said[0].startswith(
        "`Rows.last` uses `rows` at line 9 without a check of its size; line 6 of `Rows.first` uses it after"
    )


@pytest.mark.parametrize(
    "check", ["if (rows.size() > 3) return null;", "log(rows.size());", "if (at == 0) at = 1;"]
)
def test_what_is_no_check_of_the_size(stated, check):
    assert stated("Rows.java", BOUNDS.format(check=check), OUTSIDE, "last", 9) == []


def test_a_fragment_that_asks_whether_it_is_attached(stated):
    code = """class Page : Fragment() {
    fun ready() {
        if (!isAdded) return
        title = getString(1)
    }
    fun failed() {
        title = getString(2)
    }
}
"""
    trace = (
        "java.lang.IllegalStateException: Fragment Page{1} not attached to a context.\n"
        "\tat androidx.fragment.app.Fragment.requireContext(Fragment.java:900)\n"
        "\tat androidx.fragment.app.Fragment.getResources(Fragment.java:964)\n"
        "\tat androidx.fragment.app.Fragment.getString(Fragment.java:986)"
    )
    assert stated("Page.kt", code, trace, "failed", 8) == [
        (
            "`Page.failed` uses `getString` at line 8 without a check of whether the fragment is attached; "
            "line 5 of `Page.ready` uses it after one (line 4: `if (!isAdded) return`)."
        )
    ]
