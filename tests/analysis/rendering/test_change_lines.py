"""Suspect changes: one line each, and of a diff what the code shown does not say."""

from models.code import SuspectChange
from rca.analysis.rendering.change_lines import render_changes

DIFF = "@@ -1,3 +1,3 @@\n fun a() {\n-    old()\n+    new( )\n+    more()\n }"


def change(**parts):
    given = {
        "commit": "0123456789abcdef",
        "author": "A",
        "date": "2026-01-02T03:04:05Z",
        "summary": "Do more",
        "file_path": "a/B.kt",
        "lines": (2, 3),
        "reason": "blame_line",
        "score": 0.5,
        "diff": DIFF,
    }
    return SuspectChange(**{**given, **parts})


def test_a_change_is_a_line_and_what_its_diff_adds_to_the_code_shown():
    said = render_changes([change()], 5, {"new( )"}, diffs=True)
    assert "- 0123456789 2026-01-02 Do more (`a/B.kt`, last changed line 2, 3)" in said
    assert said.endswith("```diff\n-    old()\n+    more()\n```")


def test_a_diff_that_says_nothing_about_the_line_that_failed_is_left_out():
    for reason in ("blame_function", "caller_changed", "dependency_changed", "recent_commit"):
        assert "```" not in render_changes([change(reason=reason)], 5, (), diffs=True)
    assert "```" not in render_changes([change(diff="@@\n+gone()")], 5, (), diffs=True)
    assert "+gone()" in render_changes([change(diff="@@\n+gone()", reason="uncommitted")], 5, (), diffs=True)


def test_what_is_left_out_is_counted():
    several = [change(commit=f"{number}" * 12, diff=f"-{number}") for number in range(7)]
    said = render_changes(several, 5, (), diffs=True)
    assert said.endswith("\n- 2 more")
    assert said.count("```diff") == 1
    long = "\n".join(f"-line {number}" for number in range(20))
    assert "  … 14 more lines" in render_changes([change(diff=long)], 5, (), diffs=True)
