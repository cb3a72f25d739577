"""Answers through links are those that are worked out when asked, whatever was edited since."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from evaluation.project_text import project_files, write_project
from rca.navigation.callers import find_callers
from rca.navigation.references import find_references
from rca.scheduling.deadline import Deadline
from rca.scheduling.typing_throttle import Background, TypingMonitor
from rca.workspace import FilesChanged, Workspace
from rca.xrefs.file_linker import FileLinker
from rca.xrefs.link_worker import Task, link_here
from rca.xrefs.xref_reader import XrefReader
from tests.document_edits import DocumentEdits

FILES = project_files("""
// file: a/Base.kt
package a
open class Base{0} {{
 open fun run({1}) {{ {4} }}
 fun make(){2} = {3}()
}}
interface Task {{ fun act(n: {5}) }}
fun interface Block {{ fun call(b: Base) }}
fun top(n: {5}, f: (Base) -> Unit) {{ {4} }}
fun top(b: Block) {{ {4} }}
// file: a/Other.kt
package a
import b.help{6}
class Other : Base(), Task {{
 override fun run({1}) {{ {4} }}
 override fun act(n: Int) {{ top(n) {{ it.run() }} }}
 val held = make()
 operator fun invoke(): {3} = {3}()
 fun twice(): {5} {{ {4}; return 2 }}
}}
// file: b/Help.kt
package b
import a.*
fun help() {{ {4} }}
fun Base.grown() = held().run().let {{ this }}
fun held() = Other().held
object All {{ fun go() {{ {4} }} }}
typealias Kin = {3}
val shared = held()
// file: c/Old.java
package c;
import a.*;
class Old extends Base {{
 public void run({1}) {{ {7} }}
 Other other() {{ {7} return new Other(); }}
 public {5} getSize() {{ return 1; }}
}}
// file: d/Use.kt
package d
import a.*
import b.*
import c.Old
fun use(old: Old, x: Task) {{ {4}
 old.size; x.act(1)
 shared.run(); Kin().run(); top {{ it.make() }}; Other()().run(); old.run() }}
