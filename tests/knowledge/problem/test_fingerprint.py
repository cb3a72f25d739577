"""The identity of a problem: stable where only lines and lambdas change, different where the problem is."""

import re

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rca.error_text import parse
from rca.knowledge.problem.fingerprint import fingerprint, task_type

KOTLINC = """\
> Task :app:compileDebugKotlin FAILED
e: file:///home/ci/app/src/main/java/com/example/Cart.kt:{line}:{column} Unresolved reference '{name}'.

FAILURE: Build failed with an exception.

* What went wrong:
Execution failed for task ':app:compileDebugKotlin'.
> Compilation error. See log for more details
"""


def of(text):
    return fingerprint(parse(text))


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(lines=st.lists(st.integers(1, 9_999), min_size=4, max_size=4))
def test_line_numbers_do_not_matter(trace, lines):
    numbers = iter(lines)
    moved = re.sub(r"(?<=[a-z]:)\d+(?=\))", lambda _match: str(next(numbers)), trace)
    assert moved.count(":") == trace.count(":")
    assert of(moved) == of(trace)


def test_lambdas_and_process_ids_do_not_matter(trace):
    other = trace.replace("$loadCart$1.invokeSuspend", "$loadCart$2$1.invoke").replace("4411", "99")
    assert of(other) == of(trace)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=30)
@given(
    places=st.lists(st.integers(1, 6), max_size=4),
    name=st.from_regex(r"[A-Za-z0-9_]{20,27}", fullmatch=True),
    number=st.integers(0, 99),
)
def test_bridges_of_the_build_do_not_matter(trace, places, name, number):
    """A minified or desugared build puts frames of its own between those of the source."""
    lines = trace.splitlines()
    bridges = (
        f"\tat com.example.shop.CartActivity.$r8$lambda${name}(Unknown Source:0)",
        f"\tat com.example.shop.CartActivity$$ExternalSyntheticLambda{number}.run(D8$$SyntheticClass:0)",
    )
    first = next(index for index, line in enumerate(lines) if line.lstrip().startswith("at "))
    for place in places:
        lines.insert(first + place % 2, bridges[place % 2])
    assert of("\n".join(lines)) == of(trace)


def test_the_same_crash_in_logcat_is_the_same(trace):
    logcat = "\n".join(
        f"11-21 10:00:00.000  4411  4411 E AndroidRuntime: {line}" for line in trace.splitlines()
    )
    assert of(logcat) == of(trace)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("IllegalStateException", "IllegalArgumentException"),
        ("after onSaveInstanceState", "before onCreate"),
        ("CartActivity", "OrderActivity"),
        ("FragmentManager.checkStateLoss", "FragmentManager.popBackStack"),
    ],
)
def test_another_type_message_or_frame_is_another_problem(trace, old, new):
    assert of(trace.replace(old, new)) != of(trace)


def test_a_wrapper_that_repeats_its_cause_does_not_matter(trace):
    cause = trace[trace.index("java.lang.IllegalState") :]
    wrapped = (
        "java.lang.RuntimeException: Unable to resume activity {a/b}: "
        "java.lang.IllegalStateException: Can not perform this action after onSaveInstanceState\n"
        "\tat android.app.ActivityThread.performResumeActivity(ActivityThread.java:4400)\n"
        f"Caused by: {cause}"
    )
    assert of(wrapped) == of(trace)


def test_a_build_error_is_its_message_and_kind_of_task():
    first = of(KOTLINC.format(line=12, column=5, name="viewModelScope"))
    assert first is not None
    assert first == of(KOTLINC.format(line=80, column=1, name="viewModelScope"))
    assert first == of(
        KOTLINC.format(line=12, column=5, name="viewModelScope").replace("DebugKotlin", "ReleaseKotlin")
    )
    assert first != of(KOTLINC.format(line=12, column=5, name="lifecycleScope"))


@pytest.mark.parametrize("text", ["", "it crashes", "java.lang.NullPointerException"])
def test_too_little_text_has_no_identity(text):
    assert of(text) is None


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        (":app:compileFreeDebugKotlin", "compileKotlin"),
        (":app:kspReleaseKotlin", "kspKotlin"),
        (":app:kaptGenerateStubsDebugKotlin", "kaptGenerateStubsKotlin"),
        (":app:compileDebugJavaWithJavac", "compileJava"),
        (":app:processDebugResources", "processResources"),
        (":lib:minifyReleaseWithR8", "minifyWithR8"),
        (":app:testDebugUnitTest", "test"),
        (":shared:linkDebugFrameworkIosArm64", "linkFramework"),
        (":app:somethingOfTheirs", "something"),
    ],
)
def test_task_kinds(path, kind):
    assert task_type(path) == kind


SHORT = """\
> Task :test FAILED

{test} > {name} FAILED
    {type} at {file}:{line}

3 tests completed, 1 failed
"""


def short(test="CartTest", name="adds an item", line=12, type_="java.lang.AssertionError"):
    return of(SHORT.format(test=test, name=name, file=f"{test}.kt", line=line, type=type_))


def test_a_failed_test_without_a_trace_is_known_by_its_name():
    assert short() is not None
    assert short(line=48) == short()
    others = {
        short(),
        short(name="removes an item"),
        short(test="OrderTest"),
        short(type_="java.lang.NullPointerException"),
    }
    assert len(others) == 4


def test_a_failed_test_that_tells_its_message_alone_is_known_by_its_name():
    told = "CartTest > adds an item FAILED\n    java.lang.AssertionError: expected:<{}> but was:<4>\n"
    assert of(told.format(3)) == of(told.format(17)) is not None


DUMP = """\
----- pid 14512 at 2026-03-11 10:02:11 -----
Cmd line: com.example.shop

"main" prio=5 tid=1 Blocked
  | group="main" sCount=1 dsCount=0 flags=1 obj=0x72a0 self=0xb400
  at com.example.shop.CartStore.{method}(CartStore.kt:{line})
  - waiting to lock <0x0a1b2c3d> (a java.lang.Object) held by thread {tid}
  at com.example.shop.CartFragment.onResume(CartFragment.kt:88)
  at android.os.Looper.loop(Looper.java:288)

"pool-3-thread-1" prio=5 tid={tid} {state}
  | group="main" sCount=1
  at {holder}
  - locked <0x0a1b2c3d> (a java.lang.Object)
"""


def dump(method="snapshot", line=41, tid=21, state="Native", holder="java.lang.Thread.sleep(Native method)"):
    return of(DUMP.format(method=method, line=line, tid=tid, state=state, holder=holder))


def test_a_hang_is_known_by_where_it_hangs_whatever_holds_the_lock():
    later = dump(line=44, tid=33, state="Runnable", holder="com.example.shop.Client.read(Client.kt:18)")
    assert dump() == later is not None
    assert dump(method="total") != later


def test_an_idle_thread_has_no_identity():
    idle = '"main" prio=5 tid=1 Native\n  at android.os.MessageQueue.nativePollOnce(Native method)\n'
    assert of(f"ANR in com.example.shop\nPID: 7\nReason: Broadcast of Intent\n{idle}") is None
