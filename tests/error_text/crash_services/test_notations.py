"""Events that are quoted in source code, logs and pages: read as their JSON is, in linear time."""

from __future__ import annotations

import json
import re

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from models.error_report import ErrorReport
from rca.error_text import parse
from rca.error_text.crash_services import read_service_reports
from tests.complexity import assert_grows_linearly
from tests.error_text.crash_services.notations import EVERY, JSON

CALM = settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@pytest.mark.parametrize("name", sorted(EVERY))
def test_an_event_is_read_as_its_json_is(name):
    report, wanted = parse(EVERY[name]), parse(JSON)
    assert report.exceptions == wanted.exceptions
    assert report.crash_context == wanted.crash_context
    assert report.others == ()


def test_a_text_that_begins_and_ends_inside_an_object():
    text = "\n".join(EVERY["JavaScript"].split("\n")[1:-6])
    report = parse(text)
    assert [one.message for one in report.exceptions] == ['no "note" is open; it\'s gone']
    assert report.crash_context.release == "1.2.3"
    assert "the text ends inside an object" in report.problems[0]


def test_what_the_code_computes_is_left_out_and_said():
    text = EVERY["Python"].replace("'One'", "make_model(1, 'Two')").replace("920", "line + 3")
    report = parse(text)
    assert report.crash_context.device == "acme"
    assert [frame.line for frame in report.exceptions[0].frames] == [31, None]
    assert "values that it computes are not known" in report.problems[0]


@pytest.mark.parametrize(
    "text",
    [
        "interface Event { exception: { values: Exception[] }; event_id: string; platform: string }",
        "data class Report(val exceptions: List<Item>, val threads: List<Thread>, val eventId: String)",
        "val frames = report.exceptions.flatMap { it.stacktrace.frames }\nthreads = emptyList()",
        "exceptions: 3, threads: 7, frames: 12",
    ],
)
def test_code_about_reports_is_no_report(text):
    assert read_service_reports(text) is None


def test_a_log_among_traces_is_read_as_a_log():
    text = f"{EVERY['Python']}\njava.lang.IllegalArgumentException: no\n\tat com.acme.Pay.send(Pay.kt:7)\n"
    assert parse(text).exceptions[0].type == "java.lang.IllegalArgumentException"


@CALM
@given(st.sampled_from(sorted(EVERY)), st.integers(0, 3000), st.integers(0, 60), st.text(max_size=6))
def test_a_damaged_notation(name, at, left_out, put_in):
    text = EVERY[name][:at] + put_in + EVERY[name][at + left_out :]
    report = parse(text)
    wire = report.model_dump(mode="json")
    assert ErrorReport.model_validate(json.loads(json.dumps(wire))) == report
    frames = [one for each in (report, *report.others) for raised in each.exceptions for one in raised.frames]
    parts = {part for one in frames for part in (one.class_name, one.method, one.file) if part}
    held = re.sub(r"\W", "", f"{text}{JSON}")
    assert all(re.sub(r"\W", "", part) in held for part in parts)


@pytest.mark.parametrize(
    "piece",
    [
        "[",
        "{",
        "(",
        "}",
        '"',
        "'",
        "`",
        '"""',
        '#"',
        "<a",
        "a:",
        "a =>",
        "-",
        "/*",
        '\\"',
        '"a" + ',
        "f(",
        "\na: ",
    ],
)
def test_time_grows_with_the_text(piece):
    assert_grows_linearly(read_service_reports, lambda size: "stacktrace: " + piece * size, 400)


def test_a_tree_of_metrickit_whose_name_was_not_copied():
    text = """"callStacks": [{"threadAttributed": true, "callStackRootFrames": [{"binaryName": "Notes", "address": 16}]}]
      },
      "diagnosticMetaData": {"appVersion": "1.4.2", "signal": 11}
    }], "hangDiagnostics": []
    }"""
    report = parse(text)
    assert (report.signal, report.crash_context.release) == ("SIGSEGV", "1.4.2")
    assert [frame.library for frame in report.native_frames] == ["Notes"]


def test_a_map_that_is_made_of_pairs():
    text = (
        'data = OrderedDict([("release", "1.2"), ("sentry.interfaces.Exception", {"type": "DemoException"})])'
    )
    report = parse(text)
    assert [one.type for one in report.exceptions] == ["DemoException"]
    assert report.crash_context.release == "1.2"


def test_objects_that_end_where_none_began():
    assert_grows_linearly(read_service_reports, lambda size: "stacktrace: " + "a: 1}" * size, 400)
