"""Ranked hypotheses: functions and configuration that may be the cause of an error, in one order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from models.code import ProjectFrame
from models.error_report import ErrorReport
from models.failure import FailedCondition
from models.hypothesis import Hypothesis, HypothesisPlace, PlaceRole
from rca.causes.candidate import Candidate
from rca.causes.candidate_search import find_candidates
from rca.causes.configuration import ConfigurationCause, find_configuration_causes
from rca.causes.failing_tests.failing_test import is_failed_assertion
from rca.causes.failing_tests.failing_test_causes import find_failing_test_causes
from rca.causes.project_code import ProjectCode
from rca.causes.ranking import rank
from rca.scheduling.deadline import Deadline
from rca.workspace import Snapshot

MOST_HYPOTHESES = 5
_LEAST_CONFIDENCE = 0.02
"""What is less likely than this is not worth a line."""
_MOST_PLACES = 3
_MOST_EVIDENCE = 4
_CONFIGURATION_SHARE = 0.5
"""Part of the time for causes in configuration, which read many small files."""
_TEST_SHARE = 0.4
"""Part of the time that is left then, for the code that a failing test runs."""

_CHECKS: dict[PlaceRole, str] = {
    "failure_site": "Break at line {line} of {file}, and compare the values with what the code expects.",
    "value_origin": "Break at line {line} of {file}, and see whether the bad value passes there.",
    "missing_guard": "Break at line {line} of {file}: is the state valid whenever the call is made?",
    "missing_call": "Look whether the missing call happens before line {line} of {file} on the failing path.",
    "lifecycle": "Log when line {line} of {file} runs, and compare the order with the time of the failure.",
    "configuration": "Change line {line} of {file}, and run what failed again.",
    "change": "Run what failed on the commit before this change to line {line} of {file}.",
}


@dataclass(frozen=True)
class Explanations:
    """Hypotheses, likeliest first; `reasons` say what was not looked at."""

    hypotheses: tuple[Hypothesis, ...]
    reasons: tuple[str, ...]


def find_hypotheses(  # noqa: PLR0913, PLR0917 - what is known of one error
    report: ErrorReport,
    text: str,
    frames: Sequence[ProjectFrame],
    culprit: ProjectFrame | None,
    failure: FailedCondition | None,
    snapshot: Snapshot,
    deadline: Deadline,
) -> Explanations:
    """Return the hypotheses about an error.

    Args:
        report: the parsed error.
        text: the error as it was given.
        frames: its places in the project, in the order of suspicion.
        culprit: the first of them.
        failure: what failed, where that is known.
        snapshot: the project.
        deadline: ends the search; what was found until then is ranked.
    """
    for_configuration = deadline.part(_CONFIGURATION_SHARE)
    configuration = find_configuration_causes(report, text, frames, snapshot, for_configuration)
    configuration_cut = for_configuration.expired
    if failure is not None and failure.family == "assertion":
        # A library of assertions throws what the test asked it to throw.
        configuration = [one for one in configuration if not one.mechanism.startswith("thrown_")]
    for_tests = deadline.part(_TEST_SHARE)
    tested = find_failing_test_causes(report, frames, snapshot, for_tests)
    code = ProjectCode(snapshot)
    candidates = find_candidates(report, text, frames, culprit, failure, code, deadline)
    ranked = rank(list(candidates.found.values()))
    reasons = list(candidates.reasons)
    if configuration_cut:
        reasons.append("not all of the configuration was searched, the time ran out")
    if for_tests.expired and is_failed_assertion(report):
        reasons.append("not all code under test was followed, the time ran out")
    # What is not in the configuration lies in code: the two share one probability.
    in_code = 1.0 - max((cause.confidence for cause in configuration), default=0.0)
    site = _site(culprit)
    found = [_of_function(candidate, share * in_code, site) for candidate, share in ranked[:MOST_HYPOTHESES]]
    if tested:
        # An assertion's own trace says where it failed, and not why: what the test runs comes first.
        named = {_place_of(one) for one in tested}
        left = 1.0 - sum(one.confidence for one in tested)
        others = [one for one in found if _place_of(one) not in named]
        found = [*_scaled(tested, in_code), *_scaled(others, left)]
    found += [_of_configuration(cause) for cause in configuration[:MOST_HYPOTHESES]]
    found = [one for one in found if one.confidence >= _LEAST_CONFIDENCE]
    found.sort(key=lambda one: -one.confidence)
    return Explanations(tuple(found[:MOST_HYPOTHESES]), tuple(reasons))


def _place_of(hypothesis: Hypothesis) -> tuple[str, str | None]:
    return hypothesis.places[0].file_path, hypothesis.places[0].function


def _scaled(hypotheses: Sequence[Hypothesis], share: float) -> list[Hypothesis]:
    return [one.model_copy(update={"confidence": round(one.confidence * share, 3)}) for one in hypotheses]


def _of_function(candidate: Candidate, confidence: float, site: HypothesisPlace | None) -> Hypothesis:
    function = candidate.function
    reason = candidate.best_reason
    role: PlaceRole = reason.role if reason is not None else "failure_site"
    line = candidate.line
    if reason is not None and function.line <= reason.line <= function.end_line:
        line = reason.line
    first = HypothesisPlace(file_path=function.path, line=line, function=function.display_name, role=role)
    places = [first]
    if site is not None and (site.file_path, site.function) != (first.file_path, first.function):
        places.append(site)
    reasons = sorted(candidate.reasons, key=lambda one: -one.strength)
    statement = reasons[0].statement if reasons else f"`{function.display_name}` is close to the failure."
    return Hypothesis(
        statement=statement,
        confidence=round(confidence, 3),
        places=tuple(places),
        evidence=tuple(one.statement for one in reasons[1:_MOST_EVIDENCE]),
        check=_CHECKS[role].format(line=line, file=function.path.rpartition("/")[2]),
    )


def _of_configuration(cause: ConfigurationCause) -> Hypothesis:
    whole = cause.hypothesis
    return whole.model_copy(update={"places": whole.places[:_MOST_PLACES]})


def _site(culprit: ProjectFrame | None) -> HypothesisPlace | None:
    """Return where the error surfaced."""
    if culprit is None or culprit.line is None:
        return None
    return HypothesisPlace(
        file_path=culprit.file_path,
        line=culprit.line,
        function=culprit.function.name if culprit.function is not None else None,
        role="failure_site",
    )
