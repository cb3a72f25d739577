"""A crash service's context in words: where the error occurred and how often, and what happened before it."""

from __future__ import annotations

from models.crash_context import CrashContext, CrashService
from rca.analysis.rendering.answer_markdown import fenced, shortened

SERVICES: dict[CrashService, str] = {
    "sentry": "Sentry",
    "crashlytics": "Crashlytics",
    "play": "Google Play",
    "acra": "ACRA",
    "bugsnag": "Bugsnag",
    "datadog": "Datadog",
    "exit_info": "exit-info",
    "app_store_connect": "Apple",
    "other": "crash report",
}
_LONGEST = 160


def context_sentences(context: CrashContext) -> list[str]:
    """Return the facts of a report: the issue with its counts, then release, device and thread."""
    issue = f"{SERVICES[context.service]} {context.issue or ''}".strip()
    counts = [
        f"{count:,} {word if count != 1 else word[:-1]}"
        for count, word in ((context.users, "users"), (context.events, "events"))
        if count is not None
    ]
    dates = [
        f"{word} {date}"
        for word, date in (
            ("first seen", context.first_seen),
            ("last seen", context.last_seen),
            ("occurred at", context.occurred_at),
        )
        if date is not None
    ]
    release = " ".join(
        part for part in (context.release, f"({context.build})" if context.build else None) if part
    )
    where = [
        f"{word} {value}".strip()
        for word, value in (
            ("release", release),
            ("", context.environment),
            ("", context.device),
            ("", context.os),
            ("thread", context.blamed_thread),
        )
        if value
    ]
    if context.handled is not None:
        where.append("caught by the app" if context.handled else "not caught")
    first = ", ".join((issue, *counts, *dates))
    return [first, ", ".join(where)] if where else [first]


def trail_lines(context: CrashContext, most: int) -> list[str]:
    """Return the last breadcrumbs, oldest first, one a line."""
    return [
        shortened(" ".join(f"{crumb.at or ''} {crumb.category or ''}: {crumb.message}".split()), _LONGEST)
        for crumb in context.breadcrumbs[max(0, len(context.breadcrumbs) - most) :]
    ]


def flag_line(context: CrashContext, most: int) -> str:
    """Return the feature flags in one line; empty where there are none."""
    flags = [f"{flag.name}={flag.value}" for flag in context.feature_flags[:most]]
    more = len(context.feature_flags) - len(flags)
    return f"Feature flags: {', '.join(flags)}{f' and {more} more' if more > 0 else ''}" if flags else ""


def context_markdown(context: CrashContext | None, most: int) -> str:
    """Return a report's context as Markdown; empty without one.

    Args:
        context: of the report, if a crash service made it.
        most: breadcrumbs and feature flags to show.
    """
    if context is None:
        return ""
    # What users and servers wrote stands in a fence, where it is no heading and no order of the brief.
    trail = "\n".join(line for line in (*trail_lines(context, most), flag_line(context, most)) if line)
    said = "\n".join(f"- {shortened(sentence, 2 * _LONGEST)}" for sentence in context_sentences(context))
    shown = f"\n\n{fenced(trail, 'text')}" if trail else ""
    return f"## Reported by {SERVICES[context.service]}\n\n{said}{shown}"
