"""Each service's report becomes the same error, with what stands beside the trace."""

import json

import pytest

from rca.error_text import parse, trace_text
from tests.error_text.crash_services import samples


def _frames(exception):
    return [(frame.class_name, frame.method, frame.file, frame.line) for frame in exception.frames]


@pytest.mark.parametrize("name", samples.JVM)
def test_one_crash_in_the_shape_of_each_service(name):
    report = parse(samples.JVM[name])
    outer, cause = report.exceptions
    assert (report.kind, report.problems, report.others) == ("jvm_exception", (), ())
    assert outer.type.rpartition(".")[2] == "IllegalStateException"
    assert (outer.message, outer.relation) == ("no note is open", "primary")
    assert cause.type.rpartition(".")[2] == "IOException"
    assert (cause.message, cause.relation) == ("disk full", "cause")
    assert _frames(outer) == [
        ("dev.larch.notes.NoteStore", "current", "NoteStore.kt", 41),
        ("dev.larch.notes.NotesActivity", "onCreate", "NotesActivity.kt", 31),
        ("android.app.Activity", "performCreate", "Activity.java", 8290),
    ]
    assert _frames(cause) == [("dev.larch.notes.Disk", "write", "Disk.kt", 12)]
    assert (report.frame_count, report.culprit) == (4, cause.frames[0])
    assert [frame.origin for frame in outer.frames] == ["app", "app", "platform"]


FACTS = {
    "sentry event": ("dev.larch.notes", "2.1.0", "40", "Google Pixel 8", "Android 15", False),
    "sentry API": ("dev.larch.notes", "2.1.0", "40", "Google Pixel 8", "Android 15", False),
    "sentry MCP": ("dev.larch.notes", "2.1.0", "40", "Google Pixel 8", "Android 15", False),
    "crashlytics export": ("dev.larch.notes", "2.1.0", "40", "Google Pixel 8", "Android 15", False),
    "crashlytics console": ("dev.larch.notes", "2.1.0", "40", None, None, None),
    "crashlytics MCP": ("dev.larch.notes", "2.1.0", "40", "Google Pixel 8", "Android 15", False),
    "play": ("dev.larch.notes", None, "40", "Pixel 8", "Android API 35", None),
    "acra": ("dev.larch.notes", "2.1.0", "40", "Google Pixel 8", "Android 15", None),
    "bugsnag": ("dev.larch.notes", "2.1.0", "40", "Google Pixel 8", "android 15", False),
    "datadog": ("dev.larch.notes", "2.1.0", "40", "Google Pixel 8", "Android 15", False),
    "app store connect": ("dev.larch.notes", "2.1.0", "40", "iPhone16,1", "iPhone OS 18.1 (22B83)", None),
    "ips": ("dev.larch.notes", "2.1.0", "40", "iPhone16,1", "iPhone OS 18.1 (22B83)", None),
}


@pytest.mark.parametrize("name", FACTS)
def test_release_and_device(name):
    context = parse(samples.EVERY[name]).crash_context
    found = (context.application, context.release, context.build, context.device, context.os, context.handled)
    assert found == FACTS[name]


@pytest.mark.parametrize(
    "name",
    ["sentry event", "sentry API", "crashlytics export", "crashlytics MCP", "acra", "bugsnag", "datadog"],
)
def test_the_blamed_thread(name):
    report = parse(samples.EVERY[name])
    assert report.crash_context.blamed_thread == report.thread == "main"


@pytest.mark.parametrize(
    ("name", "messages"),
    [
        ("sentry event", ["opened (to=Notes)", "save"]),
        ("sentry API", ["opened (to=Notes)", "save"]),
        ("crashlytics export", ["screen_view (screen=Notes)", "save"]),
        ("crashlytics MCP", ["screen_view (screen=Notes)", "save"]),
        ("acra", ["10-01 09:29:59.000 I Larch: save"]),
        ("bugsnag", ["save (n=1)"]),
    ],
)
def test_breadcrumbs_oldest_first(name, messages):
    assert [crumb.message for crumb in parse(samples.EVERY[name]).crash_context.breadcrumbs] == messages


@pytest.mark.parametrize(("name", "value"), [("sentry event", "true"), ("bugsnag", "b"), ("datadog", "true")])
def test_feature_flags(name, value):
    (flag,) = parse(samples.EVERY[name]).crash_context.feature_flags
    assert (flag.name, flag.value) == ("new_editor", value)


