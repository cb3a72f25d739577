# ruff: noqa: ISC004 - a pattern is read more easily on one line
"""Expected and actual values in the messages of assertion and mock libraries.

Sources: JUnit 4.13 (`ComparisonFailure`, `Assert`), JUnit 5.10 (`AssertionFailureBuilder`), kotlin.test 2.0,
Kotest 5, AssertJ 3.25, Truth 1.4, Hamcrest 2.2, MockK 1.13 (`VerifyingState`), Mockito 5 (`Reporter`),
Turbine 1.1, Espresso 3.5, Compose UI test 1.6, kotlinx-coroutines-test 1.8.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

AssertionKind = Literal["value", "call_missing", "call_differs", "call_unwanted", "event", "view", "timeout"]

_LONGEST = 300
_DIFFERENCE = re.compile(r"(?<=.)\[(.*?)\](?=.)|\[(.*?)\]")
_VALUE_FORMS = tuple(
    re.compile(pattern, re.DOTALL)
    for pattern in (
        r"expected: ?\w*<(?P<expected>.*?)> but was: ?\w*<(?P<actual>.*?)>(?:\s|$|\.)",
        r"Expected <(?P<expected>.*?)>, actual <(?P<actual>.*?)>",
        r"[Ee]xpected: (?P<expected>(?!<)[^\n]+?)\n\s*[Bb]ut:? ?was ?: ?(?P<actual>[^\n]+)",
        r"Expected: (?:is )?(?:<(?P<expected>.*?)>|(?P<matcher>[^\n]+?))\s*\n?\s*(?:but|Actual): ?(?:was "
        r")?<?(?P<actual>[^\n>]+)>?",
        r"Expecting:?(?: actual)?:?\s*\n\s*<?(?P<actual>[^\n]+?)>?\s*\n\s*to (?:be equal "
        r"to|contain)[^\n]*:?\s*\n\s*<?(?P<expected>[^\n]+?)>?\s*(?:\n|$)",
        r"Expected size: ?(?P<expected>\d+) but was: ?(?P<actual>\d+)",
        r"(?:Collection|Map|Array) should have size (?P<expected>\d+) but has size (?P<actual>\d+)",
        r"Expecting (?:actual|value) (?P<wanted>not to be null|to be true|to be false) ?(?:but was "
        r"(?P<actual>\w+))?",
        r"expected to be (?P<expected>true|false|null|empty)(?:[^\n]*\n)*?\s*but was ?: ?(?P<actual>[^\n]+)",
        r"Expected value to be (?P<expected>true|false|null)",
        r"[Ee]xpected (?P<expected>null|not null|nonnull)[,;]? but was:? ?<?(?P<actual>[^\n>]*)",
        r"(?P<actual>\"[^\n\"]*\"|\S+) should (?:be|contain|equal) (?P<expected>[^\n]+)",
        r"expected: ?(?P<expected>true|false|null|not null|[^\n<]+?)(?:,| but) (?:was|got|actual): "
        r"?<?(?P<actual>[^\n>]+)>?",
    )
)
_CALL = r"(?P<owner>[\w.$]+)\((?:\w*#\d+|[^)\n]*)\)[./](?P<member>\w+)\("
_CALL_FORMS: tuple[tuple[AssertionKind, re.Pattern[str]], ...] = (
    (
        "call_differs",
        re.compile(rf"{_CALL}.{{0,400}}?(?:arguments are not matching|calls? found, but needs)", re.DOTALL),
    ),
    (
        "call_missing",
        re.compile(rf"Verification failed: .{{0,80}}?{_CALL}.{{0,300}}?was not called", re.DOTALL),
    ),
    (
        "call_unwanted",
        re.compile(rf"Verification failed: .{{0,80}}?{_CALL}.{{0,300}}?should not be called", re.DOTALL),
    ),
    (
        "call_differs",
        re.compile(r"Argument\(s\) are different! Wanted:\s*(?P<owner>[\w$]+)\.(?P<member>\w+)\("),
    ),
    ("call_missing", re.compile(r"Wanted but not invoked:\s*(?P<owner>[\w$]+)\.(?P<member>\w+)\(")),
    ("call_differs", re.compile(r"(?P<owner>[\w$]+)\.(?P<member>\w+)\([^\n]*\);\s*Wanted \d+ times?:")),
    (
        "call_unwanted",
        re.compile(
            r"(?:No interactions wanted here|Never wanted here)[^\n]*\n?(?:.{0,300}?-> at "
            r"[^\n]*\.(?P<owner>\w+)\.(?P<member>\w+)\()?",
            re.DOTALL,
        ),
    ),
)
_EVENTS = re.compile(
    r"No value produced in \S+|Expected (?:item|complete|error|no events) but found [^\n]{0,200}"
    r"|Unconsumed events found:[^\n]{0,200}"
)
_VIEWS = re.compile(
    r"No views in hierarchy found matching:? (?P<matcher>[^\n]{1,300})"
    r"|could not find any node that satisfies: \((?P<node>[^\n]{1,200}?)\)(?:\n|\.|$)"
    r"|The component is not displayed"
)
_TIMEOUTS = re.compile(
    r"After waiting for \S+,? the test (?:coroutine|body) (?:is not completing|did not run to "
    r"completion)[^\n]{0,200}"
    r"|test timed out after \d+ \w+|Timed out waiting for \d+ ms"
)
_NAMED = re.compile(
    r"\"([^\"\n]{2,})\"|'([^'\n]{2,})'|id/(\w+)|(?:Text|ContentDescription|TestTag)\w* = '?\[?([^\]'\n)]+)"
)


@dataclass(frozen=True, slots=True)
class AssertionText:
    """What an assertion says of its failure.

    Args:
        expected: the value that was expected, as the message has it; None where it does not say.
        actual: the value that came.
        owner: of a verified call: the mocked type, or the mock's name.
        member: of a verified call: the function.
        names: texts, ids and tags of views that were looked for.
    """

    kind: AssertionKind
    said: str
    expected: str | None = None
    actual: str | None = None
    owner: str | None = None
    member: str | None = None
    names: tuple[str, ...] = ()


def read_assertion(message: str) -> AssertionText | None:
    """Return what the message of a failed assertion says; None for one of no known form."""
    text = message.strip()
    for kind, pattern in _CALL_FORMS:
        match = pattern.search(text)
        if match is not None:
            owner = match["owner"]
            return AssertionText(
                kind,
                _short(match[0]),
                owner=owner.rpartition(".")[2] if owner else None,
                member=match["member"],
            )
    if event := _EVENTS.search(text):
        return AssertionText("event", _short(event[0]))
    if view := _VIEWS.search(text):
        names = [next(group for group in one.groups() if group) for one in _NAMED.finditer(view[0])]
        return AssertionText("view", _short(view[0]), names=tuple(dict.fromkeys(names)))
    if timeout := _TIMEOUTS.search(text):
        return AssertionText("timeout", _short(timeout[0]))
    for pattern in _VALUE_FORMS:
        match = pattern.search(text)
        if match is not None:
            groups = match.groupdict()
            expected = groups.get("expected") or groups.get("matcher") or groups.get("wanted")
            return AssertionText("value", _short(match[0]), _whole(expected), _whole(groups.get("actual")))
    return None


def _whole(value: str | None) -> str | None:
    """Return a value without the brackets in which JUnit 4 puts what differs."""
    if value is None:
        return None
    value = value.strip().strip('"')
    if value.count("[") == value.count("]") == 1 and not value.startswith("["):
        value = _DIFFERENCE.sub(lambda match: match[1] or match[2] or "", value)
    return value[:_LONGEST]


def _short(text: str) -> str:
    return " ".join(text.split())[:_LONGEST]
