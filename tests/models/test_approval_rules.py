"""Rules of approval as an object of tools and patterns, and as the list of objects of earlier versions."""

from datetime import UTC, datetime

import pytest
from pydantic import ValidationError

from models.approval_rules import ApprovalRule
from models.settings import Settings


def rules(written):
    return Settings.model_validate({"autoApprove": written}).approval_rules


def test_a_tool_and_its_pattern_are_a_rule():
    assert rules({"read_file": ".*"}) == (ApprovalRule(tool="read_file", pattern=".*"),)
    assert rules({}) == ()


@pytest.mark.parametrize(
    ("text", "expires", "enabled"),
    [
        ("until 2027-01-01T00:00:00Z .*", datetime(2027, 1, 1, tzinfo=UTC), True),
        ("until 2027-01-01 .*", datetime(2027, 1, 1), True),  # noqa: DTZ001 - as the rule has it
        ("off .*", None, False),
        ("off until 2027-01-01 .*", datetime(2027, 1, 1), False),  # noqa: DTZ001
    ],
)
def test_an_end_and_a_switch_stand_before_the_pattern(text, expires, enabled):
    (rule,) = rules({"edit_file": text})
    assert (rule.pattern, rule.expires, rule.enabled) == (".*", expires, enabled)


def test_the_list_of_earlier_versions_works():
    old = [{"tool": "read_file", "pattern": "a", "enabled": False}, {"tool": "read_file", "pattern": "b"}]
    assert rules(old) == (
        ApprovalRule(tool="read_file", pattern="a", enabled=False),
        ApprovalRule(tool="read_file", pattern="b"),
    )


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ({"edit_file": ""}, "the rule for 'edit_file' has no pattern"),
        ({"edit_file": "until tomorrow .*"}, "'tomorrow', which is no date such as 2027-01-01"),
        ({"edit_file": 3}, "autoApprove"),
        ([{"tool": "edit_file"}], "pattern"),
    ],
)
def test_a_wrong_rule_is_told(written, told):
    with pytest.raises(ValidationError, match="autoApprove") as problem:
        rules(written)
    assert told in str(problem.value)