def test_counts_and_dates_of_an_issue():
    context = parse(samples.SENTRY_MCP).crash_context
    assert (context.issue, context.events, context.users) == ("LARCH-12", 31, 7)
    assert (context.first_seen, context.url) == (
        "2026-09-28T08:00:00.000Z",
        "https://larch.sentry.io/issues/LARCH-12",
    )


def test_no_user_is_named():
    for text in samples.EVERY.values():
        shown = parse(text).model_dump_json()
        assert "u-7" not in shown
        assert "someone@larch.dev" not in shown
        assert "inst-7" not in shown


def test_marks_of_the_service_decide_where_packages_are_unknown():
    frame = {"module": "a.b", "function": "c", "lineno": 3, "in_app": True}
    event = {**samples.SENTRY, "exception": {"values": [{"type": "E", "stacktrace": {"frames": [frame]}}]}}
    text = json.dumps(event)
    assert parse(text).culprit.class_name == "a.b"
    assert parse(text, ("dev.larch",)).culprit is None


def test_suppressed_exceptions_of_a_group():
    def one(name, at, parent, source):
        return {
            "type": name,
            "value": name,
            "mechanism": {"exception_id": at, "parent_id": parent, "source": source},
            "stacktrace": {"frames": []},
        }

    values = [one("Cause", 2, 0, "cause"), one("Closing", 1, 0, "suppressed[0]"), one("Top", 0, None, None)]
    report = parse(json.dumps({**samples.SENTRY, "exception": {"values": values}}))
    assert [(found.type, found.relation) for found in report.exceptions] == [
        ("Top", "primary"),
        ("Closing", "suppressed"),
        ("Cause", "cause"),
    ]


def test_an_anr_of_play():
    record = {
        "type": "APPLICATION_NOT_RESPONDING",
        "reportText": '"main" tid=1 Blocked\n  at dev.larch.notes.Disk.write (Disk.kt:12)\n',
        "name": "apps/dev.larch.notes/r1",
    }
    report = parse(json.dumps(record))
    assert (report.kind, report.culprit.line, report.thread) == ("anr", 12, "main")


def test_an_anr_of_crashlytics():
    record = {
        **samples.CRASHLYTICS,
        "error_type": "ANR",
        "exceptions": [],
        "issue_subtitle": "Input timed out",
    }
    report = parse(json.dumps(record))
    assert (report.kind, report.exceptions[0].type, report.exceptions[0].message) == (
        "anr",
        "ANR",
        "Input timed out",
    )
    assert report.culprit.method == "write"


def test_a_native_crash_of_crashlytics():
    frames = [
        {"symbol": "abort", "library": "libc.so", "address": 320420, "offset": 164},
        {"symbol": "ink_open", "library": "libink.so", "address": 4660, "offset": 20},
    ]
    thread = {"crashed": True, "thread_name": "ink", "signal_name": "SIGABRT", "frames": frames}
    report = parse(json.dumps({**samples.CRASHLYTICS, "exceptions": [], "threads": [thread]}))
    assert (report.kind, report.signal, report.thread, report.culprit) == (
        "native_crash",
        "SIGABRT",
        "ink",
        None,
    )
    assert [(one.function, one.library, one.pc, one.offset) for one in report.native_frames] == [
        ("abort", "libc.so", "4e3a4", 164),
        ("ink_open", "libink.so", "1234", 20),
    ]


@pytest.mark.parametrize("name", ["app store connect", "ips"])
def test_kotlin_of_a_shared_module_on_apples_systems(name):
    report = parse(samples.EVERY[name])
    assert (report.kind, report.language) == ("native_crash", "kotlin")
    assert report.culprit.class_name.startswith("dev.larch.notes.Note")
    assert report.native_frames[-1].function == "kfun:dev.larch.notes.Notes#open(){}"


def test_an_ips_report():
    report = parse(samples.IPS)
    assert (report.signal, report.pid, report.process, report.thread) == (
        "SIGABRT",
        511,
        "Larch",
        "com.apple.main-thread",
    )
    assert [(one.pc, one.library, one.offset) for one in report.native_frames] == [
        ("10200", "libsystem_c.dylib", 180),
        ("1010", "Larch", None),
    ]
    assert report.diagnostics[0].message == "abort() called"


