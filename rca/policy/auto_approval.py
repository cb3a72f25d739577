"""Automatic approval: calls that the user allowed beforehand, by tool and parameter pattern (seed 004)."""

from __future__ import annotations

import json
import logging
from collections.abc import Sequence
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any, Protocol

from models.approval_rules import ApprovalRule

_logger = logging.getLogger(__name__)


class _Pattern(Protocol):
    """The part of a compiled pattern in use; the library ships no types."""

    def fullmatch(self, text: str) -> object | None: ...


_LONGEST_PATTERN = 10_000
_PATTERN_MEMORY = 1 << 20
"""Bytes that one compiled pattern may take; a counted repetition of a repetition takes more."""


def canonical(parameters: Any) -> str:  # noqa: ANN401 - a JSON value
    """Return parameters in the canonical form that patterns match: keys sorted, no spaces."""
    return json.dumps(parameters, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def approving_rule(
    rules: Sequence[ApprovalRule], tool: str, spellings: Sequence[Any], now: datetime
) -> ApprovalRule | None:
    """Return the first rule that approves a call, or None.

    A rule matches if its tool is exactly this one, it is enabled and has not expired, and its pattern matches
    the whole canonical JSON of the parameters in one of their `spellings`: as parsed by the tool, or as
    written by the caller. An invalid pattern matches nothing.
    """
    live = [rule for rule in rules if rule.tool == tool and rule.enabled and not _is_over(rule, now)]
    if not live:
        return None
    texts = [canonical(parameters) for parameters in spellings]
    for rule in live:
        pattern = _compiled(rule.pattern)
        if pattern is not None and any(_matches(pattern, text) for text in texts):
            return rule
    return None


def _is_over(rule: ApprovalRule, now: datetime) -> bool:
    if rule.expires is None:
        return False
    ends = rule.expires if rule.expires.tzinfo else rule.expires.replace(tzinfo=UTC)
    return now >= ends


def _matches(pattern: _Pattern, text: str) -> bool:
    try:
        return pattern.fullmatch(text) is not None
    except UnicodeEncodeError:  # half a surrogate pair: no text that anybody approved
        return False


@lru_cache(maxsize=256)
def _compiled(pattern: str) -> _Pattern | None:
    """Compile with RE2, whose time is linear in the text for every pattern."""
    import re2  # type: ignore[import-untyped]  # it ships no types

    options = re2.Options()
    options.max_mem = _PATTERN_MEMORY
    options.log_errors = False
    try:
        if len(pattern) > _LONGEST_PATTERN:
            raise ValueError("longer than 10,000 characters")
        compiled: _Pattern = re2.compile(pattern, options)
    except (re2.error, ValueError, UnicodeEncodeError) as problem:
        _logger.warning("a rule of autoApprove is ignored, as its pattern is invalid: %s", problem)
        return None
    return compiled
