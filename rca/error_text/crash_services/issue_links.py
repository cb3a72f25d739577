"""The link to a crash service's issue that stands beside a trace, as the services write it into trackers."""

from __future__ import annotations

import re
from dataclasses import dataclass

from models.crash_context import CrashService
from rca.text.lazy_regex import lazy_regex

_LINKS: tuple[tuple[CrashService, re.Pattern[str]], ...] = (
    (
        "bugsnag",
        lazy_regex(
            r"https://app\.bugsnag\.com/[\w.\-]{1,80}/[\w.\-]{1,80}/errors/(?P<issue>[0-9a-f]{16,40})"
            r"(?:\?event_id=(?P<event>[0-9a-f]{16,40}))?"
        ),
    ),
    (
        "crashlytics",
        lazy_regex(
            r"https://(?:www\.)?(?:crashlytics\.com|fabric\.io)/[\w.\-]{1,80}/(?:android|ios)/apps/"
            r"(?P<application>[\w.\-]{1,120})/issues/(?P<issue>[0-9a-f]{16,40})"
        ),
    ),
    (
        "crashlytics",
        lazy_regex(
            r"https://console\.firebase\.google\.com/(?:u/\d/)?project/[\w.\-]{1,80}/crashlytics/app/"
            r"(?:android|ios):(?P<application>[\w.\-]{1,120})/issues/(?P<issue>[0-9a-f]{16,40})"
        ),
    ),
    (
        "other",
        lazy_regex(
            r"https://appcenter\.ms/(?:users|orgs)/[\w.\-]{1,80}/apps/[\w.\-]{1,120}/"
            r"[cC]rashes/(?:[eE]rrors|[gG]roups)/(?P<issue>[\w\-]{6,60})"
        ),
    ),
)
_MARKS = ("bugsnag.com/", "crashlytics.com/", "fabric.io/", "/crashlytics/app/", "appcenter.ms/")


@dataclass(frozen=True, slots=True)
class IssueLink:
    """An issue by its address."""

    service: CrashService
    issue: str
    event: str | None = None
    application: str | None = None


def find_issue_link(text: str) -> IssueLink | None:
    """Return the issue that a text links, or None where it links none or several."""
    if not any(mark in text for mark in _MARKS):
        return None
    found: dict[str, IssueLink] = {}
    for service, pattern in _LINKS:
        for link in pattern.finditer(text):
            parts = link.groupdict()
            one = IssueLink(service, link["issue"], parts.get("event"), parts.get("application"))
            found.setdefault(one.issue, one)
    return next(iter(found.values())) if len(found) == 1 else None
