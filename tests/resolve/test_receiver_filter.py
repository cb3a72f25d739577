"""Call sites that are passed over by their receiver's type alone are those that resolving rejects."""

from __future__ import annotations

from evaluation.project_text import write_project
from rca.navigation.callers import find_callers
from rca.resolve.receiver_filter import ReceiverFilter
from rca.scheduling.deadline import Deadline
from rca.workspace import Workspace

SOURCES = {
    "A.kt": "package p\nopen class Base { open fun run(n: Int) {}\n open val size = 1 }\n"
    "class Low : Base() { override fun run(n: Int) {}\n override val size = 2\n fun own() { run(1); super.run(2) } }\n"
    "class Far { fun run(n: Int) {}\n val size = 3\n companion object { fun run(n: Int) {} } }\n"
    "object One { fun run(n: Int) {} }\n"
    "class Outer { fun run(n: Int) {}\n inner class Inner { fun go() { run(3) } }\n"
    " companion object : Making() }\n"
    "open class Making { fun make() {} }\n"
    "typealias Same = Low\n",
    "B.kt": "package q\nimport p.*\nimport p.One.run as start\n"
    "fun all(base: Base, low: Low, far: Far, same: Same, f: (Int) -> Unit) {\n"
    " base.run(1); low.run(2); far.run(3); same.run(4); Far.run(5); One.run(6); start(7)\n"
    " low.let { it.run(8) }\n with(far) { run(9) }\n low.apply { run(10) }\n unknown.run(11)\n"
    " base.size + low.size + far.size\n Outer.make(); Outer().Inner().go()\n listOf(low).forEach { it.run(12) }\n"
    " object : Base() { fun x() { run(13) } }\n f(14)\n}\n"
    "fun <T : Base> generic(t: T) { t.run(15) }\n",
    "C.java": "package c;\nimport p.*;\nclass C extends Low {\n"
    " void go(Far far) { run(1); far.run(2); this.run(3); Far.Companion.run(4); getSize(); far.getSize(); }\n}\n",
}


def test_what_is_passed_over_would_have_been_rejected(tmp_path, monkeypatch):
    write_project(tmp_path, SOURCES)

    def callers(folder):
        workspace = Workspace([tmp_path], tmp_path / folder)
        workspace.index()
        index = workspace.snapshot.index
        functions = [one for path in SOURCES for one in index.symbols(path) if one.is_callable]
        found = {
            (one.path, one.index): find_callers(index, (one,), 1, Deadline()).callers for one in functions
        }
        workspace.close()
        return found

    passed_over = []
    before = ReceiverFilter.is_site

    def noting(self, path, facts, site):
        answer = before(self, path, facts, site)
        passed_over.append(answer)
        return answer

    monkeypatch.setattr(ReceiverFilter, "is_site", noting)
    shortened = callers("data")
    assert any(passed_over)
    assert not all(passed_over)
    monkeypatch.setattr(ReceiverFilter, "is_site", lambda *_: False)
    assert callers("other") == shortened
