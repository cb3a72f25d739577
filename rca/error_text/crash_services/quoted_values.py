"""Reports that are not written as JSON: objects in source code, YAML, JSON as text inside another text."""

from __future__ import annotations

import re
from dataclasses import dataclass

from rca.error_text.crash_services.object_literals import LONGEST, read_literals
from rca.error_text.shared_lead import drop_shared_lead
from rca.text.lazy_regex import lazy_regex

_STRONG = (
    r"sentry\.interfaces\.\w{3,20}|stack[_-]?[tT]race|rawStacktrace|call_?[sS]tack(?:_?[tT]ree|_?[rR]oot_?[fF]rames|Threads|s)|"
    r"blame_?[fF]rame|offset_?[iI]nto_?[bB]inary_?[tT]ext_?[sS]egment|instruction_?[aA]ddr|"
    r"(?:crash|hang|cpuException|diskWriteException|appLaunch)Diagnostics|diagnosticLogs|logText|reportText|"
    r"errorReportCount|lastErrorReportTime|exception_?[mM]essage|backtrace|binary_images|is_crash|_?app_?[vV]ersion(?:_?[nN]ame)?|\$exception_list"
)
_KEY = lazy_regex(
    rf"(?<![\w.])(?P<strong>{_STRONG})[\"'`\\]{{0,2}}\s{{0,3}}(?:=>|:(?!:)|=(?!=)|to\s)"
    r"|(?P<resource>[\"'](?:beta(?:CrashLogs|FeedbackCrashSubmissions)|diagnosticSignatures)[\"']"
    r"|[\"']sentry\.interfaces\.\w{3,20}[\"'] ?,|[\"']exception\.(?:type|stacktrace)[\"'])"
    r"|(?<![\w.])(?P<weak>exceptions?|threads|frames|event_?[iI][dD]|entries|contexts|breadcrumbs|debug_meta|"
    r"eventsCount|issue_id|issue_title|issue_subtitle|issueId|issueTitle|error_type|error_message|errorType|diagnosticType|exceptionType|lineno|lineNo|abs_path|absPath|in_app|inApp)[\"'`\\]{0,2}\s{0,3}(?:=>|:(?!:)|=(?!=)|to\s)"
)
_ENOUGH = 2
"""Names of weaker fields that together make a text worth reading."""

_FRAME = lazy_regex(r"^[ \t]*(?:at [\w$.<>/@\-]{3,400}\s?\(|Caused by: |#\d\d pc )", re.MULTILINE)
_ESCAPE = lazy_regex(r"\\([\"\\/])")
_QUOTED_KEY = re.compile(r"[\"'][\w.\-]{1,60}[\"']\s?(?::|=>)")
_YAML_LINE = lazy_regex(r"\s*(?:- )*(?:[\w.\"'\-]{1,80}:(?:\s|$)|- |\#|$)")
_YAML_NESTED = lazy_regex(r"^\s*(?:- )?[\w.]{1,80}:\s*$", re.MULTILINE)
_REMARK = lazy_regex(r"^[ \t]*(?://+|\#+|\*+|--)[ \t]?", re.MULTILINE)
_FENCE = lazy_regex(r"^[ \t]*(?:`{3,}|~{3,})[^\n]*\n?", re.MULTILINE)
_LONG_QUOTES = ('"""', "'''", "`", '#"')
"""Quotes of texts of several lines."""

_CELL = lazy_regex(r"^[ \t]*\|[ \t]?|[ \t]*(?:\|[ \t]*){1,2}$")
_FEWEST_CELLS = 4
_MOST_TEXTS = 50
_DEEPEST_YAML = 100


@dataclass(frozen=True, slots=True)
class QuotedValues:
    """The values that a text holds in another notation than JSON.

    Attributes:
        texts: longer strings in it, which may be reports themselves.
        computes: whether values are left out that its code computes.
        is_cut: whether it ends inside an object.
    """

    values: tuple[object, ...]
    texts: tuple[str, ...] = ()
    computes: bool = False
    is_cut: bool = False


def may_hold_report(text: str) -> bool:
    """Return whether a text names fields of a report, with or without quotes around them."""
    if len(text) > LONGEST:
        return False
    weak: set[str] = set()
    for found in _KEY.finditer(text):
        if found["weak"] is None:
            return True
        weak.add(found["weak"])
        if len(weak) >= _ENOUGH:
            return True
    return False


def read_quoted(text: str) -> QuotedValues | None:
    """Return the objects of a text of another notation than JSON; None where a log stands around them."""
    if not any(quote in text for quote in _LONG_QUOTES) and _FRAME.search(text) is not None:
        return None
    text = "\n".join(drop_shared_lead(_without_cells(text.split("\n")), _QUOTED_KEY))
    parts = [part for part in (text, *_FENCE.split(text)[1::2]) if _is_yaml(part)]
    if parts:
        return QuotedValues(tuple(_read_yaml(part) for part in parts))
    found = read_literals(text)
    if not found.values and not found.texts and _REMARK.search(text) is not None:
        found = read_literals(_REMARK.sub("", text))
    if any(_is_outside(frame.start(), found.spans) for frame in _FRAME.finditer(text)):
        return None
    return QuotedValues(found.values, found.texts[:_MOST_TEXTS], found.computes, found.is_cut)


def _without_cells(lines: list[str]) -> list[str]:
    """Return lines without the bars of a table of one column, as a page that numbers lines is copied."""
    told = [line for line in lines if line.strip()]
    if len(told) < _FEWEST_CELLS or sum(line.rstrip().endswith("|") for line in told) < 0.9 * len(told):
        return lines
    return [_CELL.sub("", line) for line in lines]


def unescape(text: str) -> str:
    """Return a text that was copied from inside a string, without the escapes of that."""
    return _ESCAPE.sub(r"\1", text)


def _is_outside(at: int, spans: tuple[tuple[int, int], ...]) -> bool:
    return not any(begin <= at < end for begin, end in spans)


def _is_yaml(text: str) -> bool:
    """Return whether every line looks like YAML and some hold what is nested."""
    if _YAML_NESTED.search(text) is None:
        return False
    lines = text.split("\n")
    return sum(_YAML_LINE.match(line) is not None for line in lines) >= 0.9 * len(lines)


def _read_yaml(text: str) -> object:
    """Return the value of a text of YAML, its scalars as text; the head of one that is cut or damaged."""
    import yaml

    loader = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
    for _ in range(2):
        try:
            return _without_nulls(yaml.load(text, Loader=loader))  # noqa: S506 - it builds text alone
        except yaml.MarkedYAMLError as problem:
            mark = problem.problem_mark
            if mark is None or mark.line == 0:
                return None
            text = "\n".join(text.split("\n")[: mark.line])
        except (yaml.YAMLError, ValueError, RecursionError):
            return None
    return None


def _without_nulls(value: object) -> object:
    """Return a value with nothing in place of the words for it; what is used twice is read once."""
    seen: dict[int, object] = {}

    def read(one: object, depth: int) -> object:
        if isinstance(one, (dict, list)):
            if id(one) in seen or depth > _DEEPEST_YAML:
                return None
            seen[id(one)] = one
        if isinstance(one, dict):
            return {str(name): read(inner, depth + 1) for name, inner in one.items()}
        if isinstance(one, list):
            return [read(inner, depth + 1) for inner in one]
        return None if one in ("~", "null", "") else one

    return read(value, 0)
