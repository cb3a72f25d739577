"""Locks by the code: held at a line, wanted by a line."""

import pytest

from evaluation.project_text import write_project
from models.error_report import Frame
from rca.analysis.locating.hang_places import WorkspaceCode
from rca.hangs.lock_code import locks_held, locks_wanted
from rca.hangs.task_code import handed_tasks
from rca.workspace import Workspace

SOURCE = """
class Box {
    private val outer = Mutex()
    private val inner = ReentrantLock()

    suspend fun nested() {
        outer.withLock {
            delay(1)
            step()
        }
        step()
    }

    fun released() {
        inner.lock()
        try {
            step()
        } finally {
            inner.unlock()
        }
        step()
    }

    suspend fun later(scope: CoroutineScope) {
        outer.withLock {
            scope.launch {
                step()
            }
        }
    }

    suspend fun others(other: Box) = other.outer.lock()

    fun blocking() = runBlocking {
        background.launch(writer) { step() }
        withContext(reader) { step() }
    }

    fun immediate() = runBlocking { withContext(Dispatchers.Main.immediate) { step() } }

    fun main() = runBlocking { show() }

    private suspend fun show() = withContext(Dispatchers.Main) { step() }

    private fun begin() {
        inner.lock()
    }

    private fun end() {
        inner.unlock()
    }

    fun helped() {
        begin()
        step()
        end()
        step()
    }

    fun step() = Unit
}
"""


@pytest.fixture(scope="module")
def code(tmp_path_factory):
    folder = tmp_path_factory.mktemp("code")
    write_project(folder / "project", {"Box.kt": SOURCE.strip() + "\n"})
    workspace = Workspace([folder / "project"], folder / "data")
    workspace.index()
    yield WorkspaceCode(workspace.snapshot)
    workspace.close()


def place(code, needle, nth=0):
    lines = SOURCE.strip().split("\n")
    line = [number for number, text in enumerate(lines, 1) if needle in text][nth]
    text = f"at Box.x(Box.kt:{line})"
    found = code.place(Frame(class_name="Box", method="x", file="Box.kt", line=line, origin="app", text=text))
    assert found is not None
    return found


def held(code, needle, nth=0, inner="step"):
    return [use.name for use in locks_held(place(code, needle, nth), code, inner)]


@pytest.mark.parametrize(
    ("needle", "nth", "expected"),
    [
        ("step()", 0, ["outer"]),  # inside the block
        ("step()", 1, []),  # below it
        ("step()", 2, ["inner"]),  # inside try
        ("step()", 3, []),  # after unlock
        ("step()", 4, []),  # in a coroutine that is launched inside
        ("step()", 9, ["inner"]),  # a helper took it
        ("step()", 10, []),  # a helper gave it back
    ],
)
def test_a_lock_is_held_from_where_it_is_taken_to_where_it_is_given_back(code, needle, nth, expected):
    assert held(code, needle, nth) == expected


def test_another_objects_lock_is_not_ones_own(code):
    (wanted,) = locks_wanted(place(code, "other.outer.lock()"), code)
    (own,) = locks_held(place(code, "step()"), code, "step")
    assert wanted.key != own.key


def executors(code, needle):
    return [task.executor for task in handed_tasks(place(code, needle), "run_blocking", code)]


def test_run_blocking_does_not_wait_for_what_another_scope_launches(code):
    assert executors(code, "fun blocking()") == ["reader"]


def test_what_the_main_thread_runs_at_once_needs_no_turn(code):
    assert "main" not in executors(code, "fun immediate()")


def test_functions_that_the_block_calls_are_followed(code):
    assert "main" in executors(code, "fun main()")
