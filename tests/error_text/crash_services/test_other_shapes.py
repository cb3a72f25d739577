"""Answers and exports in other shapes: few fields, former formats, literals of other languages, cut parts."""

import json
from itertools import pairwise

import pytest

from rca.error_text import parse
from tests.error_text.crash_services import samples


def _native(report):
    return [(frame.library, frame.function) for frame in report.native_frames]


def _stack(*names):
    frames = []
    for at, name in enumerate(names):
        frames.append(
            {"binaryName": name, "binaryUUID": "70B8", "address": 4_295_000_000 + at, "sampleCount": 1}
        )
    for outer, inner in pairwise(frames):
        outer["subFrames"] = [inner]
    return {"threadAttributed": True, "callStackRootFrames": frames[:1]}


def test_an_event_of_crashlytics_with_few_fields():
    report = parse(json.dumps({"events": [samples.CRASHLYTICS_APPLE]}))
    assert (report.kind, report.signal, report.thread) == ("native_crash", "SIGTRAP", "com.apple.main-thread")
    assert _native(report) == [("Larch", "Larch.open(_:)"), ("UIKitCore", "<redacted>")]
    context = report.crash_context
    assert (context.service, context.event, context.os) == ("crashlytics", "e9", "iOS 18.1")
    assert context.blamed_frame == "Larch.open(_:) (Larch.swift:12)"


def test_an_error_that_an_ios_app_recorded_is_handled():
    frames = [{"symbol": "Net.fail(error:)", "library": "Larch", "file": "Net.swift", "line": 3}]
    error = {"title": "Non-fatal Exception: dev.larch.NetError", "subtitle": "Domain: Net", "frames": frames}
    report = parse(json.dumps({"eventId": "e1", "platform": "IOS", "errors": [error]}))
    (exception,) = report.exceptions
    assert (exception.type, exception.message) == ("dev.larch.NetError", "Domain: Net")
    assert report.crash_context.handled is True


@pytest.mark.parametrize(("event", "kind"), [("DISK_WRITES", "unknown"), ("HANGS", "anr")])
def test_a_signature_of_app_store_connect(event, kind):
    attributes = {"diagnosticType": event, "signature": "Larch: -[Store save:] + 23", "weight": 0.5}
    record = {"type": "diagnosticSignatures", "id": "s1", "attributes": attributes, "links": {"self": "u1"}}
    report = parse(json.dumps({"data": [record]}))
    assert (report.kind, report.crash_context.issue, report.crash_context.url) == (kind, "s1", "u1")
    assert _native(report) == [("Larch", "-[Store save:]")]
    assert report.native_frames[0].offset == 23
    assert "download its logs" in report.problems[0]


def test_diagnostics_of_metric_kit_that_are_no_crash():
    payload = {
        "timeStampEnd": "2026-10-01 09:30:00 +0000",
        "crashDiagnostics": [{"callStackTree": {"callStacks": [_stack("Larch")]}}],
        "cpuExceptionDiagnostics": [{"callStackTree": {"callStacks": [_stack("Larch")]}}],
        "diskWriteExceptionDiagnostics": [{"callStackTree": {"callStacks": [_stack("Larch")]}}],
    }
    report = parse(json.dumps(payload))
    found = [report, *report.others]
    assert [one.kind for one in found] == ["native_crash", "unknown", "unknown"]
    assert [one.exceptions[0].type for one in found[1:]] == ["cpu exception", "disk write exception"]


def test_a_call_stack_tree_by_itself():
    report = parse(json.dumps({"callStacks": [_stack("UIKitCore", "Larch")], "callStackPerThread": True}))
    assert _native(report) == [("UIKitCore", None), ("Larch", None)]


def test_a_load_address_in_place_of_an_offset():
    stack = _stack("Larch")
    stack["callStackRootFrames"][0] |= {
        "address": 4_331_400_000,
        "offsetIntoBinaryTextSegment": 4_331_307_008,
    }
    report = parse(json.dumps({"callStackTree": {"callStacks": [stack]}}))
    assert report.native_frames[0].image_offset == f"{4_331_400_000 - 4_331_307_008:x}"


FRAME = {"module": "dev.larch.Main", "function": "run", "filename": "Main.kt", "lineno": 7}
EVENT = {"event_id": "a1", "platform": "java"}


