"""Triage: reads reports, groups them, asks the knowledge store which are solved, and ranks them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from models.solution import Verdict
from models.triage import CrashGroup, TriageResult
from rca.knowledge.knowledge_store import KnowledgeStore
from rca.scheduling.deadline import Deadline
from rca.tool_failure import Failure
from rca.triage.crash_groups import Group, describe, grouped
from rca.triage.crash_report_reader import CrashReportReader

_MOST_ASKED = 200
"""Groups of which past solutions are searched."""

_NOVELTY: dict[Verdict | None, int] = {"novel": 0, None: 1, "similar": 2, "same": 3}


@dataclass(frozen=True, slots=True)
class TriageRequest:
    """What to triage.

    Attributes:
        paths: files and folders of reports.
        app_packages: packages of the app, or none.
        most: groups in the answer.
    """

    paths: Sequence[Path]
    app_packages: Sequence[str] = ()
    most: int = 50


def triage(request: TriageRequest, knowledge: KnowledgeStore, deadline: Deadline) -> TriageResult:
    """Return the groups of the reports, those of most users first, of equal ones the newest.

    New is a problem that no past solution fits, and one that only the newest build has. The memory is
    bounded by the number of groups and users, not of reports. When the time is over, what was read is
    grouped.
    """
    reader = CrashReportReader(request.app_packages, deadline)
    groups = grouped(reader.read(request.paths))
    listed = groups.listed()
    verdicts, notes = _verdicts(listed[:_MOST_ASKED], knowledge, deadline)
    newest = groups.newest_build()
    described = [
        describe(group, newest).model_copy(update={"verdict": verdicts.get(group.key)})
        for group in listed[: max(request.most, _MOST_ASKED)]
    ]
    described.sort(key=_rank)
    if len(listed) > request.most:
        notes.append(f"{len(listed) - request.most} more groups are not shown: --most shows more")
    if groups.ungrouped:
        notes.append(f"{groups.ungrouped} reports of further problems were not grouped: give fewer at once")
    if reader.skipped_beyond:
        notes.append(f"{reader.skipped_beyond} more parts were skipped and are not named")
    return TriageResult(
        files=reader.files,
        reports=groups.reports,
        groups=tuple(described[: request.most]),
        skipped=tuple(reader.skipped),
        notes=tuple(notes),
    )


def _rank(group: CrashGroup) -> tuple[int, int, bool, int, str]:
    return (
        -(group.users + group.anonymous_reports),
        _NOVELTY[group.verdict],
        not group.only_newest_build,
        -group.events,
        group.key,
    )


def _verdicts(
    groups: Iterable[Group], knowledge: KnowledgeStore, deadline: Deadline
) -> tuple[dict[str, Verdict], list[str]]:
    """Return whether past solutions fit, by words and identity alone."""
    verdicts: dict[str, Verdict] = {}
    for group in groups:
        if deadline.expired:
            return verdicts, ["past solutions: not searched for all groups, the time ran out"]
        try:
            found = knowledge.find(
                group.shown.trace,
                group.shown.report,
                min_confidence=None,
                limit=1,
                deadline=deadline,
                dense="off",
            )
        except Failure as failure:
            return verdicts, [f"past solutions: {failure.error.code}: {failure.error.message}"]
        verdicts[group.key] = found.outcome.verdict
    return verdicts, []
