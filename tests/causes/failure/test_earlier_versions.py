"""Lines that moved since the build, found again in the versions that git has."""

import subprocess

from rca.analysis.locating.frame_locator import locate
from rca.causes.failure.find_failure import find_failure
from rca.error_text import parse
from rca.scheduling.deadline import Deadline
from tests.indexed_project import indexed

TRACE = "kotlin.KotlinNullPointerException\n\tat shop.Cart.run(Cart.kt:4)"
BUILT = "package shop\nclass Cart {\n  fun run() {\n    show(a!!)\n    show(b!!)\n  }\n}\n"
TODAY = "package shop\nclass Cart {\n  fun run() {\n    start()\n    stop()\n    show(a!!)\n    show(b!!)\n  }\n}\n"
FILE = "src/Cart.kt"


def git(folder, *arguments):
    who = ["-c", "user.name=Ann Example", "-c", "user.email=ann@example.org"]
    subprocess.run(["git", *who, *arguments], cwd=folder, check=True, capture_output=True)


def ask(folder, text):
    snapshot = indexed(folder, {FILE: text}).snapshot
    report = parse(TRACE, app_packages=("shop",))
    return find_failure(report, locate(report, snapshot), snapshot, Deadline(20))


def test_the_line_of_the_build_is_found_where_it_stands_now(tmp_path):
    folder = tmp_path / "project"
    indexed(folder, {FILE: BUILT})
    git(folder, "init", "-q")
    git(folder, "add", ".")
    git(folder, "commit", "-qm", "first")
    found = ask(folder, TODAY)
    assert (found.expression.text, found.expression.start_line) == ("a!!", 6)
    assert found.expression.note.startswith("line 4 was this in commit ")
    assert found.expression.note.endswith(", it is line 6 now")


def test_without_history_nothing_is_guessed(tmp_path):
    assert ask(tmp_path / "project", TODAY).expression is None