def test_exit_info_puts_failures_before_ends_that_were_wanted():
    report = parse(samples.EXIT_INFO)
    assert (report.kind, report.process, report.pid) == ("anr", "dev.larch.notes", 4093)
    assert report.exceptions[0].message == "Input dispatching timed out (window)"
    assert [one.exceptions[0].type for one in report.others] == ["USER REQUESTED"]
    assert "no stack trace" in report.problems[0]


def test_acras_lines():
    text = "\n".join(
        f"{name}={value}" for name, value in samples.ACRA.items() if isinstance(value, (str, int))
    )
    report = parse(text)
    assert [one.type for one in report.exceptions] == [
        "java.lang.IllegalStateException",
        "java.io.IOException",
    ]
    assert (report.crash_context.build, report.crash_context.event) == ("40", "e1")


@pytest.mark.parametrize(
    "issue",
    [
        {
            "shortId": "LARCH-12",
            "title": "IllegalStateException: no note",
            "culprit": "NoteStore",
            "count": "31",
            "userCount": 7,
            "metadata": {"type": "IllegalStateException", "value": "no note"},
        },
        {
            "name": "apps/dev.larch.notes/i1",
            "type": "CRASH",
            "cause": "IllegalStateException",
            "location": "NoteStore.current",
            "errorReportCount": "31",
            "distinctUsers": "7",
            "issueUri": "https://play.google.com/x",
        },
        {
            "error_class": "IllegalStateException",
            "message": "no note",
            "events": 31,
            "users": 7,
            "severity": "error",
        },
        {
            "metrics": [{"eventsCount": 31, "impactedUsersCount": 7}],
            "issue": {
                "id": "i1",
                "title": "NoteStore.current",
                "subtitle": "IllegalStateException - no note",
                "errorType": "FATAL",
                "sampleEvent": "e",
            },
        },
    ],
)
def test_an_issue_without_an_event(issue):
    report = parse(json.dumps(issue))
    assert (report.exceptions[0].type, report.frame_count) == ("IllegalStateException", 0)
    assert (report.crash_context.events, report.crash_context.users) == (31, 7)
    assert "holds no stack trace" in report.problems[0]


def test_an_answer_of_mcp_around_the_report():
    answer = {"content": [{"type": "text", "text": samples.SENTRY_MCP}]}
    assert parse(json.dumps(answer)).crash_context.issue == "LARCH-12"


def test_a_report_below_prose_and_in_a_fence():
    text = f"Look at this one:\n```json\n{json.dumps(samples.SENTRY, indent=1)}\n```\n"
    assert parse(text).crash_context.event == "9f0c"


def test_a_log_that_holds_json_among_traces_stays_a_log():
    text = f"{json.dumps(samples.DATADOG)}\njava.lang.Error: other\n\tat dev.larch.notes.A.b(A.kt:1)\n"
    assert parse(text).crash_context is None


def test_the_build_is_identified():
    text = trace_text(json.dumps(samples.SENTRY))
    assert "# Version: 2.1.0 (40)" in text
    assert parse(text).exceptions[1].frames == parse(json.dumps(samples.SENTRY)).exceptions[1].frames


def test_many_reports_say_how_many_were_left():
    report = parse("\n".join(json.dumps({**samples.SENTRY, "event_id": str(at)}) for at in range(30)))
    assert report.others == ()
    assert "10 more reports" in report.problems[0]


def test_old_exports_of_sentry():
    event = {
        "platform": "java",
        "tags": [["sentry:user", "id:u-7"], ["sentry:release", "dev.larch.notes@2.1.0+40"]],
        "sentry.interfaces.Exception": samples.SENTRY["exception"],
        "sentry.interfaces.Message": {"message": "x"},
        "sentry.interfaces.Breadcrumbs": samples.SENTRY["breadcrumbs"],
    }
    report = parse(json.dumps(event))
    assert report.exceptions == parse(json.dumps(samples.SENTRY)).exceptions
    assert [crumb.message for crumb in report.crash_context.breadcrumbs] == ["opened (to=Notes)", "save"]
    assert (report.crash_context.build, [tag.name for tag in report.crash_context.tags]) == (
        "40",
        ["sentry:release"],
    )


def test_an_event_without_an_exception_has_its_message():
    event = {"event_id": "1", "platform": "java", "logentry": {"formatted": "cart is empty"}}
    (exception,) = parse(json.dumps(event)).exceptions
    assert (exception.type, exception.message) == ("", "cart is empty")


