"""What holds for every text: a report, no invented frame, and time in proportion to its length."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rca.error_text import parse
from rca.error_text.normalization import clean
from tests.complexity import assert_grows_linearly

PIECES = [
    "\tat com.example.shop.Cart.total(Cart.kt:12)",
    "at a.b.c(Unknown Source:3)",
    "    at com.example.shop.Cart.tot",
    "java.lang.IllegalStateException: boom",
    "Caused by: java.io.IOException",
    "\tSuppressed: a.b.C: x",
    "\t... 12 more",
    "[CIRCULAR REFERENCE: a.B]",
    'Exception in thread "main" kotlin.KotlinNullPointerException',
    "11-21 10:00:00.123  4242  4243 E AndroidRuntime: FATAL EXCEPTION: main",
    "11-21 10:00:00.123  4242  4243 E AndroidRuntime: \tat com.example.shop.A.b(A.java:1)",
    "E/AndroidRuntime( 4242): Process: com.example.shop, PID: 4242",
    "2026-11-21 10:00:00.123  1-2  Tag   com.example.shop   E  java.lang.Error: x",
    "[ 11-21 10:00:00.123  4242: 4243 E/AndroidRuntime ]",
    '"main" prio=5 tid=1 Blocked',
    "  - waiting to lock <0x01> (a java.lang.Object) held by thread 2",
    "ANR in com.example.shop",
    "*** *** *** *** *** ***",
    "pid: 1, tid: 2, name: x  >>> com.example.shop <<<",
    "signal 11 (SIGSEGV), code 1 (SEGV_MAPERR), fault addr 0x0",
    "#00 pc 0001f2e4  /system/lib/libc.so (abort+1) (BuildId: ab)",
    "at 1  shop  0x104a56f84  kfun:a.B#c(){} + 1",
    "> Task :app:compileDebugKotlin FAILED",
    "e: file:///a/B.kt:1:2 Unresolved reference 'x'.",
    "FAILURE: Build failed with an exception.",
    "* What went wrong:",
    '{"logcatMessages": [{"header": {}}]}',
    "{}[]()<>&lt;\\n\\tat \\\\ \x1b[0m \x00 \ud800 `",
    "",
]

texts = st.lists(st.sampled_from(PIECES) | st.text(max_size=60), max_size=30).flatmap(
    lambda lines: st.sampled_from(["\n", "\r\n", "\\n", " ", "\n\n"]).map(lambda end: end.join(lines))
)


def frames_of(report):
    for exception in report.exceptions:
        yield from exception.frames
    yield from report.native_frames
    if report.culprit is not None:
        yield report.culprit
    for other in report.others:
        yield from frames_of(other)


@settings(max_examples=300, deadline=None)
@given(texts, st.sampled_from([(), ("com.example.shop",)]))
def test_every_text_gives_a_report_and_no_frame_is_invented(text, app_packages):
    report = parse(text, app_packages)
    cleaned = clean(text)
    for frame in frames_of(report):
        assert frame.text in cleaned
    assert parse(text, app_packages) == report
    own = [frame for exception in report.exceptions for frame in exception.frames]
    assert report.culprit is None or report.culprit in own


@settings(max_examples=100, deadline=None)
@given(texts)
def test_the_wire_takes_every_report(text):
    report = parse(text)
    assert type(report).model_validate(report.model_dump(by_alias=True)) == report


FRAME = "\tat com.example.shop.Cart.total(Cart.kt:12)\n"
REPEATED = {
    "one line": "a",
    "blanks": " ",
    "dots": "a.",
    "frame starts": "at a.b(",
    "brackets": "()",
    "colons": "at a.b(:1",
    "quotes": '"" tid=(',
    "exceptions": "java.lang.RuntimeException: ",
    "causes": "Caused by: java.lang.RuntimeException: x\n",
    "frames": FRAME,
    "frames and noise": FRAME + "noise\nnoise\nnoise\n",
    "suppressed": "\tSuppressed: a.BException: x\n\t" + FRAME,
    "threads": '"t" prio=5 tid=1 Blocked\n' + FRAME,
    "hangs": 'ANR in com.example.shop\n"main" prio=5 tid=1 Blocked\n' + FRAME,
    "signals": "Fatal signal 11 (SIGSEGV), code 1 in tid 12 (x), pid 12 (y)\n",
    "tombstones": "*** *** *** ***\npid: 1, tid: 1, name: a  >>> b.c <<<\nsignal 11 (SIGSEGV)\n#00 pc 00001234 /x.so (f+1)\n",
    "escapes": "\\n\\tat ",
    "backslashes": "\\n at \\\\\\\\",
    "tags": "<p ",
    "entities": "&lt;&#",
    "colours": "\x1b[",
    "quoting": ">",
    "backticks": "`",
    "glued": " at a.b.c(D.java:1)",
    "wrapped": "at aaaa.bbb\n",
    "logcat": "11-21 10:00:00.123  4242  4243 E AndroidRuntime: \tat a.b.c(D.java:1)\n",
    "columns": "2023-01-01 12:00:00.000 1-1" + " " * 200,
    "native": "#00 pc 00001234 (((",
    "line ends": "\n",
    "entries": '{"log":"\\tat a.b.c(D.java:1)\\n"}\n',
    "entries in one line": '{"log":"\\tat a.b.c(D.java:1)\\n"}',
    "startups": "APPLICATION FAILED TO START\nDescription:\nField a in b.C required a single bean, but\nAction:\n",
    "a startup without end": "APPLICATION FAILED TO START\nDescription:\n" + "required a bean " * 40 + "\n",
}


@pytest.mark.parametrize("piece", REPEATED.values(), ids=REPEATED.keys())
def test_time_grows_no_faster_than_the_text(piece):
    assert_grows_linearly(
        lambda text: parse(text, ("com.example.shop",)), lambda size: piece * (size // len(piece)), 20_000
    )


def test_a_deep_stack_and_a_single_long_line():
    deep = "java.lang.StackOverflowError\n" + "".join(
        f"\tat com.example.shop.Tree.walk(Tree.kt:{line % 90})\n" for line in range(30_000)
    )
    report = parse(deep, ("com.example.shop",))
    assert (report.frame_count, report.culprit.line) == (30_000, None)
    assert parse("x" * 1_000_000).kind == "unknown"