fun bound(home: d.databinding.HomeViewBinding) {{ home.oneItem.run() }}
// file: d/res/layout/home_view.xml
<merge xmlns:android="a"><a.{3} android:id="@+id/one_item"/></merge>
""")
CHOICES = (
    ("", " : c.Old()"), ("", "n: Int = 1"), ("", ": Base"), ("Base", "Other"),
    ("", "run()", "top(1) { it.run() }", "b.held().run()", "\n help()", "Other().twice()",
     "a.Base().make().held.run()", "Other().let { o -> o.run(); o.grown() }", "b.All.go()", "fun help() {}; help()"),
    ("Int", "Long"), ("", " as aid"), ("", "o().run();", "\n new Other().getHeld().run();", "b.HelpKt.help();"),
)  # fmt: skip
NEW = "e/New.kt"
NEWS = ("package a\nclass New : Base() { override fun run() { make() } }\nfun held() = New()\n",
        "package d\nimport a.Base\nfun Base.make() = 1\nfun help() { b.help() }\n")  # fmt: skip


def filled(path, picks):
    """Return the text of a file with one of each of its choices."""
    return FILES[path].format(*(one[pick % len(one)] for one, pick in zip(CHOICES, picks, strict=True)))


PLAIN = (0,) * len(CHOICES)
bodies = st.integers(0, 9).map(lambda n: (0, 0, 0, 0, n, 0, 0, n))
heads = st.tuples(*(st.integers(0, 9) for _ in CHOICES))
texts = st.sampled_from(sorted(FILES)).flatmap(
    lambda path: st.one_of(bodies, heads).map(lambda picks: (path, filled(path, picks)))
)
new = st.sampled_from(NEWS).map(lambda text: (NEW, text))
steps = st.tuples(
    st.sampled_from(("change", "change", "close", "write", "remove", "link")), st.one_of(texts, texts, new)
)


def answers(workspace):
    """Return the callers of everything, three deep, and all its uses."""
    snapshot = workspace.snapshot
    index = snapshot.index
    functions = [one for path in (*FILES, NEW) for one in index.symbols(path) if one.is_callable]
    callers = {
        (one.path, one.index, depth): find_callers(index, (one,), depth, Deadline())
        for one in functions
        for depth in (1, 3)
    }
    uses = {
        (one.path, one.index): find_references(index, one, snapshot.text, Deadline()) for one in functions
    }
    return callers, uses


def link(root, data):
    """Link in this process, and give what reads the links."""
    task = Task((("", str(root)),), str(data), ())
    link_here(task, lambda _done, _all: None, Background(TypingMonitor(), Deadline()))
    return XrefReader(task.path, task.basis)


def opened(root, data):
    workspace = Workspace([root], data)
    workspace.index()
    return workspace


@settings(max_examples=40, deadline=None)
@given(st.lists(steps, max_size=6))
def test_answers_through_links_are_those_of_a_fresh_start(edits):
    with tempfile.TemporaryDirectory() as folder:
        root, data = Path(folder) / "project", Path(folder) / "data"
        write_project(root, {path: filled(path, PLAIN) for path in FILES})
        (root / NEW).parent.mkdir()
        workspace = opened(root, data)
        workspace._state.links = link(root, data)
        editor = DocumentEdits(workspace, root)
        for version, (kind, (path, text)) in enumerate(edits):
            if kind == "change":
                editor.change(path, text, version)
            elif kind == "close":
                editor.close(path)
            elif kind == "link":
                link(root, data).close()
            else:
                (root / path).unlink(missing_ok=True)
                if kind == "write":
                    (root / path).write_text(text, encoding="utf-8")
                workspace.apply(FilesChanged((root / path,)))
        fresh = opened(root, Path(folder) / "fresh")
        editor.open_in(fresh)
        assert answers(workspace) == answers(fresh)
        workspace.close()
        fresh.close()


def small(folder):
    """Return a workspace of the files, not linked yet."""
    root = folder / "project"
    write_project(root, {path: filled(path, PLAIN) for path in FILES})
    return opened(root, folder / "data")


def database(workspace_folder):
    (found,) = (workspace_folder / "data" / "links").glob("*.db")
    return found


def test_parameters_that_bound_each_other_are_linked(tmp_path):
    project = small(tmp_path)
    text = "package f\nclass Pair<A : Comparable<B>, B : List<A>>(val a: A, val b: B) { fun both() = a.compareTo(b) }\n"
    write_project(tmp_path / "project", {"f/Pair.kt": text + "fun ask(p: Pair<*, *>) = p.both()\n"})
    project.index()
    project.link()
    index = project.snapshot.index
    assert project.linked[0] == project.linked[1]
    (found,) = find_references(
        index, index.functions("f/Pair.kt", "both")[0], project.snapshot.text, Deadline()
    ).references
    assert (found.line, found.inside.name) == (3, "ask")
    project.close()


def is_linked(workspace):
    """Return whether links are what answers."""
    index = workspace.snapshot.index
    function = index.functions("a/Base.kt", "make")
    return index.state.links.find(index, function, 1, Deadline(), None) is not None


def test_a_process_of_its_own_links_and_tells_how_far_it_is(tmp_path):
    workspace = small(tmp_path)
    unlinked = answers(workspace)
    told = []
    assert workspace.link(lambda done, total: told.append((done, total)))
    assert told[-1] == (len(FILES), len(FILES))
    assert is_linked(workspace)
    assert answers(workspace) == unlinked
    workspace.close()


def test_what_is_linked_is_not_linked_again(tmp_path, monkeypatch):
    workspace = small(tmp_path)
    root, data = tmp_path / "project", tmp_path / "data"
    linked = []
    resolve = FileLinker.links
    monkeypatch.setattr(FileLinker, "links", lambda self, path: linked.append(path) or resolve(self, path))

    def newly_linked():
        linked.clear()
        link(root, data).close()
        return sorted(linked)

    assert newly_linked() == sorted(FILES)
    assert newly_linked() == []
    (root / "d/Use.kt").write_text("package d\n", encoding="utf-8")
    workspace.apply(FilesChanged((root / "d/Use.kt",)))
    assert newly_linked() == ["d/Use.kt"]
    text = filled("b/Help.kt", PLAIN).replace("object All", "object Most")
    (root / "b/Help.kt").write_text(text, encoding="utf-8")
    workspace.apply(FilesChanged((root / "b/Help.kt",)))
    assert newly_linked() == ["b/Help.kt"]
    text = filled("b/Help.kt", PLAIN).replace("val shared", "val unshared")
    (root / "b/Help.kt").write_text(text, encoding="utf-8")
    workspace.apply(FilesChanged((root / "b/Help.kt",)))
    assert newly_linked() == ["b/Help.kt"]
    workspace.close()


def test_damaged_links_are_done_without_and_made_anew(tmp_path):
    workspace = small(tmp_path)
    assert workspace.link()
    expected = answers(workspace)
    file = database(tmp_path)
    for damage in (b"no database" * 1000, file.read_bytes()[:5000] + b"\x00\xff" * 30_000):
        workspace._linking.links.close()
        for beside in file.parent.glob(f"{file.name}-*"):
            beside.unlink()
        file.write_bytes(damage)
        assert answers(workspace) == expected
        assert workspace.link()
        assert is_linked(workspace)
        assert answers(workspace) == expected
    workspace.close()


def test_links_by_another_program_or_of_other_libraries_do_not_count(tmp_path):
    workspace = small(tmp_path)
    root, data = tmp_path / "project", tmp_path / "data"
    link(root, data).close()
    task = Task((("", str(root)),), str(data), ())
    other = XrefReader(task.path, "another")
    index = workspace.snapshot.index
    assert other.find(index, index.functions("a/Base.kt", "make"), 1, Deadline()) is None
    workspace.close()


def test_a_folder_that_refuses_means_no_links_and_the_same_answers(tmp_path):
    workspace = small(tmp_path)
    expected = answers(workspace)
    (tmp_path / "data" / "links").write_text("in the way", encoding="utf-8")
    assert not workspace.link()
    assert answers(workspace) == expected
    workspace.close()


def test_linking_goes_on_where_it_was_killed(tmp_path):
    workspace = small(tmp_path)
    root, data = tmp_path / "project", tmp_path / "data"
    expected = answers(workspace)
    for number in range(300):
        text = f"package m\nimport a.*\nfun f{number}(b: Base) {{ b.run(); f{(number + 1) % 300}(b) }}\n"
        (root / f"m{number}.kt").write_text(text, encoding="utf-8")
    workspace.index()
    starter = subprocess.Popen(
        [sys.executable, "-c", KILLED, str(root), str(data)], stdout=subprocess.PIPE, text=True
    )
    assert starter.stdout is not None
    worker = int(starter.stdout.readline())
    starter.kill()
    starter.wait()
    starter.stdout.read()  # ends once no process has it open any more, and so the worker has ended too
    starter.stdout.close()
    ended_by = time.monotonic() + 60  # closing its files comes before the end
    while is_running(worker):
        assert time.monotonic() < ended_by
        time.sleep(0.01)
    workspace.use_links()
    assert workspace.link()
    assert is_linked(workspace)
    assert answers(workspace)[0].keys() == expected[0].keys()
    index = workspace.snapshot.index
    callers = find_callers(index, index.functions("m7.kt", "f7"), 2, Deadline()).callers
    assert [one.caller_name for one in callers] == ["f6", "f5"]
    workspace.close()


KILLED = """
import multiprocessing, sys, threading
from pathlib import Path
from rca.workspace import Workspace

if __name__ == "__main__":
    workspace = Workspace([Path(sys.argv[1])], Path(sys.argv[2]))
    threading.Thread(target=workspace.link, daemon=True).start()
    while not (found := multiprocessing.active_children()):
        pass
    print(found[0].pid, flush=True)
    threading.Event().wait()
"""


def is_running(process):
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return "Z" not in Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0]
