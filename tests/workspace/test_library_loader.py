"""A workspace reads the archives that its build names, and its answers know what they declare."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from rca.navigation.callers import find_callers
from rca.scheduling.deadline import Cancelled, Deadline
from rca.workspace import Workspace
from rca.workspace.library_loader import LibraryCaches

FORMS = Path(__file__).parent.parent / "libraries" / "samples" / "forms.jar"
CALLS = """package app
import sample.every.Base
class Store { fun closed() {} fun own() {} }
fun use(base: Base<String>, store: Store) { base.closed(); store.own() }
fun guess(base: Base<String>) { base.Inner("u").pair()!!.first.length }
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    root = tmp_path / "project"
    (root / "libs").mkdir(parents=True)
    (root / "build.gradle.kts").write_text(
        'plugins { kotlin("jvm") }\n'
        'dependencies {\n implementation(files("libs/forms.jar"))\n implementation("com.acme:gone:1.0")\n}\n'
    )
    (root / "Use.kt").write_text(CALLS)
    shutil.copy(FORMS, root / "libs" / "forms.jar")
    return root


def test_archives_of_the_project_are_known_after_reading(project: Path, tmp_path: Path) -> None:
    workspace = Workspace([project], tmp_path / "data")
    workspace.index()
    (target,) = workspace.snapshot.index.functions("Use.kt", "closed")
    before = workspace.snapshot
    seen: list[tuple[int, int]] = []
    report = workspace.read_libraries(LibraryCaches({}, tmp_path), lambda *row: seen.append(row))
    assert [origin for origin in report.archives if "forms" in origin]
    assert "com.acme:gone:1.0" in report.missing
    assert report.problems == ()
    assert seen[-1] == (1, 1)
    assert workspace.snapshot.revision == before.revision + 1
    assert workspace.snapshot.index.libraries.class_places("sample.every.Base")
    assert find_callers(workspace.snapshot.index, (target,), 1, Deadline()).callers == ()
    workspace.close()


def test_an_archive_is_read_once(project: Path, tmp_path: Path) -> None:
    for _ in range(2):
        workspace = Workspace([project], tmp_path / "data")
        report = workspace.read_libraries(LibraryCaches({}, tmp_path))
        assert len(report.archives) == 1
        workspace.close()


def test_a_damaged_archive_is_told_and_the_rest_goes_on(project: Path, tmp_path: Path) -> None:
    (project / "libs" / "forms.jar").write_bytes(b"no archive")
    workspace = Workspace([project], tmp_path / "data")
    report = workspace.read_libraries(LibraryCaches({}, tmp_path))
    assert any("forms: the archive cannot be read" in line for line in report.problems)
    assert workspace.snapshot.index.libraries.class_places("kotlin.collections.List")
    workspace.close()


def test_reading_can_be_stopped_and_leaves_the_state_as_it_was(project: Path, tmp_path: Path) -> None:
    workspace = Workspace([project], tmp_path / "data")
    deadline = Deadline()
    deadline.cancel()
    with pytest.raises(Cancelled):
        workspace.read_libraries(LibraryCaches({}, tmp_path), deadline=deadline)
    assert not workspace.snapshot.index.state.reading_libraries
    workspace.close()


def test_answers_say_that_libraries_are_being_read(project: Path, tmp_path: Path) -> None:
    workspace = Workspace([project], tmp_path / "data")
    workspace.index()
    (target,) = workspace.snapshot.index.functions("Use.kt", "own")
    answers = []
    workspace.read_libraries(
        LibraryCaches({}, tmp_path),
        lambda *_: answers.append(find_callers(workspace.snapshot.index, (target,), 1, Deadline())),
    )
    assert all("the project's libraries are still being read" in one.reasons for one in answers)
    assert answers
    after = find_callers(workspace.snapshot.index, (target,), 1, Deadline())
    assert (after.complete, [one.caller_name for one in after.callers]) == (True, ["use"])
    workspace.close()
