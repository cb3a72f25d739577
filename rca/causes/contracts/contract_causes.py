"""Explains an exception of a framework by the calls of the app that it is about."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp

from models.code import ProjectFrame
from models.error_report import ErrorReport
from models.hypothesis import Hypothesis, HypothesisPlace
from rca.causes.contracts.app_trace import AppTrace, read_app_trace
from rca.causes.contracts.contract import fill, simple_name
from rca.causes.contracts.contract_matching import ContractMatch, match_contracts
from rca.causes.contracts.contract_places import ContractPlace, ContractPlaceSearch
from rca.causes.project_code import ProjectCode
from rca.scheduling.deadline import Deadline

_PLACES = 5
_MATCHES = 4
_LEAST = 0.6
"""A place that less speaks for is left out: a call of the same name anywhere in the project."""


@dataclass(frozen=True)
class ContractCause:
    """An entry that fits the error, with its places in the project, the likeliest first."""

    match: ContractMatch
    places: tuple[ContractPlace, ...]
    score: float
    hypothesis: Hypothesis


def find_contract_causes(
    report: ErrorReport,
    text: str,
    frames: Sequence[ProjectFrame],
    code: ProjectCode,
    deadline: Deadline,
) -> list[ContractCause]:
    """Return the entries of the table that fit an error and have places in the project, the best first.

    Entries without a place in the project are left out. Stops at the deadline with what was found.

    Args:
        report: the parsed error.
        text: the error as it was given.
        frames: places of the error in the project, in the order of suspicion.
        code: the project.
        deadline: when to stop.
    """
    matches = match_contracts(report, text)[:_MATCHES]
    if not matches:
        return []
    trace = read_app_trace(report, text, frames, code)
    search = ContractPlaceSearch(code, trace, deadline)
    found = []
    for match in matches:
        if deadline.expired:
            break
        places = [place for place in search.find(match) if place.score >= _LEAST][:_PLACES]
        if any(place.api for place in places):
            score = places[0].score + match.strength
            found.append(ContractCause(match, tuple(places), score, _explain(match, places, trace)))
    return sorted(found, key=lambda cause: -cause.score)


def _explain(match: ContractMatch, places: Sequence[ContractPlace], trace: AppTrace) -> Hypothesis:
    values = {name: simple_name(value) for name, value in match.values.items()}
    first = places[0]
    statement = fill(match.contract.statement, values)
    if first.function is not None:
        statement = f"{statement} {_describe(first, trace)}"
    return Hypothesis(
        statement=statement,
        kind=match.contract.id,
        confidence=_confidence(first.score, match.strength),
        places=tuple(_on_the_wire(place) for place in places),
        evidence=tuple(_evidence(match, places)),
        check=fill(match.contract.check, values),
    )


def _describe(place: ContractPlace, trace: AppTrace) -> str:
    assert place.function is not None
    name = place.function.display_name
    if not place.api:
        return f"`{name}` in line {place.line} leads there."
    if place.function.declaration.is_class:
        return f"The class is `{name}`."
    if place.api.rpartition(".")[2] == place.function.name:
        return f"In this project that is `{name}`."
    where = " in the trace" if trace.depth_of(place.function) is not None else ""
    return f"`{name}`{where} uses {_quoted(place.api)} in line {place.line}."


def _quoted(api: str) -> str:
    return api if api.startswith("`") else f"`{api}`"


def _on_the_wire(place: ContractPlace) -> HypothesisPlace:
    return HypothesisPlace(
        file_path=place.path,
        line=place.line,
        end_line=place.end_line,
        function=place.function.display_name if place.function is not None else None,
        role=place.role,
    )


def _evidence(match: ContractMatch, places: Sequence[ContractPlace]) -> list[str]:
    contract = match.contract
    site = f"{contract.site_class.rpartition('.')[2]}.{contract.site_method}"
    seen = "the trace holds" if match.by_site else "the message is that of"
    found = [f"{seen} `{site}` of {contract.framework}" if contract.message else f"the trace holds `{site}`"]
    first = places[0]
    if first.features.get("guarded"):
        found.append("the function already checks the condition, so the check may come too early")
    if first.features.get("in_named_class") == 1.0:
        found.append("it is in the class of the topmost project frame")
    if first.features.get("rare") == 1.0 and len(places) == 1:
        found.append(f"no other function of the project uses {_quoted(first.api)}")
    return found


def _confidence(score: float, strength: float) -> float:
    """Return the probability that the first place is right, after the counts on the development bugs."""
    return round(0.3 / (1 + exp(2.6 - 0.5 * score - 0.6 * strength)), 2)
