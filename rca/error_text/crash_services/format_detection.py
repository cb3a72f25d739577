"""Which crash service a text comes from, and its reports."""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from rca.error_text.crash_services import (
    acra,
    app_store_connect,
    bugsnag,
    crashlytics,
    crashlytics_text,
    datadog,
    exit_info,
    play_reporting,
    sentry,
    sentry_mcp,
)
from rca.error_text.crash_services.foreign_reports import find_foreign
from rca.error_text.crash_services.json_document import read_json
from rca.error_text.crash_services.json_fields import Json
from rca.error_text.crash_services.quoted_values import may_hold_report, read_quoted, unescape
from rca.error_text.crash_services.service_report import ServiceReport
from rca.error_text.crash_services.tables import link_included, read_answer, read_table, unwrap
from rca.error_text.crash_services.unnamed_parts import (
    FRAME_LISTS,
    complete,
    is_profile,
    place_frames,
    respell,
)
from rca.error_text.crash_services.unread_formats import find_unread
from rca.error_text.typed_json import as_list, as_object
from rca.text.lazy_regex import lazy_regex

_READERS: tuple[tuple[Callable[[Json], bool], Callable[[Json], list[ServiceReport]]], ...] = tuple(
    (one.claims, one.read)
    for one in (app_store_connect, play_reporting, acra, bugsnag, crashlytics, sentry, datadog)
)
_WRAPPERS = (
    "events",
    "event",
    "errorReports",
    "errorIssues",
    "productData",
    "groups",
    "data",
    "result",
    "results",
    "errors",
    "issues",
    "items",
    "hits",
    "_source",
    "doc",
    "rows",
    "docs",
    "logs",
    "payload",
    "payloads",
    "sentry_data",
    "structuredContent",
    "attributes",
    "content",
    "included",
)
"""Fields in which answers of an API, of a search and of MCP hold what was asked for."""

_DEEPEST = 5
_KEY = lazy_regex(
    r'"(?:exceptions?|event_?[iI][dD]|entries|stacktrace|threads|logentry|shortId|sentry\.interfaces\.\w{3,20}|'
    r"reportText|errorReportCount|distinctUsers|STACK_TRACE|error_?[cC]lass|error(?:\.\w{1,20})?|error_?[tT]ype|"
    r"installation_?[uU]uid|blame_?[fF]rame|faultingThread|callStack(?:Tree|Threads|s)|usedImages|diagnostic(?:Logs|Type)|"
    r'issue_?[tT]itle|\w{3,30}Diagnostics|application\w{3,20}Metrics|aggregationPeriod|gmpAppId|crash(?:_info)?|content|logText)"\s*:|"beta(?:CrashLogs|FeedbackCrashSubmissions)"'
)
"""A field that one of the services' reports or answers has."""

_MOST_MCP = 20
_MOST_NESTED = 2
"""Texts inside texts that are read."""

