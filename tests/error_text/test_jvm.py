"""Stack traces of the JVM and of Android's runtime, as people paste them."""

import pytest

from rca.error_text import parse
from rca.error_text.jvm import find_traces
from rca.error_text.stack_frame import read_frame

APP = ("com.example.shop",)


def trace(text, app_packages=APP):
    (found,) = find_traces(text.split("\n"), app_packages)
    return found


FRAMES = {
    "at com.example.shop.Cart.total(Cart.kt:12)": ("com.example.shop.Cart", "total", "Cart.kt", 12),
    "at java.base/java.lang.Thread.run(Thread.java:840)": ("java.lang.Thread", "run", "Thread.java", 840),
    "at java.base@17.0.9/java.lang.Thread.run(Thread.java:840)": (
        "java.lang.Thread", "run", "Thread.java", 840),
    "at app//com.example.shop.Cart.<init>(Cart.kt:3)": ("com.example.shop.Cart", "<init>", "Cart.kt", 3),
    "at platform/java.base@21/java.util.List.of(List.java:1)": ("java.util.List", "of", "List.java", 1),
    "at java.lang.Thread.sleep(java.base@21.0.2/Native Method)": ("java.lang.Thread", "sleep", None, None),
    "at java.lang.Thread.sleep(java.base@21.0.2/Thread.java:9)": (
        "java.lang.Thread", "sleep", "Thread.java", 9),
    "at java.lang.reflect.Method.invoke(Native Method)": ("java.lang.reflect.Method", "invoke", None, None),
    "at android.os.MessageQueue.next (Native method)": ("android.os.MessageQueue", "next", None, None),
    "at java.lang.Object.wait!(Native method)": ("java.lang.Object", "wait!", None, None),
    "at com.example.shop.A.b(Unknown Source)": ("com.example.shop.A", "b", None, None),
    "at com.example.shop.A.b(Unknown Source:14)": ("com.example.shop.A", "b", None, 14),
    "at com.example.shop.A.b(SourceFile:7)": ("com.example.shop.A", "b", "SourceFile", 7),
    "at a.b.c(:7)": ("a.b", "c", None, 7),
    "at a.b.c(Till.java:)": ("a.b", "c", "Till.java", None),
    "at a.b.c(:till::desk:)": ("a.b", "c", ":till::desk", None),
    "at a.b.c(:till::desk:7)": ("a.b", "c", ":till::desk", 7),
    "at q1.e(r8-map-id-0fa3:11)": ("q1", "e", "r8-map-id-0fa3", 11),
    "at com.example.shop.Foo.bar(Foo.java:-2)": ("com.example.shop.Foo", "bar", "Foo.java", None),
    "at com.example.shop.Foo.bar(Foo.java)": ("com.example.shop.Foo", "bar", "Foo.java", None),
    "at com.example.shop.A$$ExternalSyntheticLambda0.run(D8$$SyntheticClass:0)": (
        "com.example.shop.A$$ExternalSyntheticLambda0", "run", "D8$$SyntheticClass", None),
    "at com.example.shop.-$$Lambda$A$x-1.run(lambda)": ("com.example.shop.-$$Lambda$A$x-1", "run", "lambda", None),
    "at com.example.shop.A$$Lambda$14/0x0000000800c03000.run(Unknown Source)": (
        "com.example.shop.A$$Lambda$14/0x0000000800c03000", "run", None, None),
    "at com.example.shop.A$$Lambda/123456.run(Unknown Source)": (
        "com.example.shop.A$$Lambda/123456", "run", None, None),
    "at com.example.shop.CartTest.is empty, at first (or not)(CartTest.kt:9)": (
        "com.example.shop.CartTest", "is empty, at first (or not)", "CartTest.kt", 9),
    "at com.example.shop.CartTest$when it is open.pay-0d7_KjU(CartTest.kt:9)": (
        "com.example.shop.CartTest$when it is open", "pay-0d7_KjU", "CartTest.kt", 9),
    "at MainKt.main(Main.kt:3)": ("MainKt", "main", "Main.kt", 3),
    "at com.google.android.gms.x.y(:com.google.android.gms@2045@20.45.16 (120400-0):5)": (
        "com.google.android.gms.x", "y", ":com.google.android.gms@2045@20.45.16 (120400-0)", 5),
    "at ch.x.A.b(A.java:1) ~[logic-1.2.jar:?]": ("ch.x.A", "b", "A.java", 1),
    "at ch.x.A.b(A.java:1) <-- here": ("ch.x.A", "b", "A.java", 1),
    "at void com.example.shop.A.run(int, java.lang.String) (A.java:12)": (
        "com.example.shop.A", "run", "A.java", 12),
}  # fmt: skip


