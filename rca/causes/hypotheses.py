"""Ranked hypotheses: functions and configuration that may be the cause of an error, in one order."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from models.captured_state import CapturedState
from models.code import ProjectFrame
from models.error_report import ErrorKind, ErrorReport
from models.evidence import PastCause
from models.failure import FailedCondition
from models.hypothesis import Hypothesis, HypothesisPlace, PlaceRole
from rca.causes.candidate import Candidate, Reason, ReasonKind
from rca.causes.candidate_search import find_candidates
from rca.causes.candidate_set import ValueSource
from rca.causes.captured.captured_causes import find_captured_causes
from rca.causes.captured.captured_hypotheses import put_captured_first
from rca.causes.class_hypotheses import class_hypotheses
from rca.causes.configuration import ConfigurationCause, find_configuration_causes
from rca.causes.failing_tests.failing_test import is_failed_assertion
from rca.causes.failing_tests.failing_test_causes import find_failing_test_causes
from rca.causes.key_writers import KeyWriter
from rca.causes.leaks.leak_hypotheses import find_leak_hypotheses
from rca.causes.lookup.looked_up_place import LookedUpPlace
from rca.causes.lookup.lookup_hypotheses import lookup_hypotheses
from rca.causes.passed_values import PassedValue
from rca.causes.past_decisions import PastDecisions, describe, multiply_odds, odds_factor
from rca.causes.project_code import ProjectCode
from rca.causes.ranking import rank
from rca.causes.trace_candidates import app_frames
from rca.scheduling.deadline import Deadline
from rca.workspace import Snapshot

MOST_HYPOTHESES = 5
_LEAST_CONFIDENCE = 0.02
"""What is less likely than this is not worth a line."""
_BUILD_KINDS: frozenset[ErrorKind] = frozenset(
    {
        "java_compile",
        "kotlin_compile",
        "kotlin_warnings_only",
        "annotation_processing",
        "compiler_crash",
        "dependency_resolution",
        "resource_linking",
        "manifest_merger",
        "lint",
        "r8",
        "native_link",
    }
)
"""Errors of code that never ran: no debugger stops there."""
_SETUP_KINDS: frozenset[ErrorKind] = frozenset(
    {"dependency_resolution", "resource_linking", "manifest_merger", "r8", "native_link"}
)
_CODE_OF_SETUP = 0.3
"""Part of the probability that functions keep where a tool rejects what is declared: it reads no function."""
_CODE_OF_LINKAGE = 0.3
"""The same where classes of the build do not fit each other, and its configuration explains it."""
_MOST_PLACES = 3
_LONGEST_VALUE = 40
_COMPARISON = re.compile(r" (?:[=!]==?|[<>]=?|!?in|!?is|instanceof) ")
_MOST_EVIDENCE = 4
_CONFIGURATION_SHARE = 0.5
"""Part of the time for causes in configuration, which read many small files."""
_TEST_SHARE = 0.4
"""Part of the time that is left then, for the code that a failing test runs."""

_TRACED: frozenset[ReasonKind] = frozenset({"surfaced", "leads_to_failure"})
_SAID_BY_TRACE: frozenset[ReasonKind] = frozenset(
    {"shares_names", "shares_words", "names_exception", "named", "tested_class", "unmet_demand"}
)
"""Of a function in the trace this is no news: the trace is part of the error."""
_WEAK: frozenset[ReasonKind] = frozenset({"same_file", "called_beside", "names_exception"})

_ORDERS = frozenset({"outlives_teardown", "swallowed_cancellation", "read_before_set"})
"""Kinds that name both sides of an order: what sets or clears a value, and what uses it."""
_SAY_WHERE: frozenset[str | None] = frozenset(
    {"surfaced", "leads_to_failure", "unmet_demand", "value_origin", "unguarded_call"}
)
"""Kinds that name a place of the failure or of its value, or a check, and not why the value is what it is."""

_CHECKS: dict[PlaceRole, str] = {
    "failure_site": "Stop at line {line} of {file} and see which value is not what the code expects.",
    "value_origin": "Stop at line {line} of {file} and see whether the bad value comes from there.",
    "missing_guard": "Stop at line {line} of {file} and see with which values and in what state it goes on.",
    "missing_call": "See whether the missing call runs before line {line} of {file} on the failing path.",
    "lifecycle": "Log when line {line} of {file} runs, and compare that with the time of the failure.",
    "configuration": "Change line {line} of {file} and run what failed again.",
    "change": "Run what failed on the commit before this change to line {line} of {file}.",
}


@dataclass(frozen=True)
class Explanations:
    """Hypotheses, likeliest first; `reasons` say what was not looked at.

    `value_source` is where the failing value can come from. `looked_up` are places that hold texts of the
    error or call what its frames name, the most telling first. `key_writers` store what is read by a key,
    `passed_values` give the outermost function of the trace what it passes on.
    """

    hypotheses: tuple[Hypothesis, ...]
    reasons: tuple[str, ...]
    value_source: ValueSource | None = None
    looked_up: tuple[LookedUpPlace, ...] = ()
    key_writers: tuple[KeyWriter, ...] = ()
    passed_values: tuple[PassedValue, ...] = ()


def find_hypotheses(  # noqa: PLR0913, PLR0917 - what is known of one error
    report: ErrorReport,
    text: str,
    frames: Sequence[ProjectFrame],
    culprit: ProjectFrame | None,
    failure: FailedCondition | None,
    snapshot: Snapshot,
    deadline: Deadline,
    past: Sequence[PastCause] = (),
    state: CapturedState | None = None,
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
        past: hypotheses that fixes in the project confirmed or refuted.
        state: what was captured at the throw.
    """
    if report.leak_trace is not None:
        leak = find_leak_hypotheses(report.leak_trace, ProjectCode(snapshot), deadline)
        return Explanations(leak.hypotheses, leak.notes)
    for_configuration = deadline.part(_CONFIGURATION_SHARE)
    configuration = find_configuration_causes(report, text, frames, snapshot, for_configuration)
    configuration_cut = for_configuration.expired
    if failure is not None and failure.family == "assertion":
        # A library of assertions throws what the test asked it to throw.
        configuration = [one for one in configuration if not one.mechanism.startswith("thrown_")]
    for_tests = deadline.part(_TEST_SHARE)
    tested = find_failing_test_causes(report, frames, snapshot, for_tests)
    decisions = PastDecisions(past)

    def factor_of(candidate: Candidate) -> float:
        decision = _decision_about(candidate, decisions)
        return 1.0 if decision is None else odds_factor(decision)

    code = ProjectCode(snapshot)
    candidates = find_candidates(report, text, frames, culprit, failure, code, deadline)
    ranked = rank(list(candidates.found.values()), factor_of)
    reasons = list(candidates.reasons)
    if configuration_cut:
        reasons.append("not all of the configuration was searched, the time ran out")
    if for_tests.expired and is_failed_assertion(report):
        reasons.append("not all code under test was followed, the time ran out")
    # What is not in the configuration lies in code: the two share one probability.
    configured = [_of_configuration(cause, decisions) for cause in configuration]
    in_code = 1.0 - max((one.confidence for one in configured), default=0.0)
    if configured and report.kind in _SETUP_KINDS:
        in_code *= _CODE_OF_SETUP
    elif configured and failure is not None and failure.family == "linkage":
        in_code *= _CODE_OF_LINKAGE
    site = _site(culprit)
    found = [
        _with_value(
            _of_function(candidate, share * in_code, site, _decision_about(candidate, decisions)), failure
        )
        for candidate, share in ranked[:MOST_HYPOTHESES]
    ]
    is_linkage = failure is not None and failure.family == "linkage"
    if report.kind in _BUILD_KINDS or is_linkage:
        found = [_without_running(one, is_linkage=is_linkage) for one in found]
    if tested:
        # An assertion's own trace says where it failed, and not why: what the test runs comes first.
        named = {_place_of(one) for one in tested}
        left = 1.0 - sum(one.confidence for one in tested)
        others = [one for one in found if _place_of(one) not in named]
        found = [*_scaled(tested, in_code), *_scaled(others, left)]
    looked_up = lookup_hypotheses(candidates.looked_up) if not frames else []
    found = _with_looked_up(found, class_hypotheses(culprit, failure, code) or looked_up, in_code)
    if state is not None:
        app = app_frames(candidates, frames, culprit)
        captured = find_captured_causes(state, app, failure, code, deadline)
        found = put_captured_first(found, captured, site, in_code)
    found += configured[:MOST_HYPOTHESES]
    found = _order_first(sorted(found, key=lambda one: -one.confidence))
    found = [one for one in found if one.confidence >= _LEAST_CONFIDENCE]
    return Explanations(
        tuple(found[:MOST_HYPOTHESES]),
        tuple(reasons),
        candidates.value_source,
        candidates.looked_up,
        candidates.key_writers,
        candidates.passed_values,
    )


