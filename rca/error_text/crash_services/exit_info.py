"""`dumpsys activity exit-info`: why Android ended processes.

Source: `android.app.ApplicationExitInfo` (its dump and its reasons). A record says how a process ended, and
holds no trace; the newest of an app stands first.
"""

from __future__ import annotations

import re
from itertools import pairwise

from models.crash_context import CrashContext
from models.error_report import ErrorKind
from rca.error_text.crash_services.json_fields import make_tags
from rca.error_text.crash_services.service_report import ServiceException, ServiceReport
from rca.error_text.shared_lead import drop_shared_lead
from rca.text.lazy_regex import lazy_regex

MARK = "ApplicationExitInfo"
_MOST = 10_000

_RECORD = lazy_regex(r"^[ \t]*(?:ApplicationExitInfo #\d+:|ApplicationExitInfo\()", re.MULTILINE)
_PACKAGE = lazy_regex(r"^[ \t]*package: (?P<name>[\w.]+)[ \t]*$", re.MULTILINE)
_FIELDS = lazy_regex(r"(?:ApplicationExitInfo #|timestamp=|process=|package: )")
_TIME = lazy_regex(r"timestamp=(?P<value>\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,3})?|\S+)")
_FIELD = lazy_regex(
    r"(?<![\w])(?P<name>pid|process|package|status|importance|pss|rss|trace|user)="
    r"(?P<value>[^\s,)]+(?:,\d+(?=[\s)]|$))?)"
)
_REASON = lazy_regex(r"(?<!sub)reason=(?P<code>\d+) \((?P<name>[A-Z][A-Z _]*(?:\([A-Z]+\))?)\)")
_SUBREASON = lazy_regex(r"subreason=\d+ \((?P<name>[A-Z][A-Z _]*)\)")
_DESCRIPTION = lazy_regex(r"description=(?P<text>.*?)(?: state=(?:empty|\d+ bytes)| trace=|$)", re.MULTILINE)
_NO_TRACE = "exit-info holds no stack trace: a logcat, a tombstone or the trace file that it names does"

_KINDS: dict[int, ErrorKind] = {4: "jvm_exception", 5: "native_crash", 6: "anr"}
_QUIET = frozenset({1, 10, 11, 14, 15, 16})
"""Reasons that are no failure: the app ended itself, the user or an update ended it, it was frozen."""


def read_dump(text: str) -> list[ServiceReport]:
    """Return a report for each record, failures before ends that were wanted, in the order of the text."""
    text = "\n".join(drop_shared_lead(text.split("\n"), _FIELDS))
    begins = [found.start() for found in _RECORD.finditer(text)][:_MOST]
    packages = [(found.start(), found["name"]) for found in _PACKAGE.finditer(text)]
    failures: list[ServiceReport] = []
    others: list[ServiceReport] = []
    at = 0
    package: str | None = None
    for begin, end in pairwise((*begins, len(text))):
        while at < len(packages) and packages[at][0] < begin:
            package = packages[at][1]
            at += 1
        following = _PACKAGE.search(text, begin, end)
        report = _read(text[begin : following.start() if following else end], package)
        if report is not None:
            (others if report[0] in _QUIET else failures).append(report[1])
    return failures + others


def _read(record: str, package: str | None) -> tuple[int, ServiceReport] | None:
    reason = _REASON.search(record)
    if reason is None:
        return None
    fields: dict[str, str] = {}
    for found in _FIELD.finditer(record):
        fields.setdefault(found["name"], found["value"])
    time, below, told = _TIME.search(record), _SUBREASON.search(record), _DESCRIPTION.search(record)
    description = told["text"].strip() if told else ""
    code = int(reason["code"])
    kind = _KINDS.get(code)
    parts = [description if description != "null" else ""]
    if below is not None and below["name"].removeprefix("SUBREASON_") != "UNKNOWN":
        parts.insert(0, below["name"])
    message = ": ".join(part for part in parts if part) or None
    pid = fields.get("pid", "")
    trace = fields.get("trace")
    return code, ServiceReport(
        context=CrashContext(
            service="exit_info",
            occurred_at=time["value"] if time else None,
            application=package or fields.get("package"),
            tags=make_tags(
                [
                    ("reason", reason["name"]),
                    ("subreason", below["name"] if below else None),
                    *((name, fields.get(name)) for name in ("status", "importance", "pss", "rss")),
                    ("trace", trace if trace != "null" else None),
                ]
            ),
        ),
        kind=kind,
        exceptions=(ServiceException("ANR" if kind == "anr" else reason["name"], message),),
        process=fields.get("process"),
        pid=int(pid) if pid.isdecimal() and len(pid) < 10 else None,
        problems=(_NO_TRACE,),
    )