@pytest.mark.parametrize(
    "event",
    [
        {**EVENT, "exception": {"type": "E", "value": "no"}, "stacktrace": {"frames": [FRAME]}},
        {**EVENT, "exception": {"type": "E", "value": "no", "stacktrace": {"frames": [FRAME]}}},
        {
            **EVENT,
            "sentry.interfaces.Exception": {"type": "E", "value": "no"},
            "sentry.interfaces.Stacktrace": {"frames": [FRAME]},
        },
        {**EVENT, "exception": [{"type": "E", "value": "no", "stacktrace": {"frames": [FRAME]}}]},
    ],
)
def test_a_single_exception_of_sentrys_former_format(event):
    (exception,) = parse(json.dumps(event)).exceptions
    (frame,) = exception.frames
    assert (exception.type, exception.message) == ("E", "no")
    assert (frame.class_name, frame.method, frame.file, frame.line) == ("dev.larch.Main", "run", "Main.kt", 7)


def test_a_webhook_of_sentry():
    event = {"exception": [{"type": "E", "value": "no", "stacktrace": {"frames": [FRAME]}}]}
    outer = {"id": "27", "project_name": "larch", "culprit": "c", "url": "u", "message": "m", "event": event}
    report = parse(json.dumps(outer))
    assert (report.exceptions[0].type, report.crash_context.issue, report.crash_context.url) == (
        "E",
        "27",
        "u",
    )


@pytest.mark.parametrize("platform", ["cocoa", "objc", "c", None])
def test_native_frames_of_sentry(platform):
    frames = [{"package": "/lib/a.dylib", "function": "f", "instruction_addr": "<address>"}]
    mechanism = {"posix_signal": {"name": "SIGBUS"}}
    value = {"type": "EXC_BAD_ACCESS", "mechanism": mechanism, "stacktrace": {"frames": frames}}
    report = parse(json.dumps({"event_id": "a", "platform": platform, "sdk": {}, "exception": [value]}))
    assert (report.kind, report.signal, _native(report)) == (
        "native_crash",
        "SIGBUS",
        [("/lib/a.dylib", "f")],
    )


def test_an_address_names_its_library():
    image = {"image_addr": "0x1000", "image_size": 4096, "name": "Foo.app/Foo", "uuid": "502f"}
    value = {"type": "F", "stacktrace": {"frames": [{"instruction_addr": "0x1fa0", "function": "f"}]}}
    record = {"platform": "cocoa", "event_id": "a", "debug_meta": {"images": [image]}, "exception": [value]}
    (frame,) = parse(json.dumps(record)).native_frames
    assert (frame.library, frame.build_id, frame.image_offset) == ("Foo.app/Foo", "502f", "fa0")


def test_an_address_that_counts_from_its_library():
    images = [{"type": "proguard", "uuid": "p"}, {"type": "elf", "code_file": "/lib/b.so", "debug_id": "d1"}]
    frames = [{"platform": "native", "instruction_addr": "0x1fa0", "addr_mode": "rel:1", "function": "f"}]
    event = {**EVENT, "debug_meta": {"images": images}, "exception": [{"stacktrace": {"frames": frames}}]}
    (frame,) = parse(json.dumps(event)).native_frames
    assert (frame.library, frame.build_id, frame.image_offset) == ("/lib/b.so", "d1", "1fa0")


WHOLE = {**EVENT, "exception": {"values": [{"type": "E", "value": "no", "stacktrace": {"frames": [FRAME]}}]}}
_JSON = json.dumps(WHOLE, indent=1)


@pytest.mark.parametrize(
    "text",
    [
        _JSON.replace("\n  ]", ",\n  ]").replace('"java"', '"java", // of the server'),
        f"event = {_JSON}",
        f"    val event = {_JSON}",
        _JSON.replace('"no"', '"no", "in_app": True, "vars": None'),
        repr(WHOLE),
        f"```python\n{WHOLE!r}\n```\n",
        _JSON.replace('"java",\n', '"java"\n'),
        _JSON[_JSON.index('"exception"') :],
        f"```\n{_JSON[_JSON.index(chr(34) + 'exception') :].rstrip()[:-1]}\n```",
        _JSON[: _JSON.index('"lineno"') + 11],
    ],
    ids=[
        "comma and remark",
        "assigned",
        "Kotlin",
        "True",
        "Python",
        "fenced Python",
        "no comma",
        "part",
        "whole part",
        "cut",
    ],
)
def test_what_people_and_other_languages_make_of_json(text):
    (exception,) = parse(text).exceptions
    assert (exception.type, exception.message, len(exception.frames)) == ("E", "no", 1)
    assert exception.frames[0].method == "run"


