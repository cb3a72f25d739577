"""Exceptions of Kotlin/JS and Kotlin/Wasm: browsers, Node, test runners."""

from __future__ import annotations

from tests.error_text.unusual.shape import Shape

SHAPES = (
    Shape(
        "Kotlin/JS: Chrome, names of source maps",
        "Uncaught IllegalStateException: No title\n"
        "    at Note.title_1a2b3c_k$ (Note.kt:5:9)\n"
        "    at show (Note.kt:10:37)\n"
        "    at main (webpack-internal:///./kotlin/notes.js:201:5)\n"
        "    at eval (webpack-internal:///./kotlin/notes.js:80:25)\n",
        "jvm_exception",
        types=("IllegalStateException",),
        culprit=None,
    ),
    Shape(
        "Kotlin/JS: Chrome's console, a rejected promise and its cause",
        "throwableExtensions.kt:25 Uncaught (in promise) NoSuchElementException: List is empty.\n"
        "    at first (Collections.kt:220:29)\n"
        "    at new NotesScreen (webpack-internal:///./kotlin/notes.js?f2a1:692:13)\n"
        "    at async protoOf.invoke_c9vvnb_k$ [as invoke] (ComposableLambda.jb.kt:116:22)\n"
        "Caused by: IllegalStateException: no notes\n"
        "    at Notes.load_h2j3 (/build/notes/src/jsMain/kotlin/app/notes/Notes.kt:12:9)\n",
        "jvm_exception",
        types=("NoSuchElementException", "IllegalStateException"),
        culprit="Notes.load_h2j3:12",
    ),
    Shape(
        "Kotlin/JS: Node, with the line that threw above",
        "/build/js/packages/notes/kotlin/notes.js:120\n"
        "      throw IllegalStateException_init_$Create$_0('No title');\n"
        "      ^\n\n"
        "IllegalStateException: No title\n"
        "    at compose (/build/compose/src/commonMain/kotlin/androidx/compose/runtime/Composer.kt:77:3)\n"
        "    at Note.title_1a2b3c_k$ (/build/notes/src/commonMain/kotlin/app/notes/Note.kt:5:9)\n"
        "    at Object.<anonymous> (/build/js/packages/notes/kotlin/notes.js:230:3)\n"
        "    at Module._compile (node:internal/modules/cjs/loader:1358:14)\n"
        "    at node:internal/main/run_main_module:28:49 {\n\n"
        "Node.js v20.14.0\n",
        "jvm_exception",
        types=("IllegalStateException",),
        culprit="Note.title_1a2b3c_k$:5",
    ),
    Shape(
        "Kotlin/JS: Firefox",
        "Uncaught IllegalStateException: No title\n"
        "title_1a2b3c_k$@webpack-internal:///./kotlin/notes.js:12:9\n"
        "show@webpack-internal:///./kotlin/notes.js:15:5\n"
        "@webpack-internal:///./kotlin/notes.js:80:25\n",
        "jvm_exception",
        types=("IllegalStateException",),
        culprit=None,
    ),
    Shape(
        "Kotlin/Wasm: V8",
        "Uncaught (in promise) IllegalStateException: No title\n"
        "    at kotlin.Throwable.<init> (wasm://wasm/notes-00b3a1d2:wasm-function[4012]:0x1f00e)\n"
        "    at app.notes.Note.title (wasm://wasm/notes-00b3a1d2:wasm-function[5120]:0x2fc01)\n"
        "    at wasm://wasm/notes-00b3a1d2:wasm-function[5121]:0x2fc22\n",
        "jvm_exception",
        types=("IllegalStateException",),
        culprit="app.notes.Note.title:None",
    ),
    Shape(
        "Kotlin/JS: a test that Gradle ran on Node",
        "> Task :shared:jsNodeTest FAILED\n\n"
        "app.notes.NoteTest.titleIsTrimmed[js, node] FAILED\n"
        "    AssertionError: Expected <Hello>, actual <Hello >.\n"
        "        at <global>.captureStack(/build/js/packages/notes-test/kotlin/kotlin-kotlin-stdlib.js:1210)\n"
        "        at protoOf.captureStack(/build/src/generated/throwableExtensions.kt:12)\n"
        "        at NoteTest.titleIsTrimmed(/build/shared/src/commonTest/kotlin/app/notes/NoteTest.kt:14)\n\n"
        "1 test completed, 1 failed\n\n"
        "FAILURE: Build failed with an exception.\n\n"
        "* What went wrong:\n"
        "Execution failed for task ':shared:jsNodeTest'.\n"
        "> There were failing tests. See the report at: file:///build/reports/tests/jsNodeTest/index.html\n",
        "test_failure",
        types=("AssertionError",),
        culprit="NoteTest.titleIsTrimmed:14",
        tasks=(":shared:jsNodeTest",),
    ),
    Shape(
        "Node alone, no Kotlin in it",
        "TypeError: Cannot read properties of undefined (reading 'foo')\n"
        "    at Object.<anonymous> (/home/u/site/webpack.config.js:3:11)\n"
        "    at Module._compile (node:internal/modules/cjs/loader:1358:14)\n",
        "unknown",
        types=(),
        culprit=None,
    ),
)
