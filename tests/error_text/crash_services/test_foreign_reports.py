"""Reports of services without a reader of their own are told by the fields of exceptions and frames."""

import json

import pytest

from rca.error_text import parse

_PLACES = [("current", 41), ("onCreate", 31)]


def _report(type_name, message_name, stack_name, frame, **around):
    frames = [frame(method, line) for method, line in _PLACES]
    error = {
        type_name: "java.lang.IllegalStateException",
        message_name: "no note is open",
        stack_name: frames,
    }
    return {**around, "exception": error}


REPORTS = {
    "as Java names it": _report(
        "type",
        "message",
        "frames",
        lambda method, line: {
            "className": "dev.larch.Notes",
            "fileName": "Notes.kt",
            "lineNumber": line,
            "methodName": method,
        },
        device={"appVersion": "2.1.0", "appBuild": "40", "oemName": "Google", "model": "Pixel 8"},
    ),
    "with underscores": _report(
        "class_name",
        "error_message",
        "stack_trace",
        lambda method, line: {
            "class_name": "dev.larch.Notes",
            "file_name": "Notes.kt",
            "line_num": line,
            "method_name": method,
        },
        app={"version_name": "2.1.0", "version_code": 40},
        device={"manufacturer": "Google", "device_model": "Pixel 8"},
    ),
    "with dashes": _report(
        "class",
        "reason",
        "stack-trace",
        lambda method, line: {
            "declaring-class": "dev.larch.Notes",
            "file-name": "Notes.kt",
            "line-number": line,
            "method-name": method,
        },
        attributes={"app.version": "2.1.0", "build.number": "40", "brand": "Google", "model": "Pixel 8"},
    ),
}


@pytest.mark.parametrize("name", REPORTS)
def test_an_exception_however_its_fields_are_spelled(name):
    report = parse(json.dumps(REPORTS[name], indent=1))
    (exception,) = report.exceptions
    assert (report.kind, exception.type, exception.message) == (
        "jvm_exception",
        "java.lang.IllegalStateException",
        "no note is open",
    )
    assert [(one.class_name, one.method, one.file, one.line) for one in exception.frames] == [
        ("dev.larch.Notes", method, "Notes.kt", line) for method, line in _PLACES
    ]
    context = report.crash_context
    assert (context.service, context.release, context.build, context.device) == (
        "other",
        "2.1.0",
        "40",
        "Google Pixel 8",
    )


def _frame(method, line=3):
    return {"class": "dev.larch.Disk", "method": method, "file": "Disk.kt", "line": line}


def test_causes_inside_an_exception_and_beside_it():
    inner = {"type": "java.io.IOException", "message": "disk full", "frames": [_frame("write")]}
    outer = {"type": "dev.larch.SaveException", "message": "not saved", "frames": [_frame("save")]}
    expected = [("dev.larch.SaveException", "primary"), ("java.io.IOException", "cause")]
    for record in ({"exception": {**outer, "innerExceptions": [inner]}}, {"exceptions": [outer, inner]}):
        found = parse(json.dumps(record)).exceptions
        assert [(one.type, one.relation) for one in found] == expected


def test_the_head_of_an_exception_beside_its_frames():
    trace = {
        "exception": {"class": "LarchError", "message": "no note"},
        "frames": [_frame("main"), _frame("open")],
    }
    (exception,) = parse(json.dumps({"data": {"body": {"trace": trace}}})).exceptions
    assert (exception.type, exception.message) == ("LarchError", "no note")
    assert [one.method for one in exception.frames] == ["open", "main"]  # where the thread begins stands last


def test_native_frames_of_the_thread_that_crashed():
    stack = [{"pc": 4660, "so_path": "/data/app/libink.so", "sym_name": "ink_open", "sym_addr_offset": 20}]
    threads = [{"crashed": False, "stack": []}, {"crashed": True, "threadName": "ink", "stack": stack}]
    record = {"pid": 7, "exception": {"signalInfo": {"signalName": "SIGSEGV"}}, "threads": threads}
    report = parse(json.dumps(record))
    (frame,) = report.native_frames
    assert (report.kind, report.signal, report.pid, report.thread) == ("native_crash", "SIGSEGV", 7, "ink")
    assert (frame.pc, frame.library, frame.function) == ("1234", "/data/app/libink.so", "ink_open")


@pytest.mark.parametrize("as_pairs", [False, True])
def test_an_exception_that_opentelemetry_recorded(as_pairs):
    held = {
        "exception.type": "java.lang.IllegalStateException",
        "exception.message": "no note is open",
        "exception.stacktrace": "java.lang.IllegalStateException: no note is open\n\tat dev.larch.Notes.current(Notes.kt:41)",
    }
    pairs = [{"key": name, "value": {"stringValue": value}} for name, value in held.items()]
    report = parse(json.dumps({"name": "exception", "attributes": pairs if as_pairs else held}))
    assert report.exceptions[0].type == "java.lang.IllegalStateException"
    assert report.exceptions[0].frames[0].line == 41
    assert report.crash_context.service == "other"


