"""Commits that changed only layout are no suspects."""

import pytest

from rca.history.change_query import ChangeTarget
from rca.history.suspect_changes import suspects
from rca.scheduling.deadline import Deadline

MAIN = "app/src/main/kotlin/Main.kt"
BEFORE = """import b.Two
import a.One

fun main(name: String, count: Int) {
    print("a  b", name, count)
    stop();
}
"""
AFTER = """import a.One
import b.Two

fun main(
    name: String,
    count: Int,
) {
  print(
    "a  b",
    name,
    count,
  )
  stop()
}
"""


def commits(sandbox, after):
    sandbox.write(MAIN, BEFORE)
    first = sandbox.commit("Begin")
    sandbox.write(MAIN, after)
    second = sandbox.commit("Tidy up")
    changes = suspects(sandbox.root, ChangeTarget(MAIN, 5, (4, 7)), Deadline()).changes
    return [
        ("first" if one.commit == first else "second") for one in changes if one.commit in {first, second}
    ]


def test_a_commit_that_only_wraps_lines_and_sorts_imports_is_no_suspect(sandbox):
    assert commits(sandbox, AFTER) == ["first"]


@pytest.mark.parametrize(
    ("old", "new"), [('"a  b"', '"a b"'), ("count,\n  )", "1,\n  )"), ("a.One", "a.Other")]
)
def test_a_commit_that_changes_more_than_layout_is_a_suspect(sandbox, old, new):
    assert "second" in commits(sandbox, AFTER.replace(old, new))


def test_a_commit_that_the_project_leaves_out_of_blame_is_no_suspect(sandbox):
    assert "second" in commits(sandbox, AFTER.replace("stop()", "halt()"))
    sandbox.write(".git-blame-ignore-revs", f"# style\n{sandbox.git('rev-parse', 'HEAD')}\n")
    changes = suspects(sandbox.root, ChangeTarget(MAIN, 5, (4, 7)), Deadline()).changes
    assert sandbox.git("rev-parse", "HEAD") not in {one.commit for one in changes}