def test_a_part_of_an_answer_of_sentrys_mcp_server():
    part = samples.SENTRY_MCP[samples.SENTRY_MCP.index("### Error") : samples.SENTRY_MCP.index("### Tags")]
    assert parse(part).exceptions == parse(samples.SENTRY_MCP).exceptions


@pytest.mark.parametrize("indent", ["\t", ""])
def test_an_issue_template_with_a_like_heading_is_no_answer(indent):
    trace = samples.TRACE.replace("\tat", f"{indent}at")
    report = parse(f"### Error\n\n**Stacktrace:**\n```\n{trace}```\n")
    assert report.crash_context is None
    assert report.exceptions[0].frames[0].method == "current"


def test_exit_info_among_traces_is_a_log():
    report = parse(f"{samples.EXIT_INFO}\n{samples.TRACE}")
    assert (report.crash_context, report.exceptions[0].message) == (None, "no note is open")


def test_a_thread_of_an_answer_of_sentrys_mcp_server():
    text = (
        "# Event Stacktrace in **larch**\n\n**Issue ID**: LARCH-3\n**Event ID**: e\n\n## Selected Thread\n\n"
        "**Thread ID**: 2\n**Name**: io\n\n## Stacktrace\n\n**Full Stacktrace:**\n```\n"
        "at java.lang.Thread.run(Thread.java:833)\nat dev.larch.notes.Disk.write(Disk.kt:12)\n```\n"
    )
    report = parse(text)
    assert (report.crash_context.issue, report.thread) == ("LARCH-3", "io")
    assert [frame.method for frame in report.exceptions[0].frames] == ["write", "run"]


def test_a_stack_of_datadog_that_is_no_trace():
    event = {**samples.DATADOG, "error": {**samples.DATADOG["error"], "stack": "failed to load"}}
    (exception,) = parse(json.dumps(event)).exceptions
    assert (exception.type, exception.message) == ("java.lang.IllegalStateException", "no note is open")


def test_a_log_of_another_collector_is_not_datadogs():
    error = {"type": "java.lang.IllegalStateException", "message": "no note", "stack_trace": samples.TRACE}
    report = parse(json.dumps({"service": {"name": "notes"}, "error": error}))
    assert report.crash_context is None
    assert report.exceptions[0].frames[0].method == "current"


def test_modules_of_scripts_are_no_classes():
    frame = {"module": "index", "function": "fetch", "filename": "index.js", "lineno": 3, "in_app": True}
    values = [{"type": "Error", "stacktrace": {"frames": [frame]}}]
    event = {"event_id": "1", "platform": "javascript", "exception": {"values": values}}
    (found,) = parse(json.dumps(event)).exceptions[0].frames
    assert (found.class_name, found.method, found.line, found.origin) == (None, "fetch", 3, "app")


def test_a_tree_that_begins_with_the_outermost_frame():
    inner = {"binaryName": "Larch", "address": 4096, "symbolName": "kfun:dev.larch.notes.Notes#open(){}"}
    outer = {"binaryName": "dyld", "address": 8192, "symbolName": "start", "subFrames": [inner]}
    tree = {"callStacks": [{"threadAttributed": True, "callStackRootFrames": [outer]}]}
    report = parse(json.dumps({"callStackTree": tree}))
    assert [frame.library for frame in report.native_frames] == ["Larch", "dyld"]


def test_native_frames_without_an_address():
    frames = [{"function": "main"}, {"function": "kfun:dev.larch.notes.Notes#open(){}", "package": "Larch"}]
    values = [{"type": "SIGSEGV", "value": "x", "stacktrace": {"frames": frames}}]
    event = {"event_id": "1", "platform": "native", "exception": {"values": values}}
    report = parse(json.dumps(event))
    assert [(frame.function, frame.pc) for frame in report.native_frames] == [
        ("kfun:dev.larch.notes.Notes#open(){}", None),
        ("main", None),
    ]
    assert (report.kind, report.culprit.method) == ("native_crash", "open")


def test_build_ids_of_bugsnags_native_frames():
    frame = {"method": "open", "frameAddress": "0x1000", "machoFile": "Larch", "machoUUID": "70B8"}
    exception = {"errorClass": "NSException", "message": "x", "type": "cocoa", "stacktrace": [frame]}
    (native,) = parse(json.dumps({"exceptions": [exception]})).native_frames
    assert (native.library, native.pc, native.build_id) == ("Larch", "1000", "70B8")
