"""Reports grouped by fingerprint, with counts, in bounded memory."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime

from models.crash_context import CrashContext
from models.triage import CrashGroup
from rca.analysis.rendering.error_headline import headline
from rca.knowledge.problem.fingerprint import fingerprint
from rca.knowledge.problem.message_template import mask
from rca.triage.crash_report_reader import ReadReport

MOST_GROUPS = 5000
MOST_USERS = 500_000
"""Users that are told apart over all groups: some 40 MB."""

_MOST_VALUES = 200
_MOST_SHOWN = 5


@dataclass(slots=True)
class _Moment:
    """The earliest or latest time of a group, as text and as a time to compare."""

    text: str | None = None
    at: datetime | None = None


@dataclass(slots=True)
class Group:
    """The reports of one problem, as they are counted."""

    key: str
    shown: ReadReport
    reports: int = 0
    counted_events: int = 0
    counted_users: int = 0
    anonymous: int = 0
    users: set[int] = field(default_factory=set)
    overflowed: bool = False
    first: _Moment = field(default_factory=_Moment)
    last: _Moment = field(default_factory=_Moment)
    builds: Counter[str] = field(default_factory=Counter)
    build_numbers: set[int] = field(default_factory=set)
    devices: Counter[str] = field(default_factory=Counter)
    issues: dict[str, None] = field(default_factory=dict)

    @property
    def user_count(self) -> int:
        """Return how many users are known to be affected."""
        return max(len(self.users), self.counted_users)

    @property
    def affected(self) -> int:
        """Return the users by which groups are ranked: a report that names none counts as one."""
        return self.user_count + self.anonymous

    @property
    def events(self) -> int:
        """Return how often the problem occurred, by the service's count where that is higher."""
        return max(self.reports, self.counted_events)


class CrashGroups:
    """Groups reports as they come."""

    def __init__(self, most_groups: int = MOST_GROUPS, most_users: int = MOST_USERS) -> None:
        self._groups: dict[str, Group] = {}
        self._most_groups = most_groups
        self._users_left = most_users
        self.reports = 0
        self.ungrouped = 0
        """Reports of further problems, once there are as many groups as are kept."""

    def add(self, read: ReadReport) -> None:
        """Count a report in its group."""
        self.reports += read.count
        key = _key(read)
        group = self._groups.get(key)
        if group is None:
            if len(self._groups) >= self._most_groups:
                self.ungrouped += read.count
                return
            group = self._groups[key] = Group(key, read)
        elif _frames(read) > _frames(group.shown):
            group.shown = read
        group.reports += read.count
        context = read.report.crash_context
        self._count_user(group, read, context)
        if context is not None:
            _count_context(group, context)

    def listed(self) -> list[Group]:
        """Return the groups, those that affect most users first."""
        return sorted(self._groups.values(), key=lambda group: (-group.affected, -group.events, group.key))

    def newest_build(self) -> int | None:
        """Return the newest build number, or None where the input has one build at most."""
        numbers = {number for group in self._groups.values() for number in group.build_numbers}
        return max(numbers) if len(numbers) > 1 else None

    def _count_user(self, group: Group, read: ReadReport, context: CrashContext | None) -> None:
        if read.user is None:
            group.anonymous += read.count if context is None or context.users is None else 0
            return
        digest = hashlib.blake2b(read.user.encode("utf-8", "replace"), digest_size=8).digest()
        user = int.from_bytes(digest, "big")
        if user in group.users:
            return
        if self._users_left <= 0:
            group.overflowed = True
            return
        self._users_left -= 1
        group.users.add(user)


def describe(group: Group, newest_build: int | None) -> CrashGroup:
    """Return a group for the answer."""
    return CrashGroup(
        key=group.key,
        headline=headline(group.shown.report),
        reports=group.reports,
        events=group.events,
        users=group.user_count,
        anonymous_reports=group.anonymous,
        users_at_least=True if group.overflowed else None,
        first_seen=group.first.text,
        last_seen=group.last.text,
        builds=_most_common(group.builds),
        devices=_most_common(group.devices),
        issues=tuple(group.issues)[:_MOST_SHOWN],
        only_newest_build=newest_build is not None and group.build_numbers == {newest_build},
        source=group.shown.source,
        trace=group.shown.trace,
        error=group.shown.report,
    )


def _key(read: ReadReport) -> str:
    report, context = read.report, read.report.crash_context
    identity = fingerprint(report)
    if identity is not None:
        return identity
    if context is not None and context.issue:
        return f"{context.service}:{context.issue}"
    return f"{report.kind}:{mask(headline(report))}"


def _frames(read: ReadReport) -> int:
    return read.report.frame_count + len(read.report.native_frames)


def _count_context(group: Group, context: CrashContext) -> None:
    group.counted_events = max(group.counted_events, context.events or 0)
    group.counted_users = max(group.counted_users, context.users or 0)
    for text in (context.occurred_at, context.first_seen, context.last_seen):
        _widen(group, text)
    build = context.build or ""
    name = f"{context.release} ({build})" if context.release and build else context.release or build
    if name:
        _count(group.builds, name)
    if build.isdecimal() and len(build) < 12 and len(group.build_numbers) < _MOST_VALUES:
        group.build_numbers.add(int(build))
    if context.device:
        _count(group.devices, context.device)
    if context.issue and len(group.issues) < _MOST_SHOWN:
        group.issues[context.issue] = None


def _count(counter: Counter[str], name: str) -> None:
    if name in counter or len(counter) < _MOST_VALUES:
        counter[name] += 1


def _widen(group: Group, text: str | None) -> None:
    moment = _parse_time(text)
    if moment is None:
        return
    if group.first.at is None or moment < group.first.at:
        group.first = _Moment(text, moment)
    if group.last.at is None or moment > group.last.at:
        group.last = _Moment(text, moment)


def _parse_time(text: str | None) -> datetime | None:
    if not text:
        return None
    try:
        moment = datetime.fromisoformat(text.removesuffix(" UTC").strip())
    except ValueError:
        return None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def _most_common(counter: Counter[str]) -> tuple[str, ...]:
    return tuple(name for name, _ in counter.most_common(_MOST_SHOWN))


def grouped(reads: Iterable[ReadReport]) -> CrashGroups:
    """Return the groups of some reports."""
    groups = CrashGroups()
    for read in reads:
        groups.add(read)
    return groups
