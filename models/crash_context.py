"""What a crash service reports besides the trace: device, release, breadcrumbs, feature flags, counts."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from models.wire import Wire, absent_if_empty, absent_if_none

CrashService = Literal[
    "sentry",
    "crashlytics",
    "play",
    "acra",
    "bugsnag",
    "datadog",
    "exit_info",
    "app_store_connect",
    "other",
]
"""The author of a report; `other` is a service or crash reporter that is none of these."""

MOST_BREADCRUMBS = 50
MOST_FEATURE_FLAGS = 100
MOST_TAGS = 50
"""Entries of a report's lists that are kept: of breadcrumbs the newest, else the first."""


class Breadcrumb(Wire):
    """One thing that happened before the crash."""

    at: str | None = Field(description="Its time, as the service writes it.")
    category: str | None
    level: str | None = absent_if_none()
    message: str


class FeatureFlag(Wire):
    """A feature flag that the app evaluated before the crash."""

    name: str
    value: str | None


class Tag(Wire):
    """A tag, custom key or attribute of a report."""

    name: str
    value: str


class CrashContext(Wire):
    """What a report of a crash service says beside its trace; what the report lacks is absent.

    Names, addresses and ids of users are left out.
    """

    service: CrashService
    issue: str | None = absent_if_none("The service's id or short name of the issue.")
    event: str | None = absent_if_none("The service's id of this event.")
    url: str | None = absent_if_none()
    occurred_at: str | None = absent_if_none("Time of this event, as the service writes it.")
    first_seen: str | None = absent_if_none()
    last_seen: str | None = absent_if_none()
    events: int | None = absent_if_none("How often the issue occurred, by the service's count.")
    users: int | None = absent_if_none("How many users it affected, by the service's count.")
    handled: bool | None = absent_if_none("Whether the app caught the error.")
    application: str | None = absent_if_none("Application id or bundle id.")
    release: str | None = absent_if_none("Version name of the app.")
    build: str | None = absent_if_none("Version code or build number of the app.")
    environment: str | None = absent_if_none("Environment or release stage.")
    device: str | None = absent_if_none()
    os: str | None = absent_if_none()
    blamed_thread: str | None = absent_if_none("The thread that the service blames.")
    blamed_frame: str | None = absent_if_none(
        "The frame that the service blames, as `a.b.C.method (C.kt:1)`."
    )
    feature_flags: tuple[FeatureFlag, ...] = absent_if_empty("At most 100.")
    breadcrumbs: tuple[Breadcrumb, ...] = absent_if_empty("The newest 50, oldest first.")
    tags: tuple[Tag, ...] = absent_if_empty("At most 50.")