@pytest.mark.parametrize(("text", "parts"), FRAMES.items(), ids=FRAMES)
def test_frames(text, parts):
    frame = read_frame(text, APP)
    assert (frame.class_name, frame.method, frame.file, frame.line) == parts
    assert text.startswith(frame.text)


@pytest.mark.parametrize(
    "text",
    [
        "at foo (index.android.bundle:12:345)",
        "at Object.apply (native)",
        "at position 3 of the text (see above)",
        "at System.Foo.Bar (System.String x) [0x00000] in <filename unknown>:0",
        "at com.example.shop.A.b(A.kt:1) was reached",
        "at (Coroutine boundary)",
        "at the office. Come in(now)",
        "at com.example.shop.A.b(A.k",
        "attach com.example.A.b(A.kt:1)",
        "at ",
    ],
)
def test_what_is_no_frame(text):
    assert read_frame(text, APP) is None


def test_sections_relations_and_counts():
    found = trace(
        'Exception in thread "pool 1 (x)" java.lang.IllegalStateException: boom: at 3\n'
        "  second line\n"
        "\tat com.example.shop.Cart.total(Cart.kt:12)\n"
        "\tat java.base/java.lang.Thread.run(Thread.java:840)\n"
        "\tSuppressed: java.io.IOException\n"
        "\t\tat com.example.shop.Pipe.close(Pipe.java:9)\n"
        "\t\t... 2 more\n"
        "\t\tSuppressed: java.lang.Exception: deeper\n"
        "\t\t\tat com.example.shop.Pipe.flush(Pipe.java:19)\n"
        "\tCaused by: java.net.SocketException: gone\n"
        "\t\tat com.example.shop.Pipe.write(Pipe.java:29)\n"
        "Caused by: java.lang.NullPointerException\n"
        "\tat com.example.shop.Price.of(Price.kt:4)\n"
        "\t... 1 more\n"
        "\t[CIRCULAR REFERENCE:java.lang.IllegalStateException: boom]\n"
        "the end"
    )
    assert [(e.relation, e.type, len(e.frames)) for e in found.exceptions] == [
        ("primary", "java.lang.IllegalStateException", 2),
        ("suppressed", "java.io.IOException", 1),
        ("suppressed", "java.lang.Exception", 1),
        ("cause", "java.net.SocketException", 1),
        ("cause", "java.lang.NullPointerException", 1),
    ]
    assert found.exceptions[0].message == "boom: at 3\nsecond line"
    assert found.exceptions[4].message is None
    assert (found.thread, found.fatal, found.frame_count, found.last) == ("pool 1 (x)", True, 6, 14)
    assert found.culprit.class_name == "com.example.shop.Price"


def test_a_suppressed_exceptions_cause_is_not_the_culprits():
    found = trace(
        "java.lang.IllegalStateException: a\n"
        "\tat com.example.shop.Outer.run(Outer.kt:1)\n"
        "\tSuppressed: java.io.IOException: b\n"
        "\t\tat java.io.Foo.close(Foo.java:1)\n"
        "\tCaused by: java.io.EOFException: c\n"
        "\t\tat com.example.shop.Inner.run(Inner.kt:2)"
    )
    assert found.culprit.class_name == "com.example.shop.Outer"