def _order_first(found: Sequence[Hypothesis]) -> list[Hypothesis]:
    """Put an order of callbacks, seen on both sides in the code, before what only says where it surfaced.

    The two exchange their confidences: together they are as likely as before.
    """
    why = next((at for at, one in enumerate(found) if one.kind in _ORDERS), None)
    ordered = list(found)
    if why is not None and why > 0 and ordered[0].kind in _SAY_WHERE:
        first, other = ordered[0], ordered[why]
        ordered[0] = other.model_copy(update={"confidence": first.confidence})
        ordered[why] = first.model_copy(update={"confidence": other.confidence})
    return ordered


def _with_looked_up(
    ranked: Sequence[Hypothesis], looked_up: Sequence[Hypothesis], in_code: float
) -> list[Hypothesis]:
    """Put what was looked up before the ranked functions, which share what is left of the probability."""
    places = {(place.file_path, place.function) for one in looked_up for place in one.places}
    left = 1.0 - sum(one.confidence for one in looked_up)
    others = [one for one in ranked if _place_of(one) not in places]
    return [*_scaled(looked_up, in_code), *_scaled(others, left)]


def _place_of(hypothesis: Hypothesis) -> tuple[str, str | None]:
    return hypothesis.places[0].file_path, hypothesis.places[0].function


