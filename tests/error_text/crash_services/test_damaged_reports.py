"""Reports that are cut, damaged or of wrong types: no crash, and the answer says what it could not read."""

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from models.error_report import ErrorReport
from rca.error_text import parse, trace_text
from tests.complexity import assert_grows_linearly
from tests.error_text.crash_services import samples

CALM = settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.too_slow])
_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)


def _check(text):
    report = parse(text)
    assert ErrorReport.model_validate(json.loads(json.dumps(report.model_dump(mode="json")))) == report
    trace_text(text)
    return report


def _paths(value, path=()):
    yield path
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, inner in items:
        yield from _paths(inner, (*path, name))


def _replaced(value, path, new):
    if not path:
        return new
    copy = value.copy()
    copy[path[0]] = _replaced(copy[path[0]], path[1:], new)
    return copy


_JSON = {name: json.loads(text) for name, text in samples.EVERY.items() if text[0] == "{" and name != "ips"}


@CALM
@given(st.data())
def test_a_value_of_another_type(data):
    record = _JSON[data.draw(st.sampled_from(sorted(_JSON)))]
    path = data.draw(st.sampled_from(list(_paths(record))))
    _check(json.dumps(_replaced(record, path, data.draw(_VALUES))))


@CALM
@given(st.sampled_from(sorted(samples.EVERY)), st.integers(0, 6000))
def test_a_cut_text(name, length):
    text = samples.EVERY[name]
    report = _check(text[:length])
    if text[0] == "{" and name != "ips" and 0 < length < len(text) and report.crash_context is not None:
        assert "only what stands before that was read" in "; ".join(report.problems)


@CALM
@given(st.sampled_from(sorted(samples.EVERY)), st.integers(0, 6000), st.text(max_size=5))
def test_text_in_the_middle(name, at, inserted):
    text = samples.EVERY[name]
    _check(text[:at] + inserted + text[at:])


@pytest.mark.parametrize("name", sorted(_JSON))
def test_a_report_that_is_cut_near_its_end_keeps_its_exceptions(name):
    text = json.dumps(_JSON[name])
    report = _check(text[:-3])
    assert report.exceptions == parse(text).exceptions


def test_a_trace_that_is_cut_inside_its_string():
    text = json.dumps({"PACKAGE_NAME": "dev.larch.notes", "STACK_TRACE": samples.TRACE})
    report = parse(text[:160])
    assert report.exceptions[0].frames[0].line == 41
    assert "breaks off" in report.problems[0]


def test_damaged_lines_that_end_like_documents():
    """No line is a document, and the first one ends with a bracket: each way out must not call the other."""
    for text in ('{"exception": 1 2}\n{"a" 3}\n{"b" 4}', '{"threads": []}\n{"a" 3}\n {"b": [1 2]}'):
        assert _check(text).kind == "unknown"


def test_one_broken_document_among_lines():
    good = json.dumps(samples.SENTRY)
    report = parse(f"{good}\n{good[:400]}\n{good}\n")
    assert report.exceptions[0].message == "no note is open"
    assert report.problems == ("1 JSON documents could not be read",)


def test_a_dump_without_a_record():
    assert parse("ApplicationExitInfo reason=6 (ANR)").crash_context is None


def test_json_that_is_no_report():
    assert parse('{"exception": 3}').problems == ()
    assert parse('{"exception": "\\ud800', ()).kind == "unknown"


@pytest.mark.parametrize(
    "text", ["[" * 100_000 + '"exception":', '{"exception":' * 50_000, '{"threads": ' + "9" * 6000 + "}"]
)
def test_hostile_nesting_and_numbers(text):
    assert _check(text).kind == "unknown"


def test_time_grows_linearly():
    frame = samples.SENTRY["exception"]["values"][1]["stacktrace"]["frames"][1]
    for cut in (0, 5):

        def text(size, cut=cut):
            values = [{"type": "E", "stacktrace": {"frames": [frame] * size}}]
            whole = json.dumps({**samples.SENTRY, "exception": {"values": values}})
            return whole[: len(whole) - cut]

        assert_grows_linearly(parse, text, 500)