def test_the_deepest_cause_with_an_app_frame_wins():
    report = parse(
        "java.lang.RuntimeException: Unable to start activity ComponentInfo{com.example.shop/.Main}\n"
        "\tat android.app.ActivityThread.performLaunchActivity(ActivityThread.java:3782)\n"
        "Caused by: java.lang.IllegalStateException: b\n"
        "\tat com.example.shop.Main$$ExternalSyntheticLambda0.run(D8$$SyntheticClass:0)\n"
        "\tat com.example.shop.Main.onCreate(Main.java:40)\n"
        "\tat android.app.Activity.performCreate(Activity.java:8305)\n"
        "\t... 11 more\n"
        "Caused by: java.io.IOException: c\n"
        "\tat java.io.File.open(File.java:1)\n"
        "\t... 14 more",
        APP,
    )
    assert (report.culprit.class_name, report.culprit.line, report.language) == (
        "com.example.shop.Main", 40, "java")  # fmt: skip
    assert [frame.origin for frame in report.exceptions[1].frames] == ["generated", "app", "platform"]


COROUTINES = """kotlinx.coroutines.JobCancellationException: Job was cancelled; job=JobImpl{Cancelling}@1
\tat com.example.shop.Repo$load$2.invokeSuspend(Repo.kt:21)
\t(Coroutine boundary)
\tat \b\b\b(Coroutine boundary.\b(\b)
\tat _COROUTINE._BOUNDARY._(CoroutineDebugging.kt:46)
\tat com.example.shop.Screen$refresh$1.invokeSuspend(Screen.kt:55)
Caused by: java.io.IOException: offline
\tat com.example.shop.Repo$load$2.invokeSuspend(Repo.kt:19)
\tat kotlin.coroutines.jvm.internal.BaseContinuationImpl.resumeWith(ContinuationImpl.kt:33)
\tSuppressed: kotlinx.coroutines.internal.DiagnosticCoroutineContextException: [StandaloneCoroutine{Cancelling}@2, \
Dispatchers.Main.immediate]"""


def test_coroutines():
    report = parse(COROUTINES, APP)
    assert [e.relation for e in report.exceptions] == ["primary", "cause", "suppressed"]
    assert report.exceptions[2].message.startswith("[StandaloneCoroutine{Cancelling}@2")
    assert report.exceptions[2].frames == ()
    assert report.frame_count == 5
    assert (report.culprit.file, report.culprit.line) == ("Repo.kt", 19)


@pytest.mark.parametrize(
    ("tail", "truncated"),
    [
        ("", False),
        ("\n\tat com.example.shop.Cart.lo", True),
        ("\n\tat com.example.shop.Cart.load(Cart.k", True),
        ("\n\t...", True),
        ("\n[[TRUNCATED]]", True),
        ("\n\t... 3 more", False),
        ("\nDone.", False),
    ],
)
def test_truncation(tail, truncated):
    text = "java.lang.IllegalStateException: x\n\tat com.example.shop.Cart.total(Cart.kt:12)" + tail
    report = parse(text, APP)
    assert (report.truncated, report.frame_count) == (truncated, 1)


def test_what_crashlytics_writes():
    report = parse(
        "Fatal Exception: java.lang.RuntimeException: Unable to resume activity\n"
        "       at android.app.ActivityThread.performResumeActivity(ActivityThread.java:4000)\n"
        "Caused by java.lang.NullPointerException: Attempt to invoke virtual method\n"
        "       at com.example.shop.Home.onResume(Home.kt:77)\n"
        "       at android.app.Activity.performResume(Activity.java:7000)",
        APP,
    )
    assert [e.relation for e in report.exceptions] == ["primary", "cause"]
    assert report.culprit.line == 77


def test_what_the_play_console_writes():
    report = parse(
        "Exception java.lang.IllegalArgumentException: No view found for id 0x7f0a01\n"
        "  at androidx.fragment.app.FragmentStateManager.createView (FragmentStateManager.java:513)\n"
        "  at com.example.shop.Home.onCreate (Home.kt:17)",
        APP,
    )
    assert report.exceptions[0].type == "java.lang.IllegalArgumentException"
    assert report.culprit.text == "at com.example.shop.Home.onCreate (Home.kt:17)"


