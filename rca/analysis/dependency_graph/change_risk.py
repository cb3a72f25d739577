"""Risk level of a change, computed from what it affects."""

from __future__ import annotations

from collections.abc import Iterable

from models.tools.analyze_impact import Risk, RiskLevel
from rca.analysis.dependency_graph.impact import Impact
from rca.resolve.symbol import Symbol
from rca.workspace.build_modules import Modules

_MEDIUM, _HIGH = 3, 6
_DIRECT = ((20, 3), (5, 2), (1, 1))
"""Direct dependents, at least → weight; the first that fits counts."""
_TRANSITIVE = ((50, 2), (10, 1))
_ENTRIES = ((5, 2), (1, 1))
_MODULES = ((3, 2), (1, 1))
_HIDDEN = frozenset(("private", "internal"))


def assess(impact: Impact, declarations: Iterable[Symbol], modules: Modules) -> Risk:
    """Return the risk level of a change, with a reason for each factor."""
    weighed: list[tuple[int, str]] = []
    rows = list(declarations)
    own = {modules.of(one.path) for one in rows}
    others = [one for one in impact.modules if one not in own]

    def weigh(count: int, steps: Iterable[tuple[int, int]], what: str) -> None:
        weight = next((weight for least, weight in steps if count >= least), 0)
        if weight:
            weighed.append((weight, what))

    weigh(len(impact.direct), _DIRECT, f"{_counted(len(impact.direct), 'direct dependent')}")
    weigh(len(impact.transitive), _TRANSITIVE, f"{_counted(len(impact.transitive), 'dependent')} of those")
    weigh(
        len(others), _MODULES, f"used from {_counted(len(others), 'other module')}: {', '.join(others[:3])}"
    )
    weigh(
        len(impact.entry_points),
        _ENTRIES,
        f"{_counted(len(impact.entry_points), 'entry point')} reached: "
        + ", ".join(one.name for one in impact.entry_points[:3]),
    )
    below = sum(one.relation in ("overridden_by", "extended_by") for one in impact.related)
    if below:
        weighed.append(
            (1, f"{_counted(below, 'subclass or overriding member', 'subclasses or overriding members')}")
        )
    if impact.resources:
        weighed.append((1, f"named in {_counted(len(impact.resources), 'line')} of manifests or resources"))
    used = bool(impact.direct or impact.entry_points)
    public = [one for one in rows if _is_public(one)]
    if public and others:
        weighed.append((1, f"public API: {', '.join(one.display_name for one in public[:3])}"))
    if used and not impact.tests:
        weighed.append((2, "no test reaches it"))
    score = sum(weight for weight, _ in weighed)
    level: RiskLevel = "high" if score >= _HIGH else "medium" if score >= _MEDIUM else "low"
    reasons = [what for _, what in sorted(weighed, key=lambda one: -one[0])]
    if impact.tests:
        reasons.append(f"{_counted(len(impact.tests), 'test class', 'test classes')} to run")
    return Risk(level=level, score=score, reasons=tuple(reasons) or ("nothing that is known uses it",))


def _is_public(one: Symbol) -> bool:
    around = [one.facts.declarations[index] for index in one.facts.enclosing(one.index)]
    if any(not _HIDDEN.isdisjoint(row.modifiers) for row in around):
        return False
    return one.facts.language != "java" or "public" in one.declaration.modifiers


def _counted(count: int, one: str, many: str | None = None) -> str:
    return f"{count} {one if count == 1 else many or one + 's'}"
