"""What a call may mean whose receiver's type is not known: by name, form and arguments alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rca.index.resolve.arguments import takes
from rca.index.resolve.names import Names
from rca.index.resolve.resolution import OUTSIDE, Resolution
from rca.index.symbol import Symbol
from rca.languages.facts import CallSite
from rca.languages.generic import family_of


@dataclass(frozen=True)
class _Fitting:
    """Candidates of one shape of call: what every file sees, and what only some see."""

    everywhere: Resolution
    elsewhere: tuple[Symbol, ...]


class Guesses:
    """Candidates by name. A common name has hundreds, so those of each shape of call are kept."""

    def __init__(self, names: Names, is_visible: Callable[[str, CallSite, Symbol], bool]) -> None:
        self._names = names
        self._is_visible = is_visible
        self._known: dict[tuple[object, ...], _Fitting] = {}

    def by_name(self, path: str, site: CallSite) -> Resolution:
        """Give every declaration that could be meant."""
        shape = (site.name, site.form, len(site.arguments), site.labels, len(site.type_arguments))
        known = self._known.get(shape)
        if known is None:
            known = self._known[shape] = self._fitting(site)
        seen = [one for one in known.elsewhere if self._is_seen(path, site, one)]
        return self._guess(site, (*known.everywhere.targets, *seen)) if seen else known.everywhere

    def in_language(self, path: str, site: CallSite) -> Resolution:
        """Give the declarations of the same family, for a language without a resolver of its own."""
        family = family_of(self._names.facts(path).language)
        named = self._names.callables(site.name)
        candidates = tuple(one for one in named if family_of(one.facts.language) == family)
        if not candidates:
            return OUTSIDE
        return Resolution(candidates, "unique_name" if len(candidates) == 1 else "name_only", certain=False)

    def _fitting(self, site: CallSite) -> _Fitting:
        everywhere: list[Symbol] = []
        elsewhere: list[Symbol] = []
        for one in self._names.callables(site.name):
            row = one.declaration
            if not _fits(site, one):
                continue
            if "private" in row.modifiers or row.receiver is not None:
                elsewhere.append(one)
            elif one.owner is not None or _by_convention_only(site, one):
                everywhere.append(one)
        return _Fitting(self._guess(site, everywhere), tuple(elsewhere))

    def _is_seen(self, path: str, site: CallSite, symbol: Symbol) -> bool:
        row = symbol.declaration
        if "private" in row.modifiers and symbol.path != path:
            return False
        if row.receiver is not None and not _by_convention_only(site, symbol):
            return self._is_visible(path, site, symbol)
        return symbol.owner is not None or _by_convention_only(site, symbol)

    def _guess(self, site: CallSite, candidates: Sequence[Symbol]) -> Resolution:
        if not candidates:
            return OUTSIDE
        found = Resolution(tuple(candidates), "name_only", certain=False)
        if found.families == 1 and not self._names.libraries.declares(site.name):
            return Resolution(found.targets, "unique_name", certain=False)
        return found


def _fits(site: CallSite, symbol: Symbol) -> bool:
    row = symbol.declaration
    if site.form in ("read", "write"):
        return row.kind == "property" and not _lacks_modifier(site, symbol)
    if row.kind != "function" or not takes(row.parameters, site):
        return False
    if site.type_arguments and len(site.type_arguments) != len(row.type_parameters):
        return False
    return not _lacks_modifier(site, symbol) or symbol.facts.language == "java"


def _lacks_modifier(site: CallSite, symbol: Symbol) -> bool:
    """Tell whether a call by convention meets a function that Kotlin does not let it mean."""
    modifiers = symbol.declaration.modifiers
    return site.form in ("infix", "operator") and site.form not in modifiers and "override" not in modifiers


def _by_convention_only(site: CallSite, symbol: Symbol) -> bool:
    """Tell whether a Java function may stand for an operator: Java has no word to mark one."""
    return symbol.facts.language == "java" and _lacks_modifier(site, symbol)
