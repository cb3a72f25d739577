"""Frames without a JVM class (Kotlin/JS, Kotlin/Wasm, Compose) find their files."""

import pytest

from rca.analysis.locating.frame_locator import locate
from rca.error_text import parse
from tests.indexed_project import indexed

NOTE = """package app.notes

class Note(private val raw: String) {
    fun title(): String {
        check(raw.isNotEmpty()) { "No title" }
        return raw.trim()
    }
}

fun show(note: Note): String = note.title()
"""
FILES = {
    "shared/src/commonMain/kotlin/app/notes/Note.kt": NOTE,
    "web/src/jsMain/kotlin/app/web/Note.kt": "package app.web\n\nclass Banner\n",
}
OPENING = "Uncaught IllegalStateException: No title\n"


@pytest.mark.parametrize(
    ("frames", "wanted"),
    [
        pytest.param(
            "    at Note.title_1a2b3c_k$ (/ci/build/shared/src/commonMain/kotlin/app/notes/Note.kt:5:9)\n",
            [("shared/src/commonMain/kotlin/app/notes/Note.kt", 5, "Note.title")],
            id="folders of another machine",
        ),
        pytest.param(
            "    at protoOf.title_1a2b3c_k$ (Note.kt:5:9)\n    at show (Note.kt:10:37)\n",
            [
                ("shared/src/commonMain/kotlin/app/notes/Note.kt", 5, "Note.title"),
                ("shared/src/commonMain/kotlin/app/notes/Note.kt", 10, "show"),
            ],
            id="a file's name alone",
        ),
        pytest.param(
            "    at Note.title_1a2b3c_k$ (webpack-internal:///./kotlin/notes.js:120:13)\n",
            [("shared/src/commonMain/kotlin/app/notes/Note.kt", 4, "Note.title")],
            id="a line of the script",
        ),
        pytest.param(
            "    at app.notes.Note.title (wasm://wasm/notes-00b3:wasm-function[51]:0x2fc)\n"
            "    at app.notes.show (wasm://wasm/notes-00b3:wasm-function[52]:0x300)\n",
            [
                ("shared/src/commonMain/kotlin/app/notes/Note.kt", 4, "Note.title"),
                ("shared/src/commonMain/kotlin/app/notes/Note.kt", 10, "show"),
            ],
            id="names of WebAssembly",
        ),
    ],
)
def test_script_frames(tmp_path, frames, wanted) -> None:
    workspace = indexed(tmp_path / "project", FILES)
    report = parse(OPENING + frames)
    places = locate(report, workspace.snapshot)
    assert [(one.file_path, one.line, one.function and one.function.name) for one in places] == wanted


def test_composables(tmp_path) -> None:
    todo = 'package app.notes\n\n@Composable\nfun TodoList() {\n    Column { Text("x") }\n}\n'
    workspace = indexed(tmp_path / "project", {"app/src/main/kotlin/app/notes/Todo.kt": todo})
    report = parse(
        "java.lang.IllegalStateException: measured with infinity\n"
        "\tat androidx.compose.ui.node.LayoutNode.remeasure(LayoutNode.kt:1149)\n"
        "\tSuppressed: androidx.compose.runtime.tooling.DiagnosticComposeException: Composition stack:\n"
        "\t\tat Column(Column.kt:90)\n"
        "\t\tat TodoList(Todo.kt:5)\n"
    )
    (place,) = locate(report, workspace.snapshot)
    assert (place.file_path, place.line, place.function and place.function.name) == (
        "app/src/main/kotlin/app/notes/Todo.kt",
        5,
        "TodoList",
    )
