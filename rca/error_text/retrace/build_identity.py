"""Identity of the build that an error comes from: R8's map id, version code, application id.

Sources: R8's `doc/retrace.md` (`r8-map-id-…`), and what names a version above a trace: Android's own crash
report (`Package: a.b v42 (1.4)`), Crashlytics' text export, Play Console, ACRA, `dumpsys package`, Sentry.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from models.error_report import ErrorReport
from rca.text.lazy_regex import lazy_regex

_MAP_ID = lazy_regex(r"(?:r8|pg)-map-id-(?P<id>\w+)$")
_CODE = r"(?P<code>\d{1,10})"
_NAME = r"[\w.+\-]{1,60}"
_VERSIONS = (
    lazy_regex(rf"(?<![\w.])Package: (?P<app>[\w.]{{1,200}}) v{_CODE}(?![\w.])"),
    lazy_regex(rf"^[ \t]*#[ \t]*Version: {_NAME} \({_CODE}\)[ \t]*$", re.MULTILINE),
    lazy_regex(
        rf"(?<![\w.])(?:app[ _]?)?version[ _]?code[ \t]{{0,4}}[=:][ \t]{{0,4}}[\"']?{_CODE}(?![\w.])",
        re.IGNORECASE,
    ),
    lazy_regex(rf"(?<!\w)app[ _]version:? {_NAME}\.{_NAME} \({_CODE}\)", re.IGNORECASE),
    lazy_regex(rf"(?<!\w)app[ _]version:? {_CODE} \({_NAME}\.{_NAME}\)", re.IGNORECASE),
    lazy_regex(rf"(?<!\w)release[=:][ \t]{{0,4}}(?P<app>[a-zA-Z][\w.]{{1,200}})@{_NAME}?\+{_CODE}(?![\w.])"),
)
_APPLICATION = lazy_regex(
    r"^[ \t]*(?:#[ \t]*Application: |PACKAGE_NAME[ \t]*=[ \t]*)(?P<app>[\w.]{1,200})[ \t]*$", re.MULTILINE
)
_HINTS = ("ersion", "VERSION", "Package: ", "elease", "Application: ", "PACKAGE_NAME")


@dataclass(frozen=True, slots=True)
class BuildIdentity:
    """How a text identifies its build; empty if it does not.

    Attributes:
        map_ids: ids of the maps that frames name, in lower case.
        version_codes: version codes of the app.
        applications: the app's ids.
    """

    map_ids: frozenset[str] = frozenset()
    version_codes: frozenset[int] = frozenset()
    applications: frozenset[str] = frozenset()


def find_build_identity(text: str, report: ErrorReport) -> BuildIdentity:
    """Return how a text identifies the build that its error comes from.

    If the text states versions of several applications, that of the error's process is used.
    """
    if not any(hint in text for hint in _HINTS):
        return BuildIdentity(frozenset(find_needed_map_ids(report)))
    told = [
        (found.groupdict().get("app"), int(found["code"]))
        for form in _VERSIONS
        for found in form.finditer(text)
    ]
    applications = {app for app, _code in told if app is not None}
    applications.update(found["app"] for found in _APPLICATION.finditer(text))
    process = (report.process or "").partition(":")[0]
    if process in applications:
        applications = {process}
    codes = frozenset(code for app, code in told if app is None or app in applications)
    return BuildIdentity(frozenset(find_needed_map_ids(report)), codes, frozenset(applications))


def find_needed_map_ids(report: ErrorReport) -> Iterator[str]:
    """Yield the map ids that the frames of an error name as their file, in lower case."""
    for exception in report.exceptions:
        for frame in exception.frames:
            found = _MAP_ID.match(frame.file or "")
            if found is not None:
                yield found["id"].lower()


def is_map_id(file: str) -> bool:
    """Return whether a frame's file name is the id of a map."""
    return _MAP_ID.match(file) is not None


def is_same_map(needed: str, ids: Iterable[str]) -> bool:
    """Return whether a map's ids match the required one, which may be a shortened hash."""
    return any(needed.startswith(own.lower()) or own.lower().startswith(needed) for own in ids)
