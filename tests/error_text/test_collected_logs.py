"""A trace and a build come out of the logs that services collect as they went in."""

import json

import pytest

from rca.error_text import parse

TRACE = """java.lang.IllegalStateException: no price for tea
\tat app.shop.Cart.total(Cart.kt:17)
\tat app.shop.Till.pay(Till.kt:40)
\tat io.ktor.server.engine.DefaultEnginePipelineKt.run(DefaultEnginePipeline.kt:123)
Caused by: java.util.NoSuchElementException: Key tea is missing in the map.
\tat kotlin.collections.MapsKt__MapWithDefaultKt.getOrImplicitDefaultNullable(MapWithDefault.kt:24)
\tat app.shop.Prices.of(Prices.kt:9)
\t... 12 more"""
BUILD = """> Task :app:compileKotlin FAILED
e: file:///builds/shop/app/src/main/kotlin/app/Till.kt:12:9 Unresolved reference 'discount'.

FAILURE: Build failed with an exception.

* What went wrong:
Execution failed for task ':app:compileKotlin'.
> Compilation error. See log for more details

BUILD FAILED in 4s"""


def each(prefix, text):
    return "\n".join(prefix + line for line in text.split("\n"))


def entries(text, **others):
    return "\n".join(json.dumps(others | {"log": line + "\n"}) for line in text.split("\n"))


@pytest.mark.parametrize(
    "text",
    [
        entries(TRACE, stream="stderr", time="2026-11-20T10:12:13.4Z"),
        "\n".join(
            json.dumps({"MESSAGE": line, "PRIORITY": "3", "_PID": "4711", "other": "at home (x)"})
            for line in TRACE.split("\n")
        ),
        "started\n" + entries(TRACE) + "\nnot json {\n{\"unfinished\": \n[1]\n",
        json.dumps({"message": "payment failed", "stack_trace": TRACE}),
        each("till-1  | ", TRACE),
        each("2026-11-20T10:12:13.456789012Z stderr F ", TRACE),
        each("Nov 20 10:12:13 host01 till[4711]: ", TRACE),
    ],
    ids=["container", "journal", "among others", "one entry", "compose", "kubectl", "syslog"],
)  # fmt: skip
def test_a_trace(text):
    report = parse(text, ("app",))
    assert [(one.type, one.message, len(one.frames)) for one in report.exceptions] == [
        ("java.lang.IllegalStateException", "no price for tea", 3),
        ("java.util.NoSuchElementException", "Key tea is missing in the map.", 2),
    ]
    assert report.culprit.text == "at app.shop.Prices.of(Prices.kt:9)"


@pytest.mark.parametrize(
    "prefix",
    [
        "2026-11-20T10:12:13.4567890Z ",
        "build\tRun ./gradlew build\t2026-11-20T10:12:13.4567890Z ",
        "[10:12:13] :\t [Step 1/2] ",
        "[10:12:13]W:\t [Step 1/2] ",
        "[10:12:13]E:\t ",
        "2026-11-20T10:12:13.456789Z 01O ",
        "2026-11-20T10:12:13.456789Z 00E ",
        "[2026-11-20T10:12:13.456Z] ",
        "[10:12:13] ",
        "10:12:13  ",
    ],
)
def test_a_build(prefix):
    report = parse(each(prefix, BUILD))
    assert (report.kind, report.failed_tasks) == ("kotlin_compile", (":app:compileKotlin",))
    assert [(one.file, one.line, one.message) for one in report.diagnostics] == [
        ("/builds/shop/app/src/main/kotlin/app/Till.kt", 12, "Unresolved reference 'discount'.")
    ]


def test_entries_without_frames_stay_as_they_are():
    text = entries("looking at home (again)\nat noon (x) all is well")
    assert parse(text).kind == "unknown"


def test_numbered_lines_of_a_report():
    text = (
        "0       java.lang.RuntimeException: java.lang.IllegalStateException: closed\n"
        "1   at  lib.http.Handler.onFailure(Handler.java:304)\n"
        "2   at  android.os.Handler.dispatchMessage(Handler.java:102)\n"
        "3   at  dalvik.system.NativeStart.main(Native Method)\n"
        "4       Caused by: java.lang.IllegalStateException: closed\n"
        "5   at  app.shop.Prices.of(Prices.java:9)\n"
        "6   at  lib.http.Handler.onSuccess(Handler.java:351)\n"
        "7       ... 9 more\n"
    )
    report = parse(text, app_packages=("app.shop",))
    assert [(one.type, one.relation, len(one.frames)) for one in report.exceptions] == [
        ("java.lang.RuntimeException", "primary", 3),
        ("java.lang.IllegalStateException", "cause", 2),
    ]
    assert report.others == ()
