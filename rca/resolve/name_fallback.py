"""Name fallback: candidates of a call with unknown receiver type, by name, form and arguments."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rca.languages.facts import CallSite
from rca.languages.tree_sitter_reader import family_of
from rca.resolve.common_names import MOST_DECLARING, by_convention_only, fits
from rca.resolve.name_resolution import NameResolution
from rca.resolve.resolution import EXTERNAL, Resolution
from rca.resolve.symbol import Symbol


@dataclass(frozen=True)
class _Fitting:
    """Candidates of one shape of call: what every file sees, and what only some see."""

    everywhere: Resolution
    elsewhere: tuple[Symbol, ...]


class NameFallback:
    """Candidates by name. A common name has hundreds, so those of each shape of call are kept."""

    def __init__(self, names: NameResolution, is_visible: Callable[[str, CallSite, Symbol], bool]) -> None:
        self._names = names
        self._is_visible = is_visible
        self._known: dict[tuple[object, ...], _Fitting] = {}
        self._crowded: dict[str, bool] = {}
        self._near: dict[tuple[str, str], tuple[Symbol, ...]] = {}

    def by_name(self, path: str, site: CallSite) -> Resolution:
        """Return every declaration that could be meant; of a crowd's the extensions that the file names."""
        if self._is_crowd(site.name):
            seen = [one for one in self._extensions(path, site.name) if fits(site, one)]
            near = tuple(one for one in seen if self._is_seen(path, site, one))
            return Resolution(near, "name_only", certain=False, too_many_candidates=True)
        counts = len(site.arguments), len(site.type_arguments)
        shape = (site.name, site.form, *counts, site.labels, site.trailing)
        known = self._known.get(shape)
        if known is None:
            known = self._known[shape] = self._fitting(site)
        seen = [one for one in known.elsewhere if self._is_seen(path, site, one)]
        return self._guess(site, (*known.everywhere.targets, *seen)) if seen else known.everywhere

    def in_language(self, path: str, site: CallSite) -> Resolution:
        """Return the declarations of the same family, for a language without a resolver of its own."""
        if self._is_crowd(site.name):
            return Resolution((), "name_only", certain=False, too_many_candidates=True)
        family = family_of(self._names.facts(path).language)
        named = self._names.callables(site.name)
        candidates = tuple(one for one in named if family_of(one.facts.language) == family)
        if not candidates:
            return EXTERNAL
        return Resolution(candidates, "unique_name" if len(candidates) == 1 else "name_only", certain=False)

    def _is_crowd(self, name: str) -> bool:
        known = self._crowded.get(name)
        if known is None:
            declaring = self._names.declaring(name, "callable")
            known = self._crowded[name] = len(declaring) > MOST_DECLARING
        return known

    def _extensions(self, path: str, name: str) -> tuple[Symbol, ...]:
        """Return the extensions of a name that the packages declare which a file is in or imports from."""
        known = self._near.get((path, name))
        if known is None:
            facts = self._names.facts(path)
            packages = {row.path if row.star else row.path.rpartition(".")[0] for row in facts.imports}
            known = self._near[path, name] = self._names.extensions_in(name, {facts.package, *packages})
        return known

    def _fitting(self, site: CallSite) -> _Fitting:
        everywhere: list[Symbol] = []
        elsewhere: list[Symbol] = []
        for one in self._names.callables(site.name):
            row = one.declaration
            if not fits(site, one):
                continue
            if "private" in row.modifiers or row.receiver is not None:
                elsewhere.append(one)
            elif one.owner is not None or by_convention_only(site, one):
                everywhere.append(one)
        return _Fitting(self._guess(site, everywhere), tuple(elsewhere))

    def _is_seen(self, path: str, site: CallSite, symbol: Symbol) -> bool:
        row = symbol.declaration
        if "private" in row.modifiers and symbol.path != path:
            return False
        if row.receiver is not None and not by_convention_only(site, symbol):
            return self._is_visible(path, site, symbol)
        return symbol.owner is not None or by_convention_only(site, symbol)

    def _guess(self, site: CallSite, candidates: Sequence[Symbol]) -> Resolution:
        if not candidates:
            return EXTERNAL
        found = Resolution(tuple(candidates), "name_only", certain=False)
        if found.families == 1 and not self._names.libraries.declares(site.name):
            return Resolution(found.targets, "unique_name", certain=False)
        return found
