"""Majority rule: what nearly all peers do, and whether a file does it too."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from models.tools.check_conventions import Convention, Deviation, NotJudged
from models.tools.detect_patterns import PatternPlace
from rca.conventions.code_file import Place
from rca.conventions.observation import RULES, Kind, Observation, Rule

ENOUGH: Final = 5
HOLDS: Final = 0.8
"""A convention holds in this share of at least so many cases."""
_ENOUGH_SOFT: Final = 10
_HOLDS_SOFT: Final = 0.9
"""The same for what may hold by chance."""
_EXAMPLES: Final = 2


@dataclass
class Group:
    """All observations of a kind in one scope."""

    of: int = 0
    files: set[str] = field(default_factory=set)
    counts: Counter[str] = field(default_factory=Counter)
    examples: dict[str, list[Place]] = field(default_factory=dict)

    def add(self, path: str, case: Observation) -> None:
        """Count an observation."""
        self.of += 1
        self.files.add(path)
        self.counts.update(set(case.values))
        for value in case.values:
            shown = self.examples.setdefault(value, [])
            if len(shown) < _EXAMPLES and all(one.path != path for one in shown):
                shown.append(Place(path, case.line, case.symbol))

    def held(self, rule: Rule) -> list[tuple[str, int]]:
        """Return the majority value, with its counts."""
        enough, share = (_ENOUGH_SOFT, _HOLDS_SOFT) if rule.soft else (ENOUGH, HOLDS)
        if self.of < enough:
            return []
        return [
            (value, count)
            for value, count in self.counts.most_common()
            if count >= share * self.of and (rule.only is None or value in rule.only)
        ]


_FILES: Final = 3
"""From how many files cases must come: what one file does over and over is its own matter."""


class Scopes:
    """Observations of other files: of the file's module, and of the whole project."""

    def __init__(self, module: str) -> None:
        self._module = module
        self._near: dict[Kind, Group] = {}
        self._all: dict[Kind, Group] = {}

    def add(self, path: str, case: Observation, *, near: bool) -> None:
        """Count an observation of another file."""
        for groups in (self._all, self._near) if near else (self._all,):
            groups.setdefault(case.kind, Group()).add(path, case)

    def of(self, kind: Kind) -> tuple[str, Group]:
        """Return the group to compare with: the module if it has enough observations, else the project."""
        near = self._near.get(kind)
        if near is not None and near.of >= ENOUGH and len(near.files) >= _FILES:
            return f"module {self._module}", near
        return "project", self._all.get(kind, Group())


class RuleVerdict(NamedTuple):
    """The rules that a file breaks and keeps, and those that cannot be judged."""

    deviations: list[Deviation]
    followed: list[Convention]
    not_judged: list[NotJudged]


def judge(own: Iterable[Observation], scopes: Scopes) -> RuleVerdict:
    """Compare the observations of a file with those of others."""
    broken: dict[tuple[str, str | None, str], Deviation] = {}
    kept: dict[tuple[str, str], Convention] = {}
    at: dict[tuple[str, str | None], bool] = {}
    few: dict[str, int] = {}
    for case in own:
        scope, group = scopes.of(case.kind)
        if group.of < ENOUGH or len(group.files) < _FILES:
            few.setdefault(case.kind.who, group.of)
            continue
        few.pop(case.kind.who, None)
        for value, count in group.held(RULES[case.kind.rule]):
            stated = _stated(case, value, count, group, scope)
            # `@AssistedInject` is an `@Inject` as well.
            if any(one.endswith(value) if case.several else one == value for one in case.values):
                kept.setdefault((case.kind.rule, stated.statement), stated)
                at[case.kind.rule, case.symbol] = True
            else:
                _break(broken, case, value, stated, group)
    # A class is of several kinds: what it shares with one of them needs no more excuse.
    deviations = [one for key, one in broken.items() if not at.get((key[0], key[1])) or RULES[key[0]].lacks]
    judged = {case.kind.who for case in own}
    return RuleVerdict(
        _merged(deviations),
        list(kept.values()),
        [NotJudged(what=who, cases=cases) for who, cases in few.items() if who in judged],
    )


def _stated(case: Observation, value: str, count: int, group: Group, scope: str) -> Convention:
    rule = RULES[case.kind.rule]
    return Convention(
        rule=case.kind.rule,
        statement=f"{case.kind.who} {rule.says.format(value)}",
        source="counted",
        holds=count,
        of=group.of,
        scope=scope,
    )


def _break(
    broken: dict[tuple[str, str | None, str], Deviation],
    case: Observation,
    value: str,
    stated: Convention,
    group: Group,
) -> None:
    rule = RULES[case.kind.rule]
    key = (case.kind.rule, case.symbol, value)
    known = broken.get(key)
    if known is not None and (known.of or 0) >= group.of:
        return
    found = rule.lacks.format(value) if rule.lacks else ", ".join(case.values)
    subject = f"{case.symbol}: " if case.symbol else ""
    where = "of this module" if (stated.scope or "").startswith("module") else "of the project"
    others = f"{case.kind.who} {where}"
    broken[key] = Deviation(
        **stated.model_dump(by_alias=False),
        severity=rule.severity,
        line=case.line,
        symbol=case.symbol,
        message=f"{subject}{stated.holds} of {stated.of} {others} {rule.says.format(value)}; here: {found}",
        found=found,
        expected=value,
        examples=tuple(
            PatternPlace(file_path=one.path, line=one.line, symbol=one.symbol)
            for one in group.examples.get(value, ())
        ),
    )


def _merged(deviations: list[Deviation]) -> list[Deviation]:
    """Merge observations that say the same of several places."""
    found: dict[tuple[str, str, str], Deviation] = {}
    for one in deviations:
        key = (one.rule, one.statement, one.found)
        first = found.get(key)
        found[key] = one if first is None else first.model_copy(update={"places": first.places + 1})
    return list(found.values())
