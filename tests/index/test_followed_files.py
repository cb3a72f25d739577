"""Edits inside bodies leave what was worked out before; answers are those of a workspace opened afresh."""

from __future__ import annotations

import tempfile
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from evaluation.project_text import project_files, write_project
from rca.navigation.callers import find_callers
from rca.navigation.definition import find_definition
from rca.scheduling.deadline import Deadline
from rca.workspace import DocumentOpened, FilesChanged, Workspace
from tests.document_edits import DocumentEdits

HEADS = project_files("""
// file: a/Base.kt
package a
open class Base {{
 open fun run() {{ {} }}
 fun make() = Other()
}}
fun top(n: Int, f: (Base) -> Unit) {{ {} }}
// file: a/Other.kt
package a
import b.help
class Other : Base() {{
 override fun run() {{ {} }}
 val held = make()
 fun twice(): Int {{ {}; return 2 }}
}}
// file: b/Help.kt
package b
import a.*
fun help() {{ {} }}
fun Base.grown() = held().run().let {{ this }}
fun held() = Other().held
object All {{ fun go() {{ {} }} }}
// file: c/Old.java
package c;
import a.*;
class Old {{
 void go(Other o) {{ {} }}
 Other other() {{ {}; return new Other(); }}
}}
""")
KOTLIN = (
    "", "run()", "top(1) { it.run() }", "val x = b.held(); x.run()", "\n\n help()", "Other().twice()",
    "a.Base().make().held.run()", "Other().let { o -> o.run(); o.grown() }", "b.All.go()", "fun run() {}; run()",
)  # fmt: skip
JAVA = (
    "",
    "o.run();",
    "\n new Other().getHeld().run();",
    "b.HelpKt.help();",
    "var x = new Other(); x.twice();",
)


def bodies(path):
    """Two bodies for a file."""
    choices = st.sampled_from(JAVA if path.endswith(".java") else KOTLIN)
    return st.tuples(choices, choices)


texts = st.sampled_from(sorted(HEADS)).flatmap(
    lambda path: bodies(path).map(lambda two: (path, HEADS[path].format(*two)))
)
steps = st.tuples(st.sampled_from(("change", "change", "close", "write", "ask")), texts)


def answers(workspace):
    """Return the callers of everything, three deep, and where each declaration stands now."""
    index = workspace.snapshot.index
    functions = [one for path in HEADS for one in index.symbols(path) if one.is_callable]
    return {
        (one.path, one.index): (one.line, find_callers(index, (one,), depth, Deadline()))
        for one in functions
        for depth in (1, 3)
    }


def definitions(workspace, texts_now):
    """Return the line of what each word of the files means."""
    index = workspace.snapshot.index
    found = {}
    for path, text in texts_now.items():
        for offset in range(0, len(text), 3):
            meaning = find_definition(index, path, offset, texts_now.get)
            if meaning is not None:
                found[path, offset] = [(one.path, one.index, one.line) for one in meaning.in_project]
    return found


@settings(max_examples=25, deadline=None)
@given(st.lists(steps, max_size=8))
def test_answers_through_kept_ones_are_those_of_a_fresh_start(edits):
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / "project"
        on_disk = {path: text.format("", "") for path, text in HEADS.items()}
        write_project(root, on_disk)
        workspace = Workspace([root], Path(folder) / "data")
        workspace.index()
        answers(workspace)
        editor = DocumentEdits(workspace, root)
        for version, (kind, (path, text)) in enumerate(edits):
            if kind == "change":
                editor.change(path, text, version)
            elif kind == "close":
                editor.close(path)
            elif kind == "write":
                on_disk[path] = text
                write_project(root, {path: text})
                workspace.apply(FilesChanged((root / path,)))
            else:
                answers(workspace)
        fresh = Workspace([root], Path(folder) / "fresh")
        fresh.index()
        editor.open_in(fresh)
        assert answers(workspace) == answers(fresh)
        now = {**on_disk, **editor.texts}
        assert definitions(workspace, now) == definitions(fresh, now)
        workspace.close()
        fresh.close()


def test_an_older_snapshot_keeps_its_own_answers(tmp_path):
    (tmp_path / "A.kt").write_text("fun f() {}\nfun g() { f() }\n", encoding="utf-8")
    workspace = Workspace([tmp_path], tmp_path / "data")
    workspace.index()
    older = workspace.snapshot.index
    newer = workspace.apply(DocumentOpened(tmp_path / "A.kt", "fun f() {}\n\nfun g() {\n f() }\n", 1)).index

    def lines(index):
        return [
            (one.line, one.callee_line)
            for one in find_callers(index, (index.symbols("A.kt")[0],), 1, Deadline()).callers
        ]

    assert [lines(one) for one in (older, newer, older, newer)] == [[(2, 1)], [(4, 1)]] * 2
    workspace.close()


def test_an_edit_of_a_body_leaves_other_files_resolved(tmp_path):
    (tmp_path / "A.kt").write_text("class A { fun f() { } }\n", encoding="utf-8")
    (tmp_path / "B.kt").write_text("fun b(a: A) { a.f() }\n", encoding="utf-8")
    workspace = Workspace([tmp_path], tmp_path / "data")
    workspace.index()

    def resolver(text, version):
        index = workspace.apply(DocumentOpened(tmp_path / "A.kt", text, version)).index
        with index.resolver() as resolver:
            return resolver

    first = resolver("class A { fun f() { } }\n", 1)
    assert resolver("class A { fun f() { println() } }\n", 2) is first
    assert resolver("class A { fun f(n: Int) { println() } }\n", 3) is not first
    workspace.close()