def _scaled(hypotheses: Sequence[Hypothesis], share: float) -> list[Hypothesis]:
    return [one.model_copy(update={"confidence": round(one.confidence * share, 3)}) for one in hypotheses]


def _decision_about(candidate: Candidate, decisions: PastDecisions) -> PastCause | None:
    reason = candidate.best_reason
    function = candidate.function
    return decisions.about(function.path, function.display_name, reason.kind if reason else None)


def _of_function(
    candidate: Candidate, confidence: float, site: HypothesisPlace | None, decision: PastCause | None
) -> Hypothesis:
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
    is_traced = any(one.kind in _TRACED for one in reasons)
    telling = [
        one for one in reasons[1:] if one.kind not in (_TRACED | _SAID_BY_TRACE if is_traced else _WEAK)
    ]
    return Hypothesis(
        statement=statement,
        kind=reasons[0].kind if reasons else None,
        confidence=round(confidence, 3),
        places=tuple(places),
        evidence=(
            *([describe(decision)] if decision is not None else []),
            *(one.statement for one in telling[: _MOST_EVIDENCE - 1]),
        ),
        check=_check_of(reason, role, function.path, line),
    )


def _check_of(reason: Reason | None, role: PlaceRole, path: str, line: int) -> str:
    if reason is not None and reason.check:
        return reason.check
    return _CHECKS[role].format(line=line, file=path.rpartition("/")[2])


def _without_running(hypothesis: Hypothesis, *, is_linkage: bool) -> Hypothesis:
    """Replace the check of a function by one for code that does not run yet, or not with what it needs."""
    place = hypothesis.places[0]
    file = place.file_path.rpartition("/")[2]
    check = f"Look at line {place.line} of {file}, and build again after a change there."
    if is_linkage:
        check = (
            f"Compare what line {place.line} of {file} is compiled against with what is there at run time."
        )
    return hypothesis.model_copy(update={"check": check})


def _with_value(hypothesis: Hypothesis, failure: FailedCondition | None) -> Hypothesis:
    """Name the failing value in the check of the place where the error surfaced."""
    value = failure.value if failure is not None else None
    if hypothesis.kind != "surfaced" or value is None or len(value.text) > _LONGEST_VALUE:
        return hypothesis
    place = hypothesis.places[0]
    file = place.file_path.rpartition("/")[2]
    code = " ".join(value.text.split())
    if "&&" in code or "||" in code:
        how = f"see which part of `{code}` decides it"
    elif _COMPARISON.search(code):
        how = f"look at the values in `{code}`"
    elif code.endswith(")"):
        how = f"see why `{code}` gives that"
    else:
        how = f"follow `{code}` back to where it was set"
    check = f"Stop at line {place.line} of {file} and {how}."
    return hypothesis.model_copy(update={"check": check})


def _of_configuration(cause: ConfigurationCause, decisions: PastDecisions) -> Hypothesis:
    whole = cause.hypothesis
    decision = decisions.about(whole.places[0].file_path, None, cause.mechanism)
    changed: dict[str, object] = {"places": whole.places[:_MOST_PLACES]}
    if decision is not None:
        changed["confidence"] = round(multiply_odds(whole.confidence, odds_factor(decision)), 3)
        changed["evidence"] = (describe(decision), *whole.evidence)
    return whole.model_copy(update=changed)


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
