"""Which calls run without a question."""

import time
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from models.approval_rules import ApprovalRule
from rca.policy.auto_approval import approving_rule, canonical

NOW = datetime(2026, 5, 1, 12, tzinfo=UTC)


def rule(pattern, **parts):
    return ApprovalRule.model_validate({"tool": "create_file", "pattern": pattern, **parts})


def approves(one, parameters, tool="create_file"):
    return approving_rule([one], tool, [parameters], NOW) is not None


def test_parameters_have_one_written_form():
    assert canonical({"b": [1, {"d": None, "c": "é"}], "a": True}) == '{"a":true,"b":[1,{"c":"é","d":null}]}'


def test_the_example_of_the_seed():
    one = rule(r'^{"path":".*\.txt"}$')
    assert approves(one, {"path": "test.txt"})
    assert not approves(one, {"path": "test.sh"})


@pytest.mark.parametrize(
    "parameters",
    [
        {"path": "a.txt", "content": "x"},
        {"path": "a.txt.sh"},
        {"path": "x"},
        {"filePath": "a.txt"},
        {},
        [],
        "a.txt",
        None,
    ],
)
def test_the_whole_of_the_parameters_has_to_match(parameters):
    assert not approves(rule(r'\{"path":"[a-z]+\.txt"\}'), parameters)


def test_a_part_that_matches_is_not_enough():
    assert not approves(rule("a"), {"path": "a"})
    assert not approves(rule(r'\{"path":"a'), {"path": "a"})
    assert not approves(rule(r'"a"\}'), {"path": "a"})
    assert approves(rule('.*"a".*'), {"path": "a"})


def test_the_name_of_the_tool_is_exact():
    one = rule(".*")
    assert approves(one, {})
    for other in ("create_file2", "Create_file", "create", "run_in_terminal"):
        assert not approves(one, {}, other)


def test_a_tool_is_a_name_and_no_pattern():
    assert not approves(ApprovalRule(tool=".*", pattern=".*"), {})


@pytest.mark.parametrize(
    ("parts", "holds"),
    [
        ({"enabled": False}, False),
        ({"expires": NOW - timedelta(seconds=1)}, False),
        ({"expires": NOW}, False),
        ({"expires": NOW + timedelta(seconds=1)}, True),
        ({"expires": "2026-05-01T12:00:01"}, True),
        ({"expires": "2026-05-01T11:59:59"}, False),
        ({"expires": "2026-05-01T14:00:01+02:00"}, True),
        ({"expires": "2026-05-01T13:59:59+02:00"}, False),
    ],
)
def test_a_rule_that_is_off_or_over_approves_nothing(parts, holds):
    assert approves(rule(".*", **parts), {}) == holds


@pytest.mark.parametrize("pattern", ["(", "*", "(?=a)", r"(a)\1", "a{100000}", "\ud800", "a" * 10_001, r"\8"])
def test_a_pattern_that_is_none_approves_nothing_and_stops_no_other(pattern):
    rules = [ApprovalRule.model_construct(tool="t", pattern=pattern, expires=None, enabled=True)]
    assert approving_rule(rules, "t", [{}], NOW) is None
    rules.append(ApprovalRule(tool="t", pattern=r"\{\}"))
    assert approving_rule(rules, "t", [{}], NOW) is rules[1]


@pytest.mark.parametrize(
    "pattern",
    ["(a+)+$", "(a|aa)+$", "(.*a){12}", r'\{"path":"(x*)*y"\}', "((a{1,50}){1,20})*b", r"(\w+\s?)*:"],
)
def test_patterns_that_explode_elsewhere_take_no_time(pattern):
    started = time.process_time()
    approves(rule(pattern), {"path": "a" * 50_000 + "x" * 50_000 + "!"})
    assert time.process_time() - started < 10


def test_a_line_break_in_a_value_hides_nothing():
    one = rule(r'\{"path":".*\.txt"\}')
    assert approves(one, {"path": "a\nb.txt"})
    assert not approves(one, {"path": "a.txt\nb.sh"})
    assert not approves(one, {"path": 'a.txt"}', "content": "x"})


@pytest.mark.parametrize("value", ["\ud800", "a\udfff.txt"])
def test_half_a_surrogate_pair_is_approved_by_nothing(value):
    assert not approves(rule(".*"), {"path": value})


def test_a_call_fits_as_it_was_written_or_as_it_was_understood():
    one = rule(r'\{"filePath":"a"\}')
    assert approving_rule([one], "create_file", [{"filePath": "a"}, {"path": "a"}], NOW)
    assert approving_rule([one], "create_file", [{"other": 1}, {"filePath": "a"}], NOW)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


@given(st.dictionaries(st.text(), json_values, max_size=4))
def test_the_written_form_knows_no_order(parameters):
    turned = dict(reversed(parameters.items()))
    assert canonical(parameters) == canonical(turned)
    assert "\n" not in canonical(parameters)
