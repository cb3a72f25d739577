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
