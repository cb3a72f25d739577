"""Facts of the platform that the code around a trace shows."""

import pytest

from rca.causes.candidate_set import CandidateSet
from rca.causes.platform_facts.fact_search import find_platform_facts
from rca.causes.project_code import ProjectCode
from rca.causes.trace_candidates import app_frames
from rca.scheduling.deadline import Deadline

FILE = "// file: src/main/kotlin/shop/"


@pytest.fixture
def facts(bug):
    def find(files, text):
        asked = bug(files, text)
        code, deadline = ProjectCode(asked.snapshot), Deadline(20)
        app = app_frames(CandidateSet(code, deadline), asked.frames, asked.culprit)
        found = find_platform_facts(asked.report, app, code, deadline)
        return [(one.kind, one.function.display_name, one.line, one.statement) for one in found]

    return find


LOADER = (
    FILE
    + """Loader.kt
package shop

import java.io.IOException

class Broken : IllegalStateException("broken")

class Loader {
    fun load(path: String) {
        try {
            decode(path)
        } catch (e: Exception) {
            show(e)
        }
    }

    fun read(path: String) {
        try {
            decode(path)
        } catch (e: IOException) {
            show(e)
        }
    }

    fun all(path: String) {
        try {
            decode(path)
        } catch (e: Throwable) {
            show(e)
        }
    }

    fun later(path: String) {
        try {
            pool.execute { decode(path) }
        } catch (e: IOException) {
            show(e)
        }
    }

    fun decode(path: String) = native(path)
}
"""
)


def trace(thrown, *lines):
    return f"{thrown}\n" + "".join(f"    at shop.{line}\n" for line in lines)


@pytest.mark.parametrize(
    ("thrown", "line", "stated"),
    [
        (
            "java.lang.OutOfMemoryError: Failed to allocate",
            "Loader.load(Loader.kt:10)",
            (
                "The `catch` in line 11 of `Loader.load` is for `Exception`; `OutOfMemoryError` is an `Error` "
                "and no `Exception`, so it passes."
            ),
        ),
        (
            "java.lang.IllegalStateException: closed",
            "Loader.read(Loader.kt:18)",
            (
                "The `catch` in line 19 of `Loader.read` is for `IOException`; `IllegalStateException` is none, "
                "so it passes."
            ),
        ),
        (
            "shop.Broken: broken",
            "Loader.read(Loader.kt:18)",
            "The `catch` in line 19 of `Loader.read` is for `IOException`; `Broken` is none, so it passes.",
        ),
        ("java.io.FileNotFoundException: x", "Loader.read(Loader.kt:18)", None),
        ("java.lang.OutOfMemoryError: x", "Loader.all(Loader.kt:26)", None),
        ("java.lang.IllegalStateException: x", "Loader.later(Loader.kt:34)", None),
        ("lib.UnknownException: x", "Loader.read(Loader.kt:18)", None),
    ],
)
def test_a_catch_that_does_not_catch_what_is_thrown(facts, thrown, line, stated):
    found = facts(LOADER, trace(thrown, line))
    assert [one[3] for one in found if one[0] == "uncaught_type"] == ([stated] if stated else [])


def test_what_was_wrapped_was_caught(facts):
    text = trace("java.lang.IllegalStateException: x", "Loader.read(Loader.kt:18)")
    wrapped = text + trace("Caused by: java.lang.OutOfMemoryError: y", "Loader.load(Loader.kt:10)")
    assert [one for one in facts(LOADER, wrapped) if one[0] == "uncaught_type"] == []


JAVA = """// file: src/main/java/shop/Reader.java
package shop;

class Reader {
    void open(String path) {
        try {
            decode(path);
        } catch (final java.io.IOException | ClassCastException e) {
            show(e);
        }
    }
}
"""


def test_a_catch_of_several_types_in_java(facts):
    text = trace("java.lang.IllegalStateException: x", "Reader.open(Reader.java:6)")
    ((kind, _, line, said),) = facts(JAVA, text)
    assert (kind, line) == ("uncaught_type", 7)
    assert "is for `java.io.IOException` and `ClassCastException`; `IllegalStateException` is neither" in said


SCREEN = (
    FILE
    + """Screen.kt
package shop

class Screen {
    fun refresh() {
        pool.execute {
            val total = sum()
            show(total)
        }
    }

    fun show(total: Int) {
        label.text = "$total"
    }

    override fun run() {
        show(1)
    }
}
"""
)
WRONG = (
    "android.view.ViewRootImpl$CalledFromWrongThreadException: Only the original thread that created a view "
    "hierarchy can touch its views.\n    at android.view.ViewRootImpl.checkThread(ViewRootImpl.java:1)\n"
)
POOL = "    at java.util.concurrent.ThreadPoolExecutor$Worker.run(ThreadPoolExecutor.java:1)\n"


def test_the_call_that_takes_code_to_another_thread(facts):
    text = f"{WRONG}    at shop.Screen.show(Screen.kt:12)\n    at shop.Screen.refresh$lambda$0(Screen.kt:7)\n{POOL}"
    assert facts(SCREEN, text)[0] == (
        "thread_boundary",
        "Screen.refresh",
        5,
        (
            "The frames end in a thread of an executor: line 5 of `Screen.refresh` (`pool.execute {`) takes "
            "the code there, and line 12 of `Screen.show` then does what that thread may not."
        ),
    )


