"""Names that very many files declare: a call of one on an unknown receiver is counted, and looked into nowhere."""

from __future__ import annotations

import pytest

from evaluation.project_text import write_project
from rca.navigation.callers import find_callers
from rca.resolve.common_names import MOST_DECLARING
from rca.scheduling.deadline import Deadline
from rca.scheduling.typing_throttle import Background, TypingMonitor
from rca.workspace import Workspace
from rca.xrefs.link_worker import Task, link_here
from rca.xrefs.xref_reader import XrefReader

UNSURE = "{} with unknown receiver share the name 'put' and are not counted"


@pytest.fixture
def workspace(tmp_path):
    root = tmp_path / "project"
    texts = {
        f"p{n}/C.kt": f"package p{n}\nclass C {{ fun put(x: Int) {{}} }}\n" for n in range(MOST_DECLARING)
    }
    texts["a/A.kt"] = (
        "package a\nclass A {\n  fun put(x: Int) {}\n  fun put(x: Int, y: Int) {}\n  private fun put() {}\n"
        "  internal fun put(a: Int, b: Int, c: Int) {}\n}\nfun Any.put(s: String, t: Int = 1) {}\nval a = A()\n"
    )
    texts["m/src/Use.kt"] = (
        "package m\nimport a.a\nimport elsewhere.thing\n"
        "fun typed() { a.put(1) }\nfun one() { thing.put(2) }\nfun two() { thing.put(2, 3) }\n"
        "fun none() { thing.put() }\nfun three() { thing.put(1, 2, 3) }\n"
    )
    texts["n/Near.kt"] = 'package n\nimport a.put\nimport elsewhere.thing\nfun near() { thing.put("") }\n'
    write_project(root, texts)
    made = Workspace([root], tmp_path / "data")
    made.index()
    task = Task((("", str(root)),), str(tmp_path / "data"), ())
    link_here(task, lambda _done, _all: None, Background(TypingMonitor(), Deadline()))
    yield made, XrefReader(task.path, task.basis)
    made.close()


def test_a_crowd_is_counted_for_what_its_sites_may_mean_linked_or_not(workspace) -> None:
    made, links = workspace
    index = made.snapshot.index
    functions = [one for one in index.symbols("a/A.kt") if one.name == "put"]
    worked_out = [find_callers(index, (one,), 2, Deadline()) for one in functions]
    assert [links.find(index, (one,), 2, Deadline()) for one in functions] == worked_out
    found = [([one.caller_name for one in answer.callers], answer.reasons) for answer in worked_out]
    assert found == [
        (["typed"], (UNSURE.format("2 call sites"),)),
        ([], (UNSURE.format("1 call site"),)),
        ([], ()),
        ([], ()),
        ([], (UNSURE.format("1 call site"),)),
    ]
