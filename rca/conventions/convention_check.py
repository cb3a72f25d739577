"""Compares a file with its project's majority and with its linter settings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final

from models.tools.check_conventions import CheckConventionsResult, ConventionSeverity
from rca.conventions.code_file import CodeFile
from rca.conventions.linter_settings import LinterFindings, settled
from rca.conventions.majority_rule import Scopes, judge
from rca.conventions.observation import Observation
from rca.conventions.observation_cache import cases_of, kept_cases
from rca.conventions.peer_files import base_names, candidates
from rca.index.tags.tags import Tag
from rca.scheduling.deadline import Deadline
from rca.workspace import Snapshot
from rca.workspace.build_modules import modules_of

_ORDER: Final[dict[ConventionSeverity, int]] = {"warning": 0, "info": 1, "style": 2}
_BATCH: Final = 50
_LEARNING: Final = 0.85
"""The part of the time that other files may take."""


@dataclass(frozen=True)
class CheckResult:
    """The answer, with its gaps."""

    result: CheckConventionsResult
    reasons: tuple[str, ...]
    truncated: bool


def check(snapshot: Snapshot, file: CodeFile, limit: int, followed: int, deadline: Deadline) -> CheckResult:
    """Learn from peer files until the deadline, nearest first, and judge the file by them."""
    index = snapshot.index
    modules = modules_of(index)
    own_tags = index.tags([file.path])[file.path]
    others = candidates(file, own_tags, index, modules)
    names = base_names(index)
    module = modules.of(file.path)
    scopes = Scopes(module)
    known = kept_cases(index, names)
    compared = near = 0
    learning = deadline.part(_LEARNING)
    while batch := list(islice(others, _BATCH)):
        if learning.expired:
            deadline.check_cancelled()
            break
        tags, contents = index.tags(batch), index.contents(batch)
        for path in batch:
            other = None if learning.expired else known.of(snapshot, path, contents[path], tags[path])
            if other is None or other.is_test != file.is_test or is_generated(tags[path]):
                continue
            is_near = modules.of(path) == module
            compared, near = compared + 1, near + is_near
            for case in other.cases:
                scopes.add(path, case, near=is_near)
    said = settled(snapshot, file)
    judged = judge(_unsettled(cases_of(file, own_tags, names), said), scopes)
    deviations = [*said.deviations, *judged.deviations]
    deviations.sort(key=lambda one: (_ORDER[one.severity], one.source == "counted", one.line, one.rule))
    kept = sorted(
        [*said.followed, *judged.followed], key=lambda one: (one.source == "counted", -(one.of or 0))
    )
    reasons = [] if index.ready else ["the index is still being checked against the disk"]
    reasons += said.problems
    if learning.expired:
        reasons.append(f"time was up after {compared} files, the nearest ones")
    if is_generated(own_tags):
        reasons.append(
            "its first lines say that the file is generated: conventions of people may not bind it"
        )
    return CheckResult(
        CheckConventionsResult(
            file_path=file.path,
            module=module,
            compared_files=compared,
            module_files=near,
            deviations=tuple(deviations[:limit]),
            total_deviations=len(deviations),
            followed=tuple(kept[:followed]),
            total_followed=len(kept),
            not_judged=tuple(judged.not_judged),
        ),
        tuple(reasons),
        truncated=len(deviations) > limit,
    )


def is_generated(tags: Sequence[Tag]) -> bool:
    """Return whether a file is marked as generated."""
    return any(one.tag == "generated" for one in tags)


def _unsettled(cases: Sequence[Observation], said: LinterFindings) -> list[Observation]:
    """Drop rules that a linter setting decides, as settings override what is counted."""
    return [case for case in cases if case.kind.rule not in said.rules]
