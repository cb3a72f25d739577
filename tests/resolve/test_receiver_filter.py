"""Call sites that are passed over by their receiver's type alone are those that resolving rejects."""

from __future__ import annotations

from evaluation.project_text import project_files, write_project
from rca.navigation.callers import find_callers
from rca.resolve.receiver_filter import ReceiverFilter
from rca.scheduling.deadline import Deadline
from rca.workspace import Workspace

SOURCES = project_files("""
// file: A.kt
package p
open class Base { open fun run(n: Int) {}
 open val size = 1 }
class Low : Base() { override fun run(n: Int) {}
 override val size = 2
 fun own() { run(1); super.run(2) } }
class Far { fun run(n: Int) {}
 val size = 3
 companion object { fun run(n: Int) {} } }
object One { fun run(n: Int) {} }
class Outer { fun run(n: Int) {}
 inner class Inner { fun go() { run(3) } }
 companion object : Making() }
open class Making { fun make() {} }
typealias Same = Low
// file: B.kt
package q
import p.*
import p.One.run as start
fun all(base: Base, low: Low, far: Far, same: Same, f: (Int) -> Unit) {
 base.run(1); low.run(2); far.run(3); same.run(4); Far.run(5); One.run(6); start(7)
 low.let { it.run(8) }
 with(far) { run(9) }
 low.apply { run(10) }
 unknown.run(11)
 base.size + low.size + far.size
 Outer.make(); Outer().Inner().go()
 listOf(low).forEach { it.run(12) }
 object : Base() { fun x() { run(13) } }
 f(14)
}
fun <T : Base> generic(t: T) { t.run(15) }
// file: C.java
package c;
import p.*;
class C extends Low {
 void go(Far far) { run(1); far.run(2); this.run(3); Far.Companion.run(4); getSize(); far.getSize(); }
}
""")


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
