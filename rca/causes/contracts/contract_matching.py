"""Finds the entries of the table that fit an error: exception type, message and frames."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from models.error_report import ErrorReport, Frame, ReportedException
from rca.causes.contracts.contract import Contract
from rca.causes.contracts.contract_table import contracts_without_message, load_contracts

_TELLING = 18
"""Literal letters of a message that say enough without the exception's type."""
_TELLING_WITH_TYPE = 10
"""As many say enough in a text that names the type elsewhere."""
_SITE_FRAMES = 16
_TEXT_READ = 20_000
_SPACE = re.compile(r"\s+")


@dataclass(frozen=True)
class ContractMatch:
    """An entry that fits an error."""

    contract: Contract
    values: dict[str, str]
    """The values of the message, by the names of their placeholders."""
    exception: ReportedException | None
    """None where only the text holds the message."""
    by_type: bool
    by_site: bool

    @property
    def strength(self) -> float:
        """How much of the entry was seen, for the order of several."""
        return (
            (min(1.0, len(self.contract.anchor) / 40) if self.contract.message else 0.8)
            + (0.6 if self.by_site else 0.0)
            + (0.4 if self.by_type else 0.0)
            - (0.3 if self.exception is None else 0.0)
        )


def match_contracts(report: ErrorReport, text: str) -> list[ContractMatch]:
    """Return the entries that fit, the deepest cause's first, each once."""
    found: dict[str, ContractMatch] = {}
    causes = [one for one in report.exceptions if one.relation != "suppressed"]
    for exception in reversed(causes):
        matches = [*_by_message(exception), *_by_site(exception)]
        for match in sorted(matches, key=lambda one: -one.strength):
            found.setdefault(match.contract.id, match)
    if not found:
        for match in sorted(_in_text(text[:_TEXT_READ]), key=lambda one: -one.strength):
            found.setdefault(match.contract.id, match)
    return list(found.values())


def _by_message(exception: ReportedException) -> Iterator[ContractMatch]:
    message = _SPACE.sub(" ", (exception.message or "")[:4000])
    if not message:
        return
    simple = _simple(exception.type)
    for contract in load_contracts():
        if not contract.message:
            continue
        by_type = simple in contract.exceptions
        by_site = has_site(contract, exception.frames)
        if not by_type and len(contract.anchor) < _TELLING:
            continue
        values = _values(contract, message, whole=len(contract.anchor) < 8)
        if values is not None and (by_type or by_site or len(contract.anchor) >= _TELLING):
            yield ContractMatch(contract, values, exception, by_type, by_site)


def _by_site(exception: ReportedException) -> Iterator[ContractMatch]:
    simple = _simple(exception.type)
    for frame in exception.frames[:_SITE_FRAMES]:
        name = _simple((frame.class_name or "").split("$")[0])
        for contract in contracts_without_message().get(name, ()):
            fits = simple in contract.exceptions or "*" in contract.exceptions
            if fits and has_site(contract, exception.frames):
                yield ContractMatch(contract, {}, exception, True, True)


def _in_text(text: str) -> Iterator[ContractMatch]:
    flat = _SPACE.sub(" ", text)
    for contract in load_contracts():
        if len(contract.anchor) < _TELLING_WITH_TYPE:
            continue
        values = _values(contract, flat, whole=False)
        if values is None:
            continue
        by_type = any(re.search(rf"\b{name}\b", flat) for name in contract.exceptions if name != "*")
        if by_type or len(contract.anchor) >= _TELLING:
            yield ContractMatch(contract, values, None, by_type, by_site=False)


def _values(contract: Contract, message: str, *, whole: bool) -> dict[str, str] | None:
    if _SPACE.sub(" ", contract.anchor) not in message:
        return None
    match = contract.pattern.fullmatch(message) if whole else contract.pattern.search(message)
    return None if match is None else {name: value.strip() for name, value in match.groupdict().items()}


def has_site(contract: Contract, frames: Sequence[Frame]) -> bool:
    """Return whether the innermost frames hold the throw site."""
    wanted = contract.site_class.rpartition(".")[2]
    for frame in frames[:_SITE_FRAMES]:
        names = _simple(frame.class_name or "").split("$")
        if wanted in names or f"{wanted}Kt" in names:
            method = (frame.method or "").split("$")[0].split("-")[0]
            if contract.site_method in ("*", method):
                return True
    return False


def _simple(name: str) -> str:
    return name.rpartition(".")[2]