def test_a_renamed_exception():
    report = parse("a.b.c: boom\n\tat a.b.d.a(SourceFile:3)\n\tat a.b.e.b(SourceFile:9)", APP)
    assert (report.exceptions[0].type, report.obfuscated, report.culprit) == ("a.b.c", True, None)


def test_names_in_full_are_not_obfuscated():
    text = (
        "java.lang.Error\n\tat com.example.shop.Home.onCreate(Home.kt:1)\n\tat com.google.a.b.c(SourceFile:1)"
    )
    assert not parse(text, APP).obfuscated


def test_a_log_line_that_opens_a_trace():
    report = parse(
        "12:00:01.123 [worker-1] ERROR c.e.shop.Jobs - Job failed: java.io.IOException: disk full\n"
        "\tat com.example.shop.Jobs.run(Jobs.kt:8)",
        APP,
    )
    assert (report.exceptions[0].type, report.exceptions[0].message) == ("java.io.IOException", "disk full")


def test_two_traces_after_each_other():
    report = parse(
        "java.io.IOException: one\n\tat com.example.shop.A.a(A.kt:1)\n"
        "java.io.IOException: two\n\tat com.example.shop.B.b(B.kt:2)",
        APP,
    )
    assert report.exceptions[0].message == "one"
    assert [other.exceptions[0].message for other in report.others] == ["two"]


def test_a_thread_dump_is_no_trace():
    lines = ['"main" prio=5 tid=1 Blocked', "  at com.example.shop.A.a(A.kt:1)", "", "java.io.IOException: x"]
    assert find_traces([*lines, "  at com.example.shop.B.b(B.kt:1)"], APP)[0].first == 3


def test_frames_without_an_opening():
    report = parse("\tat com.example.shop.A.a(A.kt:1)\n\tat java.lang.Thread.run(Thread.java:1)", APP)
    assert (report.frame_count, report.culprit.line, report.exceptions[0].type) == (2, 1, "")


def test_an_exception_without_frames():
    report = parse("java.lang.RuntimeException: a\nCaused by: java.io.IOException: b\n\nThanks!")
    assert [(e.type, e.message) for e in report.exceptions] == [
        ("java.lang.RuntimeException", "a"),
        ("java.io.IOException", "b"),
    ]


def test_a_frame_without_a_place_counts_only_where_the_trace_goes_on():
    trace = "java.lang.Error: x\n  at a.b.Shop.buy (Shop.kt:3)\n  at java.lang.reflect.Method.invoke\n"
    assert parse(trace).frame_count == 1
    whole = parse(trace + "  at a.b.Main.main (Main.kt:1)\n")
    assert [frame.method for frame in whole.exceptions[0].frames] == ["buy", "invoke", "main"]
    assert (whole.exceptions[0].frames[1].file, whole.truncated) == (None, False)


def test_a_short_class_in_a_file_of_its_name_is_not_renamed() -> None:
    text = (
        "java.io.IOException: x\n\tat shop.ui.Vm$load$1.invokeSuspend(Vm.kt:10)\n\tat shop.ui.Cb.a(Vm.kt:3)\n"
    )
    (exception,) = parse(text).exceptions
    assert [frame.origin for frame in exception.frames] == ["app", "library"]


def test_frames_with_a_blank_before_the_line_need_no_exception_above_them():
    text = (
        "Request from:\n\tat com.example.shop.Cart.total(Cart.kt: 12)\n"
        "\tat com.example.shop.Cart.sum(Cart.kt: 20)\n\tat com.example.shop.Main.main(Main.kt:3)\n"
    )
    assert [frame.line for frame in trace(text).exceptions[0].frames] == [12, 20, 3]


def test_a_frame_of_a_loose_form_that_stands_alone_in_a_log_is_none():
    assert find_traces(["it ended", "at com.example.shop.Cart.total(Cart.kt: 12)", "as asked"], APP) == []
