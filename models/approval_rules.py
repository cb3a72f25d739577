"""Rules of approval: which tool calls the user approves beforehand."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime
from typing import Final

from pydantic import Field, ValidationError

from models.wire import Wire

_RULE: Final = re.compile(r"(?P<off>off )?(?:until (?P<expires>\S+) )?(?P<pattern>\S.*)", re.DOTALL)
"""Parameters are JSON objects, so no pattern that can match one begins with these words."""


class ApprovalRule(Wire):
    """Calls that the user approves beforehand."""

    tool: str = Field(description="Exact name of the tool.")
    pattern: str = Field(
        description="Regular expression (RE2) that the whole canonical JSON of the parameters has to match: "
        "keys sorted, no spaces."
    )
    expires: datetime | None = Field(
        default=None, description="When the rule ends, ISO 8601; a time without a zone is UTC. null: never."
    )
    enabled: bool = Field(default=True, description="Whether the rule is used.")


def read_rules(patterns: Mapping[str, str]) -> tuple[ApprovalRule, ...]:
    """Return the rules of an object of tool names and patterns.

    A pattern may stand behind `until 2027-01-01 `, the date or time when the rule ends, and behind `off `,
    which puts the rule out of use.

    Raises:
        ValueError: a rule has no pattern, or its end is no date.
    """
    rules = []
    for tool, text in patterns.items():
        found = _RULE.fullmatch(text.strip())
        if found is None:
            raise ValueError(f"the rule for '{tool}' has no pattern: '.*' approves every call of the tool")
        rule = {"tool": tool, "pattern": found["pattern"], "enabled": found["off"] is None}
        if found["expires"] is not None:
            rule["expires"] = found["expires"]
        try:
            rules.append(ApprovalRule.model_validate(rule))
        except ValidationError as problem:
            end = f"'{found['expires']}', which is no date such as 2027-01-01"
            raise ValueError(f"the rule for '{tool}' ends at {end}") from problem
    return tuple(rules)