def test_quotes_within_strings_stay():
    value = {"type": "E", "value": 'a, ] // b True u"x" None', "stacktrace": {"frames": [FRAME]}}
    text = json.dumps({**EVENT, "exception": [value]})[:-1] + ",}"
    assert parse(text).exceptions[0].message == 'a, ] // b True u"x" None'


@pytest.mark.parametrize("text", ["{'a': open('x')}", "{'a': " * 300, "{'exception': 1", "[{'a': 1}]"])
def test_python_that_is_no_report(text):
    assert parse(text).crash_context is None


def test_an_ips_without_its_images():
    head = {"app_name": "Larch", "app_version": "2.1.0", "timestamp": "t1"}
    threads = [{"frames": []}, {"name": "Worker", "frames": [{"symbol": "f"}]}]
    body = {"exception": {"type": "EXC_CRASH", "signal": "SIGABRT"}, "faultingThread": 1, "threads": threads}
    report = parse(f"{json.dumps(head)}\n{json.dumps(body)}")
    assert (report.signal, report.thread, report.process) == ("SIGABRT", "Worker", "Larch")
    assert (report.crash_context.release, report.crash_context.occurred_at) == ("2.1.0", "t1")


@pytest.mark.parametrize(
    ("record", "told"),
    [
        ({"crash": {"error": {}, "threads": []}, "system": {}, "report": {}}, "KSCrash"),
        ({"event_id": "a", "type": "transaction", "spans": [], "platform": "java"}, "transaction of Sentry"),
        ({"sdkVersion": "19", "gmpAppId": "1:2", "session": {}}, "Crashlytics' SDK"),
        ({"crash_info": {"type": "SIGSEGV"}, "modules": [], "threads": []}, "minidump"),
        ({"applicationExitMetrics": {}, "timeStampEnd": "t"}, "metrics of MetricKit"),
        ({"rows": [{"aggregationPeriod": "DAILY", "metrics": []}]}, "Google Play's vitals"),
    ],
)
def test_a_format_that_is_not_read_is_named(record, told):
    report = parse(json.dumps(record))
    assert (report.kind, report.crash_context) == ("unknown", None)
    assert told in report.problems[0]


@pytest.mark.parametrize(
    "record",
    [
        {"id": "r1", "reportText": "The lung is clear.", "modality": "CT"},
        {"errorClass": "verify-miss", "severity": "high", "detail": "exit 127"},
        {"error_class": "timeout", "events": []},
        {"eventId": "e", "threads": [{"name": "t", "frames": [{"function": "f"}]}]},
        {"crash": {"speed": 3}, "content": {"threads": 2}},
        {"callStacks": [1, {"name": "x"}]},
    ],
)
def test_what_is_no_report_of_a_service(record):
    report = parse(json.dumps(record))
    assert (report.crash_context, report.problems) == (None, ())


def test_groups_of_top_issues_of_crashlytics():
    groups = [
        {"issue": {"id": "i1", "title": "A.a", "errorType": "FATAL"}, "metrics": [{"eventsCount": "9"}]},
        {"issue": {"id": "i2", "title": "B.b", "errorType": "NON_FATAL"}},
    ]
    report = parse(json.dumps({"groups": groups}))
    contexts = [one.crash_context for one in (report, *report.others)]
    assert [(one.issue, one.events, one.handled) for one in contexts] == [
        ("i1", 9, False),
        ("i2", None, True),
    ]


def test_an_issue_of_crashlytics_with_the_counts_of_one_period():
    metrics = {"eventsCount": 7, "impactedUsersCount": 3}
    issue = {"id": "i1", "title": "A.a", "subtitle": "E", "errorType": "FATAL", "metrics": metrics}
    context = parse(json.dumps({"result": {"data": {"issues": [issue]}}})).crash_context
    assert (context.events, context.users, context.blamed_frame) == (7, 3, "A.a")


def test_a_diagnostic_of_metrickit_without_a_part_of_its_own_for_what_it_states():
    tree = {"callStacks": [{"threadAttributed": True, "callStackRootFrames": [{"binaryName": "Larch"}]}]}
    report = parse(json.dumps({"signal": 11, "appVersion": "2.1", "callStackTree": tree}))
    assert (report.signal, report.crash_context.release) == ("SIGSEGV", "2.1")


@pytest.mark.parametrize(
    "record",
    [
        {"issue": {"id": 3, "title": "No start"}, "metrics": []},
        {"id": "1", "title": "Bad Request", "errorType": "validation", "subtitle": "name"},
        {"id": "1", "title": "Bad Request", "errorType": []},
    ],
)
def test_an_issue_that_is_not_of_crashlytics(record):
    assert parse(json.dumps(record)).crash_context is None