def test_a_thread_whose_start_is_not_seen(facts):
    text = f"{WRONG}    at shop.Screen.show(Screen.kt:12)\n    at shop.Screen.run(Screen.kt:16)\n{POOL}"
    kind, function, line, said = facts(SCREEN, text)[0]
    assert (kind, function, line) == ("thread_boundary", "Screen.run", 16)
    assert said.startswith("`Screen.run` runs on a thread of an executor, as `ThreadPoolExecutor.Worker.run`")


def test_an_error_that_is_not_about_threads_states_no_boundary(facts):
    text = trace("java.lang.IllegalStateException: empty", "Screen.show(Screen.kt:12)") + POOL
    assert facts(SCREEN, text) == []


GUARDED = (
    FILE
    + """Places.kt
package shop

class Places {
    fun here() = client.lastLocation()

    fun there(): Place? {
        if (checkSelfPermission(FINE) != PERMISSION_GRANTED) return null
        return client.lastLocation()
    }
}
"""
)


def test_a_permission_that_a_sibling_checks(facts):
    text = trace("java.lang.SecurityException: needs FINE", "Places.here(Places.kt:4)")
    ((kind, function, line, said),) = facts(GUARDED, text)
    assert (kind, function, line) == ("unguarded_call", "Places.here", 4)
    assert said == (
        "`Places.here` calls `lastLocation` without a check of the permission; `Places.there`, which calls it "
        "too, has one (Places.kt:7)."
    )


def test_a_guarded_call_is_not_said_to_lack_a_guard(facts):
    assert facts(GUARDED, trace("java.lang.SecurityException: x", "Places.there(Places.kt:8)")) == []


VERSION = GUARDED.replace("checkSelfPermission(FINE) != PERMISSION_GRANTED", "SDK_INT < 31")


@pytest.mark.parametrize(("owner", "stated"), [("Landroid/app/Client;", 1), ("Lshop/Client;", 0)])
def test_a_version_that_a_sibling_checks(facts, owner, stated):
    thrown = f"java.lang.NoSuchMethodError: No virtual method lastLocation()V in class {owner}"
    found = facts(VERSION, trace(thrown, "Places.here(Places.kt:4)"))
    assert len(found) == stated
    assert all("without a check of the Android version" in one[3] for one in found)


BASE = (
    FILE
    + """Base.kt
package shop

open class Base {
    fun reload() {
        fetch()
    }
}

class Detail : Base() {
    fun open() {
        reload()
    }

    fun own() {
        local()
    }

    fun local() {
        println()
    }
}
"""
)


def test_work_that_a_superclass_does(facts):
    text = trace("java.lang.IllegalStateException: x", "Detail.open(Base.kt:11)")
    assert facts(BASE, text) == [
        (
            "inherited_work",
            "Base.reload",
            4,
            "`Detail.open` leaves this to its superclass: line 11 calls `Base.reload`, which it inherits.",
        )
    ]


def test_a_call_of_the_class_itself_is_not_inherited(facts):
    assert facts(BASE, trace("java.lang.IllegalStateException: x", "Detail.own(Base.kt:15)")) == []


def test_facts_are_said_before_other_reasons(bug):
    text = trace("java.lang.OutOfMemoryError: x", "Loader.load(Loader.kt:10)")
    first = bug(LOADER, text).hypotheses().hypotheses[0]
    assert first.kind == "uncaught_type"
    assert first.places[0].line == 11


BRANCHES = (
    FILE
    + """Ringer.kt
package shop

class Ringer {{
    fun ring(loud: Boolean) {{
        if (loud) {{
            if ({guard}) {{
                channel()
            }}
        }} else {{
            channel()
        }}
    }}
}}
"""
)
MISSING = "java.lang.NoSuchMethodError: No virtual method channel()V in class Landroid/app/Notifier;"


@pytest.mark.parametrize(
    "guard", ["SDK_INT >= 26", "26 <= Build.VERSION.SDK_INT", "SDK_INT > 25 && loud", "isAtLeastO()"]
)
def test_a_branch_of_the_function_that_checks_the_version(facts, guard):
    found = facts(BRANCHES.format(guard=guard), trace(MISSING, "Ringer.ring(Ringer.kt:10)"))
    said = [one for one in found if one[0] == "unguarded_call"]
    assert [(one[1], one[2]) for one in said] == [("Ringer.ring", 10)]
    assert said[0][3].startswith(
        "`Ringer.ring` uses `channel` at line 10 without a check of the Android version; line 7 of the same "
        "function uses it after one (line 6: "
    )


@pytest.mark.parametrize(("guard", "line"), [("SDK_INT >= 26", 7), ("SDK_INT < 26", 10), ("loud", 10)])
def test_a_branch_behind_the_check_or_without_one(facts, guard, line):
    found = facts(BRANCHES.format(guard=guard), trace(MISSING, f"Ringer.ring(Ringer.kt:{line})"))
    assert [one for one in found if one[0] == "unguarded_call"] == []
