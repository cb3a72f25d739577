"""Rows of Crashlytics' export in tables, as CSV, as answers of BigQuery, and with JSON in their columns."""

import csv
import io
import json

import pytest

from rca.error_text import parse
from tests.error_text.crash_services import samples

_NAMES = ("issue_id", "issue_title", "issue_subtitle", "events", "users")
_ROWS = (
    ("i1", "NoteStore.kt - dev.larch.notes.NoteStore.current", "java.io.IOException - disk full", "31", "7"),
    ("i2", "ANR", "dev.larch.notes.NotesActivity", "4", "3"),
)


def _grid():
    widths = [max(len(row[at]) for row in (_NAMES, *_ROWS)) for at in range(len(_NAMES))]
    rule = "+".join(("", *("-" * (width + 2) for width in widths), ""))

    def line(row):
        cells = (f" {cell:{width}} " for cell, width in zip(row, widths, strict=True))
        return "|".join(("", *cells, ""))

    return "\n".join((rule, line(_NAMES), rule, *map(line, _ROWS), rule))


def _csv():
    out = io.StringIO()
    csv.writer(out).writerows((_NAMES, *_ROWS))
    return out.getvalue()


@pytest.mark.parametrize("text", [_grid(), _csv(), f"Waiting on bqjob_r1 ... (0s)\n{_grid()}\n"])
def test_issues_in_a_table(text):
    report = parse(text)
    context = report.crash_context
    assert (context.service, context.issue, context.events, context.users) == ("crashlytics", "i1", 31, 7)
    assert (report.exceptions[0].type, report.exceptions[0].message) == ("java.io.IOException", "disk full")


def test_a_table_of_other_columns_is_no_report():
    assert parse("| issue_id | note |\n|---|---|\n| 3 | open |\n").crash_context is None


def test_columns_that_hold_json():
    row = {
        name: json.dumps(value) if isinstance(value, (dict, list)) else value
        for name, value in samples.CRASHLYTICS.items()
    }
    report, whole = parse(json.dumps(row)), parse(json.dumps(samples.CRASHLYTICS))
    assert (report.exceptions, report.crash_context) == (whole.exceptions, whole.crash_context)


def test_a_row_that_python_prints_as_pairs():
    exceptions = json.dumps(samples.CRASHLYTICS["exceptions"])
    row = [("issue_id", "i1"), ("crash_count", 31), ("exceptions", exceptions), ("blame_frame", None)]
    report = parse(f">>> row.items()\n{row!r}\n")
    assert (report.crash_context.issue, report.crash_context.events) == ("i1", 31)
    assert report.exceptions[1].frames[0].method == "write"


def test_exceptions_of_a_row_alone():
    report = parse(repr(samples.CRASHLYTICS["exceptions"]))
    assert [one.type for one in report.exceptions] == [
        "java.lang.IllegalStateException",
        "java.io.IOException",
    ]
    assert report.crash_context.service == "crashlytics"


def test_an_answer_of_bigquerys_api():
    fields = [{"name": name, "type": "STRING"} for name in _NAMES]
    rows = [{"f": [{"v": value} for value in row]} for row in _ROWS]
    report = parse(json.dumps({"schema": {"fields": fields}, "rows": rows, "threads": None}))
    assert (report.crash_context.issue, report.crash_context.events) == ("i1", 31)


def test_lines_that_a_terminal_cut():
    text = f"exceptions = {samples.CRASHLYTICS['exceptions']!r}"
    cut = "\n".join(text[at : at + 80] for at in range(0, len(text), 80))
    assert parse(cut).exceptions[1].frames[0].method == "write"


def test_an_alert_names_its_issue():
    alert = {
        "issueId": "i1",
        "issueTitle": "IOException: disk full",
        "appVersion": "2.1.0",
        "eventTime": "2026-10-01T09:30:00Z",
        "fatal": True,
    }
    report = parse(json.dumps(alert))
    context = report.crash_context
    assert (context.issue, context.release, context.handled) == ("i1", "2.1.0", False)
    assert (report.exceptions[0].type, report.exceptions[0].message) == ("IOException", "disk full")
    assert parse('{"issueId": 3, "issueTitle": "IOException: disk full"}').crash_context is None


def test_an_answer_whose_issues_are_included():
    answer = {
        "data": [{"id": "i1", "type": "error_tracking_search_result", "attributes": {"total_count": 31}}],
        "included": [
            {
                "id": "i1",
                "type": "issue",
                "attributes": {
                    "error_type": "IOException",
                    "error_message": "disk full",
                    "first_seen": 1790846990000,
                },
            }
        ],
    }
    context = parse(json.dumps(answer)).crash_context
    assert (context.service, context.issue, context.events) == ("datadog", "i1", 31)


def test_causes_and_an_anr_of_datadog():
    causes = [{"type": "IOException", "message": "disk full"}]
    error = {**samples.DATADOG["error"], "stack": "failed to load", "causes": causes}
    found = parse(json.dumps({**samples.DATADOG, "error": error})).exceptions
    assert [(one.type, one.relation) for one in found][1] == ("IOException", "cause")
    error = {**samples.DATADOG["error"], "category": "ANR"}
    assert parse(json.dumps({**samples.DATADOG, "error": error})).kind == "anr"


def test_native_stacks_of_datadog():
    stack = "0   libink\t0x0000000000101234 0x100000 + 4660\n1   Larch\t0x0000000000200010 ink_open + 16\n"
    images = [{"uuid": "id-1", "name": "libink", "load_address": "100000", "max_address": "110000"}]
    error = {"message": "x", "is_crash": True, "stack": stack, "binary_images": images}
    report = parse(json.dumps({**samples.DATADOG, "error": error}))
    first, second = report.native_frames
    assert (report.kind, first.library, first.build_id) == ("native_crash", "libink", "id-1")
    assert (second.function, second.offset) == ("ink_open", 16)
    frame = {"ip": "0x1234", "function": "ink_open", "file": "ink.c", "line": 3}
    tracked = {"is_crash": True, "kind": "UnixSignal", "stack": {"frames": [frame]}}
    report = parse(json.dumps({"error": tracked, "sig_info": {"si_signo_human_readable": "SIGSEGV"}}))
    assert (report.signal, report.native_frames[0].function) == ("SIGSEGV", "ink_open")
