"""Answers through links are those that are worked out when asked, whatever was edited since."""

from __future__ import annotations

import contextlib
import sqlite3
import tempfile
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from rca.cancellation import Watch
from rca.index.links.links import Links
from rca.index.links.worker import Task, link_here
from rca.workspace import DocumentChanged, DocumentClosed, DocumentOpened, FilesChanged, Workspace

FILES = {
    "a/Base.kt": "package a\nopen class Base{0} {{\n open fun run({1}) {{ {4} }}\n fun make(){2} = {3}()\n}}\n"
    "interface Task {{ fun act(n: {5}) }}\nfun interface Block {{ fun call(b: Base) }}\n"
    "fun top(n: {5}, f: (Base) -> Unit) {{ {4} }}\nfun top(b: Block) {{ {4} }}\n",
    "a/Other.kt": "package a\nimport b.help{6}\nclass Other : Base(), Task {{\n override fun run({1}) {{ {4} }}\n"
    " override fun act(n: Int) {{ top(n) {{ it.run() }} }}\n val held = make()\n"
    " operator fun invoke(): {3} = {3}()\n fun twice(): {5} {{ {4}; return 2 }}\n}}\n",
    "b/Help.kt": "package b\nimport a.*\nfun help() {{ {4} }}\nfun Base.grown() = held().run().let {{ this }}\n"
    "fun held() = Other().held\nobject All {{ fun go() {{ {4} }} }}\ntypealias Kin = {3}\nval shared = held()\n",
    "c/Old.java": "package c;\nimport a.*;\nclass Old extends Base {{\n public void run({1}) {{ {7} }}\n"
    " Other other() {{ {7} return new Other(); }}\n public {5} getSize() {{ return 1; }}\n}}\n",
    "d/Use.kt": "package d\nimport a.*\nimport b.*\nimport c.Old\nfun use(old: Old, x: Task) {{ {4}\n old.size; x.act(1)\n"
    " shared.run(); Kin().run(); top {{ it.make() }}; Other()().run(); old.run() }}\n",
}
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
    """Give the text of a file with one of each of its choices."""
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
    """Give the callers of everything, three deep."""
    index = workspace.snapshot.index
    functions = [one for path in (*FILES, NEW) for one in index.symbols(path) if one.is_callable]
    return {
        (one.path, one.index, depth): index.callers((one,), depth, Watch())
        for one in functions
        for depth in (1, 3)
    }


def link(root, data):
    """Link in this process, and give what reads the links."""
    task = Task((("", str(root)),), str(data), ())
    link_here(task, lambda _done, _all: None, Watch())
    return Links(task.path, task.basis)


def opened(root, data):
    workspace = Workspace([root], data)
    workspace.index()
    return workspace


@settings(max_examples=40, deadline=None)
@given(st.lists(steps, max_size=6))
def test_answers_through_links_are_those_of_a_fresh_start(edits):
    with tempfile.TemporaryDirectory() as folder:
        root, data = Path(folder) / "project", Path(folder) / "data"
        for path in FILES:
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_text(filled(path, PLAIN), encoding="utf-8")
        (root / NEW).parent.mkdir()
        workspace = opened(root, data)
        workspace._state.links = link(root, data)  # noqa: SLF001 - a process of its own would take a second
        unsaved: dict[str, str] = {}
        for version, (kind, (path, text)) in enumerate(edits):
            if kind == "change":
                change = DocumentChanged if path in unsaved else DocumentOpened
                unsaved[path] = text
                workspace.apply(change(root / path, text, version))
            elif kind == "close":
                unsaved.pop(path, None)
                workspace.apply(DocumentClosed(root / path))
            elif kind == "link":
                link(root, data).close()
            else:
                (root / path).unlink(missing_ok=True)
                if kind == "write":
                    (root / path).write_text(text, encoding="utf-8")
                workspace.apply(FilesChanged((root / path,)))
        fresh = opened(root, Path(folder) / "fresh")
        for path, text in unsaved.items():
            fresh.apply(DocumentOpened(root / path, text, 1))
        assert answers(workspace) == answers(fresh)
        workspace.close()
        fresh.close()