_MOST_QUOTED = 1000
_COMPUTED = "the text is source code: values that it computes are not known"
_CUT = "the text ends inside an object: only what stands before that was read"
_FRAME = lazy_regex(r"^[ \t]*(?:at [\w$.<>/@\-]{3,400}\s?\(|Caused by: |#\d\d pc )", re.MULTILINE)
_ACRA = lazy_regex(r"^[^\n\w\"]{0,40}STACK_TRACE ?[=:]", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class ServiceReports:
    """The reports of a text, and what of it could not be read."""

    reports: tuple[ServiceReport, ...]
    problems: tuple[str, ...] = ()


def read_service_reports(text: str) -> ServiceReports | None:
    """Return the reports of a text that a crash service wrote, or None where none did.

    A text whose JSON looks like a service's and cannot be read has problems and no reports.
    """
    return _read(text, _MOST_NESTED)


def _read(text: str, nested: int) -> ServiceReports | None:
    if "&quot;" in text:
        text = html.unescape(text)
    shaped = _read_shaped_text(text)
    if shaped:
        return ServiceReports(tuple(shaped))
    rows = [one for row in read_table(text) for one in _claimed(row) if _tells(one)]
    if rows:
        return ServiceReports(tuple(rows))
    strict, is_part = _read_json(text)
    if strict is not None and not is_part:
        return strict
    quoted = [_read_quoted(text, nested)]
    if '\\"' in text:
        quoted.append(_read_quoted(unescape(text), nested))
    if strict is None and not any(quoted) and may_hold_report(text):
        whole = unwrap(text)
        quoted.append(_read_quoted(whole, nested) if whole != text else None)
    return max((one for one in (strict, *quoted) if one is not None), key=_weight, default=None)


def _weight(found: ServiceReports) -> int:
    """Return how much reports tell: their frames, exceptions and what is known of each."""
    return sum(
        len(one.native_frames)
        + sum(1 + len(told.frames) for told in one.exceptions)
        + sum(bool(value) for _, value in one.context)
        for one in found.reports
    )


def _tells(report: ServiceReport) -> bool:
    """Return whether a report tells of an error and not only where one was."""
    named = any(one.type or one.frames or report.context.event for one in report.exceptions)
    is_placed = report.context.blamed_frame and (report.context.event or report.context.issue)
    is_counted = report.context.issue and report.context.events is not None
    return bool(
        named
        or is_placed
        or is_counted
        or report.native_frames
        or report.trace
        or report.signal
        or report.kind
    )


def _read_quoted(text: str, nested: int) -> ServiceReports | None:
    """Return the reports that a text quotes in another notation than JSON, or None where it quotes none."""
    if not may_hold_report(text):
        return None
    quoted = read_quoted(text)
    if quoted is None:
        return None
    found = [one for one in _find_quoted(quoted.values) if _tells(one)]
    told = ((quoted.computes, _COMPUTED), (quoted.is_cut, _CUT))
    problems = [problem for applies, problem in told if applies]
    for inner in quoted.texts if nested > 0 else ():
        held = _read(inner, nested - 1) if len(inner) < len(text) else None
        if held is not None:
            found += [one for one in held.reports if _tells(one)]
            problems += held.problems
    reports = [one for at, one in enumerate(found[:_MOST_QUOTED]) if one not in found[:at]]
    return ServiceReports(tuple(reports), tuple(dict.fromkeys(problems))) if reports else None


def _find_quoted(values: tuple[object, ...]) -> Iterator[ServiceReport]:
    """Yield the reports in values, wherever they stand; where there is none, the parts that stand alone."""
    spelled = [read_answer(respell(value)) for value in values]
    pending = spelled[::-1]
    parts: list[ServiceReport] = []
    tells = False
    while pending:
        value = pending.pop()
        value = link_included(value) if isinstance(value, dict) else value
        inner = list(value.values()) if isinstance(value, dict) else as_list(value)
        found = _claimed(value) if isinstance(value, dict) else []
        yield from found
        if any(_tells(one) for one in found):
            tells = True
            continue
        part = complete(value) if isinstance(value, dict) else place_frames(as_list(value))
        parts += _claimed(part) if part is not None else []
        if part is not None or is_profile(as_object(value)):
            inner = [one for name, one in as_object(value).items() if name not in FRAME_LISTS]
        pending += [one for one in reversed(inner) if isinstance(one, (dict, list))]
    if not tells and parts:
        yield from parts
    elif not tells:
        yield from find_foreign(spelled)


def _claimed(record: Json) -> list[ServiceReport]:
    return next((read(record) for claims, read in _READERS if claims(record)), [])


def _read_json(text: str) -> tuple[ServiceReports | None, bool]:
    """Return the reports of a text's JSON, and whether there may be more to it than JSON tells."""
    if '"' not in text or _KEY.search(text) is None:
        return None, True
    documents = read_json(text)
    if documents is None or _FRAME.search(documents.around) is not None:
        return None, True  # a log that holds JSON among traces is read as a log
    values = documents.values
    if len(values) == 2 and app_store_connect.is_crash_report(as_object(values[1])):
        values = ({**as_object(values[0]), **as_object(values[1])},)  # an `.ips` file begins with its header
    reports = tuple(report for value in values for report in _find(value, _DEEPEST))
    unread = () if reports else find_unread(values)
    if unread:
        return ServiceReports((), (*documents.problems, *unread)), False
    is_damaged = bool(documents.problems) and not (documents.is_cut and reports)
    is_part = is_damaged or may_hold_report(documents.around)
    if not reports and (values or not documents.problems or documents.around.strip().strip("`")):
        return None, True
    return ServiceReports(reports, documents.problems), is_part


def _read_shaped_text(text: str) -> list[ServiceReport]:
    """Return the reports of a text that a service writes in a form of its own."""
    if exit_info.MARK in text and "reason=" in text and _FRAME.search(text) is None:
        found = exit_info.read_dump(text)
        if found:
            return found
    if sentry_mcp.claims_text(text):
        return sentry_mcp.read_text(text)
    if crashlytics_text.claims_text(text):
        return crashlytics_text.read_text(text)
    if "STACK_TRACE" in text and _ACRA.search(text) is not None:
        return acra.read_lines(text)
    if crashlytics_text.claims_yaml(text) and text.lstrip()[:1] not in ("{", "["):
        return crashlytics_text.read_yaml(text)
    return []


def _find(value: object, depth: int) -> Iterator[ServiceReport]:
    """Yield the reports in a value: its own, else those of the fields that wrap answers."""
    if isinstance(value, list):
        for item in value:
            if isinstance(item, (dict, list)) and depth > 0:
                yield from _find(item, depth - 1)
        return
    record = link_included(as_object(read_answer(value)))
    if not record:
        return
    for claims, read in _READERS:
        if claims(record):
            yield from read(record)
            return
    if depth <= 0:
        return
    yield from _find_mcp(record)
    for name in _WRAPPERS:
        if isinstance(record.get(name), (dict, list)) and not (name == "content" and _is_mcp(record)):
            yield from _find(record[name], depth - 1)


def _is_mcp(record: Json) -> bool:
    return any(
        as_object(item).get("type") == "text" and isinstance(as_object(item).get("text"), str)
        for item in as_list(record.get("content"))[:_MOST_MCP]
    )


def _find_mcp(record: Json) -> Iterator[ServiceReport]:
    """Yield the reports of an answer of MCP, whose parts hold text."""
    for item in as_list(record.get("content"))[:_MOST_MCP] if _is_mcp(record) else ():
        text = as_object(item).get("text")
        if isinstance(text, str) and text != "":
            inner = _read(text, 0) if '"content"' not in text else None
            yield from inner.reports if inner is not None else ()
