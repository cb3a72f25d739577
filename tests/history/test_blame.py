"""Blame through any sequence of edits: each line of today's text belongs to the commit that wrote it."""

from __future__ import annotations

import tempfile
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rca.history.blame import blame
from rca.history.repository import open_repository
from rca.history.working_tree import file_state
from rca.scheduling.deadline import Deadline
from tests.history.conftest import Sandbox

EDITS = st.lists(
    st.tuples(st.integers(0, 12), st.integers(0, 3), st.integers(0, 3)).filter(
        lambda edit: edit[1] + edit[2] > 0
    ),
    min_size=1,
    max_size=3,
)  # where, lines removed, lines put in


def apply(lines: list[str], edits, author: str) -> list[str]:
    for number, (at, removed, added) in enumerate(edits):
        new = [f"val {author}_{number}_{line} = {number * 10 + line}" for line in range(added)]
        lines = [*lines[:at], *new, *lines[at + removed :]]
    return lines


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(commits=st.lists(EDITS, min_size=1, max_size=3), unsaved=EDITS)
def test_each_line_belongs_to_the_commit_that_wrote_it(commits, unsaved):
    with tempfile.TemporaryDirectory() as folder:
        sandbox = Sandbox(Path(folder))
        lines = [f"val first_{number} = {number}" for number in range(12)]
        sandbox.write("A.kt", "\n".join(lines) + "\n")
        authors = {sandbox.commit("first"): "first"}
        for number, edits in enumerate(commits):
            lines = apply(lines, edits, f"c{number}")
            sandbox.write("A.kt", "".join(f"{line}\n" for line in lines))
            authors[sandbox.commit(f"c{number}")] = f"c{number}"
        today = apply(lines, unsaved, "unsaved")
        repository = open_repository(sandbox.root, "A.kt", Deadline())
        state = file_state(repository, sandbox.root, "A.kt", "".join(f"{line}\n" for line in today))
        found = blame(repository, state, [(1, len(today))])
        told = {line: authors[commit.hash] for commit, numbers in found.commits.items() for line in numbers}
        expected = {
            number: text.split("_")[0].removeprefix("val ")
            for number, text in enumerate(today, start=1)
            if "unsaved" not in text
        }
        assert told == expected
        edited = {n for edit in state.edits for n in range(edit.new_first, edit.new_first + edit.new_count)}
        assert edited == {number for number, text in enumerate(today, start=1) if "unsaved" in text}
