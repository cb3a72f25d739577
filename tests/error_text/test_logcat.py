"""Each format of logcat gives the same crash."""

import json

import pytest

from rca.error_text import parse

APP = ("com.example.shop",)
MESSAGES = (
    "FATAL EXCEPTION: main",
    "Process: com.example.shop, PID: 4242",
    "java.lang.IllegalStateException: cart: not loaded",
    "\tat com.example.shop.cart.CartPresenter.total(CartPresenter.kt:31)",
    "\tat android.os.Handler.dispatchMessage(Handler.java:106)",
    "Caused by: java.io.IOException: closed",
    "\tat okhttp3.internal.http1.Http1ExchangeCodec.readResponseHeaders(Http1ExchangeCodec.kt:202)",
    "\tat com.example.shop.net.CartApi$load$2.invokeSuspend(CartApi.kt:17)",
    "\t... 9 more",
)
FORMATS = {
    "threadtime": "11-21 10:00:00.123  4242  4243 E AndroidRuntime: {}",
    "threadtime without padding": "11-21 10:00:00.123 4242 4243 E AndroidRuntime: {}",
    "year": "2026-11-21 10:00:00.123  4242  4243 E AndroidRuntime: {}",
    "usec and zone": "2026-11-21 10:00:00.123456 +0100  4242  4243 E AndroidRuntime: {}",
    "uid": "11-21 10:00:00.123 u0_a123  4242  4243 E AndroidRuntime: {}",
    "numeric uid": "11-21 10:00:00.123 10123  4242  4243 E AndroidRuntime: {}",
    "epoch": "1700000000.123  4242  4243 E AndroidRuntime: {}",
    "monotonic": "    1234.567  4242  4243 E AndroidRuntime: {}",
    "time": "11-21 10:00:00.123 E/AndroidRuntime( 4242): {}",
    "time with colon": "11-21 10:00:00.123: E/AndroidRuntime(4242): {}",
    "brief": "E/AndroidRuntime( 4242): {}",
    "tag": "E/AndroidRuntime: {}",
    "process": "E( 4242) {}  (AndroidRuntime)",
    "thread": "E( 4242: 4243) {}",
    "studio old": "2026-11-21 10:00:00.123 4242-4243/com.example.shop E/AndroidRuntime: {}",
    "studio older": "11-21 10:00:00.123    4242-4243/com.example.shop E/AndroidRuntime\ufe55 {}",
    "studio unknown process": "11-21 10:00:00.123 4242-4243/? E/AndroidRuntime: {}",
    "studio new": "2026-11-21 10:00:00.123  4242-4243  AndroidRuntime          com.example.shop        E  {}",
    "studio new cut name": "2026-11-21 10:00:00.123  4242-4243  AndroidRuntime          pid-4242   E  {}",
    "studio compact": "10:00:00.123  E  {}",
    "level and tag": "E AndroidRuntime: {}",
    "bare tag": "AndroidRuntime: {}",
    "raw": "{}",
    "flutter": "E/AndroidRuntime( 4242): {}",
}


def assert_is_the_crash(report, process="com.example.shop", pid=4242):
    assert report.kind == "jvm_exception"
    assert (report.process, report.pid, report.thread) == (process, pid, "main")
    assert [(e.type, e.message, e.relation) for e in report.exceptions] == [
        ("java.lang.IllegalStateException", "cart: not loaded", "primary"),
        ("java.io.IOException", "closed", "cause"),
    ]
    assert report.frame_count == 4
    assert (report.culprit.class_name, report.culprit.line) == ("com.example.shop.net.CartApi$load$2", 17)
    assert report.language == "kotlin"
    assert report.others == ()


@pytest.mark.parametrize("line", FORMATS.values(), ids=FORMATS.keys())
def test_every_format(line):
    text = "\n".join(line.format(message) for message in MESSAGES)
    assert_is_the_crash(parse(text, APP))


def test_long_format():
    head = "[ 11-21 10:00:00.123  4242: 4243 E/AndroidRuntime ]"
    text = "\n\n".join(f"{head}\n{message}" for message in MESSAGES)
    assert_is_the_crash(parse(text, APP))
    together = f"{head}\n" + "\n".join(MESSAGES) + "\n\n[ 11-21 10:00:01.000  77: 78 I/Wifi ]\nidle\n"
    assert_is_the_crash(parse(together, APP))


def test_studio_new_prints_its_columns_once():
    head = "2026-11-21 10:00:00.123  4242-4243  AndroidRuntime          com.example.shop        E  "
    text = head + ("\n" + " " * len(head)).join(MESSAGES)
    assert_is_the_crash(parse(text, APP))


def test_tag_format_prints_the_tag_once():
    text = "E/AndroidRuntime: " + "\n    ".join(MESSAGES) + "\nI/Process: Sending signal. PID: 4242 SIG: 9"
    assert_is_the_crash(parse(text, APP))


