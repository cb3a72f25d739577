"""Diffs as data, against diffs that git itself makes."""

from __future__ import annotations

import subprocess

from hypothesis import given, settings
from hypothesis import strategies as st

from rca.history.unified_diff import DIFF_LINES, Edit, excerpt, new_line, old_line, parse_patch

TEXTS = st.lists(st.sampled_from(["a", "b", "c", "--- x", "+++ y", "@@ -1 +1 @@", ""]), max_size=12)


def git_diff(folder, before: list[str], after: list[str]):
    (folder / "before").write_text("".join(f"{line}\n" for line in before))
    (folder / "after").write_text("".join(f"{line}\n" for line in after))
    done = subprocess.run(  # noqa: PLW1510 - a difference is exit code 1
        ["git", "diff", "--no-index", "--no-color", "before", "after"],
        cwd=folder,
        capture_output=True,
        text=True,
    )
    return parse_patch(done.stdout)


@settings(max_examples=60, deadline=None)
@given(before=TEXTS, after=TEXTS)
def test_unchanged_lines_are_mapped_both_ways_and_changed_ones_are_not(tmp_path_factory, before, after):
    patches = git_diff(tmp_path_factory.mktemp("diff"), before, after)
    edits = [edit for patch in patches for edit in patch.edits]
    kept = []
    for number in range(1, len(after) + 1):
        was = old_line(edits, number)
        if was is not None:
            assert before[was - 1] == after[number - 1]
            assert new_line(edits, was) == number
            kept.append(was)
    assert kept == sorted(set(kept))
    removed = sum(edit.old_count for edit in edits)
    assert len(before) - len(kept) == removed


def test_a_diff_that_is_cut_off_gives_what_arrived():
    text = "diff --git a/A.kt b/A.kt\n--- a/A.kt\n+++ b/A.kt\n@@ -1,9 +1,9 @@\n one\n-two\n+TWO\n thr"
    (patch,) = parse_patch(text)
    assert list(patch.edits) == [Edit(2, 1, 2, 1)]


def test_a_removal_touches_the_lines_around_its_gap():
    removal = Edit(5, 2, 5, 0)
    assert removal.touches(1, 5)
    assert not removal.touches(6, 9)
    assert removal.distance(5) == 0


def test_a_new_or_deleted_file_has_no_path_on_that_side(tmp_path):
    text = "diff --git a/A.kt b/A.kt\nnew file mode 100644\n--- /dev/null\n+++ b/A.kt\n@@ -0,0 +1 @@\n+one\n"
    (patch,) = parse_patch(text)
    assert (patch.old_path, patch.new_path, patch.size) == (None, "A.kt", 1)


def test_long_diffs_say_how_much_was_left_out(tmp_path):
    (patch,) = git_diff(tmp_path, [], [str(number) for number in range(100)])
    lines = excerpt(patch.hunks).split("\n")
    assert len(lines) == DIFF_LINES
    assert lines[-1] == "… 62 more lines"
