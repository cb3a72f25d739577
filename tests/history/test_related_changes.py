"""Changes elsewhere: a name that was taken away, and the code that a failing test is about."""

from __future__ import annotations

import pytest

from evaluation.project_text import project_files
from rca.history.change_query import ChangeTarget
from rca.history.related_changes import missing_names
from rca.history.suspect_changes import suspects
from rca.scheduling.deadline import Deadline

STATE = "app/src/main/kotlin/RecipeState.kt"
SCREEN = "app/src/main/kotlin/RecipeScreen.kt"


PROJECT = """
// file: app/src/main/kotlin/RecipeState.kt
class RecipeState(private val steps: List<String>) {{
    val {name}: String get() = steps[0]
}}
// file: app/src/main/kotlin/RecipeScreen.kt
fun show(state: RecipeState) {{
    print(state.stepText)
}}
"""


def recipe(name: str) -> str:
    return project_files(PROJECT.format(name=name))[STATE]


def project(sandbox) -> str:
    sandbox.add(PROJECT.format(name="stepText"))
    sandbox.commit("Show recipes")
    sandbox.write(STATE, recipe("text"))
    return sandbox.commit("Shorten the names")


def ask(sandbox, root=None, **target):
    given = {"file_path": SCREEN, "line": 2, "function": (1, 3)} | target
    return suspects(root or sandbox.root, ChangeTarget(**given), Deadline()).changes


def test_the_commit_that_took_the_missing_name_away_comes_first(sandbox):
    rename = project(sandbox)
    sandbox.commit("Wait", days=30)
    first = ask(sandbox, names=("stepText",))[0]
    assert (first.commit, first.file_path) == (rename, STATE)
    assert "-    val stepText: String" in first.diff


def test_without_a_missing_name_that_commit_is_not_named(sandbox):
    rename = project(sandbox)
    assert rename not in {change.commit for change in ask(sandbox)}


def test_an_edit_that_is_not_committed_and_takes_a_name_away_comes_first(sandbox):
    project(sandbox)
    sandbox.write(STATE, recipe("line"))
    first = ask(sandbox, names=("text",))[0]
    assert (first.commit, first.file_path) == (None, STATE)
    assert first.summary == "Edited, not committed: takes the missing name away"


def test_a_commit_that_only_added_the_name_is_no_suspect(sandbox):
    project(sandbox)
    assert all(
        "text" not in (change.diff or "")
        for change in ask(sandbox, names=("steps",))
        if change.file_path == STATE
    )


def test_a_name_is_looked_for_inside_the_workspace_alone(sandbox):
    rename = project(sandbox)
    sandbox.write("other/Use.kt", "val stepText = 1\n")
    sandbox.commit("Use it elsewhere")
    sandbox.write("other/Use.kt", "val stepLine = 1\n")
    outside = sandbox.commit("Rename it elsewhere")
    found = ask(sandbox, sandbox.root / "app", file_path=SCREEN.removeprefix("app/"), names=("stepText",))
    commits = {change.commit: change.file_path for change in found}
    assert commits[rename] == STATE.removeprefix("app/")
    assert outside not in commits


def test_commits_on_the_code_that_a_test_is_named_after_are_suspects(sandbox):
    test = "app/src/test/kotlin/RecipeStateTest.kt"
    sandbox.write(test, "class RecipeStateTest {\n    fun reads() {\n        check(false)\n    }\n}\n")
    change = project(sandbox)
    found = {c.commit: c for c in ask(sandbox, file_path=test, line=3, function=(2, 4))}
    assert found[change].file_path == STATE
    assert found[change].reason == "recent_commit"


@pytest.mark.parametrize(
    ("message", "names"),
    [
        ("Unresolved reference 'stepText'.", ("stepText",)),
        ("Unresolved reference: stepText", ("stepText",)),
        ("cannot find symbol\n  symbol:   method total(int)\n  location: class Cart", ("total",)),
        ("java.lang.NoSuchMethodError: No virtual method load(I)V in class La/b/C;", ("load",)),
        ("java.lang.NoSuchFieldError: DEFAULT_TIMEOUT", ("DEFAULT_TIMEOUT",)),
        ("java.lang.NoClassDefFoundError: com/example/shop/Cart", ("Cart",)),
        ("java.lang.ClassNotFoundException: com.example.shop.Cart", ("Cart",)),
        ("error: resource string/app_title (aka com.example:string/app_title) not found.", ("app_title",)),
        ("No parameter with name 'count' found.", ("count",)),
        ("'onBind' overrides nothing.", ("onBind",)),
        ("SQL error or missing database (no such column: items.price)", ("price",)),
        ("java.lang.NullPointerException: Attempt to read from field 'int a.b'", ()),
        ("Type mismatch: inferred type is String? but String was expected", ()),
    ],
)
def test_messages_that_call_a_name_missing(message, names):
    assert missing_names([message]) == names


def test_each_name_is_given_once():
    assert missing_names(["Unresolved reference: alpha", "Unresolved reference: alpha"]) == ("alpha",)