def test_studio_json_export():
    header = {"logLevel": "ERROR", "pid": 4242, "tid": 4243, "applicationId": "com.example.shop"}
    header |= {"processName": "com.example.shop", "tag": "AndroidRuntime", "timestamp": {"seconds": 1}}
    entry = {"header": header, "message": "\n".join(MESSAGES)}
    noise = {"header": header | {"tag": "Choreographer", "logLevel": "INFO"}, "message": "Skipped 42 frames"}
    text = json.dumps({"metadata": {"device": {}}, "logcatMessages": [noise, entry, noise]}, indent=2)
    assert_is_the_crash(parse(text, APP))


def test_a_broken_json_export_gives_a_report():
    assert parse('{"metadata": {}, "logcatMessages": [{"header":').kind == "unknown"


def test_other_processes_may_write_in_between():
    noise = "11-21 10:00:00.123   900   901 I WifiService: at com.example.Noise.f(Noise.kt:1) was idle"
    lines = []
    for message in MESSAGES:
        lines += [f"11-21 10:00:00.123  4242  4243 E AndroidRuntime: {message}", noise]
    assert_is_the_crash(parse("\n".join(lines), APP))


def test_two_crashes_of_two_processes_interleaved():
    lines = []
    for message in MESSAGES:
        lines.append(f"11-21 10:00:00.123  4242  4243 E AndroidRuntime: {message}")
        other = message.replace("4242", "5151").replace("com.example.shop", "com.example.till")
        lines.append(f"11-21 10:00:00.124  5151  5152 E AndroidRuntime: {other}")
    report = parse("\n".join(lines), APP)
    (other,) = report.others
    assert_is_the_crash(report.model_copy(update={"others": ()}))
    assert (other.process, other.pid, other.frame_count) == ("com.example.till", 5151, 4)


def test_what_ends_a_process_outranks_what_is_logged_before():
    logged = [
        "11-21 09:59:59.000  4242  4300 W System.err: java.io.IOException: retry",
        "11-21 09:59:59.000  4242  4300 W System.err: \tat com.example.shop.net.Retry.run(Retry.kt:3)",
    ]
    crash = [f"11-21 10:00:00.123  4242  4243 E AndroidRuntime: {message}" for message in MESSAGES]
    report = parse("\n".join([*logged, "--------- beginning of crash", *crash]), APP)
    assert [other.exceptions[0].message for other in report.others] == ["retry"]
    assert_is_the_crash(report.model_copy(update={"others": ()}))


def test_a_crash_loop_is_told_once():
    loop = "\n".join(
        f"11-21 10:0{minute}:00.123  {4242 + minute}  {4242 + minute} E AndroidRuntime: {message}"
        for minute in range(6)
        for message in MESSAGES
    )
    report = parse(loop, APP)
    assert (report.pid, report.others) == (4242, ())


def test_a_long_log_is_searched_as_a_short_one():
    idle = "11-21 10:00:00.000   900   901 I WifiService: state at position 3 of the format is idle\n" * 9000
    crash = "\n".join(f"11-21 10:00:00.123  4242  4243 E AndroidRuntime: {message}" for message in MESSAGES)
    assert_is_the_crash(parse(idle + crash + "\n" + idle, APP))


def test_the_process_in_the_text_stands_in_for_unknown_packages():
    text = "\n".join(f"E/AndroidRuntime( 4242): {message}" for message in MESSAGES)
    assert_is_the_crash(parse(text))
    debug = text.replace("Process: com.example.shop", "Process: com.example.shop.debug")
    assert_is_the_crash(parse(debug), "com.example.shop.debug")


def test_messages_of_several_lines():
    lines = [
        "FATAL EXCEPTION: DefaultDispatcher-worker-2",
        "Process: com.example.shop, PID: 4242",
        "java.lang.IllegalStateException: Migration of table cart failed:",
        " Expected: name at position 3",
        "",
        "Caused by: a column that is gone",
        "\tat com.example.shop.db.Migrations.check(Migrations.kt:8)",
    ]
    report = parse(
        "\n".join(f"11-21 10:00:00.123  4242  4243 E AndroidRuntime: {line}" for line in lines), APP
    )
    assert report.thread == "DefaultDispatcher-worker-2"
    (exception,) = report.exceptions
    assert exception.message.split("\n")[0] == "Migration of table cart failed:"
    assert exception.message.endswith("Caused by: a column that is gone")


def test_an_exception_that_was_copied_without_its_prefix():
    text = (
        "java.lang.NullPointerException\n"
        "2025-09-18 13:19:23.319 10517-10517 System.err   com.example.shop   W  \tat com.example.shop.Cart.add(Cart.kt:9)\n"
        "2025-09-18 13:19:23.319 10517-10517 System.err   com.example.shop   W  \tat android.os.Handler.run(Handler.java:9)\n"
    )
    [exception] = parse(text).exceptions
    assert (exception.type, len(exception.frames)) == ("java.lang.NullPointerException", 2)
