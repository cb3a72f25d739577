"""Parts of reports without the rest, and resources that hold a report as text."""

from __future__ import annotations

import json

import pytest

from rca.error_text import parse
from tests.error_text.crash_services import samples

IMAGE = {
    "type": "macho",
    "uuid": "c05b4ddd-69a7-3840-a649-32180d341587",
    "image_addr": "0x100020000",
    "image_size": 32768,
}


def _natively(frame, **event):
    exception = {"type": "NSRangeException", "value": "beyond", "stacktrace": {"frames": [frame]}}
    return parse(json.dumps({"platform": "cocoa", "exception": {"values": [exception]}, **event}))


def test_one_exception_of_sentry_without_its_event():
    frames = [
        {"function": "main", "module": "com.acme.App", "filename": "App.kt", "lineno": 3},
        {"function": "save", "module": "com.acme.Editor", "filename": "Editor.kt", "lineno": 31},
    ]
    text = json.dumps({"type": "java.lang.Error", "value": "no", "stacktrace": {"frames": frames}})
    report = parse(text)
    assert [(one.type, one.message) for one in report.exceptions] == [("java.lang.Error", "no")]
    assert [frame.method for frame in report.exceptions[0].frames] == ["save", "main"]


@pytest.mark.parametrize(
    "address", ["0000000100026330", "0x0000000100026330", 0x100026330, str(0x100026330), "1000263ab"]
)
def test_addresses_in_any_form_find_a_library_without_a_name(address):
    report = _natively({"function": "main", "instruction_addr": address}, debug_meta={"images": [IMAGE]})
    (frame,) = report.native_frames
    assert (frame.library, frame.build_id) == (None, IMAGE["uuid"])


def test_an_event_of_crashlytics_whose_frames_were_left_out():
    event = {
        "eventId": "e1",
        "operatingSystem": {"displayVersion": "13", "os": "Android"},
        "exceptions": [{"type": "NullPointerException", "reason": "null ref", "frames": []}],
        "threads": [{"name": "main", "frames": [], "crashed": True}],
    }
    report = parse(json.dumps(event))
    assert [(one.type, one.message) for one in report.exceptions] == [("NullPointerException", "null ref")]
    assert (report.thread, report.crash_context.os) == ("main", "Android 13")


@pytest.mark.parametrize("file", ["lib/sign_up.dart", "HomeScreen.kt", "app.tsx"])
def test_a_function_outside_of_classes_is_no_native_code(file):
    frame = {"symbol": "onCreate", "file": file, "line": 42, "library": "app", "address": 0}
    event = {"event_id": "e1", "exceptions": [{"type": "E", "exception_message": "boom", "frames": [frame]}]}
    report = parse(json.dumps(event))
    (found,) = report.exceptions[0].frames
    assert (found.class_name, found.method, found.file, found.line) == (None, "onCreate", file, 42)
    assert report.native_frames == ()


def _resource(kind, **attributes):
    return json.dumps({"data": {"type": kind, "id": "r1", "attributes": attributes}})


def test_a_log_of_testflight_as_text():
    log = "Incident Identifier: A\nThread 0 Crashed:\n0  Notes  I_CacheRumble + 1344\n1  Notes  main + 12\n"
    report = parse(_resource("betaCrashLogs", logText=log))
    assert report.kind == "native_crash"
    assert [(one.pc, one.function) for one in report.native_frames] == [
        (None, "I_CacheRumble"),
        (None, "main"),
    ]


def test_a_log_of_testflight_as_json():
    wanted = parse(samples.EVERY["ips"])
    report = parse(_resource("betaCrashLogs", logText=samples.EVERY["ips"]))
    assert (report.native_frames, report.crash_context) == (wanted.native_frames, wanted.crash_context)


@pytest.mark.parametrize("form", [json.dumps, lambda record: f"Response.json({record!r})"])
def test_a_testers_crash_says_that_its_log_is_missing(form):
    attributes = {"createdDate": "2026-09-13T01:00:00Z", "deviceModel": "iPad", "osVersion": "26.0"}
    data = [{"type": "betaFeedbackCrashSubmissions", "id": "c1", "attributes": attributes}]
    report = parse(form({"data": data}))
    context = report.crash_context
    assert (context.issue, context.device, context.os) == ("c1", "iPad", "26.0")
    assert any("ask for its crashLog" in problem for problem in report.problems)


def test_frames_of_apples_that_are_text_alone():
    stack = {"callStackRootFrames": [{"rawFrame": "libdispatch", "subFrames": [{"rawFrame": "Notes read"}]}]}
    log = {"diagnosticMetaData": {"event": "disk writes"}, "callStackTree": [{"callStacks": [stack]}]}
    report = parse(json.dumps({"productData": [{"signatureId": "s1", "diagnosticLogs": [log]}]}))
    assert [frame.function for frame in report.native_frames] == ["libdispatch", "Notes read"]