@pytest.mark.parametrize(
    "record",
    [
        {"type": "object", "frames": [{"name": "a", "line": 3}]},
        {"exception": "none", "threads": [{"name": "main", "stack": []}]},
        {"type": "java.lang.IllegalStateException", "frames": [{"width": 3, "height": 4}]},
        {"error": {"type": "TimeoutError", "message": "late"}, "frames": 3, "entries": []},
    ],
)
def test_other_objects_are_no_reports(record):
    assert parse(json.dumps(record)).crash_context is None


def test_a_page_that_was_copied_with_its_bars():
    lines = json.dumps(REPORTS["with underscores"], indent=0).split("\n")
    text = "\n".join(f"| {line} | |" for line in lines)
    assert parse(text).exceptions[0].frames[0].method == "current"


def test_a_flat_report_with_its_trace_as_text():
    record = {
        "error_type": "IllegalStateException",
        "error_message": "no note is open",
        "app_version": "2.1.0",
        "android_version": "15",
        "device_model": "Pixel 8",
        "stacktrace": "java.lang.IllegalStateException\n\tat dev.larch.Notes.current(Notes.kt:41)",
    }
    report = parse(json.dumps(record))
    assert report.exceptions[0].message == "no note is open"
    assert report.exceptions[0].frames[0].line == 41
    context = report.crash_context
    assert (context.release, context.device, context.os) == ("2.1.0", "Pixel 8", "Android 15")


def test_a_trace_as_text_without_an_app_is_no_report():
    record = {
        "error_type": "A",
        "stacktrace": "java.lang.IllegalStateException\n\tat dev.larch.Notes.a(Notes.kt:4)",
    }
    assert parse(json.dumps(record)).crash_context is None


def test_a_recorded_crash_with_underscored_fields():
    trace = "java.lang.IllegalStateException: closed\n\tat dev.larch.Notes.current(Notes.kt:41)"
    record = {
        "_error": trace,
        "_app_version": "2.1.0",
        "_os": "Android",
        "_os_version": "15",
        "_nonfatal": True,
    }
    report = parse(json.dumps({"crash": record}))
    assert report.exceptions[0].message == "closed"
    context = report.crash_context
    assert (context.release, context.os, context.handled) == ("2.1.0", "Android 15", True)


def test_rollbars_newest_call_is_the_last():
    calls = [
        {"filename": "notes.rb", "lineno": line, "method": name}
        for name, line in (("outer", 9), ("inner", 3))
    ]
    trace = {"frames": calls, "exception": {"class": "NoteError", "message": "late"}}
    report = parse(json.dumps({"data": {"environment": "production", "body": {"trace": trace}}}))
    assert [one.method for one in report.exceptions[0].frames] == ["inner", "outer"]


def test_a_list_of_exceptions_without_frames():
    listed = [{"type": "NoteError", "value": "late", "mechanism": {"type": "generic", "handled": True}}]
    report = parse(json.dumps({"event": "$exception", "properties": {"$exception_list": listed}}))
    assert (report.exceptions[0].type, report.exceptions[0].message) == ("NoteError", "late")
    assert report.crash_context.handled is True


def test_a_recorded_trace_that_was_escaped_twice():
    held = {
        "exception.type": "java.lang.IllegalStateException",
        "exception.stacktrace": "java.lang.IllegalStateException: a\\n\\tat dev.larch.Notes.current(Notes.kt:41)",
    }
    assert parse(json.dumps({"Attributes": held})).exceptions[0].frames[0].line == 41


def test_a_datadog_log_whose_message_is_the_errors():
    log = {
        "status": "error",
        "message": "late",
        "tags": ["env:prod"],
        "attributes": {"error.kind": "TimeoutError"},
    }
    report = parse(json.dumps({"id": "A1", "type": "log", "attributes": log}))
    assert (report.exceptions[0].type, report.exceptions[0].message) == ("TimeoutError", "late")
    assert (report.crash_context.service, report.crash_context.environment) == ("datadog", "prod")


def test_a_query_over_the_export_with_columns_of_the_blamed_frame():
    row = {
        "issue_id": "a1",
        "issue_title": "Notes",
        "events": "30",
        "users": "12",
        "blame_symbol": "dev.larch.Notes.current",
        "blame_file": "Notes.kt",
        "blame_line": "41",
    }
    context = parse(json.dumps(row)).crash_context
    assert (context.issue, context.events, context.users) == ("a1", 30, 12)
    assert "Notes" in context.blamed_frame


def test_a_listed_issue_that_holds_its_own_counts():
    issue = {
        "id": "a1",
        "title": "Notes.current",
        "errorType": "FATAL",
        "eventsCount": 8,
        "impactedUsersCount": 6,
    }
    context = parse(f"expected = [{issue!r}]\n").crash_context
    assert (context.service, context.events, context.users, context.handled) == ("crashlytics", 8, 6, False)
