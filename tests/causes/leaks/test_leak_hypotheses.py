"""Which code of the project a leak is put down to, by mechanism."""

from __future__ import annotations

import pytest

from rca.causes.leaks.leak_hypotheses import find_leak_hypotheses
from rca.causes.project_code import ProjectCode
from rca.error_text import parse
from rca.scheduling.deadline import Deadline
from tests.indexed_project import Project

FOLDER = "app/src/main/java/com/acme/notes/"
HUB = """package com.acme.notes

object SyncHub {
    private val watchers = mutableListOf<Watcher>()

    fun watch(watcher: Watcher) {
        watchers.add(watcher)
    }

    fun unwatch(watcher: Watcher) {
        watchers.remove(watcher)
    }
}
"""
EDITOR = """package com.acme.notes

class EditorActivity : AppCompatActivity() {
    private val handler = Handler(Looper.getMainLooper())

    override fun onCreate(state: Bundle?) {
        SyncHub.watch { title = it }
        Session.of(this)
        handler.postDelayed({ title = "saved" }, 60_000)
    }

    private fun poll() {
        GlobalScope.launch {
            delay(60_000)
            title = "polled"
        }
    }
%s}
"""
SESSION = """package com.acme.notes

class Session private constructor(private val context: Context) {
    companion object {
        private var instance: Session? = null

        fun of(context: Context): Session = instance ?: Session(context).also { instance = it }
    }
}
"""
NOTE = """package com.acme.notes

class NoteFragment : Fragment() {
    private var binding: NoteBinding? = null

    override fun onViewCreated(view: View, state: Bundle?) {
        binding = NoteBinding.bind(view)
    }

    override fun onDestroyView() {
        super.onDestroyView()
    }
}
"""
DESTROYED = "Leaking: YES (Activity#mDestroyed is true)"
ACTIVITY = f"╰→ com.acme.notes.EditorActivity instance\n     {DESTROYED}\n"


def node(name, reference, *, kind="instance", leaking="UNKNOWN"):
    owner, _, _field = reference.removeprefix("static ").rpartition(".")
    return (
        f"├─ {name} {kind}\n│    Leaking: {leaking}\n│    ↓ {reference}\n│      {' ' * len(owner)} ~~~~~~\n"
    )


ROOT = "┬───\n│ GC Root: System class\n│\n"
HUB_TRACE = (
    ROOT
    + node("com.acme.notes.SyncHub", "static SyncHub.watchers", kind="class", leaking="NO")
    + node("java.util.ArrayList", "ArrayList[0]")
    + node("com.acme.notes.EditorActivity$onCreate$1", "EditorActivity$onCreate$1.this$0")
    + ACTIVITY
)


@pytest.fixture
def hypotheses(tmp_path):
    def find(trace, **files):
        project = Project(tmp_path)
        texts = {"SyncHub": HUB, "EditorActivity": EDITOR % "", "Session": SESSION, "NoteFragment": NOTE}
        for name, text in (texts | files).items():
            path = project.root / FOLDER / f"{name}.kt"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        report = parse(trace, ("com.acme.notes",))
        assert report.leak_trace is not None
        return find_leak_hypotheses(report.leak_trace, ProjectCode(project.open().snapshot), Deadline())

    return find


def test_a_listener_in_a_singleton_names_the_field_who_gave_it_and_the_missing_call(hypotheses):
    first = hypotheses(HUB_TRACE).hypotheses[0]
    assert first.places[0].file_path.endswith("SyncHub.kt")
    assert first.places[0].line == 4
    assert "`EditorActivity.onCreate` gives it in line 7" in first.statement
    assert "has no `onDestroy`" in first.statement or "does not call `SyncHub.unwatch`" in first.statement
    assert "`SyncHub.unwatch`" in first.check


def test_a_listener_that_a_teardown_removes_is_less_likely(hypotheses):
    teardown = "\n    override fun onDestroy() {\n        SyncHub.unwatch(watcher)\n    }\n"
    open_ = hypotheses(HUB_TRACE).hypotheses[0]
    closed = hypotheses(HUB_TRACE, EditorActivity=EDITOR % teardown).hypotheses[0]
    assert closed.confidence < open_.confidence
    assert "does clear it" in closed.statement


def test_a_binding_of_a_fragment_has_to_be_cleared_with_its_view(hypotheses):
    trace = (
        ROOT
        + node("com.acme.notes.NoteFragment", "NoteFragment.binding", leaking="NO")
        + "╰→ androidx.constraintlayout.widget.ConstraintLayout instance\n"
        + "     Leaking: YES (ObjectWatcher was watching this because com.acme.notes.NoteFragment received "
        + "Fragment#onDestroyView() callback (references to its views should be cleared to prevent leaks))\n"
    )
    first = hypotheses(trace).hypotheses[0]
    assert first.kind == "view_kept_after_destroy_view"
    assert "`NoteFragment.onDestroyView` does not set it to null" in first.statement
    assert [(place.line, place.role) for place in first.places] == [
        (4, "failure_site"),
        (7, "lifecycle"),
        (10, "missing_call"),
    ]


def test_a_posted_callback_names_the_post_and_the_call_that_is_missing(hypotheses):
    trace = (
        ROOT
        + node("android.os.MessageQueue", "MessageQueue[0]", leaking="NO")
        + node("android.os.Message", "Message.callback")
        + node(
            "com.acme.notes.EditorActivity$$ExternalSyntheticLambda0",
            "EditorActivity$$ExternalSyntheticLambda0.f$0",
        )
        + ACTIVITY
    )
    first = hypotheses(trace).hypotheses[0]
    assert first.kind == "leaked_registration"
    assert first.places[0].line == 9
    assert "removeCallbacks" in first.check


def test_a_coroutine_of_the_global_scope(hypotheses):
    trace = (
        ROOT
        + node(
            "kotlinx.coroutines.DefaultExecutor",
            "static DefaultExecutor._delayed",
            kind="class",
            leaking="NO",
        )
        + node("com.acme.notes.EditorActivity$poll$1", "EditorActivity$poll$1.this$0")
        + ACTIVITY
    )
    first = hypotheses(trace).hypotheses[0]
    assert first.places[0].function == "EditorActivity.poll"
    assert "cancel" in first.check


def test_a_context_in_a_singleton_is_to_be_that_of_the_application(hypotheses):
    trace = (
        "* com.acme.notes.EditorActivity has leaked:\n* GC ROOT static com.acme.notes.Session.instance\n"
        "* references com.acme.notes.Session.context\n* leaks com.acme.notes.EditorActivity instance\n"
    )
    first = hypotheses(trace).hypotheses[0]
    assert first.statement.startswith("`Session.context`")
    assert "`applicationContext`" in first.check
    assert "line 8 of EditorActivity.kt" in first.statement


def test_nothing_is_invented_where_only_a_library_holds_on(hypotheses):
    trace = (
        ROOT
        + node("org.lib.Registry", "static Registry.entries", kind="class", leaking="NO")
        + ("╰→ org.lib.Screen instance\n     Leaking: YES (Screen was closed)\n")
    )
    found = hypotheses(trace)
    assert found.hypotheses == ()
    assert "`Registry.entries` holds on" in found.notes[0]


def test_a_known_leak_of_the_platform_is_called_so(hypotheses):
    found = hypotheses(f"Leak pattern: instance field android.app.Activity$1#this$0\n{HUB_TRACE}")
    assert found.hypotheses == ()
    assert "known leak" in found.notes[0]
